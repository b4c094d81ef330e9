import Localization
import Shell

/// Shows points of interest as a table, or one point as a record.
enum PointTable {
    /// Returns a table of points, in their order.
    static func table(_ points: [PointOfInterest]) -> Table {
        Table(
            "points", columns: columns, rows: points.map(row),
            count: text("%lld points of interest", points.count))
    }

    /// Returns a table of points with their distances in kilometres.
    static func table(_ hits: [NearbyPoints.Hit], _ localizer: Localizer) -> Table {
        Table(
            "points",
            columns: [.init("distance", text("Kilometres"), alignsRight: true, priority: 9)] + columns,
            rows: hits.map { [NearbyCommand.cell(distance: $0.distance, localizer)] + row($0.point) },
            count: text("%lld points of interest", hits.count))
    }

    private static let columns: [Table.Column] = [
        .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
        .init("favourite", .verbatim(""), priority: 9, spokenTitle: text("Favourite")),
        .init("name", text("Name"), priority: 6),
        .init("category", text("Category"), priority: 3),
        .init("city", text("City"), priority: 4),
        .init("country", text("Country"), priority: 2),
        .init("identifier", text("Identifier"), isShown: false),
        .init("address", text("Address"), isShown: false),
        .init("latitude", text("Latitude"), isShown: false),
        .init("longitude", text("Longitude"), isShown: false),
    ]

    private static func row(_ point: PointOfInterest) -> [Cell] {
        [
            .identifier(point.number), favourite(point.isFavourite), .text(point.name),
            .text(point.category?.name), textCell(point.city), textCell(point.country),
            Cell(.string(point.identifier.uuidString), .empty), textCell(point.address),
            .degrees(point.place?.latitude), .degrees(point.place?.longitude),
        ]
    }

    /// Returns the record to show to the user. Fields without a value are left out.
    static func shown(_ point: PointOfInterest) -> Record {
        Record(
            fields: fields(point).filter { field in
                if case .null = field.cell.raw { return false }
                return field.isShown
            })
    }

    /// Returns the record for machine-readable output, with all fields.
    static func data(_ point: PointOfInterest) -> Record { Record(fields: fields(point)) }

    private static func fields(_ point: PointOfInterest) -> [Record.Field] {
        [
            .init("number", text("#"), .identifier(point.number), spokenTitle: text("Number")),
            .init(
                "identifier", text("Identifier"), Cell(.string(point.identifier.uuidString), .empty),
                isShown: false),
            .init("name", text("Name"), .text(point.name)),
            .init("category", text("Category"), .text(point.category?.name)),
            .init("favourite", text("Favourite"), favourite(point.isFavourite), isShown: point.isFavourite),
            .init("city", text("City"), textCell(point.city)),
            .init("country", text("Country"), textCell(point.country)),
            .init("address", text("Address"), textCell(point.address)),
            .init("latitude", text("Latitude"), .degrees(point.place?.latitude)),
            .init("longitude", text("Longitude"), .degrees(point.place?.longitude)),
            .init("information", text("Information"), textCell(point.information)),
        ]
    }

    private static func favourite(_ isFavourite: Bool) -> Cell {
        Cell(
            .bool(isFavourite),
            isFavourite ? .symbol("★", ascii: "*", spoken: text("favourite")) : .empty)
    }

    private static func textCell(_ string: String) -> Cell { string.isEmpty ? .empty : .text(string) }
}
