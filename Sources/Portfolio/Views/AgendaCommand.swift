import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `agenda`: lists overdue issues and the issues that are due in the coming days.
struct AgendaCommand: Command {
    static let days = Parameter.option(
        "days", .integer(in: 1...366), help: text("The number of days, beginning with today. Default: 7."))

    /// The earliest due day first, and on each day the oldest issue.
    private static let order =
        IssueOrder([.init(key: "due"), .init(key: "created", isReversed: true)]) ?? IssueOrder()

    let declaration = CommandDeclaration(
        "agenda", group: .looking,
        summary: text("Lists overdue issues, and those that are due in the coming days."),
        discussion: [
            text("Waiting issues are not due. Those whose waiting ends in these days follow at the end.")
        ],
        parameters: [ListCommand.query.declaration, days.declaration],
        examples: [.verbatim("agenda"), .verbatim("agenda --days 30"), text("agenda #work")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let today = session.today
        let last = today.adding(days: (try invocation[Self.days] ?? 7) - 1)
        var query = try session.currentQuery(try invocation[ListCommand.query], invocation, order: Self.order)
        query.filter.conditions += [
            .status(.open), .date(.due, from: nil, before: last.adding(days: 1).utcDate),
        ]
        let issues = try query.issues(in: session)
        let waiting = try Self.waiting(invocation, through: last, besides: issues, session)
        let relations = try IssueRelations(of: issues + waiting, in: session)
        let makeData: @MainActor @Sendable () -> [Block] = {
            [.table(IssueTable.data(issues + waiting, relations, session))]
        }
        let filter = session.usesSelection(invocation) ? try session.lastingFilter() : ""
        var blocks: [Block] = filter.isEmpty ? [] : [.message(text("The filter is on: %@", filter))]
        if issues.isEmpty { blocks.append(.message(text("Nothing is overdue or due up to %@.", last))) }
        for (day, group) in Self.groups(issues, today: today) {
            blocks.append(.heading(day.map { Self.name($0, today: today) } ?? text("Overdue")))
            // Pipes don't show the headings.
            let showsDay = day == nil || !session.showsTables
            blocks.append(.table(IssueTable.agenda(group, relations, session, day: showsDay ? "due" : nil)))
        }
        if !waiting.isEmpty {
            blocks.append(.heading(text("Waiting")))
            blocks.append(.table(IssueTable.agenda(waiting, relations, session, day: "waitingUntil")))
        }
        return Output(blocks, makingData: makeData)
    }

    /// Returns the issues that wait until one of the days, the earliest day first.
    private static func waiting(
        _ invocation: Invocation, through last: CivilDate, besides due: [Issue], _ session: PortfolioSession
    ) throws -> [Issue] {
        let order = IssueOrder([.init(key: "waitingUntil"), .init(key: "created", isReversed: true)])
        var query = try session.currentQuery(
            try invocation[ListCommand.query], invocation, order: order ?? IssueOrder(), keepsWaiting: true)
        query.filter.conditions += [
            .waiting(after: session.today), .date(.wait, from: nil, before: last.adding(days: 1).utcDate),
        ]
        let known = Set(due.map(\.persistentModelID))
        return try query.issues(in: session).filter { !known.contains($0.persistentModelID) }
    }

    /// Returns the issues by day, in the order of the days. All overdue issues are one group without a day.
    private static func groups(_ issues: [Issue], today: CivilDate) -> [(CivilDate?, [Issue])] {
        var groups: [(CivilDate?, [Issue])] = []
        for issue in issues {
            let day = issue.dueDay.flatMap { $0 < today ? nil : $0 }
            if let last = groups.indices.last, groups[last].0 == day {
                groups[last].1.append(issue)
            } else {
                groups.append((day, [issue]))
            }
        }
        return groups
    }

    private static func name(_ day: CivilDate, today: CivilDate) -> LocalizedText {
        switch today.days(until: day) {
        case 0: text("Today, %@", day)
        case 1: text("Tomorrow, %@", day)
        default: text("Weekday %1$@, %2$@", day.weekday.name, day)
        }
    }
}
