import Foundation
import Localization

/// A trip in an import file, with its transport, stays, money and lists.
struct ImportedItinerary {
    var identifier: UUID?
    var name: String
    var details = ""
    var days: ClosedRange<CivilDate>?
    /// The identifiers of the trip's destinations in order.
    var destinations: [UUID] = []
    var legs: [Leg] = []
    var stays: [Stay] = []
    var expenses: [Expense] = []
    var budget: [ImportedBudgetLine] = []
    var checklist: [ImportedChecklistItem] = []
}

/// A line of a budget in an import file.
struct ImportedBudgetLine: Hashable {
    var identifier: UUID?
    /// The category; `nil` for the trip as a whole.
    var category: ExpenseCategory?
    var limit: Money
}

/// An item of a checklist in an import file.
struct ImportedChecklistItem: Hashable {
    var identifier: UUID?
    var name: String
    var list: String
    var isDone: Bool
}

/// An exchange rate in an import file.
struct ImportedRate: Hashable {
    var currency: String
    var value: Decimal
    var base: String
}
