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
    var budget: [BudgetLine] = []
    var checklist: [ChecklistItem] = []
}
