import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `next`: lists the most urgent issues that the user can work on now.
struct NextCommand: Command {
    static let limit = Parameter.option(
        "limit", .integer(in: 1...1_000_000), help: text("The largest number of issues. Default: 10."))

    let declaration = CommandDeclaration(
        "next", group: .looking, summary: text("Lists the most urgent issues that you can work on now."),
        discussion: [
            text(
                "Closed, waiting and blocked issues are left out. “show 12 --urgency” explains the urgency of an issue, and “set urgency work:5” changes that of a tag's issues."
            )
        ],
        parameters: [ListCommand.query.declaration, limit.declaration],
        examples: [.verbatim("next"), text("next #work"), .verbatim("next --limit 3")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        var query = try session.currentQuery(
            try invocation[ListCommand.query], invocation, order: IssueOrder())
        query.filter.conditions += IssueFilter.Condition.current(session.today) + [.not(.blocked)]
        let found = try query.unordered(in: session)
        var relations = try IssueRelations(of: found, in: session)
        try relations.readBlocking(found, in: session)
        let weights = session.preferences[TagWeight.setting], context = session.fieldContext
        var ranked: [(issue: Issue, urgency: Double)] = found.map { issue in
            (issue, relations.urgency(of: issue, weights, context).total)
        }
        ranked.sort { first, second in
            if first.urgency != second.urgency { return first.urgency > second.urgency }
            return first.issue.number < second.issue.number
        }
        let limit = try invocation[Self.limit] ?? 10
        let issues = ranked.prefix(limit).map { $0.issue }, localizer = session.localizer
        let cells = ranked.prefix(limit).map { Cell.urgency($0.urgency, localizer) }
        let listed = relations
        let makeData: @MainActor @Sendable () -> [Block] = {
            [.table(IssueTable.data(issues, listed, session).adding(cells))]
        }
        let filter = session.usesSelection(invocation) ? try session.lastingFilter() : ""
        var blocks: [Block] = filter.isEmpty ? [] : [.message(text("The filter is on: %@", filter))]
        if issues.isEmpty {
            blocks.append(.message(text("There is nothing to work on now.")))
            return Output(blocks, makingData: makeData)
        }
        let count =
            found.count > issues.count
            ? text("%1$@ of %2$@ issues", String(issues.count), String(found.count))
            : text("%lld issues", issues.count)
        let table = IssueTable.agenda(issues, relations, session, day: "due", count: count)
        return Output(blocks + [.table(table.adding(cells))], makingData: makeData)
    }
}

extension Table {
    /// Returns the table with a last column for the urgency.
    fileprivate func adding(_ cells: [Cell]) -> Table {
        Table(
            key, columns: columns + [.init("urgency", text("Urgency"), alignsRight: true, priority: 7)],
            rows: zip(rows, cells).map { $0 + [$1] }, count: count, spokenCount: spokenCount,
            sentence: sentence)
    }
}
