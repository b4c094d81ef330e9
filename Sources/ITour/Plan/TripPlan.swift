import Localization
import Shell

/// A plan of trips, day by day: where the traveller is, transport, sights and stays. Terminals, calendars, pages and
/// other files show this value.
@MainActor
struct TripPlan {
    /// A line of the plan.
    struct Entry {
        let day: CivilDate
        /// The position of the line within its day: the destination, then times, then the stay.
        let rank: Int
        let minute: Int?
        /// The position of the line among those with the same rank and time.
        let order: Int
        let content: Content
    }

    enum Content {
        /// A day of a destination.
        case destination(Visit)
        /// A day of a trip without a destination.
        case free(Trip)
        case leg(Leg, isArrival: Bool)
        case sight(Sight)
        case stay(Stay, Moment?, isCheckOut: Bool)
    }

    /// A destination and the values that the plan shows.
    struct Visit {
        let destination: Destination
        let dates: TripDates
        /// The other destinations that overlap this one.
        let overlaps: [(destination: Destination, dates: TripDates)]
        let sightCount: Int
        let visitedCount: Int
    }

    /// The maximum number of entries. Without it, a mistyped end in the distant future would make the plan
    /// huge.
    static let mostDays = 1000

    /// The lines in order.
    let entries: [Entry]
    private let today: CivilDate
    let localizer: Localizer
    /// The number of entries that the plan leaves out.
    let omitted: Int
    /// The sights of the destinations that aren't scheduled, in their order. Sights that were visited aren't
    /// among them.
    let unscheduled: [Sight]
    /// The conflicts of the days, in order, each with the sight that it is about.
    let found: [PlanConflicts.Found]
    /// The conflicts of the days, in order.
    var conflicts: [PlanConflict] { found.map(\.conflict) }
    private var conflictWords: [ObjectIdentifier: [String]] = [:]

    /// Plans a range of days.
    ///
    /// - Parameters:
    ///   - destinations: All destinations with dates, in order.
    ///   - trips: The trips whose transport, stays and days are shown. Default: none.
    ///   - days: The range of days.
    ///   - today: Today in the user's time zone.
    ///   - localizer: The user's language. Default: English.
    init(
        _ destinations: [Destination], trips: [Trip] = [], days: ClosedRange<CivilDate>, today: CivilDate,
        localizer: Localizer = Localizer(.english)
    ) {
        self.today = today
        self.localizer = localizer
        let dated = destinations.compactMap { destination in destination.dates.map { (destination, $0) } }
            .filter { $0.1.firstDay <= days.upperBound && $0.1.lastDay >= days.lowerBound }
        let overlaps = TripPlan.overlaps(dated)
        var entries: [Entry] = []
        var omitted = 0
        let byStart = dated.indices.sorted {
            (dated[$0].1.start, dated[$0].0.number) < (dated[$1].1.start, dated[$1].0.number)
        }
        for (order, index) in byStart.enumerated() {
            let (destination, dates) = dated[index]
            let sights = destination.sights
            let visit = Visit(
                destination: destination, dates: dates,
                overlaps: overlaps[index].map { (destination: dated[$0].0, dates: dated[$0].1) },
                sightCount: sights.count, visitedCount: sights.count { $0.isVisited })
            let first = max(dates.firstDay, days.lowerBound)
            let count = first.days(until: min(dates.lastDay, days.upperBound)) + 1
            let written = min(count, TripPlan.mostDays)
            omitted += count - written
            for offset in 0..<written {
                entries.append(
                    Entry(
                        day: first.adding(days: offset), rank: 0, minute: nil, order: order,
                        content: .destination(visit)))
            }
        }
        let sights = destinations.flatMap(\.sights)
        let bySchedule = Dictionary(grouping: sights) { $0.schedule?.day }
        unscheduled = (bySchedule[nil] ?? []).filter { !$0.isVisited && !$0.isCancelled }
        for (order, sight) in sights.enumerated() {
            guard let moment = sight.schedule, days.contains(moment.day) else { continue }
            entries.append(
                Entry(
                    day: moment.day, rank: moment.minute == nil ? 2 : 1, minute: moment.minute,
                    order: order, content: .sight(sight)))
        }
        let legs = trips.flatMap(\.plannedLegsInOrder)
        for (order, leg) in legs.enumerated() { TripPlan.add(leg, order, days, to: &entries) }
        let stays = trips.flatMap(\.plannedStaysInOrder)
        for (order, stay) in stays.enumerated() { TripPlan.add(stay, order, days, to: &entries) }
        let covered = Set(entries.map(\.day))
        for trip in trips {
            guard let own = trip.days, own.overlaps(days) else { continue }
            let (first, last) = (max(own.lowerBound, days.lowerBound), min(own.upperBound, days.upperBound))
            let count = first.days(until: last) + 1
            omitted += max(0, count - TripPlan.mostDays)
            for day in (0..<min(count, TripPlan.mostDays)).lazy.map({ first.adding(days: $0) })
            where !covered.contains(day) {
                entries.append(
                    Entry(day: day, rank: 0, minute: nil, order: trip.number, content: .free(trip)))
            }
        }
        entries.sort {
            ($0.day, $0.rank, $0.minute ?? 1440, $0.order) < ($1.day, $1.rank, $1.minute ?? 1440, $1.order)
        }
        omitted += max(0, entries.count - TripPlan.mostDays)
        self.entries = Array(entries.prefix(TripPlan.mostDays))
        self.omitted = omitted
        found = PlanConflicts.found(bySchedule, legs: legs, days: Set(self.entries.map(\.day)))
        for (sight, conflict, _) in found {
            guard let sight else { continue }
            conflictWords[ObjectIdentifier(sight), default: []].append(conflict.kind.rawValue)
        }
    }

