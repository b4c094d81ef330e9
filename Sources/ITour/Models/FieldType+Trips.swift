import Foundation
import Localization
import Shell
import Suite

extension FieldType where Value == Moment {
    /// A day, or a day and a local time.
    static var moment: FieldType<Moment> {
        FieldType(
            .moment, written: { moment, _ in moment.description },
            columns: [Column(raw: { .string($0.description) }) { moment, _ in Cell.moment(moment).display }],
            order: { .number($0.stored.timeIntervalSinceReferenceDate) }
        ) { $0.moment($1) }
    }
}

extension FieldType where Value == Coordinates {
    /// A place on the map.
    static var coordinates: FieldType<Coordinates> {
        FieldType(
            .place, written: { place, _ in place.text },
            columns: [
                Column { place, _ in .verbatim(place.text) },
                Column("latitude", text("Latitude"), raw: { .decimal($0.latitude) }) { place, _ in
                    .verbatim(Coordinates.degrees(place.latitude))
                },
                Column("longitude", text("Longitude"), raw: { .decimal($0.longitude) }) { place, _ in
                    .verbatim(Coordinates.degrees(place.longitude))
                },
            ]
        ) { entry, _ in entry.place() }
    }
}

extension FieldType where Value == Money {
    /// An amount of money. A typed amount without a currency is in the user's own.
    static var money: FieldType<Money> {
        FieldType(
            .money, written: { money, _ in "\(money.amount) \(money.currency)" },
            completed: { $0.inHomeCurrency($1.preferences) },
            columns: [
                Column(raw: { .decimal($0.number) }) { money, context in
                    .verbatim(money.string(context.localizer))
                },
                Column("currency", text("Currency"), raw: { .string($0.currency) }) { money, _ in
                    .verbatim(money.currency)
                },
            ],
            order: { .number($0.number) }
        ) { $0.money($1) }
    }
}

extension FieldType where Value == String {
    /// The identifier of a time zone.
    static var zone: FieldType<String> {
        let typed = ValueType<TimeZone>.timeZone
        return FieldType(
            ValueType(placeholder: typed.placeholder, completion: typed.completion) {
                try typed.parse($0, $1).identifier
            }, written: { zone, _ in zone },
            columns: [Column(raw: { .string($0) }) { zone, _ in .verbatim(zone) }], order: { .text($0) }
        ) { $0.zone($1) }
    }
}

extension Money {
    /// Returns the amount with a currency. An amount without a currency is in the user's own.
    @MainActor
    func inHomeCurrency(_ preferences: Preferences?) -> Money {
        guard currency.isEmpty, let preferences else { return self }
        return Money(amount, preferences[TripSettings.currency])
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
