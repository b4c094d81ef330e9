import Localization
import ModelData
import ProgramKit
import Shell

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
        candidates: { session, source, prefix in try session.issueCandidates(for: source, prefix) })
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

extension PortfolioSession {
    /// Returns the texts that complete an argument about issues.
    ///
    /// - Parameters:
    ///   - source: A completion source of ``IssueCompletions``.
    ///   - prefix: The typed text.
    /// - Returns: The texts; `nil` for other sources.
    fileprivate func issueCandidates(for source: String, _ prefix: String) throws -> [String]? {
        switch source {
        case IssueCompletions.issues: return try issueTitles(containing: prefix)
        case IssueCompletions.tags:
            let typesHash = prefix.hasPrefix("#")
            return try tagNames().map { typesHash ? "#\($0)" : $0 }
        case IssueCompletions.terms: return try conditionCandidates(for: prefix)
        case IssueCompletions.entries: return QuickEntry.candidates(for: prefix, tags: try tagNames())
        case IssueCompletions.daysAndIssues, IssueCompletions.recurrencesAndIssues,
            IssueCompletions.issuesOrQueries:
            if conditions.isMeant(by: prefix, localizer) || "#-(".contains(prefix.first ?? " ") {
                return try conditionCandidates(for: prefix)
            }
            return try Self.valueWords(of: source) + issueTitles(containing: prefix)
                + conditionCandidates(for: "")
        default: return nil
        }
    }

    private func issueTitles(containing text: String) throws -> [String] {
        let predicate = text.isEmpty ? nil : Issue.titled(containing: text)
        return try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title)
    }

    /// Returns the words of the value that can stand before or after issues: a day or a recurrence.
    private static func valueWords(of source: String) -> [String] {
        let completion: Completion? =
            switch source {
            case IssueCompletions.daysAndIssues: DayCommand.day.declaration.completion
            case IssueCompletions.recurrencesAndIssues: EveryCommand.recurrence.declaration.completion
            default: nil
            }
        return if case .words(let words)? = completion { words.map(\.english) } else { [] }
    }
}
