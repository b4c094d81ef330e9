import Foundation
import Localization
import ProgramKit
import Shell

extension FieldType where Value == Moment {
    /// A day, or a day and a local time.
    static var moment: FieldType<Moment> {
        FieldType(
            .moment, written: { moment, _ in moment.description },
            columns: [Column(raw: { .string($0.description) }) { moment, _ in Cell.moment(moment).display }],
            order: { .number($0.stored.timeIntervalSinceReferenceDate) },
            // A day without a time is a span.
            comparison: .span { moment in
                let time = moment.stored.timeIntervalSinceReferenceDate
                return moment.minute == nil ? time...time + 86_399 : time...time
            }
        ) { $0.moment($1) }
    }
}

extension Moment: DayValue {
    static func value(of day: CivilDate) -> Moment { Moment(day) }
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
    /// An amount of money. A typed amount without a currency keeps that of the record, or is in the user's own.
    static var money: FieldType<Money> { money(isSigned: false) }

    /// An amount of money.
    ///
    /// - Parameter isSigned: Whether it may be negative, as a refund is.
    static func money(isSigned: Bool) -> FieldType<Money> {
        FieldType(
            isSigned ? .signedMoney : .money, written: { money, _ in "\(money.amount) \(money.currency)" },
            completed: { $0.inCurrency(of: $1, orHome: $2.preferences) },
            columns: [
                Column(raw: { .decimal($0.number) }) { money, context in
                    .verbatim(money.string(context.localizer))
                },
                Column("currency", text("Currency"), raw: { .string($0.currency) }) { money, _ in
                    .verbatim(money.currency)
                },
            ],
            order: { .number($0.number) }, comparison: .span(unit: { $0.currency }) { $0.number...$0.number }
        ) { $0.money($1, isSigned: isSigned) }
    }
}

extension FieldType where Value == String {
    /// A name. Line ends and tabs in files become spaces.
    static var name: FieldType<String> { .line(.nonBlank, read: { RawFields.name($0.text($1)) }) }

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
    /// Returns the amount with a currency. An amount without a currency is in that of the amount that it replaces: who
    /// corrects 1,200 JPY to 1,300 doesn't mean euros. Otherwise, it is in the user's own.
    ///
    /// - Parameters:
    ///   - present: The amount that it replaces; `nil` if there is none.
    ///   - preferences: The user's settings; `nil` where no value is typed.
    @MainActor
    func inCurrency(of present: Money?, orHome preferences: Preferences?) -> Money {
        guard currency.isEmpty else { return self }
        if let present, !present.currency.isEmpty { return Money(amount, present.currency) }
        return preferences.map { Money(amount, $0[TripSettings.currency]) } ?? self
    }
}

extension FieldType where Value == Bool {
    /// A mark that records have or haven't, such as that of visited sights.
    ///
    /// - Parameter cell: Returns the cell of the mark or of its absence.
    static func mark(_ cell: @escaping @Sendable (Bool) -> Cell) -> FieldType<Bool> {
        FieldType(
            .choice([Choice("true", true), Choice("false", false)]), written: { mark, _ in String(mark) },
            columns: [Column(raw: { .bool($0) }) { mark, _ in cell(mark).display }], absent: .bool(false)
        ) { $0.truth($1) == true ? true : nil }
    }

    /// “yes” or “no”.
    ///
    /// - Parameter isNoUsual: Whether a record without “yes” means “no”. If not, it may say neither.
    static func yesNo(isNoUsual: Bool) -> FieldType<Bool> {
        let words = [Choice("yes", true, text("yes")), Choice("no", false, text("no"))]
        return FieldType(
            .choice(words), written: { $1.localizer.string($0 ? text("yes") : text("no")) },
            columns: [Column(raw: { .bool($0) }) { isTrue, _ in .text(isTrue ? text("yes") : text("no")) }],
            absent: isNoUsual ? .bool(false) : .null
        ) { fields, name in fields.truth(name).flatMap { $0 || !isNoUsual ? $0 : nil } }
    }
}

extension Field {
    /// The mark of a booking that was cancelled.
    ///
    /// - Parameter stored: The property with the mark.
    static func cancelled(_ stored: ReferenceWritableKeyPath<Model, Bool> & Sendable) -> Field {
        Field(
            "cancelled", text("Cancelled"), sentence: text("whether it was cancelled"),
            help: text("Whether the booking was cancelled. If so, it is in no plan and costs nothing."),
            stored: stored, type: .yesNo(isNoUsual: true), get: { $0[keyPath: stored] ? true : nil },
            set: { $0[keyPath: stored] = $1 ?? false }
        )
        .listed(priority: 7, hidesEmpty: true)
    }
}

extension Cell {
    /// Returns a cell with a text that only the user sees.
    static func shown(_ text: LocalizedText?) -> Cell { Cell(.null, text.map { .text($0) } ?? .empty) }

    /// Returns a cell with phrases that only the user sees.
    static func shown(joining parts: [LocalizedText]) -> Cell { shown(LocalizedText.joined(parts)) }

    /// Returns the cell with a line through its value if the value no longer counts.
    func struck(_ isStruck: Bool) -> Cell { isStruck ? colored(.struck) : self }

    /// Returns a cell with a day, or with a day and a time. Machine-readable output has ISO 8601. `nil` gives
    /// an empty cell.
    static func moment(_ moment: Moment?) -> Cell {
        guard let moment else { return .empty }
        guard let minute = moment.minute else { return .day(moment.day) }
        return Cell(
            .string(moment.description),
            .text(LocalizedText("%@", table: "", [.moment(moment.day, minute: minute)])))
    }

    /// Returns a cell with an amount that the user sees with its currency.
    static func money(_ money: Money?, _ localizer: Localizer) -> Cell {
        money.map { Cell(.decimal($0.number), .verbatim($0.string(localizer))) } ?? .empty
    }

    /// Returns a cell with the mark of a visited sight, or of another one.
    static func visited(_ isVisited: Bool) -> Cell {
        Cell(
            .bool(isVisited),
            isVisited
                ? .symbol("✓", ascii: "x", spoken: ITour.text("visited"))
                : .symbol("·", ascii: ".", spoken: ITour.text("not visited yet")))
    }

    /// Returns a cell with degrees of latitude or longitude.
    static func degrees(_ degrees: Double?) -> Cell {
        degrees.map { Cell(.decimal($0), .verbatim(Coordinates.degrees($0))) } ?? .empty
    }

    /// Returns a cell with a place for the user.
    static func place(_ place: Coordinates?) -> Cell {
        place.map { Cell(.null, .verbatim($0.text)) } ?? .empty
    }
}
