import Localization
import Shell

/// Shows stays as a table, or one stay as a record.
@MainActor
enum StayTable {
    /// Returns the table of stays.
    static func table(_ stays: [Stay], _ localizer: Localizer) -> Table {
        Table(
            "stays",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("name", text("Name"), priority: 6, wraps: true),
                .init("checkIn", text("Check-in"), priority: 8, wraps: true),
                .init("checkOut", text("Check-out"), priority: 8, wraps: true),
                .init("nights", text("Nights"), alignsRight: true, priority: 7),
                .init("timeZone", text("Time zone"), isShown: false),
                .init("address", text("Address"), priority: 4, wraps: true),
                .init("latitude", text("Latitude"), isShown: false),
                .init("longitude", text("Longitude"), isShown: false),
                .init("code", text("Code"), isShown: false),
                .init("link", text("Link"), isShown: false),
                .init("cost", text("Cost"), isShown: false),
                .init("currency", text("Currency"), isShown: false),
                .init("note", text("Note"), isShown: false),
                .init("about", text("About"), priority: 4, wraps: true, isData: false),
            ],
            rows: stays.map { stay in fields(stay).map(\.cell) + [about(stay, localizer)] })
    }

    /// Returns the record of a stay for machine-readable output.
    static func data(_ stay: Stay) -> Record { Record(fields: fields(stay)) }

    private static func fields(_ stay: Stay) -> [Record.Field] {
        [
            .init("number", text("#"), .identifier(stay.number)),
            .init("name", text("Name"), .text(stay.name)),
            .init("checkIn", text("Check-in"), .moment(stay.checkIn)),
            .init("checkOut", text("Check-out"), .moment(stay.checkOut)),
            .init("nights", text("Nights"), .number(stay.nights)),
            .init("timeZone", text("Time zone"), .text(stay.timeZone)),
            .init("address", text("Address"), SightTable.textCell(stay.address)),
            .init("latitude", text("Latitude"), SightTable.degrees(stay.latitude)),
            .init("longitude", text("Longitude"), SightTable.degrees(stay.longitude)),
            .init("code", text("Code"), SightTable.textCell(stay.code)),
            .init("link", text("Link"), SightTable.textCell(stay.link)),
            .init("cost", text("Cost"), .amount(stay.cost)),
            .init("currency", text("Currency"), .text(stay.cost?.currency)),
            .init("note", text("Note"), SightTable.textCell(stay.note)),
        ]
    }

    private static func about(_ stay: Stay, _ localizer: Localizer) -> Cell {
        var parts: [LocalizedText] = []
        if !stay.code.isEmpty { parts.append(text("code %@", stay.code)) }
        if let cost = stay.cost { parts.append(cost.text(localizer)) }
        return Cell(.null, TripPlan.joined(parts).map { .text($0) } ?? .empty)
    }
}
