import Testing

@Suite("What the macros refuse, they refuse at the right place")
struct ModelMacroTests {
    /// Requires that the compiler reports a message at a place of a source.
    func expect(
        _ source: String, _ message: String, line: Int, column: Int,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try CompilerRun(source)
        let expected = CompilerRun.Diagnostic(line: line, column: column, message: message)
        #expect(run.diagnostics.contains(expected), "\(run.log)", sourceLocation: location)
    }

    @Test("A structure can't be a model")
    func structure() throws {
        try expect("@Model struct Book {}", "'@Model' can only be applied to a class", line: 1, column: 1)
    }

    @Test("A class can't be a model actor")
    func modelActor() throws {
        try expect(
            "@ModelActor final class Shelf {}", "'@ModelActor' can only be applied to an actor", line: 1,
            column: 1)
    }

    @Test("An ephemeral property needs a value of its own")
    func ephemeral() throws {
        try expect(
            """
            @Model final class Book {
                @Attribute(.ephemeral) var isOpen: Bool
                init() {}
            }
            """,
            "the transient property 'isOpen' needs an initial value, since no store holds one", line: 2,
            column: 5)
    }

    @Test("A generic class can't be a model")
    func generic() throws {
        try expect(
            "@Model final class Box<T> {}", "'@Model' can't be applied to the generic class 'Box'", line: 1,
            column: 20)
    }

    @Test("A property whose type can't be seen needs an annotation, reported at its name")
    func missingType() throws {
        try expect(
            """
            @Model final class Book {
                var title = makeTitle()
                init() {}
            }
            func makeTitle() -> String { "" }
            """,
            "the type of 'title' can't be seen in its initial value; write it: 'var title: Type = …'",
            line: 2,
            column: 9)
    }

    @Test(
        "A constant with a value that each object makes anew can't be read back, and is warned of at its keyword"
    )
    func constants() throws {
        func source(_ constant: String) -> String {
            "@Model final class Book {\n    \(constant)\n    var title = \"\"\n    init() {}\n}"
        }
        for constant in ["let key = UUID()", "let made: Date = .now", "let places = [makePlace()]"] {
            let name = constant.split { $0 == " " || $0 == ":" }[1]
            try expect(
                source(constant),
                "the constant '\(name)' can't get its stored value back, since it has an initial one; "
                    + "make it a 'var', or set it in 'init'", line: 2, column: 5)
        }
        let fine = try CompilerRun(source("let kind = \"book\", edition: Int = -1") + "\n")
        #expect(
            fine.diagnostics.map(\.message) == [
                "declare each persisted property of a model in a 'var' of its own"
            ])
        for constant in ["let kind = \"book\"", "let edition: Int = -1", "let marks = [1, 2]"] {
            #expect(try CompilerRun(source(constant)).diagnostics == [], "\(constant)")
        }
    }

    @Test("A weak property can't be persisted")
    func weakProperty() throws {
        try expect(
            """
            class Owner {}
            @Model final class Book {
                weak var owner: Owner?
                init() {}
            }
            """,
            "'owner' can't be persisted, since it is 'weak'; mark it '@Transient'", line: 3, column: 5)
    }

    @Test("A transient property needs a value of its own")
    func transient() throws {
        try expect(
            """
            @Model final class Book {
                @Transient var note: String?
                @Transient var count = 0
                @Transient var isOpen: Bool
                init() {}
            }
            """,
            "the transient property 'isOpen' needs an initial value, since no store holds one", line: 4,
            column: 5)
    }

    @Test(
        "An attribute belongs on a stored property",
        arguments: [
            "@Attribute(.unique) var line: String { \"\" }", "@Attribute func read() {}",
        ])
    func attribute(member: String) throws {
        try expect(
            "@Model final class Book {\n    \(member)\n    init() {}\n}",
            "'@Attribute' can only be applied to a stored property", line: 2, column: 5)
    }

    @Test("A lazy property is never persisted, so it has no attribute")
    func lazyAttribute() throws {
        try expect(
            "@Model final class Book {\n    @Attribute lazy var area = 1\n    init() {}\n}",
            "the lazy property 'area' is never persisted, so it can't have an attribute", line: 2, column: 5)
    }

    @Test("Two properties in one declaration are refused")
    func several() throws {
        try expect(
            "@Model final class Book {\n    var first = 1, second = 2\n    init() {}\n}",
            "declare each persisted property of a model in a 'var' of its own", line: 2, column: 5)
    }

    @Test("A property in the way of a column's storage is refused")
    func storageName() throws {
        try expect(
            """
            @Model final class Book {
                var author: String
                var _author: String { "" }
                init(author: String) { self.author = author }
            }
            """,
            "'_author' is the name of the storage that '@Model' makes for 'author'; rename this one", line: 2,
            column: 9)
    }

    @Test("A value can't be a relationship")
    func valueAsRelationship() throws {
        try expect(
            """
            @Model final class Book {
                @Relationship(deleteRule: .cascade) var pages: [Int] = []
                init() {}
            }
            """,
            "'pages' is of type '[Int]', which is no model, so it can't be a relationship", line: 2, column: 5
        )
    }

    @Test("A relationship belongs on a stored property")
    func computedRelationship() throws {
        try expect(
            "@Model final class Book {\n    @Relationship var next: Book? { nil }\n    init() {}\n}",
            "'@Relationship' can only be applied to a stored property", line: 2, column: 5)
    }

    @Test("Relationships are written as for SwiftData: in every form, with every argument, in any nesting")
    func relationshipForms() throws {
        let run = try CompilerRun(
            """
            enum Version1 {
                @Model public final class Trip {
                    public private(set) var sights = [Sight]()
                    @Relationship(.unique, deleteRule: .cascade, minimumModelCount: 0, maximumModelCount: 9,
                        originalName: "old", inverse: \\Stay.trip, hashModifier: "2")
                    var stays: [Stay]?
                    @Relationship(deleteRule: .deny) var hosts: Set<Host> = []
                    @Relationship var next: Trip?
                    var home: Place
                    var places: [Place] = []
                    var mood: Mood
                    init(home: Place, mood: Mood) { self.home = home; self.mood = mood }
                }
                @Model class Sight { var trip: Trip? { didSet { _ = oldValue?.mood } }; init() {} }
                @Model final class Stay { var trip: Trip; init(trip: Trip) { self.trip = trip } }
                @Model final class Host { var name: String = ""; init() {} }
                struct Place: Codable { var city = "" }
                enum Mood: String, Codable { case good }
            }
            func use(_ trip: Version1.Trip) {
                trip.stays?.append(Version1.Stay(trip: trip))
                trip.hosts.insert(Version1.Host())
                trip.home.city = "Łódź"
                trip.places.append(trip.home)
                trip.mood = .good
            }
            """)
        #expect(run.diagnostics.isEmpty, "\(run.log)")
    }

    @Test("A relationship that can't change is refused")
    func constantRelationship() throws {
        let run = try CompilerRun(
            """
            @Model final class Page {
                let book: Book
                init(book: Book) { self.book = book }
            }
            @Model final class Book { init() {} }
            """)
        #expect(
            run.log.contains("requires that 'RequiredToOneCodec<Book>' conform to 'ValueCodec'"), "\(run.log)"
        )
    }
}
