import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `goal`: sets a reading goal, or shows the progress of all goals.
struct GoalCommand: Command {
    static let year = Parameter.optional(
        "year", .integer(in: 1...9999), placeholder: text("YEAR"), help: text("The year, such as 2026."))
    static let target = Parameter.optional(
        "number", ValueType<Int>.integer(in: 1...10_000_000).orNone, placeholder: text("NUMBER"),
        help: text("The number of books or pages, or “none” to remove the goal."))
    static let pages = Parameter.flag("pages", help: text("Count pages instead of books."))

    let declaration = CommandDeclaration(
        "goal", group: .readings, summary: text("Sets a reading goal, or shows the goals and the pace."),
        discussion: [
            text("Without a number, it shows the goal of the year; without a year, all goals."),
            text("“none” removes the goal after confirmation."),
        ],
        parameters: [year.declaration, target.declaration, pages.declaration],
        examples: [.verbatim("goal 2026 30"), .verbatim("goal 2026 9000 --pages"), .verbatim("goal")],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let year = try invocation[Self.year]
        let unit: GoalUnit = try invocation[Self.pages] ? .pages : .books
        guard let year, let target = try invocation[Self.target] else {
            return try show(try session.goals(of: year), of: year, in: session).shownWhenQuiet
        }
        let key = Goal.key(year: year, unit: unit)
        let old = try session.context.fetch(FetchDescriptor<Goal>(predicate: #Predicate { $0.key == key }))
            .first
        guard let number = target.value else {
            guard let old else {
                return Output(
                    [
                        .message(
                            unit == .books
                                ? text("There is no goal in books for the year %@.", String(year))
                                : text("There is no goal in pages for the year %@.", String(year)))
                    ],
                    data: [.table(try table([], in: session))])
            }
            guard
                try await session.interaction.confirm(
                    text("Remove the goal of %@?", String(year)), for: invocation)
            else { return .nothingDeleted(try table([old], in: session)) }
            session.context.delete(old)
            return Output(
                [.message(text("Removed the goal of %@.", String(year)))],
                data: [.table(try table([], in: session))])
        }
        let goal = old ?? Goal(year: year, unit: unit, target: number)
        if old == nil { session.context.insert(goal) }
        if goal.target != number { goal.target = number }
        let message =
            unit == .books
            ? text("The goal of %1$@: %2$lld books.", String(year), number)
            : text("The goal of %1$@: %2$lld pages.", String(year), number)
        return Output([.message(message)], data: [.table(try table([goal], in: session))])
    }

    private func show(_ goals: [Goal], of year: Int?, in session: BookSession) throws -> Output {
        let table = try table(goals, in: session)
        if !goals.isEmpty { return Output([.table(table)]) }
        return Output(
            [
                .message(
                    year.map {
                        text("There is no goal for the year %@. Set one with “goal YEAR NUMBER”.", String($0))
                    } ?? text("There are no goals yet. Set one with “goal YEAR NUMBER”."))
            ],
            data: [.table(table)])
    }

    private func table(_ goals: [Goal], in session: BookSession) throws -> Table {
        Table(
            columns: [
                .init("year", text("Year"), priority: 9), .init("unit", text("Unit"), isShown: false),
                .init("target", text("Goal"), alignsRight: true, priority: 8),
                .init("reached", text("Read"), alignsRight: true, priority: 8),
                .init("percent", text("Per cent"), alignsRight: true, priority: 7),
                .init("pace", text("Pace"), priority: 6),
            ],
            rows: try goals.map { try GoalProgress($0, in: session).row })
    }
}

extension BookSession {
    /// Returns the goals of a year, or all goals, the latest year first.
    func goals(of year: Int?) throws -> [Goal] {
        var descriptor = FetchDescriptor<Goal>(
            sortBy: [SortDescriptor(\.year, order: .reverse), SortDescriptor(\.key)])
        if let year { descriptor.predicate = #Predicate { $0.year == year } }
        return try context.fetch(descriptor)
    }
}

extension BookSession {
    /// Returns the number of books or pages of the readings that were completed in a year.
    fileprivate func completed(_ unit: GoalUnit, in year: Int) throws -> Int {
        let period = ReadingPeriod(year...year)
        if unit == .pages { return ReadingStatistics(try endedReadings(in: year...year)).pages }
        return try context.fetchCount(FetchDescriptor(predicate: period.completedBooks))
            + context.fetchCount(FetchDescriptor(predicate: period.completedReadings))
    }
}

/// How much of a goal is reached, and how much should be by today.
@MainActor
struct GoalProgress {
    private let goal: Goal
    private let target: Int
    private let reached: Int
    /// The number that should be reached at the end of today.
    private let expected: Int
    /// Whether the year is over.
    private let isOver: Bool

    init(_ goal: Goal, in session: BookSession) throws {
        self.goal = goal
        // A store that another tool has edited may contain any number.
        target = min(max(goal.target, 1), 10_000_000)
        reached = try session.completed(goal.unit, in: goal.year)
        let today = session.today
        isOver = goal.year < today.year
        if goal.year == today.year, let first = CivilDate(year: today.year, month: 1, day: 1),
            let last = CivilDate(year: today.year, month: 12, day: 31)
        {
            let days = first.days(until: last) + 1
            expected = target * (first.days(until: today) + 1) / days
        } else {
            expected = isOver ? target : 0
        }
    }

    /// The difference from the pace in words.
    private var pace: LocalizedText {
        if reached >= target { return text("reached") }
        if isOver { return text("missed by %lld", target - reached) }
        if reached == expected { return text("on schedule") }
        return reached < expected
            ? text("%lld behind", expected - reached) : text("%lld ahead", reached - expected)
    }

    /// The goal and its progress in one cell.
    var cell: Cell { Cell(.integer(target), .text(summary)) }

    /// The goal and its progress as a sentence.
    var sentence: LocalizedText { text("Goal: %@.", summary) }

    private var summary: LocalizedText {
        goal.unit == .books
            ? text("%1$lld of %2$lld books, %3$@", reached, target, pace)
            : text("%1$lld of %2$lld pages, %3$@", reached, target, pace)
    }

    /// The row of the table.
    var row: [Cell] {
        let unit = goal.unit == .books ? text("%lld books", target) : text("%lld pages", target)
        return [
            .identifier(goal.year), .text(goal.unit.rawValue), Cell(.integer(target), .text(unit)),
            .number(reached),
            Cell(.integer(reached * 100 / target), .verbatim("\(reached * 100 / target)%")),
            Cell(.integer(reached - expected), .text(pace)),
        ]
    }
}