    private static func add(
        _ leg: Leg, _ order: Int, _ days: ClosedRange<CivilDate>, to entries: inout [Entry]
    ) {
        for (moment, isArrival) in [(leg.departure, false), (leg.arrival, true)] {
            // An arrival on the day of the departure is in the line of the departure.
            if isArrival, moment.day == leg.departure.day { continue }
            guard days.contains(moment.day) else { continue }
            entries.append(
                Entry(
                    day: moment.day, rank: moment.minute == nil ? 2 : 1, minute: moment.minute,
                    order: order, content: .leg(leg, isArrival: isArrival)))
        }
    }

    private static func add(
        _ stay: Stay, _ order: Int, _ days: ClosedRange<CivilDate>, to entries: inout [Entry]
    ) {
        let (first, last) = (
            max(stay.checkIn.day, days.lowerBound), min(stay.days.upperBound, days.upperBound)
        )
        guard first <= last else { return }
        for offset in 0...min(first.days(until: last), mostDays) {
            let day = first.adding(days: offset)
            let isCheckOut = day == stay.checkOut.day && stay.nights > 0
            let moment = isCheckOut ? stay.checkOut : day == stay.checkIn.day ? stay.checkIn : nil
            let rank = moment?.minute != nil ? 1 : isCheckOut ? 0 : 3
            entries.append(
                Entry(
                    day: day, rank: rank, minute: moment?.minute, order: order,
                    content: .stay(stay, moment, isCheckOut: isCheckOut)))
        }
    }

    /// Returns the indices of the destinations that overlap each destination.
    private static func overlaps(_ dated: [(Destination, TripDates)]) -> [[Int]] {
        var result = Array(repeating: [Int](), count: dated.count)
        let byDay = dated.indices.sorted { dated[$0].1.firstDay < dated[$1].1.firstDay }
        var running: [Int] = []
        for index in byDay {
            running.removeAll { dated[$0].1.lastDay < dated[index].1.firstDay }
            for other in running where dated[other].1.overlaps(dated[index].1) {
                result[index].append(other)
                result[other].append(index)
            }
            running.append(index)
        }
        return result
    }

    /// Plans all days of a trip and everything in it; `nil` if nothing has a date.
    ///
    /// - Parameters:
    ///   - trip: The trip.
    ///   - localizer: The user's language.
    init?(_ trip: Trip, _ localizer: Localizer) {
        guard let days = trip.span else { return nil }
        self.init(trip.destinations, trips: [trip], days: days, today: days.lowerBound, localizer: localizer)
    }

