import Testing

@testable import ITour

@Suite("Every stored property")
struct FieldCoverageTests {
    @Test("of a leg belongs to a field, but for its trip")
    func legs() { #expect(Leg.fields.propertiesWithoutField == ["trip"]) }
}
