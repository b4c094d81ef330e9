import Localization
import ProgramKit
import Shell

/// `title`: changes an issue's title.
struct TitleCommand: Command {
    static let words = Parameter.words(
        "title", .title, minimum: 1, placeholder: text("[ISSUE] TITLE"),
        help: text(
            "The new title. If no issue is open, or for another issue, its number comes first, such as #12."),
        question: text("Title"))

    let declaration = CommandDeclaration(
        "title", aliases: ["rename"], group: .changes, summary: text("Changes the title of an issue."),
        discussion: [IssueArguments.textRule],
        parameters: [words.declaration, IssueArguments.issueOption.declaration],
        examples: [text("open 12\ntitle Fix the login page"), text("title 12 Fix the login page")],
        changesData: true)

    /// Without arguments, the command changes the open issue, so an issue must be open.
    func willAsk(after given: Invocation, in session: PortfolioSession) throws { _ = try session.issue(nil) }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let (issue, words) = try session.issueAndText(try invocation[Self.words], invocation)
        if words.isEmpty, !session.interaction.isInteractive {
            throw ValueError.refused(
                text("The new title of issue %@ is missing.", String(issue.number)),
                remedy: text("Write the new title after the issue: title #%@ TITLE.", String(issue.number)))
        }
        let typed =
            words.isEmpty
            ? try await session.interaction.ask(
                text("Title"), initial: "", completion: .none, check: { _ = try CheckedText.line($0) })
            : words.joined(separator: " ")
        let title = try CheckedText.line(typed)
        let old = issue.title
        if old == title { return try IssueChange.unchanged([issue], session) }
        issue.title = title
        return Output(
            [.message(text("“%1$@” is now called “%2$@”.", old, title))],
            data: [.record(Issue.fields.data(issue, session.fieldContext))],
            label: text("Renamed “%1$@” to “%2$@”.", old, title))
    }
}

/// `priority`: sets the priority of issues.
struct PriorityCommand: Command {
    static let priority = Parameter.required(
        "priority", .choice(Priority.choices), placeholder: text("PRIORITY"),
        help: text("The priority: low, medium or high."), question: text("Priority: low, medium or high")
    )
    // The issues can stand before it, as in “priority 3 high”.
    .claiming { word, localizer in
        let context = ParseContext(localizer: localizer, today: .first)
        return (try? ValueType.choice(Priority.choices).parse(word, context)) != nil
    }

    let declaration = CommandDeclaration(
        "priority", group: .changes, summary: text("Sets the priority of issues."),
        parameters: [priority.declaration, IssueArguments.issues.declaration],
        examples: [
            .verbatim(lines: "open 12", "priority high"), .verbatim("priority low 12 13"),
            .verbatim("priority high is:overdue"),
        ],
        changesData: true, needsConfirmation: true)

    /// Without arguments, the command asks for the priority of the open issue, so an issue must be open.
    func willAsk(after given: Invocation, in session: PortfolioSession) throws { _ = try session.issue(nil) }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let priority = try invocation[Self.priority]
        let issues = try await session.issuesToChange(invocation) { $0.priority != priority }
        let changed = issues.filter { $0.priority != priority }
        for issue in changed { issue.priority = priority }
        return try IssueChange.output(
            changed, of: issues, session,
            one: { text("“%1$@” now has the priority %2$@.", $0, priority.name) },
            many: { text("%1$lld issues now have the priority %2$@.", $0, priority.name) },
            label: { title, count in
                title.map { text("Set the priority of “%1$@” to %2$@.", $0, priority.name) }
                    ?? text("Set the priority of %1$lld issues to %2$@.", count, priority.name)
            })
    }
}

/// `close` and `reopen`: set the status of issues.
struct StatusCommand: Command {
    let declaration: CommandDeclaration
    private let status: IssueStatus

