import Localization
import Shell

/// Shows legs as a table, or one leg as a record.
@MainActor
enum LegTable {
    /// Returns the table of legs.
    static func table(_ legs: [Leg], _ localizer: Localizer) -> Table {
        Table(
            "legs",
            columns: [
                .init("number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number")),
                .init("kind", text("Kind"), priority: 7),
                .init("from", text("From"), priority: 5, wraps: true),
                .init("to", text("To"), priority: 5, wraps: true),
                .init("departure", text("Departure"), priority: 8, wraps: true),
                .init("departureZone", text("Time zone of the departure"), isShown: false),
                .init("arrival", text("Arrival"), priority: 8, wraps: true),
                .init("arrivalZone", text("Time zone of the arrival"), isShown: false),
                .init("minutes", text("Duration"), alignsRight: true, priority: 6, wraps: true),
                .init("line", text("Number of the line"), isShown: false),
                .init("code", text("Code"), isShown: false),
                .init("seat", text("Seat"), isShown: false),
                .init("cost", text("Cost"), isShown: false),
                .init("currency", text("Currency"), isShown: false),
                .init("note", text("Note"), isShown: false),
                .init("about", text("About"), priority: 4, wraps: true, isData: false),
            ],
            rows: legs.map { leg in
                fields(leg, localizer).map(\.cell) + [about(leg, localizer)]
            })
    }

    /// Returns the record of a leg for machine-readable output.
    static func data(_ leg: Leg, _ localizer: Localizer) -> Record { Record(fields: fields(leg, localizer)) }

    private static func fields(_ leg: Leg, _ localizer: Localizer) -> [Record.Field] {
        [
            .init("number", text("#"), .identifier(leg.number)),
            .init("kind", text("Kind"), Cell(.string(leg.kind.rawValue), .text(leg.kind.name))),
            .init("from", text("From"), .text(leg.origin)), .init("to", text("To"), .text(leg.target)),
            .init("departure", text("Departure"), .moment(leg.departure)),
            .init("departureZone", text("Time zone of the departure"), .text(leg.departureZone)),
            .init("arrival", text("Arrival"), .moment(leg.arrival)),
            .init("arrivalZone", text("Time zone of the arrival"), .text(leg.arrivalZone)),
            .init(
                "minutes", text("Duration"),
                leg.duration.map { Cell(.integer($0), .text(ItineraryText.length(max($0, 0)))) } ?? .empty),
            .init("line", text("Number of the line"), SightTable.textCell(leg.line)),
            .init("code", text("Code"), SightTable.textCell(leg.code)),
            .init("seat", text("Seat"), SightTable.textCell(leg.seat)),
            .init("cost", text("Cost"), .amount(leg.cost)),
            .init("currency", text("Currency"), .text(leg.cost?.currency)),
            .init("note", text("Note"), SightTable.textCell(leg.note)),
        ]
    }

    private static func about(_ leg: Leg, _ localizer: Localizer) -> Cell {
        var parts: [LocalizedText] = []
        if !leg.line.isEmpty { parts.append(.verbatim(leg.line)) }
        if !leg.code.isEmpty { parts.append(text("code %@", leg.code)) }
        if !leg.seat.isEmpty { parts.append(text("seat %@", leg.seat)) }
        if let cost = leg.cost { parts.append(cost.text(localizer)) }
        return Cell(.null, TripPlan.joined(parts).map { .text($0) } ?? .empty)
    }
}

extension Cell {
    /// Returns a cell with an amount for machine-readable output. The user sees amounts with their currency
    /// elsewhere.
    static func amount(_ money: Money?) -> Cell { Cell(money.map { .decimal($0.number) } ?? .null, .empty) }

    /// Returns a cell with an amount that the user sees with its currency.
    static func money(_ money: Money?, _ localizer: Localizer) -> Cell {
        money.map { Cell(.decimal($0.number), .verbatim($0.string(localizer))) } ?? .empty
    }
}
