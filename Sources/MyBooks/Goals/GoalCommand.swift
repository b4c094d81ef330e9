import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `goal`: sets a reading goal, or shows the progress of all goals.
struct GoalCommand: Command {
    static let year = Parameter<Int>.optional(
        "year", .integer(in: 1...9999), placeholder: text("YEAR"), help: text("The year, such as 2026.")
    ).taking([("year", text("year")), ("number", text("books, number, goal"))])
    static let target = Parameter.optional(
        "number", ValueType<Assignment<Int>>.goal, placeholder: text("Counted NUMBER"),
        help: text("The number of books, pages or hours, or “none” to remove the goal."))
    static let pages = Parameter.flag("pages", help: text("Count pages instead of books."))
    static let hours = Parameter.flag("hours", help: text("Count hours of audiobooks instead of books."))

    let declaration = CommandDeclaration(
        "goal", group: .readings, summary: text("Sets a reading goal, or shows the goals and the pace."),
        discussion: [
            text("Without a number, it shows the goal of the year; without a year, all goals."),
            text("“none” removes the goal after confirmation."),
        ],
        parameters: [year.declaration, target.declaration, pages.declaration, hours.declaration],
        examples: [
            .verbatim("goal 2026 30"), .verbatim("goal 2026 9000 --pages"), .verbatim("goal 2026 50 --hours"),
            .verbatim("goal"),
        ],
        changesData: true, needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        func table(_ goals: [Goal]) -> Table {
            var table = Goal.fields.table("rows", goals, session.fieldContext)
            if let reader = table.reader {
                table.reader = { object in
                    try reader { goal in
                        let goal = try object(goal)
                        if let goal = goal as? Goal { try session.count(goal) }
                        return goal
                    }
                }
            }
            return table
        }
        let year = try invocation[Self.year]
        guard let year, let target = try invocation[Self.target] else {
            let goals = try session.goals(of: year)
            let message =
                year.map {
                    text("There is no goal for the year %@. Set one with “goal YEAR NUMBER”.", String($0))
                } ?? text("There are no goals yet. Set one with “goal YEAR NUMBER”.")
            return Output(table(goals), ifEmpty: message).shownWhenQuiet
        }
        let pages = try invocation[Self.pages], hours = try invocation[Self.hours]
        if pages, hours {
            throw UsageError.invalidValue(
                name: .verbatim("--hours"),
                .refused(
                    text("A goal counts either pages or hours."),
                    remedy: text("Set two goals, each with its own line.")))
        }
        let unit: GoalUnit = hours ? .hours : pages ? .pages : .books, name = String(year)
        let old = try session.goals(of: year).first { $0.unit == unit }
        guard let number = target.value else {
            guard let old else {
                let message =
                    switch unit {
                    case .books: text("There is no goal in books for the year %@.", name)
                    case .pages: text("There is no goal in pages for the year %@.", name)
                    case .hours: text("There is no goal in hours for the year %@.", name)
                    }
                return Output([.message(message)], data: [.table(table([]))])
            }
            let removed = table([old])
            guard try await session.interaction.confirm(text("Remove the goal of %@?", name), for: invocation)
            else { return .nothingDeleted(removed) }
            session.context.delete(old)
            return Output([.message(text("Removed the goal of %@.", name))], data: [.table(removed)])
        }
        if year < 1000 {
            throw ValueError.refused(
                text("“%@” is not a year.", name),
                remedy: (1000...9999).contains(number)
                    ? text("Write the year first: %@.", "goal \(number) \(year)")
                    : text("Write the year with four digits before the number, such as “goal 2026 30”."))
        }
        let goal = old ?? Goal(year: year, unit: unit, target: number)
        if old == nil { session.context.insert(goal) }
        if goal.target != number { goal.target = number }
        try session.count(goal)
        let message =
            switch unit {
            case .books: text("The goal of %1$@: %2$lld books.", name, number)
            case .pages: text("The goal of %1$@: %2$lld pages.", name, number)
            case .hours: text("The goal of %1$@: %2$lld hours.", name, number)
            }
        return Output([.message(message)], data: [.table(table([goal]))])
    }
}

extension ValueType where Value == Assignment<Int> {
    /// The number of a goal. Another unit than books is an option, not a key.
    fileprivate static var goal: ValueType<Assignment<Int>> {
        let number = ValueType<Int>.integer(in: 1...10_000_000).orNone
        return ValueType(placeholder: number.placeholder, completion: number.completion) { string, context in
            let units = [
                (name: "--pages", words: MyBooks.text("page, pages, p, pg")),
                (name: "--hours", words: MyBooks.text("hour, hours, h")),
            ]
            if let (unit, value) = context.localizer.argument(namedBy: string, units) {
                throw ValueError.refused(
                    MyBooks.text("“%@” is not a number of books.", string),
                    remedy: MyBooks.text("Write “%@” instead.", "\(value) \(unit)"))
            }
            return try number.parse(string, context)
        }
    }
}
