import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// Money that was spent on a trip.
@Model
final class Expense {
    /// The expense's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    /// The day on which it was paid.
    var day: Date
    var category: ExpenseCategory
    var amount: Decimal
    /// The currency's code, such as `JPY`.
    var currency: String
    var trip: Trip?

    init(
        identifier: UUID = UUID.random(), name: String, day: CivilDate, category: ExpenseCategory, cost: Money
    ) {
        self.identifier = identifier
        self.name = name
        self.day = day.utcDate
        self.category = category
        amount = cost.amount
        currency = cost.currency
    }
}

extension Expense {
    var cost: Money {
        get { Money(amount, currency) }
        set {
            if amount != newValue.amount { amount = newValue.amount }
            if currency != newValue.currency { currency = newValue.currency }
        }
    }
}

extension Expense: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { LocalizedText("%@", table: "", [.day(CivilDate(utc: day))]) }

    static func titled(containing text: String) -> Predicate<Expense> {
        #Predicate<Expense> { $0.name.localizedStandardContains(text) }
    }

    static var listingCommand: String { "expense list" }
}

/// The part of a trip's budget that an amount of money belongs to.
enum ExpenseCategory: String, Codable, CaseIterable, Sendable {
    case transport, stays, food, sights, shopping, other

    /// The words for the categories.
    static let choices = allCases.map { Choice($0.rawValue, $0, $0.name) }

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .transport: text("transport")
        case .stays: text("stays")
        case .food: text("food")
        case .sights: text("sights")
        case .shopping: text("shopping")
        case .other: text("other")
        }
    }
}

/// The money that a trip may cost, in one category or as a whole.
@Model
final class BudgetLine {
    /// The line's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    /// The category; `nil` for the trip as a whole.
    var category: ExpenseCategory?
    var amount: Decimal
    /// The currency's code, such as `EUR`.
    var currency: String
    var trip: Trip?

    init(identifier: UUID = UUID.random(), category: ExpenseCategory?, limit: Money) {
        self.identifier = identifier
        self.category = category
        amount = limit.amount
        currency = limit.currency
    }
}

extension BudgetLine {
    /// What the trip may cost.
    var limit: Money {
        get { Money(amount, currency) }
        set {
            if amount != newValue.amount { amount = newValue.amount }
            if currency != newValue.currency { currency = newValue.currency }
        }
    }
}
