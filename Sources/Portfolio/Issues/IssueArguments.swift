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

/// Issues as the user names them: one by its number or title, or several by a query.
enum IssueReference: Hashable, Sendable {
    case record(RecordReference)
    case query(String)
}

extension ValueType where Value == IssueReference {
    /// An issue by its number or a part of its title, or a query such as `is:open #done`.
    static var issueOrQuery: ValueType<IssueReference> {
        ValueType(
            placeholder: Portfolio.text("ISSUE"),
            completion: .source(IssueCompletions.issuesOrQueries, mark: .title)
        ) { text, _ in
            Query.isMeant(by: text) ? .query(text.trimmingSpaces) : .record(try RecordReference(text))
        }
    }
}

/// The arguments for issues that commands share.
enum IssueArguments {
    static let issue = Parameter.optional(
        "issue", .issue,
        help: text("The issue's number, or a part of its title. Default: the opened issue."))
    static let issues = Parameter.rest(
        "issue", .issueOrQuery,
        help: text(
            "The issues' numbers, parts of their titles, or a query such as 'is:open #done'. Default: the opened issue."
        ))
}

extension PortfolioSession {
    /// Returns the issue that a reference names. If there is no reference, returns the open issue.
    func issue(_ reference: RecordReference?) throws -> Issue {
        try record(reference, orOpen: Issue.self)
    }

    /// Returns the issues that the references name, without duplicates. If there are no references, returns
    /// the open issue.
    func issues(_ references: [IssueReference]) throws -> [Issue] {
        if references.isEmpty { return [try issue(nil)] }
        var found: [Issue] = []
        var known: Set<PersistentIdentifier> = []
        for reference in references {
            switch reference {
            case .record(let reference):
                let issue = try record(reference, in: Issue.self)
                if known.insert(issue.persistentModelID).inserted { found.append(issue) }
            case .query(let text):
                var query = IssueQuery(order: IssueOrder())
                try query.add(text, in: self)
                found += try query.issues(in: self).filter { known.insert($0.persistentModelID).inserted }
            }
        }
        return found
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
        let references = try invocation[IssueArguments.issues]
        let issues = try issues(references)
        let hasQuery = references.contains { if case .query = $0 { true } else { false } }
        guard hasQuery else { return issues }
        if issues.isEmpty { throw BulkEnd.noMatch }
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
        let message = self == .noMatch ? text("No issue matches.") : text("Nothing changed.")
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
                return QueryCompletion.candidates(for: prefix, tags: try session.tagNames())
            case IssueCompletions.entries:
                return QuickEntry.candidates(for: prefix, tags: try session.tagNames())
            case IssueCompletions.issuesOrQueries:
                if Query.isMeant(by: prefix) || prefix.hasPrefix("#") || prefix.hasPrefix("-") {
                    return QueryCompletion.candidates(for: prefix, tags: try session.tagNames())
                }
                return try titles() + QueryCompletion.conditions
            default: return nil
            }
        })
}
