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

    @Test("of an expense belongs to a field, but for its trip")
    func expenses() { #expect(Expense.fields.propertiesWithoutField == ["trip"]) }
}
