import Localization
import ProgramKit
import Shell

/// `calendar`: shows a month with its trips.
struct CalendarCommand: Command {
    static let month = Parameter.words(
        "month", ValueType<String>.text.completed(from: TripCompletions.months), placeholder: text("MONTH"),
        help: text("The month, such as 2025-05 or May. Default: this month."))

    let declaration = CommandDeclaration(
        "calendar", aliases: ["cal", "month"], group: .days,
        summary: text("Shows a month as a calendar, with its trips."),
        parameters: [month.declaration],
        examples: [.verbatim("calendar"), .verbatim("calendar 2025-05"), text("calendar May")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let today = session.today
        let words = try invocation[Self.month].joined(separator: " ")
        let context = ParseContext(localizer: session.localizer, today: today)
        let first = words.isEmpty ? today : try ValueType<CivilDate>.month.parse(words, context)
        let length = CivilDate.length(ofMonth: first.month, year: first.year)
        guard let begin = CivilDate(year: first.year, month: first.month, day: 1),
            let end = CivilDate(year: first.year, month: first.month, day: length)
        else { return .message(text("Nothing is planned for this month.")) }
        let plan = TripPlan(
            try session.plannedDestinations(from: begin, to: end), trips: try session.tripsInOrder(),
            days: begin...end, today: today, localizer: session.localizer)
        let calendar = MonthCalendar(
            year: first.year, month: first.month, today: today, entries: plan.calendarEntries)
        let destinations = Destination.table(plan.destinations, session.fieldContext)
        var blocks: [Block] = [.month(calendar)]
        if plan.isEmpty { blocks.append(.message(text("Nothing is planned for this month."))) }
        if !plan.destinations.isEmpty { blocks.append(.table(destinations)) }
        if plan.isMixed { blocks.append(.table(plan.table)) }
        return Output(blocks, data: [.table(destinations)])
    }
}

extension TripPlan {
    /// The destinations of the days, in order of time.
    var destinations: [Destination] {
        var destinations: [Destination] = []
        for case .destination(let visit) in entries.map(\.content)
        where !destinations.contains(where: { $0 === visit.destination }) {
            destinations.append(visit.destination)
        }
        return destinations
    }

    /// The lines as entries of a calendar: one for all days of a destination or a stay in a row.
    var calendarEntries: [MonthCalendar.Entry] {
        var spans: [(kind: PlanKind, number: Int, name: String, first: CivilDate, last: CivilDate)] = []
        for entry in entries {
            let line = line(entry)
            let index = spans.lastIndex { $0.kind == line.kind && $0.number == line.number }
            if let index, spans[index].last.adding(days: 1) >= entry.day {
                spans[index].last = entry.day
            } else {
                spans.append((line.kind, line.number, line.name, entry.day, entry.day))
            }
        }
        return spans.compactMap { MonthCalendar.Entry($0.name, from: $0.first, to: $0.last) }
    }
}