    /// `close`: closes issues.
    static var close: StatusCommand {
        StatusCommand(
            declaration: CommandDeclaration(
                "close", aliases: ["done"], group: .changes, summary: text("Closes issues that are done."),
                parameters: [IssueArguments.issues.declaration],
                examples: [
                    .verbatim(lines: "open 12", "close"), .verbatim("close 12 13 login"),
                    .verbatim("close is:overdue"),
                ],
                changesData: true, needsConfirmation: true),
            status: .closed)
    }

    /// `reopen`: opens closed issues again.
    static var reopen: StatusCommand {
        StatusCommand(
            declaration: CommandDeclaration(
                "reopen", group: .changes, summary: text("Reopens closed issues."),
                parameters: [IssueArguments.issues.declaration],
                examples: [
                    .verbatim(lines: "open 12", "reopen"), .verbatim("reopen 12"),
                    .verbatim("reopen closed:7d"),
                ],
                changesData: true, needsConfirmation: true),
            status: .open)
    }

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issues = try await session.issuesToChange(invocation, closes: status == .closed) {
            $0.status != status
        }
        let changed = issues.filter { $0.status != status }
        if changed.isEmpty {
            return try IssueChange.unchanged(issues, session) {
                status == .closed
                    ? text("“%@” is already closed. Nothing changed.", $0)
                    : text("“%@” is already open. Nothing changed.", $0)
            }
        }
        if status == .closed { try await Self.confirm(closing: changed, invocation, session) }
        var continuations: [LocalizedText] = [], successors: [Issue] = []
        for issue in changed {
            issue.close(status == .closed ? session.now : nil)
            guard status == .closed else { continue }
            let next = try issue.nextOccurrence(in: session)
            if let next { successors.append(next) }
            if let continuation = issue.continuation(next) { continuations.append(continuation) }
        }
        var output = try IssueChange.output(
            changed, of: issues, session,
            one: { status == .closed ? text("Closed “%@”.", $0) : text("Reopened “%@”.", $0) },
            many: { status == .closed ? text("Closed %lld issues.", $0) : text("Reopened %lld issues.", $0) })
        output.blocks += continuations.map { .message($0) }
        if !successors.isEmpty {
            output.data =
                issues.count == 1
                ? output.data + [.table(try IssueTable.data(successors, key: "next", session))]
                : [.table(try IssueTable.data(issues + successors, session))]
        }
        if status == .closed, let freed = Self.freed(by: changed) { output.blocks.append(.message(freed)) }
        return output
    }

    /// Asks before issues are closed that wait for open ones. Those that are closed together don't count.
    ///
    /// - Throws: ``BulkEnd/declined``, and the errors of asking.
    private static func confirm(
        closing issues: [Issue], _ invocation: Invocation, _ session: PortfolioSession
    ) async throws {
        func blockers(_ issue: Issue) -> [Issue] {
            issue.blockedBy.filter { blocker in blocker.isOpen && !issues.contains { $0 === blocker } }
        }
        let blocked = issues.filter { !blockers($0).isEmpty }
        guard let first = blocked.first else { return }
        let question =
            blocked.count == 1
            ? text(
                "“%1$@” is blocked by %2$@. Close it anyway?", first.title,
                PortfolioSession.names(blockers(first)))
            : text(
                "%1$lld issues are blocked by open ones: %2$@. Close them anyway?", blocked.count,
                PortfolioSession.names(blocked))
        guard try await session.interaction.confirm(question, for: invocation) else { throw BulkEnd.declined }
    }

    /// Returns which open issues wait no longer after some were closed; `nil` if there is none.
    private static func freed(by closed: [Issue]) -> LocalizedText? {
        var free: [Issue] = []
        for issue in closed.flatMap(\.blocks) where issue.isOpen {
            let waits = issue.blockedBy.contains(where: \.isOpen)
            if !waits, !free.contains(where: { $0 === issue }) { free.append(issue) }
        }
        return free.isEmpty ? nil : text("No longer blocked: %@.", PortfolioSession.names(free))
    }
}

