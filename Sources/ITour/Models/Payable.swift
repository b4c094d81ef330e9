import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A part of a trip with a price: transport, a stay or a sight.
protocol Payable: TitledModel {
    var costAmount: Decimal? { get set }
    var costCurrency: String? { get set }
    /// Whether it is paid; `nil` if the user didn't say.
    var isPaid: Bool? { get set }
    /// The day until which it is to be paid; `nil` if there is none.
    var payByDay: Date? { get set }
    /// The part of the budget that the cost belongs to.
    var category: ExpenseCategory { get }
    /// The day of the cost; `nil` if it isn't known.
    var costDay: CivilDate? { get }
}

extension Payable {
    var cost: Money? {
        get { Money(amount: costAmount, currency: costCurrency) }
        set {
            if costAmount != newValue?.amount { costAmount = newValue?.amount }
            if costCurrency != newValue?.currency { costCurrency = newValue?.currency }
        }
    }

    /// The day until which it is to be paid; `nil` if there is none.
    var payBy: CivilDate? {
        get { payByDay.map { CivilDate(utc: $0) } }
        set { if payByDay != newValue?.utcDate { payByDay = newValue?.utcDate } }
    }

    /// Whether it is marked as not paid, or is to be paid until a day and isn't marked as paid. Without a mark and a
    /// day, nothing is known, and it doesn't count as unpaid.
    var isUnpaid: Bool { isPaid.map { !$0 } ?? (payByDay != nil) }

    /// Returns phrases about the cost: the amount, and that it isn't paid.
    func price(_ localizer: Localizer) -> [LocalizedText] {
        let unpaid = isUnpaid ? payBy.map { text("pay by %@", $0) } ?? text("not paid") : nil
        return [cost?.text(localizer), unpaid].compactMap(\.self)
    }
}

extension ConditionFlag where Model: Payable {
    /// The flag `is:paid`: what is marked as paid.
    static var paid: ConditionFlag { ConditionFlag("paid") { _ in ConditionTest { $0.isPaid ?? false } } }
}

extension Field where Model: Payable {
    /// What a part of a trip costs.
    ///
    /// - Parameters:
    ///   - amount: The property with the amount.
    ///   - currency: The property with the currency.
    static func cost(
        _ amount: PartialKeyPath<Model> & Sendable, _ currency: PartialKeyPath<Model> & Sendable
    ) -> Field {
        Field(
            "cost", text("Cost"), sentence: text("cost"),
            help: text("What it costs, such as 1200 JPY; or “none”."), stored: amount, currency,
            type: .money, get: { $0.cost }, set: { $0.cost = $1 })
    }

    /// Whether a part of a trip is paid.
    ///
    /// - Parameter stored: The property with the mark.
    static func paid(_ stored: PartialKeyPath<Model> & Sendable) -> Field {
        Field(
            "paid", text("Paid"), sentence: text("whether it is paid"),
            help: text("Whether it is paid; or “none”."), stored: stored,
            type: .yesNo(isNoUsual: false), get: { $0.isPaid }, set: { $0.isPaid = $1 })
    }

    /// The day until which a part of a trip is to be paid.
    ///
    /// - Parameter stored: The property with the day.
    static func payBy(_ stored: PartialKeyPath<Model> & Sendable) -> Field {
        Field(
            "payBy", text("Pay by"), sentence: text("day of payment"),
            help: text("The day until which it is to be paid; or “none”."), stored: stored,
            type: .day(.coming), get: { $0.payBy }, set: { $0.payBy = $1 })
    }
}

extension Field where Model: TitledModel {
    /// The number of a record.
    static func number() -> Field {
        Field.computed("number", text("#")) { model, _ in .identifier(model.number) }
            .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
    }
}

extension Field where Model: TitledModel & Locatable {
    /// The place of a record on the map.
    ///
    /// - Parameters:
    ///   - latitude: The property with the latitude.
    ///   - longitude: The property with the longitude.
    static func place(
        _ latitude: PartialKeyPath<Model> & Sendable, _ longitude: PartialKeyPath<Model> & Sendable
    ) -> Field {
        Field(
            "place", text("Place"), sentence: text("place"),
            help: text(
                "The place in degrees north and east, such as 41.8902,12.4922, or the link of a map; or “none”."
            ),
            stored: latitude, longitude, type: .coordinates, get: { $0.place }, set: { $0.place = $1 }
        )
        .option("at")
    }
}

extension TitledModel {
    /// The record's number, which never changes; 0 until the record is saved.
    var number: Int { Int(persistentModelID.recordNumber ?? 0) }
}

extension Trip {
    /// The transport and the stays that weren't cancelled, and the sights.
    var payables: [any Payable] {
        var parts: [any Payable] = plannedLegs
        parts += plannedStays as [any Payable]
        parts += destinations.flatMap(\.sights) as [any Payable]
        return parts
    }
}
