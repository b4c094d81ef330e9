import Localization
import Shell

/// Shows sights as a table, or one sight as a record.
enum SightTable {
    /// Returns the table of a destination's sights, in their order.
    ///
    /// - Parameters:
    ///   - sights: The sights.
    ///   - paper: The language of a table on paper, which also shows phone numbers and costs. Default: `nil`, for
    ///     the terminal.
    static func table(_ sights: [Sight], onPaper paper: Localizer? = nil) -> Table {
        let showsPhones = paper != nil && sights.contains { !$0.phone.isEmpty }
        let showsCosts = paper != nil && sights.contains { $0.cost != nil }
        return Table(
            "sights",
            columns: [
                .init("position", text("Position"), alignsRight: true, priority: 8),
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("visited", text("Visited"), priority: 8),
                .init("name", text("Sight"), priority: 5, wraps: true),
                .init(
                    "scheduled", text("Planned"), priority: 6, isShown: sights.contains { $0.schedule != nil }
                ),
                .init("duration", text("Duration"), isShown: false),
                .init("note", text("Note"), wraps: true),
                .init("address", text("Address"), wraps: true),
                .init("latitude", text("Latitude"), isShown: false),
                .init("longitude", text("Longitude"), isShown: false),
                // Give coordinates a high priority, so that they aren't truncated: truncated coordinates are
                // useless.
                .init("place", text("Place"), priority: 7, isData: false),
                .init("hours", text("Opening hours"), isShown: false),
                .init("link", text("Link"), isShown: false),
                .init("phone", text("Phone"), isShown: showsPhones),
                .init("otherName", text("Other name"), isShown: false),
                .init("cost", text("Cost"), isShown: showsCosts),
                .init("currency", text("Currency"), isShown: false),
                .init("rating", text("Rating"), isShown: false),
                .init("visitedOn", text("Visited on"), isShown: false),
            ],
            rows: sights.enumerated().map { index, sight in
                [
                    .number(index + 1), .identifier(sight.number), visited(sight.isVisited),
                    name(sight), .moment(sight.schedule), .number(sight.duration),
                    textCell(sight.note), textCell(sight.address),
                    degrees(sight.place?.latitude),
                    degrees(sight.place?.longitude), place(sight.place), textCell(sight.hours),
                    textCell(sight.link), textCell(sight.phone), textCell(sight.otherName),
                    paper.map { .money(sight.cost, $0) } ?? .amount(sight.cost),
                    .text(sight.cost?.currency), .number(sight.rating), .day(sight.visitedOn),
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
            .init("scheduled", text("Planned"), .moment(sight.schedule)),
            .init("duration", text("Duration"), .number(sight.duration)),
            .init("hours", text("Opening hours"), textCell(sight.hours)),
            .init("link", text("Link"), textCell(sight.link)),
            .init("phone", text("Phone"), textCell(sight.phone)),
            .init("otherName", text("Other name"), textCell(sight.otherName)),
            .init("cost", text("Cost"), Cell(sight.cost.map { .decimal($0.number) } ?? .null, .empty)),
            .init("currency", text("Currency"), .text(sight.cost?.currency)),
            .init("rating", text("Rating"), .number(sight.rating)),
            .init("visitedOn", text("Visited on"), .day(sight.visitedOn)),
        ])
    }

    /// The name, with the name in another language in parentheses for the user.
    private static func name(_ sight: Sight) -> Cell {
        if sight.otherName.isEmpty { return .text(sight.name) }
        return Cell(.string(sight.name), .verbatim("\(sight.name) (\(sight.otherName))"))
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

    static func textCell(_ string: String) -> Cell { string.isEmpty ? .empty : .text(string) }
}
