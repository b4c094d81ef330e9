import Localization
import ModelData
import Suite
import Testing

@testable import Shell

/// A model with one field of each kind.
@Model
final class Parcel {
    var title: String
    var note: String
    var weight: Int?
    var size: Size
    var secret: String?

    enum Size: String, Codable, CaseIterable, Sendable { case small, large }

    init(title: String, note: String = "", weight: Int? = nil, size: Size = .small) {
        self.title = title
        self.note = note
        self.weight = weight
        self.size = size
    }

    struct TooHeavy: Error {}

    static let fields = FieldTable<Parcel>(
        listing: ["size"],
        check: { parcel, _ in if parcel.size == .small, parcel.weight ?? 0 > 10 { throw TooHeavy() } }
    ) {
        Field(
            required: "title", .verbatim("Title"), sentence: .verbatim("title"),
            help: .verbatim("The title."),
            stored: \.title, type: .line, get: { $0.title }, set: { $0.title = $1 }
        )
        .listed(priority: 5)
        Field(
            "senderNote", .verbatim("Note"), sentence: .verbatim("note"), help: .verbatim("A note."),
            stored: \.note,
            type: .lines, get: { $0.note }, set: { $0.note = $1 })
        Field(
            "weight", .verbatim("Weight"), sentence: .verbatim("weight"), help: .verbatim("In kilograms."),
            stored: \.weight, type: .number(0...100), get: { $0.weight }, set: { $0.weight = $1 })
        Field(
            required: "size", .verbatim("Size"), sentence: .verbatim("size"), help: .verbatim("The size."),
            stored: \.size, type: .choice(Size.allCases.map { Choice($0.rawValue, $0) }), get: { $0.size },
            set: { $0.size = $1 }
        )
        .listed()
        Field.computed("length", .verbatim("Length")) { parcel, _ in .number(parcel.title.count) }
    }
}

@MainActor
@Suite("A table of fields")
struct FieldTableTests {
    private let session: ShelfSession
    private var context: FieldContext { session.fieldContext }

    init() async throws { session = try await ShelfSession() }

    /// Returns the changes that options make.
    private func changes(_ options: [String: String]) throws -> [FieldChange<Parcel>] {
        var values: [String: [any Sendable]] = [:]
        for declaration in Parcel.fields.options() {
            guard let text = options[declaration.name] else { continue }
            values[declaration.name] = [try declaration.parse(text, context.parsing)]
        }
        return try Parcel.fields.changes(Invocation(command: "edit", values: values))
    }

    private func change(_ parcel: Parcel, _ options: [String: String]) throws -> [String] {
        try Parcel.fields.apply(try changes(options), to: parcel, context).map(session.localizer.string)
    }

    private func strings(_ record: Record) -> [String] {
        record.fields.map { "\($0.key)=\($0.cell.raw)" }
    }

    @Test("names its options by the keys")
    func options() {
        #expect(Parcel.fields.options().map(\.name) == ["title", "sender-note", "weight", "size"])
    }

    @Test("returns the names of the fields that changed, in its order")
    func changedNames() throws {
        let parcel = Parcel(title: "Box", weight: 3)
        #expect(try change(parcel, ["size": "large", "title": "Crate", "weight": "3"]) == ["title", "size"])
        #expect(parcel.title == "Crate")
        #expect(parcel.size == .large)
    }

    @Test("clears an optional field by “none” and by an empty text", arguments: ["none", ""])
    func cleared(text: String) throws {
        let parcel = Parcel(title: "Box", note: "fragile", weight: 3)
        #expect(try change(parcel, ["sender-note": text, "weight": text]) == ["note", "weight"])
        #expect(parcel.note == "")
        #expect(parcel.weight == nil)
    }

    @Test("doesn't clear a required field")
    func required() {
        #expect(throws: ValueError.blank) { try changes(["title": ""]) }
    }

    @Test("checks the values together after all changes")
    func check() throws {
        let parcel = Parcel(title: "Box")
        #expect(throws: Parcel.TooHeavy.self) { try change(parcel, ["weight": "11"]) }
        #expect(try change(Parcel(title: "Box"), ["weight": "11", "size": "large"]) == ["weight", "size"])
    }

    @Test("shows a user only the fields with a value, and all fields in data")
    func records() {
        let parcel = Parcel(title: "Box")
        #expect(Parcel.fields.shown(parcel, context).fields.map(\.key) == ["title", "size", "length"])
        #expect(
            strings(Parcel.fields.data(parcel, context)) == [
                "title=string(\"Box\")", "senderNote=null", "weight=null", "size=string(\"small\")",
                "length=integer(3)",
            ])
    }

    @Test("puts the columns named for lists first, and shows only listed ones")
    func columns() {
        let table = Parcel.fields.table("parcels", [Parcel(title: "Box")], context)
        #expect(table.columns.map(\.key) == ["size", "title", "senderNote", "weight", "length"])
        #expect(table.columns.filter(\.isShown).map(\.key) == ["size", "title"])
        #expect(
            table.rows.map { $0.map(\.raw) } == [
                [.string("small"), .string("Box"), .null, .null, .integer(3)]
            ])
    }

    @Test("exports stored values only, without empty ones")
    func members() {
        let members = Parcel.fields.members(Parcel(title: "Box", note: "fragile"))
        #expect(members.map(\.key) == ["title", "senderNote", "size"])
        #expect(members.map(\.value) == [.string("Box"), .string("fragile"), .string("small")])
    }

    @Test("reads what it exports, and reports a value that can't be read")
    func reading() throws {
        var entry = EntryFields(["title": "Crate", "senderNote": "fragile", "weight": "101", "size": "large"])
        let parcel = Parcel(title: "")
        try Parcel.fields.read(&entry, into: parcel)
        #expect(parcel.title == "Crate")
        #expect(parcel.note == "fragile")
        #expect(parcel.weight == nil)
        #expect(parcel.size == .large)
        #expect(entry.problems.map(\.field) == ["weight"])
    }

    @Test("skips an entry without a required value")
    func missing() {
        var entry = EntryFields(["title": "Crate"])
        #expect(throws: SkippedEntry.self) { try Parcel.fields.read(&entry, into: Parcel(title: "")) }
    }

    @Test("finds the stored properties that no field names")
    func coverage() {
        #expect(Parcel.fields.propertiesWithoutField == ["secret"])
        #expect(Parcel.fields.names["note"] == .verbatim("Note"))
    }
}
