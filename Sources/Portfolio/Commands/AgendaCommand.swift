import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `agenda`: lists overdue issues and the issues that are due in the coming days.
struct AgendaCommand: Command {
    static let days = Parameter.option(
        "days", .integer(in: 1...366), help: text("The number of days, beginning with today. Default: 7."))

    let declaration = CommandDeclaration(
        "agenda", group: .looking,
        summary: text("Lists overdue issues, and those that are due in the coming days."),
        parameters: [days.declaration], examples: [.verbatim("agenda"), .verbatim("agenda --days 30")])

    func run(_ invocation: Invocation, in session: PortfolioSession) async throws -> Output {
        let today = session.today
        let last = today.adding(days: (try invocation[Self.days] ?? 7) - 1)
        let filter = IssueFilter(conditions: [
            .status(.open), .date(.due, from: nil, before: last.adding(days: 1).utcDate),
        ])
        let issues = try session.context.fetch(
            FetchDescriptor(
                predicate: filter.predicate,
                sortBy: [SortDescriptor(\Issue.due), SortDescriptor(\Issue.created)]))
        let relations = try IssueRelations(of: issues, in: session)
        let makeData: @MainActor @Sendable () -> [Block] = {
            [.table(IssueTable.data(issues, relations, session))]
        }
        if issues.isEmpty {
            return Output(
                [.message(text("Nothing is overdue or due up to %@.", last))], makingData: makeData)
        }
        var blocks: [Block] = []
        for (day, group) in Self.groups(issues, today: today) {
            blocks.append(.heading(day.map { Self.name($0, today: today) } ?? text("Overdue")))
            // Pipes don't show the headings.
            let showsDay = day == nil || !session.showsTables
            blocks.append(.table(IssueTable.agenda(group, relations, session, showsDay: showsDay)))
        }
        return Output(blocks, makingData: makeData)
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
        default: text("%1$@, %2$@", weekdays[day.weekday.rawValue - 1], day)
        }
    }

    private static let weekdays = [
        text("Monday"), text("Tuesday"), text("Wednesday"), text("Thursday"), text("Friday"),
        text("Saturday"), text("Sunday"),
    ]
}

extension IssueTable {
    /// Returns the table of one day of the agenda.
    ///
    /// - Parameters:
    ///   - issues: The issues of the day.
    ///   - relations: The relationships of these and other issues.
    ///   - session: The session.
    ///   - showsDay: Whether the rows show their due days.
    fileprivate static func agenda(
        _ issues: [Issue], _ relations: IssueRelations, _ session: PortfolioSession, showsDay: Bool
    ) -> Table {
        let today = session.today
        let tags = issues.map { relations.tags(of: $0.persistentModelID) }
        return Table(
            "issues",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("priority", .verbatim(""), priority: 8, spokenTitle: text("Priority")),
                .init("title", text("Title"), priority: 6),
                .init("due", text("Due"), priority: 7, isShown: showsDay),
                .init(
                    "recurrence", text("Repeats"), priority: 3, isShown: issues.contains { $0.rule != nil }),
                .init("tags", text("Tags"), priority: 4, isShown: tags.contains { !$0.isEmpty }),
                .init("status", .verbatim(""), priority: 8, spokenTitle: text("Status")),
                .init("waitingUntil", text("Waiting until"), isShown: false),
                .init("blocked", text("Blocked"), isShown: false),
            ],
            rows: zip(issues, tags).map { issue, tags in
                let isBlocked = relations.isBlocked(issue, issue.persistentModelID)
                return [
                    .identifier(issue.number), issue.priority.mark, .text(issue.title),
                    DueCell.cell(issue, today: today), issue.rule?.cell ?? .empty,
                    TagCells.cell(tags), StatusMark.cell(issue, isBlocked: isBlocked, today: today),
                    .day(issue.waitingDay), Cell(.bool(isBlocked), .empty),
                ]
            },
            spokenCount: text("%lld issues", issues.count),
            sentence: { IssueSentence.sentence($0, today: today) })
    }
}
