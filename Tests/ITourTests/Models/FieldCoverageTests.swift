import Testing

@testable import ITour

@Suite("Every stored property")
struct FieldCoverageTests {
    @Test("of a leg belongs to a field, but for its trip")
    func legs() { #expect(Leg.fields.propertiesWithoutField == ["trip"]) }

    @Test("of a stay belongs to a field, but for its trip")
    func stays() { #expect(Stay.fields.propertiesWithoutField == ["trip"]) }

    @Test("of a sight belongs to a field")
    func sights() { #expect(Sight.fields.propertiesWithoutField == []) }

    @Test("of a destination belongs to a field, but for its sights")
    func destinations() { #expect(Destination.fields.propertiesWithoutField == ["sights"]) }

    @Test("of a trip belongs to a field, but for its parts, which have fields of their own")
    func trips() {
        #expect(
            Trip.fields.propertiesWithoutField == ["legs", "stays", "expenses", "budget", "checklist"])
    }

    @Test("of an expense belongs to a field, but for its trip")
    func expenses() { #expect(Expense.fields.propertiesWithoutField == ["trip"]) }

    @Test("of an item of a checklist belongs to a field, but for its trip")
    func checklistItems() { #expect(ChecklistItem.fields.propertiesWithoutField == ["trip"]) }

    @Test("of a line of a budget belongs to a field, but for its trip")
    func budgetLines() { #expect(BudgetLine.fields.propertiesWithoutField == ["trip"]) }

    @Test("of an exchange rate belongs to a field, but for the identifier, which is made from the currency")
    func rates() { #expect(ExchangeRate.fields.propertiesWithoutField == ["identifier"]) }

    @Test("of a point of interest belongs to a field")
    func points() { #expect(PointOfInterest.fields.propertiesWithoutField == []) }
}
