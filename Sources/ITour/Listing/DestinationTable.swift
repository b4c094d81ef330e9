import Localization
import Shell

/// Shows destinations as a table.
enum DestinationTable {
    /// Returns the table.
    ///
    /// - Parameters:
    ///   - destinations: The destinations, in order.
    ///   - note: A description of the filter, to show beside the count. Default: none.
    ///   - trips: Whether to show the destinations' trips. Default: `true` if there are few destinations.
    static func table(
        _ destinations: [Destination], note: LocalizedText? = nil, trips: Bool? = nil
    ) -> Table {
        // Fetching the trip of each of many destinations takes time, and is needed only if there are trips.
        let readsTrips = trips ?? (destinations.count < 100)
        let names = readsTrips ? destinations.map { $0.trip?.name } : []
        let count = text("%lld destinations", destinations.count)
        return Table(
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 5),
                .init("priority", text("Priority"), priority: 7),
                .init("start", text("Date"), priority: 8),
                .init("end", text("End"), priority: 8),
                .init("allDay", text("All day"), isShown: false),
                .init("timeZone", text("Time zone"), isShown: false),
                .init(
                    "trip", text("Trip"), priority: 4, wraps: true, isShown: names.contains { $0 != nil }),
            ],
            rows: destinations.enumerated().map { index, destination in
                let dates = destination.dates
                return [
                    .identifier(destination.number), .text(destination.name), destination.priority.cell,
                    .moment(dates?.start), .moment(dates?.end),
                    Cell(dates.map { .bool($0.isAllDay) } ?? .null, .empty), .text(destination.timeZone),
                    names.isEmpty ? .empty : .text(names[index]),
                ]
            },
            count: note.map { LocalizedText("%1$@; %2$@", table: "", [.text(count), .text($0)]) } ?? count)
    }
}

extension Cell {
    /// Returns a cell with a day, or with a day and a time. Machine-readable output has ISO 8601. `nil` gives
    /// an empty cell.
    static func moment(_ moment: Moment?) -> Cell {
        guard let moment else { return .empty }
        guard let minute = moment.minute else { return .day(moment.day) }
        return Cell(
            .string(moment.description),
            .text(LocalizedText("%@", table: "", [.moment(moment.day, minute: minute)])))
    }
}
