import Localization
import Shell

/// The readings of a book as a table.
enum ReadingTable {
    /// Returns a table of all readings, the earliest first.
    @MainActor
    static func table(_ book: Book, _ localizer: Localizer) -> Table {
        let readings = book.allReadings
        return Table(
            "readings",
            columns: [
                .init("reading", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("outcome", text("Outcome"), priority: 8),
                .init("started", text("Started"), priority: 7),
                .init("completed", text("Ended"), priority: 7),
                .init("rating", text("Rating"), priority: 7),
                .init("review", text("Review"), priority: 2, wraps: true),
            ],
            rows: readings.enumerated().map { index, reading in
                [
                    .identifier(index + 1),
                    Cell(.string(reading.status.rawValue), .text(reading.status.name)),
                    reading.started?.cell(localizer) ?? .empty, reading.completed?.cell(localizer) ?? .empty,
                    reading.rating?.cell ?? .empty, .text(reading.review),
                ]
            },
            count: text("%lld readings", readings.count))
    }
}
