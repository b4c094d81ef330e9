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
    var stays: [ImportedStay] = []
    var expenses: [ImportedExpense] = []
    var budget: [ImportedBudgetLine] = []
    var checklist: [ImportedChecklistItem] = []
}

/// A stay in an import file.
struct ImportedStay: Hashable {
    var identifier: UUID?
    var name: String
    var checkIn: Moment
    var checkOut: Moment
    var timeZone: String?
    var address = ""
    var place: Coordinates?
    var code = ""
    var link = ""
    var note = ""
    var cost: Money?
    var source: String?
}

/// An expense in an import file.
struct ImportedExpense: Hashable {
    var identifier: UUID?
    var name: String
    var day: CivilDate
    var category: ExpenseCategory
    var cost: Money
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
