import Localization
import Shell

/// Shows sights as a table, or one sight as a record.
enum SightTable {
    /// Returns the table of a destination's sights, in their order.
    static func table(_ sights: [Sight]) -> Table {
        Table(
            "sights",
            columns: [
                .init("position", text("Position"), isShown: false),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("visited", text("Visited"), priority: 8),
                .init("name", text("Sight"), priority: 5, wraps: true),
                .init("note", text("Note"), wraps: true),
                .init("address", text("Address"), wraps: true),
                .init("latitude", text("Latitude"), isShown: false),
                .init("longitude", text("Longitude"), isShown: false),
                // Give coordinates a high priority, so that they aren't truncated: truncated coordinates are
                // useless.
                .init("place", text("Place"), priority: 7, isData: false),
            ],
            rows: sights.enumerated().map { index, sight in
                [
                    Cell(.integer(index + 1), .empty), .identifier(sight.number), visited(sight.isVisited),
                    .text(sight.name), textCell(sight.note), textCell(sight.address),
                    degrees(sight.place?.latitude),
                    degrees(sight.place?.longitude), place(sight.place),
                ]
            },
            count: text("%lld sights", sights.count))
    }

    /// Returns the record of a sight for machine-readable output.
    static func data(_ sight: Sight) -> Record {
        Record(fields: [
            .init("number", text("#"), .identifier(sight.number)),
            .init("name", text("Sight"), .text(sight.name)),
            .init("visited", text("Visited"), Cell(.bool(sight.isVisited), .empty)),
            .init("note", text("Note"), textCell(sight.note)),
            .init("address", text("Address"), textCell(sight.address)),
            .init("latitude", text("Latitude"), degrees(sight.place?.latitude)),
            .init("longitude", text("Longitude"), degrees(sight.place?.longitude)),
            .init("destination", text("Destination"), .text(sight.destination?.name)),
        ])
    }

    static func visited(_ isVisited: Bool) -> Cell {
        Cell(
            .bool(isVisited),
            isVisited
                ? .symbol("✓", ascii: "x", spoken: text("visited"))
                : .symbol("·", ascii: ".", spoken: text("not visited yet")))
    }

    static func degrees(_ degrees: Double?) -> Cell {
        degrees.map { Cell(.decimal($0), .verbatim(Coordinates.degrees($0))) } ?? .empty
    }

    static func place(_ place: Coordinates?) -> Cell {
        place.map { Cell(.null, .verbatim($0.text)) } ?? .empty
    }

    private static func textCell(_ string: String) -> Cell { string.isEmpty ? .empty : .text(string) }
}