    /// Whether nothing is planned for any of the days.
    var isEmpty: Bool { entries.isEmpty }

    /// The days with plans, each with its lines.
    var days: [(day: CivilDate, entries: [Entry])] {
        var days: [(day: CivilDate, entries: [Entry])] = []
        for entry in entries {
            if days.last?.day == entry.day {
                days[days.count - 1].entries.append(entry)
            } else {
                days.append((entry.day, [entry]))
            }
        }
        return days
    }

    /// Whether something other than a destination is planned.
    var isMixed: Bool { entries.contains { if case .destination = $0.content { false } else { true } } }

    /// The plan as a table, with a row for each day of each destination, each sight, leg, night and check-out.
    var table: Table {
        Table(
            "days",
            columns: [
                .init("day", text("Day"), priority: 9),
                .init("daysLeft", text("When"), isShown: false),
                .init("kind", text("Kind"), priority: 7, isShown: isMixed),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("time", text("Time"), priority: 8, wraps: true),
                .init("until", text("Until"), isShown: false),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("dayOfTrip", text("Day of the trip"), isShown: false),
                .init("length", text("Length"), isShown: false),
                .init("sights", text("Sights"), isShown: false),
                .init("overlaps", text("Overlaps"), isShown: false),
                .init("conflicts", text("Conflicts"), isShown: false),
                // As wide as the names, so that no word is split at 80 columns.
                .init("about", text("About"), priority: 6, wraps: true, isData: false),
            ],
            rows: entries.enumerated().map { index, entry in
                row(entry, isNewDay: index == 0 || entries[index - 1].day != entry.day)
            },
            count: text("%lld days with plans", Set(entries.map(\.day)).count))
    }

    /// Returns phrases about a line for paper: what the plan says, and opening hours, telephone numbers, and each cost
    /// once.
    func paper(_ entry: Entry) -> [LocalizedText] {
        let about = line(entry).about
        switch entry.content {
        case .sight(let sight):
            return (sight.hours.isEmpty ? [] : [.verbatim(sight.hours)]) + about
                + ItineraryText.paper(sight, localizer)
        case .leg(let leg, isArrival: false): return about + leg.price(localizer)
        case .stay(let stay, _, isCheckOut: false) where entry.day == stay.checkIn.day:
            return about + stay.price(localizer)
                + (stay.note.isEmpty ? [] : [.verbatim(ItineraryText.firstLine(stay.note))])
        case .destination, .free, .leg, .stay: return about
        }
    }

    /// What a line says.
    struct Line {
        let kind: PlanKind
        let number: Int
        var name: String
        /// The time at which it begins; `nil` if it isn't known.
        var from: Moment?
        /// The time at which it ends on the same day; `nil` if it isn't known.
        var to: Moment?
        /// The times for the user.
        var time: LocalizedText?
        /// The number of the day within the destination's or the trip's days, and their number.
        var position, length: Int?
        /// The number of sights of a destination.
        var sights: Int?
        /// The other destinations of the day.
        var overlaps: [Destination] = []
        /// The words of the conflicts.
        var conflicts: [String] = []
        let about: [LocalizedText]
    }

