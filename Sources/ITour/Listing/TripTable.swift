import Localization
import Shell

/// Shows trips as a table, or one trip as a record.
@MainActor
enum TripTable {
    /// Returns the table of trips.
    static func table(_ trips: [Trip]) -> Table {
        Table(
            "trips",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 5, wraps: true),
                .init("start", text("Date"), priority: 8),
                .init("end", text("End"), priority: 8),
                .init("destinations", text("Destinations"), priority: 4, wraps: true),
            ],
            rows: trips.map { trip in
                let span = trip.span
                return [
                    .identifier(trip.number), .text(trip.name), .day(span?.lowerBound),
                    .day(span?.upperBound),
                    destinations(trip),
                ]
            },
            count: text("%lld trips", trips.count))
    }

    /// Returns the record to show to the user. Fields without a value are left out.
    static func shown(_ trip: Trip) -> Record {
        Record(
            fields: data(trip).fields.filter { field in
                if case .null = field.cell.raw { false } else { field.isShown }
            })
    }

    /// Returns the record for machine-readable output, with all fields.
    static func data(_ trip: Trip) -> Record {
        Record(fields: [
            .init("number", text("#"), .identifier(trip.number), spokenTitle: text("Number")),
            .init("name", text("Name"), .text(trip.name)),
            .init("start", text("Date"), .day(trip.days?.lowerBound)),
            .init("end", text("End"), .day(trip.days?.upperBound)),
            .init("details", text("Details"), trip.details.isEmpty ? .empty : .text(trip.details)),
            .init("destinations", text("Destinations"), destinations(trip), isShown: false),
        ])
    }

    private static func destinations(_ trip: Trip) -> Cell {
        let names = trip.destinations.map(\.name)
        return Cell(
            .list(names.map { .string($0) }),
            names.isEmpty ? .empty : .verbatim(names.joined(separator: ", ")))
    }
}