extension Issue {
    /// `delete`: deletes issues.
    @MainActor static let delete = DeleteRecordsCommand<PortfolioSession, Issue>(
        "delete", group: .changes, summary: text("Deletes issues after confirmation."),
        records: RecordArgument([IssueArguments.issues.declaration]) { invocation, _, session in
            let issues = try session.issues(invocation[IssueArguments.issues], invocation).models
            if issues.isEmpty { throw BulkEnd.noMatch(isCurrentOnly: false) }
            return issues
        },
        examples: [
            .verbatim(lines: "open 12", "delete"), .verbatim("delete 12 13 --yes"),
            .verbatim("delete closed:..2020 --yes"),
        ],
        question: {
            $0.count == 1
                ? text("Delete “%@”?", $0[0].title)
                : text("Delete %1$lld issues: %2$@?", $0.count, PortfolioSession.names($0))
        },
        message: {
            $0.count == 1
                ? text("Deleted “%@”.", $0[0].title)
                : text("Deleted %1$lld issues: %2$@.", $0.count, PortfolioSession.names($0))
        },
        delete: { for issue in $0 { try $1.delete(issue) } },
        label: { $0.count == 1 ? nil : text("Deleted %lld issues.", $0.count) },
        table: { try IssueTable.data($0, $1) })
}

/// `copy`: copies an issue's title to the terminal's clipboard.
struct CopyCommand: Command {
    let declaration = CommandDeclaration(
        "copy", group: .looking,
        summary: text("Copies an issue's title to the terminal's clipboard, and prints it."),
        parameters: [IssueArguments.issue.declaration],
        examples: [.verbatim(lines: "open 12", "copy"), .verbatim("copy 12")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let issue = try session.issue(try invocation[IssueArguments.issue])
        var output = Output(
            .verbatim(issue.title),
            fields: [
                .init("number", text("#"), .identifier(issue.number)),
                .init("title", text("Title"), .text(issue.title)),
            ])
        output.clipboard = issue.title
        return output
    }
}

/// The output of commands that change issues.
@MainActor
enum IssueChange {
    /// Returns the output with a message about one changed issue or about the number of changed issues.
    ///
    /// - Parameters:
    ///   - changed: The issues that changed.
    ///   - issues: All issues that the command was called for.
    ///   - session: The session.
    ///   - one: Returns the message for one issue, from its title.
    ///   - many: Returns the message for several issues, from their number.
    ///   - label: Returns the label for the history, from the title of one issue or the number of several.
    ///     Default: the message.
    static func output(
        _ changed: [Issue], of issues: [Issue], _ session: PortfolioSession,
        one: (String) -> LocalizedText, many: (Int) -> LocalizedText,
        label: ((String?, Int) -> LocalizedText)? = nil
    ) throws -> Output {
        if changed.isEmpty { return try unchanged(issues, session) }
        let message = changed.count == 1 ? one(changed[0].title) : many(changed.count)
        let only = changed.count == 1 ? changed[0].title : nil
        return Output(
            [.message(message)], data: try data(issues, session), label: label?(only, changed.count))
    }

    /// Returns the output if all given issues already had the new values.
    ///
    /// - Parameters:
    ///   - issues: The given issues.
    ///   - session: The session.
    ///   - one: Returns the message for one issue, from its title. Default: that it has these values.
    static func unchanged(
        _ issues: [Issue], _ session: PortfolioSession,
        one: (String) -> LocalizedText = { text("“%@” already has these values. Nothing changed.", $0) }
    ) throws -> Output {
        let message =
            issues.count == 1
            ? one(issues[0].title) : text("All of them already have these values. Nothing changed.")
        return Output([.message(message)], data: try data(issues, session))
    }

    private static func data(_ issues: [Issue], _ session: PortfolioSession) throws -> [Block] {
        issues.count == 1
            ? [.record(Issue.fields.data(issues[0], session.fieldContext))]
            : [.table(try IssueTable.data(issues, session))]
    }
}