    /// Returns what a line says.
    func line(_ entry: Entry) -> Line {
        switch entry.content {
        case .destination(let visit):
            let position = visit.dates.firstDay.days(until: entry.day) + 1
            let overlaps = visit.overlaps.filter { $0.dates.includes(entry.day) }.map { $0.destination }
            let shown = time(visit.dates, on: entry.day)
            return Line(
                kind: .destination, number: visit.destination.number, name: visit.destination.name,
                from: shown?.moment, time: shown?.text, position: position, length: visit.dates.length,
                sights: visit.sightCount, overlaps: overlaps,
                about: about(visit, position: position, overlaps: overlaps))
        case .free(let trip):
            return Line(
                kind: .trip, number: trip.number, name: trip.name,
                position: trip.days.map { $0.lowerBound.days(until: entry.day) + 1 },
                length: trip.days.map { $0.lowerBound.days(until: $0.upperBound) + 1 },
                about: [text("nothing planned yet")])
        case .leg(let leg, let isArrival):
            return Line(
                kind: .leg, number: leg.number, name: leg.recordTitle,
                from: isArrival ? leg.arrival : leg.departure,
                to: !isArrival && leg.arrival.day == leg.departure.day ? leg.arrival : nil,
                time: ItineraryText.time(of: leg, isArrival: isArrival),
                about: isArrival ? [] : ItineraryText.about(leg, localizer))
        case .sight(let sight):
            return Line(
                kind: .sight, number: sight.number, name: sight.name, from: sight.schedule,
                to: ItineraryText.end(of: sight).flatMap { $0.day == entry.day ? $0 : nil },
                time: ItineraryText.time(of: sight),
                conflicts: conflictWords[ObjectIdentifier(sight)] ?? [], about: ItineraryText.about(sight))
        case .stay(let stay, let moment, let isCheckOut):
            return Line(
                kind: .stay, number: stay.number, name: stay.name, from: moment,
                time: moment?.minute.map { LocalizedText("%@", table: "", [.time(minute: $0)]) },
                about: ItineraryText.about(stay, on: entry.day, isCheckOut: isCheckOut))
        }
    }

    private func row(_ entry: Entry, isNewDay: Bool) -> [Cell] {
        let left = today.days(until: entry.day)
        let line = line(entry)
        func number(_ number: Int?) -> Cell { Cell(number.map { .integer($0) } ?? .null, .empty) }
        func time(_ moment: Moment?) -> Cell.RawValue {
            moment?.minute.map { .string(ClockTime.iso(minute: $0)) } ?? .null
        }
        return [
            Cell(.string(entry.day.description), .day(entry.day)), number(left), line.kind.cell,
            .identifier(line.number), Cell(time(line.from), Cell.shown(line.time).display),
            Cell(time(line.to), .empty), .text(line.name), number(line.position), number(line.length),
            number(line.sights), Cell(.list(line.overlaps.map { .integer($0.number) }), .empty),
            Cell(.list(line.conflicts.map { .string($0) }), .empty),
            .shown(joining: (isNewDay ? [Self.left(left)] : []) + line.about),
        ]
    }

    private func about(_ visit: Visit, position: Int, overlaps: [Destination]) -> [LocalizedText] {
        var parts: [LocalizedText] = []
        if visit.dates.length > 1 { parts.append(text("%1$lld of %2$lld", position, visit.dates.length)) }
        if position == 1 {
            if visit.sightCount == 0 {
                parts.append(text("no sights yet"))
            } else if visit.visitedCount > 0 {
                parts.append(text("%1$lld sights, %2$lld visited", visit.sightCount, visit.visitedCount))
            } else {
                parts.append(text("%lld sights", visit.sightCount))
            }
        }
        if !overlaps.isEmpty {
            parts.append(
                text("at the same time: %@", TextArgument.list(overlaps.prefix(5).map { .string($0.name) })))
        }
        return parts
    }

    /// Returns the number of days until a day as a text; negative numbers are in the past.
    static func left(_ days: Int) -> LocalizedText {
        switch days {
        case 0: text("today")
        case 1: text("tomorrow")
        case 2...: text("in %lld days", days)
        default: text("%lld days ago", -days)
        }
    }

    private func time(_ dates: TripDates, on day: CivilDate) -> (moment: Moment, text: LocalizedText)? {
        guard let minute = dates.start.minute else { return nil }
        let starts = dates.firstDay == day
        guard starts || dates.end?.day == day else { return nil }
        let shown = starts ? minute : dates.end?.minute ?? minute
        let time = LocalizedText("%@", table: "", [.time(minute: shown)])
        return (Moment(day, minute: shown), starts ? time : text("until %@", time))
    }
}

/// The kind of an entry of a plan.
enum PlanKind: String {
    case trip, destination, leg, sight, stay

    var cell: Cell { Cell(.string(rawValue), .text(name)) }

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .trip: text("Trip")
        case .destination: text("Destination")
        case .leg: text("Transport")
        case .sight: text("Sight")
        case .stay: text("Stay")
        }
    }
}
