import Localization
import ModelData
import ProgramKit
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
    var code: Int?
    var place: Int?

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
        check: { parcel, _, _ in if parcel.size == .small, parcel.weight ?? 0 > 10 { throw TooHeavy() } }
    ) {
        Field(
            required: "title", .verbatim("Title"), sentence: .verbatim("title"),
            help: .verbatim("The title."),
            stored: \.title, type: .line, get: { $0.title }, set: { $0.title = $1 }
        )
        .searched().listed(priority: 5)
        Field(
            "senderNote", .verbatim("Note"), sentence: .verbatim("note"), help: .verbatim("A note."),
            stored: \.note,
            type: .lines, get: { $0.note }, set: { $0.note = $1 })
        Field(
            "weight", .verbatim("Weight"), sentence: .verbatim("weight"), help: .verbatim("In kilograms."),
            stored: \.weight, type: .number(0...100), get: { $0.weight }, set: { $0.weight = $1 },
            // What weighs something has a note.
            change: { parcel, weight, _ in
                parcel.weight = weight
                if weight != nil, parcel.note.isEmpty { parcel.note = "weighed" }
            }
        )
        .listed(alignsRight: true, onlyWide: true)
        .shown { $0.weight == 0 ? nil : .verbatim("Kilograms") }
        Field(
            required: "size", .verbatim("Size"), sentence: .verbatim("size"), help: .verbatim("The size."),
            stored: \.size, type: .choice(Size.allCases.map { Choice($0.rawValue, $0) }), get: { $0.size },
            set: { $0.size = $1 }
        )
        .listed()
        Field(
            "secret", .verbatim("Secret"), sentence: .verbatim("secret"), help: .verbatim("A secret."),
            stored: \.secret, type: .line, get: { $0.secret }, set: { $0.secret = $1 }
        )
        .searched().option(nil).only(in: []).filtered(
            by: \.secret, .verbatim("Only parcels with this secret.")
        )
        .sorted { parcel in parcel.secret.map { .text($0, then: Double(parcel.weight ?? 0)) } }
        Field.computed("length", .verbatim("Length")) { parcel, _ in .number(parcel.title.count) }
        Field.computed(
            "initial", .verbatim("Initial"), stored: \.code, raw: { .string(String($0.title.prefix(1))) })
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

    @Test("refuses a field that the user gives twice, but not what follows from it")
    func repeatedFields() throws {
        let typed = try changes(["weight": "3"])
        let implied = FieldChange<Parcel>("weight") { _, _ in false }
        let parcel = Parcel(title: "Box", weight: 2)
        #expect(try Parcel.fields.apply(typed + [implied], to: parcel, context).count == 1)
        #expect(throws: UsageError.repeatedOption("--weight")) {
            _ = try Parcel.fields.apply(typed + typed, to: parcel, context)
        }
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
        let labels = Parcel.fields.shown(Parcel(title: "Box", weight: 3), context).fields.map(\.title)
        #expect(labels.contains(.verbatim("Kilograms")))
        #expect(
            !Parcel.fields.shown(Parcel(title: "Box", weight: 0), context).fields.map(\.key).contains(
                "weight"))
        #expect(
            strings(Parcel.fields.data(parcel, context)) == [
                "title=string(\"Box\")", "senderNote=null", "weight=null", "size=string(\"small\")",
                "length=integer(3)", "initial=string(\"B\")",
            ])
    }

    @Test("returns data without the user's language")
    func dataOnly() {
        #expect(
            strings(Parcel.fields.data(Parcel(title: "Box", weight: 3))) == [
                "title=string(\"Box\")", "senderNote=null", "weight=integer(3)", "size=string(\"small\")",
                "length=null", "initial=string(\"B\")",
            ])
    }

    @Test("searches the fields that are marked, also those that a record may lack")
    func searched() throws {
        let secret = Parcel(title: "Crate", note: "a red label")
        secret.secret = "Redwood"
        let parcels = [Parcel(title: "Red box"), secret, Parcel(title: "Bag", note: "red")]
        let condition = Parcel.fields.containing("RED")
        #expect(try parcels.map { try condition.evaluate($0) } == [true, true, false])
    }

    @Test("names the fields that follow from a change, too")
    func followingNames() async throws {
        let parcel = Parcel(title: "Box")
        let names = try await Parcel.fields.names(changedIn: parcel) {
            _ = try change(parcel, ["weight": "3"])
        }
        #expect(names.map(session.localizer.string) == ["note", "weight"])
    }

    @Test("filters by a text in a field")
    func filters() throws {
        #expect(Parcel.fields.filters.map(\.name) == ["secret"])
        let conditions = try Parcel.fields.conditions(
            Invocation(command: "list", values: ["secret": ["GOLD"]]))
        let parcel = Parcel(title: "Box")
        #expect(try conditions.map { try $0.evaluate(parcel) } == [false])
        parcel.secret = "Much gold"
        #expect(try conditions.map { try $0.evaluate(parcel) } == [true])
    }

    @Test("sorts by a text, and by a number among equal texts")
    func sorting() {
        let parcels = [("b", 1), ("a", 10), ("a", 9)].map { secret, weight in
            let parcel = Parcel(title: "\(secret)\(weight)", weight: weight)
            parcel.secret = secret
            return parcel
        }
        let sorted = Parcel.fields.sorted(
            [Parcel(title: "none")] + parcels, by: "secret", reversed: false, Collator(.english))
        #expect(sorted.map(\.title) == ["a9", "a10", "b1", "none"])
    }

    @Test("shows fewer columns in a list than in data, and more on a wide terminal")
    func lists() {
        let output = Parcel.fields.list("parcels", [Parcel(title: "Box", weight: 3)], context)
        guard case .table(let shown)? = output.blocks.first,
            case .table(let data)? = output.withData.data.first
        else {
            Issue.record("There is no table.")
            return
        }
        #expect(shown.columns.map(\.key) == ["size", "title"])
        #expect(data.columns.map(\.key) == ["size", "title", "senderNote", "weight", "length", "initial"])
        #expect(data.machineReadable.columns.count == 6)
        let presentation = output.made(
            for: Presentation(format: .table, width: 100, localizer: session.localizer))
        guard case .table(let wide)? = presentation.blocks.first else {
            Issue.record("There is no wide table.")
            return
        }
        #expect(wide.columns.map(\.key) == ["size", "title", "weight"])
        #expect(wide.rows.map { $0.map(\.raw) } == [[.string("small"), .string("Box"), .integer(3)]])
    }

    @Test("makes the rows of a long list when they are read, and stores those of other tables")
    func longLists() {
        let parcels = (0..<1500).map { Parcel(title: "Box \($0)") }
        let output = Parcel.fields.list("parcels", parcels, context)
        let wide = output.made(for: Presentation(format: .table, width: 100, localizer: session.localizer))
        let tables = (output.blocks + output.withData.data + wide.blocks).compactMap { block in
            if case .table(let table) = block { table } else { nil }
        }
        #expect(tables.count == 3)
        for table in tables {
            #expect(!table.rows.areStored)
            #expect(table.rows.map { $0[1].raw } == parcels.map { .string($0.title) })
        }
        #expect(Parcel.fields.table("parcels", parcels, context).rows.areStored)
        #expect(!Parcel.fields.table("parcels", parcels, context.forList).rows.areStored)
        #expect(Parcel.fields.table("parcels", Array(parcels.prefix(999)), context.forList).rows.areStored)
    }

    @Test("puts the columns named for lists first, and shows only listed ones")
    func columns() {
        let table = Parcel.fields.table("parcels", [Parcel(title: "Box")], context)
        #expect(table.columns.map(\.key) == ["size", "title", "senderNote", "weight", "length", "initial"])
        #expect(table.columns.filter(\.isShown).map(\.key) == ["size", "title"])
        #expect(
            table.rows.map { $0.map(\.raw) } == [
                [.string("small"), .string("Box"), .null, .null, .integer(3), .string("B")]
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
        #expect(Parcel.fields.propertiesWithoutField == ["place"])
        #expect(Parcel.fields.names["note"] == .verbatim("Note"))
    }
}
