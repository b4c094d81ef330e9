import Localization
import ModelData
import ProgramKit
import Shell

extension Goal {
    /// The fields of a reading goal.
    static let fields = FieldTable<Goal> {
        Field(
            required: "year", text("Year"), sentence: text("year"), help: text("The year, such as 2026."),
            stored: \.year, type: .number(1...9999, isGrouped: false), get: { $0.year },
            set: { $0.year = $1 }
        )
        .listed(priority: 9)
        Field(
            required: "unit", text("Unit"), sentence: text("unit"),
            help: text("Count pages instead of books."), stored: \.unit,
            type: .choice(GoalUnit.allCases.map { Choice($0.rawValue, $0) }), get: { $0.unit },
            set: { $0.unit = $1 })
        Field(
            required: "target", text("Goal"), sentence: text("goal"),
            help: text("The number of books, pages or hours, or “none” to remove the goal."),
            stored: \.target,
            type: .number(1...10_000_000), get: { $0.target }, set: { $0.target = $1 }
        )
        .listed(priority: 8, alignsRight: true) { goal in
            let target =
                switch goal.unit {
                case .books: text("%lld books", goal.target)
                case .pages: text("%lld pages", goal.target)
                case .hours: text("%lld hours", goal.target)
                }
            return Cell(.integer(goal.target), .text(target))
        }
        Field.computed("reached", text("Read")) { goal, _ in .number(goal.reached) }
            .listed(priority: 8, alignsRight: true)
        Field.computed("percent", text("Per cent")) { goal, _ in
            let percent = goal.reached * 100 / goal.soundTarget
            return Cell(.integer(percent), .verbatim("\(percent)%"))
        }
        .listed(priority: 7, alignsRight: true)
        Field.computed("pace", text("Pace")) { goal, context in
            Cell(.integer(goal.reached - goal.expected(context.today)), .text(goal.pace(context.today)))
        }
        .listed(priority: 6)
    }

    /// The target. A store that another tool has edited may contain any number.
    private var soundTarget: Int { min(max(target, 1), 10_000_000) }

    /// Returns the number that should be reached at the end of a day.
    private func expected(_ today: CivilDate) -> Int {
        guard year == today.year, let first = CivilDate(year: year, month: 1, day: 1),
            let last = CivilDate(year: year, month: 12, day: 31)
        else { return year < today.year ? soundTarget : 0 }
        return soundTarget * (first.days(until: today) + 1) / (first.days(until: last) + 1)
    }

    /// Returns the difference from the pace in words.
    private func pace(_ today: CivilDate) -> LocalizedText {
        let expected = expected(today)
        if reached >= soundTarget { return text("reached") }
        if year < today.year { return text("missed by %lld", soundTarget - reached) }
        if reached == expected { return text("on schedule") }
        return reached < expected
            ? text("%lld behind", expected - reached) : text("%lld ahead", reached - expected)
    }

    /// Returns the goal and how much of it is reached, as a phrase.
    func summary(_ today: CivilDate) -> LocalizedText {
        switch unit {
        case .books: text("%1$lld of %2$lld books, %3$@", reached, soundTarget, pace(today))
        case .pages: text("%1$lld of %2$lld pages, %3$@", reached, soundTarget, pace(today))
        case .hours: text("%1$lld of %2$lld hours, %3$@", reached, soundTarget, pace(today))
        }
    }
}

extension BookSession {
    /// Returns the goals of a year, or all goals, the latest year first, with what is reached of each.
    func goals(of year: Int?) throws -> [Goal] {
        var descriptor = FetchDescriptor<Goal>(
            sortBy: [SortDescriptor(\.year, order: .reverse), SortDescriptor(\.key)])
        if let year { descriptor.predicate = #Predicate { $0.year == year } }
        let goals = try fetchReadable(descriptor)
        for goal in goals { try count(goal) }
        return goals
    }

    /// Counts the books, pages or hours of the readings that were completed in the year of a goal.
    func count(_ goal: Goal) throws {
        let years = goal.year...goal.year, period = ReadingPeriod(years)
        if goal.unit != .books {
            let completed = try endedReadings(in: years).filter { $0.values.status == .completed }
            goal.reached =
                goal.unit == .pages
                ? completed.reduce(0) { $0 + ($1.pages ?? 0) }
                : completed.reduce(0) { $0 + ($1.minutes ?? 0) } / 60
        } else {
            goal.reached =
                try context.fetchCount(FetchDescriptor(predicate: period.completedBooks))
                + context.fetchCount(FetchDescriptor(predicate: period.completedReadings))
        }
    }
}
