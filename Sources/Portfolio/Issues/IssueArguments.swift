import Localization
import ModelData
import Shell
import Suite

extension ValueType where Value == RecordReference {
    /// An issue, by its number or a part of its title.
    static var issue: ValueType<RecordReference> {
        .record(Portfolio.text("ISSUE"), source: IssueCompletions.issues)
    }
}

extension ValueType where Value == String {
    /// A tag by its name, with or without `#`.
    static var tag: ValueType<String> {
        ValueType(placeholder: Portfolio.text("TAG"), completion: .source(IssueCompletions.tags)) {
            string, _ in
            var name = Substring(string.trimmingSpaces)
            if name.hasPrefix("#") { name = name.dropFirst() }
            if name.allSatisfy(\.isWhitespace) { throw ValueError.blank }
            return String(name)
        }
    }
}

/// The arguments for issues that commands share.
enum IssueArguments {
    static let issue = Parameter.optional(
        "issue", .issue,
        help: text("The issue's number, or a part of its title. Default: the opened issue."))
    static let issues = Parameter.rest(
        "issue", .recordOrCondition(text("ISSUE"), source: IssueCompletions.issuesOrQueries),
        help: text(
            "The issues' numbers, parts of their titles, or a query such as 'is:open #done'. Default: the opened issue."
        )
    ).takingHyphens
}

extension PortfolioSession {
    /// Returns the issue that a reference names. If there is no reference, returns the open issue.
    func issue(_ reference: RecordReference?) throws -> Issue {
        try record(reference, orOpen: Issue.self)
    }

    /// Returns the issues that the arguments of a changing command mean, and whether conditions select them. Without
    /// arguments, returns the open issue. Conditions alone mean what `list` shows for them.
    ///
    /// - Throws: ``BulkEnd/noMatch(isCurrentOnly:)`` if conditions alone select no issue.
    func issues(_ invocation: Invocation) throws -> (models: [Issue], areConditional: Bool) {
        let arguments = try invocation[IssueArguments.issues]
        if arguments.isEmpty { return ([try issue(nil)], false) }
        let (terms, references) = conditions.split(arguments, localizer)
        guard references.isEmpty else { return try records(arguments, conditions) }
        let query = try currentQuery(terms, invocation, order: IssueOrder())
        if usesSelection(invocation), case let filter = try lastingFilter(), !filter.isEmpty {
            interaction.say(Output([.message(text("The filter is on: %@", filter))]))
        }
        let found = try query.issues(in: self).sorted { $0.number < $1.number }
        if found.isEmpty { throw BulkEnd.noMatch(isCurrentOnly: query.showsOnlyCurrent) }
        return (found, true)
    }

    /// Returns the issues that a command changes. If a query selects them, the user sees their titles and is
    /// asked first.
    ///
    /// - Parameters:
    ///   - invocation: The arguments of the command.
    ///   - changes: Whether the command would change an issue. The question names only these.
    /// - Returns: The issues.
    /// - Throws: ``BulkEnd`` if no issue matches or the user declines, and the errors of asking.
    func issuesToChange(
        _ invocation: Invocation, changes: (Issue) -> Bool = { _ in true }
    ) async throws -> [Issue] {
        let (issues, areConditional) = try issues(invocation)
        guard areConditional else { return issues }
        if issues.isEmpty { throw BulkEnd.noMatch(isCurrentOnly: false) }
        let changed = issues.filter(changes)
        if changed.isEmpty { return issues }
        let question = text("Change %1$lld issues: %2$@?", changed.count, Self.names(changed))
        guard try await interaction.confirm(question, for: invocation) else { throw BulkEnd.declined }
        return issues
    }

    /// Returns the titles of issues as a list; of many issues only the first ones.
    static func names(_ issues: [Issue]) -> TextArgument {
        let shown = 8
        var names = issues.prefix(shown).map { TextArgument.text(text("“%@”", $0.title)) }
        if issues.count > shown { names.append(.text(text("%lld more", issues.count - shown))) }
        return .list(names)
    }
}

extension BulkEnd {
    /// The output of the command.
    @MainActor
    fileprivate func output(in session: PortfolioSession) throws -> Output {
        let message =
            switch self {
            case .noMatch(isCurrentOnly: true):
                text("No open issue matches. Add is:closed or is:waiting for closed and waiting ones.")
            case .noMatch: text("No issue matches.")
            case .declined: text("Nothing changed.")
            }
        return Output([.message(message)], data: [.table(try IssueTable.data([], session))])
    }
}

extension SessionPart {
    /// The end of commands for several issues, and the completion of issues, tags and queries.
    static let issues = SessionPart(
        within: { session, command in
            do {
                return try await command()
            } catch let end as BulkEnd {
                // The command has changed nothing that should be saved.
                session.context.rollback()
                return try end.output(in: session)
            }
        },
        candidates: { session, source, prefix in
            @MainActor func titles() throws -> [String] {
                let wanted = prefix.isEmpty ? nil : Issue.titled(containing: prefix)
                return try session.context.fetch(FetchDescriptor(predicate: wanted)).map(\.title)
            }
            switch source {
            case IssueCompletions.issues: return try titles()
            case IssueCompletions.tags:
                let typesToken = prefix.hasPrefix("#")
                return try session.tagNames().map { typesToken ? "#\($0)" : $0 }
            case IssueCompletions.terms:
                return try session.conditionCandidates(for: prefix)
            case IssueCompletions.entries:
                return QuickEntry.candidates(for: prefix, tags: try session.tagNames())
            case IssueCompletions.issuesOrQueries:
                if session.conditions.isMeant(by: prefix, session.localizer)
                    || "#-(".contains(prefix.first ?? " ")
                {
                    return try session.conditionCandidates(for: prefix)
                }
                return try titles() + session.conditionCandidates(for: "")
            default: return nil
            }
        })
}
