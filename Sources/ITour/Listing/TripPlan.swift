import Localization
import Shell

/// A plan of trips, day by day.
@MainActor
struct TripPlan {
    /// One day of a trip.
    private struct Entry {
        let day: CivilDate
        let trip: Trip
    }

    /// A trip and the values that the plan shows.
    private struct Trip {
        let destination: Destination
        let dates: TripDates
        /// The other trips that overlap this trip.
        let overlaps: [(destination: Destination, dates: TripDates)]
        let sightCount: Int
        let visitedCount: Int
    }

    /// The maximum number of entries. Without it, a mistyped end in the distant future would make the plan
    /// huge.
    static let mostDays = 1000

    private let entries: [Entry]
    private let today: CivilDate
    /// The number of entries that the plan leaves out.
    let omitted: Int

    /// Plans the trips of a range of days.
    ///
    /// - Parameters:
    ///   - destinations: All destinations with dates, in order.
    ///   - days: The range of days.
    ///   - today: Today in the user's time zone.
    init(_ destinations: [Destination], days: ClosedRange<CivilDate>, today: CivilDate) {
        self.today = today
        let dated = destinations.compactMap { destination in destination.dates.map { (destination, $0) } }
            .filter { $0.1.firstDay <= days.upperBound && $0.1.lastDay >= days.lowerBound }
        let overlaps = TripPlan.overlaps(dated)
        var entries: [Entry] = []
        var omitted = 0
        for (index, (destination, dates)) in dated.enumerated() {
            let sights = destination.sights
            let trip = Trip(
                destination: destination, dates: dates,
                overlaps: overlaps[index].map { (destination: dated[$0].0, dates: dated[$0].1) },
                sightCount: sights.count, visitedCount: sights.count { $0.isVisited })
            let first = max(dates.firstDay, days.lowerBound)
            let count = first.days(until: min(dates.lastDay, days.upperBound)) + 1
            let written = min(count, TripPlan.mostDays)
            omitted += count - written
            for offset in 0..<written { entries.append(Entry(day: first.adding(days: offset), trip: trip)) }
        }
        entries.sort {
            ($0.day, $0.trip.dates.start, $0.trip.destination.number)
                < ($1.day, $1.trip.dates.start, $1.trip.destination.number)
        }
        omitted += max(0, entries.count - TripPlan.mostDays)
        self.entries = Array(entries.prefix(TripPlan.mostDays))
        self.omitted = omitted
    }

    /// Returns the indices of the trips that overlap each trip.
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

    /// Whether no trip is on any of the days.
    var isEmpty: Bool { entries.isEmpty }

    /// The plan as a table, with a row for each day of each trip.
    var table: Table {
        Table(
            "days",
            columns: [
                .init("day", text("Day"), priority: 9),
                .init("daysLeft", text("When"), priority: 7, wraps: true),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("time", text("Time"), priority: 8, wraps: true),
                .init("dayOfTrip", text("Day of the trip"), priority: 5),
                .init("length", text("Length"), isShown: false),
                .init("sights", text("Sights"), priority: 4, wraps: true),
                .init("overlaps", text("Overlaps"), wraps: true),
            ],
            rows: entries.enumerated().map { index, entry in
                let isNew = index == 0 || entries[index - 1].day != entry.day
                return row(entry, isNewDay: isNew)
            },
            count: text("%lld days with plans", Set(entries.map(\.day)).count))
    }

    private func row(_ entry: Entry, isNewDay: Bool) -> [Cell] {
        let trip = entry.trip
        let left = today.days(until: entry.day)
        let position = trip.dates.firstDay.days(until: entry.day) + 1
        let overlaps = trip.overlaps.filter { $0.dates.includes(entry.day) }.map { $0.destination }
        return [
            .day(entry.day), Cell(.integer(left), isNewDay ? .text(Self.left(left)) : .empty),
            .identifier(trip.destination.number), .text(trip.destination.name), time(entry),
            Cell(
                .integer(position),
                trip.dates.length > 1
                    ? .text(text("%1$lld of %2$lld", position, trip.dates.length)) : .empty),
            Cell(.integer(trip.dates.length), .empty), sights(trip, isFirst: position == 1),
            Cell(
                .list(overlaps.map { .integer($0.number) }),
                overlaps.isEmpty
                    ? .empty
                    : .text(
                        LocalizedText(
                            "%@", table: "", [.list(overlaps.prefix(5).map { .string($0.name) })]))),
        ]
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

    private func time(_ entry: Entry) -> Cell {
        let dates = entry.trip.dates
        guard let minute = dates.start.minute else { return .empty }
        let starts = dates.firstDay == entry.day
        guard starts || dates.end?.day == entry.day else { return .empty }
        let shown = starts ? minute : dates.end?.minute ?? minute
        return Cell(.string(ClockTime.iso(minute: shown)), .text(Self.time(shown, isEnd: !starts)))
    }

    private static func time(_ minute: Int, isEnd: Bool) -> LocalizedText {
        let time = LocalizedText("%@", table: "", [.time(minute: minute)])
        return isEnd ? text("until %@", time) : time
    }

    private func sights(_ trip: Trip, isFirst: Bool) -> Cell {
        let shown: LocalizedText? =
            if !isFirst {
                nil
            } else if trip.sightCount == 0 {
                text("no sights yet")
            } else if trip.visitedCount > 0 {
                text("%1$lld sights, %2$lld visited", trip.sightCount, trip.visitedCount)
            } else {
                text("%lld sights", trip.sightCount)
            }
        return Cell(.integer(trip.sightCount), shown.map { .text($0) } ?? .empty)
    }
}
