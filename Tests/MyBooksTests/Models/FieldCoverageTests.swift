import ModelData
import ProgramKit
import Testing

@testable import MyBooks

@MainActor
@Suite("Every stored property of mybooks belongs to a field")
struct FieldCoverageTests {
    /// The properties without a field, each with the reason.
    nonisolated private static let internals: [String: [String: String]] = [
        "Book": [:],
        "Shelf": ["identifier": "identifies a shelf in all stores of a user"],
        "Quote": [:],
        "Reading": [
            "identifier": "identifies a reading in all stores of a user", "book": "the owner",
            "progress": "has fields of its own",
        ],
        "ReadingProgress": [
            "identifier": "identifies a position in all stores of a user", "book": "the owner",
        ],
        "Goal": [
            "identifier": "identifies a goal in all stores of a user",
            "key": "made from the year and the unit",
        ],
        "Loan": ["identifier": "identifies a loan in all stores of a user"],
        "SavedView": [
            "identifier": "identifies a view in all stores of a user", "name": "written by its entry",
            "key": "made from the name", "query": "written by its entry", "order": "written by its entry",
            "list": "written by its entry",
        ],
        "RememberedColumns": ["header": "memory of imports", "map": "memory of imports"],
    ]

    private static let withoutField: [String: [String]] = [
        "Book": Book.fields.propertiesWithoutField, "Shelf": Shelf.fields.propertiesWithoutField,
        "Quote": Quote.fields.propertiesWithoutField, "Reading": Reading.fields.propertiesWithoutField,
        "ReadingProgress": ReadingProgress.fields.propertiesWithoutField,
        "Goal": Goal.fields.propertiesWithoutField, "Loan": Loan.fields.propertiesWithoutField,
        "RememberedColumns": RememberedColumns.schemaMetadata.map(\.name),
        "SavedView": SavedView.schemaMetadata.map(\.name),
    ]

    @Test(arguments: internals.keys.sorted())
    func `or to the internal ones`(model: String) throws {
        let known = try #require(Self.internals[model])
        #expect(Set(try #require(Self.withoutField[model])) == Set(known.keys))
    }

    @Test func `The store has no other models`() async throws {
        let models = try await TestLog().session.context.container.schema.entities.map(\.name)
        #expect(Set(models) == Set(Self.internals.keys))
    }
}
