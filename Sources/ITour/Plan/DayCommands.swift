import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `day`: shows the plan of one day.
struct DayCommand: Command {
    static let day = Parameter.words(
        "date", .text, placeholder: text("DATE"), help: text("The day. Default: today."))

    let declaration = CommandDeclaration(
        "day", group: .days, summary: text("Shows the plan of one day."),
        discussion: [
            text(
                "The walking distance is the sum of straight lines from sight to sight, in the order of the day."
            )
        ],
        parameters: [day.declaration, TripParameters.inside.declaration],
        examples: [.verbatim("day"), .verbatim("day 2027-04-05"), text("day tomorrow --in japan")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let today = session.today
        let words = try invocation[Self.day].joined(separator: " ")
        let day =
            words.isEmpty
            ? today : try ValueType<CivilDate>.coming.parse(words, session.fieldContext.parsing)
        let plan = try session.plan(
            of: session.tripIfAny(try invocation[TripParameters.inside]), days: day...day)
        let heading = LocalizedText(
            "%1$@ (%2$@)", table: "",
            [
                .string(session.localizer.day(day, style: .full)),
                .text(TripPlan.left(today.days(until: day))),
            ])
        guard !plan.isEmpty else {
            return Output(
                [.heading(heading), .message(text("Nothing is planned for this day."))],
                data: [.table(plan.dayTable)])
        }
        var blocks: [Block] = [.heading(heading), .table(plan.dayTable)]
        if plan.walking > 0 {
            let distance = TextArgument.distance(plan.walking, session.localizer)
            blocks.append(.message(text("Walking distance: %@.", distance)))
        }
        return Output(blocks + plan.conflicts.map { .warning($0.text) }, data: [.table(plan.dayTable)])
    }
}

// The plan of one day with the ways between its sights.

extension TripPlan {
    /// The straight lines from each sight with a place to the one before, in kilometres, by the lines of the plan.
    private var distances: [Double?] {
        var last: Coordinates?
        return entries.map { entry in
            guard case .sight(let sight) = entry.content, let place = sight.place else { return nil }
            defer { last = place }
            return last.map { GreatCircle.distance($0, place) }
        }
    }

    /// The sum of the straight lines between the sights with a place, in kilometres.
    fileprivate var walking: Double { distances.reduce(0) { $0 + ($1 ?? 0) } }

    /// The plan of a day as a table.
    fileprivate var dayTable: Table {
        Table(
            "entries",
            columns: [
                .init("time", text("Time"), priority: 9, wraps: true),
                .init("kind", text("Kind"), priority: 7),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("hours", text("Opening hours"), priority: 4, wraps: true),
                .init("distance", text("Kilometres"), alignsRight: true, priority: 8),
                .init("conflicts", text("Conflicts"), isShown: false),
                .init("about", text("About"), priority: 5, wraps: true, isData: false),
            ],
            rows: zip(entries, distances).map { entry, distance in
                let line = line(entry)
                var hours = Cell.empty
                if case .sight(let sight) = entry.content { hours = Self.hours(sight, on: entry.day) }
                return [
                    Cell(
                        line.from?.minute.map { .string(ClockTime.iso(minute: $0)) } ?? .null,
                        Cell.shown(line.time).display),
                    line.kind.cell, .identifier(line.number), .text(line.name), hours,
                    distance.map { NearbyCommand.cell(distance: $0, localizer) } ?? .empty,
                    Cell(.list(line.conflicts.map { .string($0) }), .empty), .shown(joining: line.about),
                ]
            })
    }

    /// Returns a cell with the opening hours of a day. Hours in another notation are shown as they are.
    private static func hours(_ sight: Sight, on day: CivilDate) -> Cell {
        guard !sight.hours.isEmpty else { return .empty }
        guard let hours = OpeningHours(sight.hours) else { return .text(sight.hours) }
        switch hours.hours(on: day) {
        case .closed: return Cell(.string("closed"), .text(text("closed")))
        case .open(let times):
            let raw = times.map {
                "\(ClockTime.iso(minute: $0.lowerBound % 1440))-\(ClockTime.iso(minute: $0.upperBound % 1440))"
            }
            let shown = times.map { range in
                LocalizedText(
                    "%1$@ – %2$@", table: "",
                    [.time(minute: range.lowerBound % 1440), .time(minute: range.upperBound % 1440)])
            }
            return Cell(
                .string(raw.joined(separator: ",")), LocalizedText.joined(shown).map { .text($0) } ?? .empty)
        }
    }
}

/// `calendar`: shows a month with its trips.
struct CalendarCommand: Command {
    static let month = Parameter.words(
        "month", ValueType<String>.text.completed(from: TripCompletions.months), placeholder: text("MONTH"),
        help: text("The month, such as 2025-05 or May. Default: this month."))

    let declaration = CommandDeclaration(
        "calendar", aliases: ["cal", "month"], group: .days,
        summary: text("Shows a month as a calendar, with its trips."), parameters: [month.declaration],
        examples: [.verbatim("calendar"), .verbatim("calendar 2025-05"), text("calendar May")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let today = session.today
        let words = try invocation[Self.month].joined(separator: " ")
        let first =
            words.isEmpty ? today : try ValueType<CivilDate>.month.parse(words, session.fieldContext.parsing)
        let length = CivilDate.length(ofMonth: first.month, year: first.year)
        guard let begin = CivilDate(year: first.year, month: first.month, day: 1),
            let end = CivilDate(year: first.year, month: first.month, day: length)
        else { return .message(text("Nothing is planned for this month.")) }
        let plan = try session.plan(of: nil, days: begin...end)
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
