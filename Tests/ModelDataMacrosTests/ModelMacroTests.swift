import TestSupport
import Testing

@Suite("Diagnostics of the macros", .level(.default))
struct ModelMacroTests {
    /// Requires that the compiler reports a message at a position of a source.
    func expect(
        _ source: String, _ message: String, line: Int, column: Int,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try CompilerRun(source)
        let expected = CompilerRun.Diagnostic(line: line, column: column, message: message)
        #expect(run.diagnostics.contains(expected), "\(run.log)", sourceLocation: location)
    }

    @Test func `A structure can't be a model`() throws {
        try expect("@Model struct Book {}", "'@Model' can only be applied to a class", line: 1, column: 1)
    }

    @Test func `A class can't be a model actor`() throws {
        try expect(
            "@ModelActor final class Shelf {}", "'@ModelActor' can only be applied to an actor", line: 1,
            column: 1)
    }

    @Test func `An ephemeral property needs an initial value`() throws {
        try expect(
            """
            @Model final class Book {
                @Attribute(.ephemeral) var isOpen: Bool
                init() {}
            }
            """,
            "the transient property 'isOpen' needs an initial value, because it isn't stored", line: 2,
            column: 5)
    }

    @Test func `A generic class can't be a model`() throws {
        try expect(
            "@Model final class Box<T> {}", "'@Model' can't be applied to the generic class 'Box'", line: 1,
            column: 20)
    }

    @Test func `A transformed property without a visible type needs an annotation, reported at its name`()
        throws
    {
        try expect(
            """
            @Model final class Book {
                @Attribute(.transformable(by: "Title")) var title = makeTitle()
                init() {}
            }
            func makeTitle() -> String { "" }
            """,
            "the type of 'title' can't be inferred from its initial value; declare it: 'var title: Type = …'",
            line: 2,
            column: 49)
    }

    @Test func `A constant whose value differs per object gets a warning at its keyword`() throws {
        func source(_ constant: String) -> String {
            "@Model final class Book {\n    \(constant)\n    var title = \"\"\n    init() {}\n}"
        }
        for constant in ["let key = UUID()", "let made: Date = .now", "let places = [makePlace()]"] {
            let name = constant.split { $0 == " " || $0 == ":" }[1]
            try expect(
                source(constant),
                "the stored value of the constant '\(name)' can't be restored, because it has an initial value; "
                    + "make it a 'var', or set it in 'init'", line: 2, column: 5)
        }
        let fine = try CompilerRun(source("let kind = \"book\", edition: Int = -1") + "\n")
        #expect(
            fine.diagnostics.map(\.message) == [
                "declare each persisted property in a separate 'var'"
            ])
        for constant in ["let kind = \"book\"", "let edition: Int = -1", "let marks = [1, 2]"] {
            #expect(try CompilerRun(source(constant)).diagnostics == [], "\(constant)")
        }
    }

    @Test func `A weak property can't be persisted`() throws {
        try expect(
            """
            class Owner {}
            @Model final class Book {
                weak var owner: Owner?
                init() {}
            }
            """,
            "'owner' can't be persisted because it is 'weak'; mark it '@Transient'", line: 3, column: 5)
    }

    @Test func `A transient property needs an initial value`() throws {
        try expect(
            """
            @Model final class Book {
                @Transient var note: String?
                @Transient var count = 0
                @Transient var isOpen: Bool
                init() {}
            }
            """,
            "the transient property 'isOpen' needs an initial value, because it isn't stored", line: 4,
            column: 5)
    }

    @Test func `An attribute on a lazy property is refused`() throws {
        try expect(
            "@Model final class Book {\n    @Attribute lazy var area = 1\n    init() {}\n}",
            "the lazy property 'area' is never persisted, so it can't have an attribute", line: 2, column: 5)
    }

    @Test func `Two properties in one declaration are refused`() throws {
        try expect(
            "@Model final class Book {\n    var first = 1, second = 2\n    init() {}\n}",
            "declare each persisted property in a separate 'var'", line: 2, column: 5)
    }

    @Test func `A property that collides with a column's storage is refused`() throws {
        try expect(
            """
            @Model final class Book {
                var author: String
                var _author: String { "" }
                init(author: String) { self.author = author }
            }
            """,
            "'@Model' generates the storage '_author' for 'author', but the class already has '_author'; "
                + "rename one of them", line: 2, column: 9)
    }

    @Test func `A property of a value type can't be a relationship`() throws {
        try expect(
            """
            @Model final class Book {
                @Relationship(deleteRule: .cascade) var pages: [Int] = []
                init() {}
            }
            """,
            "'pages' is of type '[Int]', which isn't a model, so it can't be a relationship", line: 2,
            column: 5
        )
    }

    @Test func `Relationships compile in every form, argument and nesting that SwiftData accepts`() throws {
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

    @Test(arguments: ["Glass", "Glass?", "[Glass]", "[String: Glass]"])
    func `A property that can't be stored is reported once, in words`(type: String) throws {
        let run = try CompilerRun(
            """
            struct Glass {}
            @Model final class Shelf {
                var name: String
                var glass: \(type)
                init(name: String, glass: \(type)) {
                    self.name = name
                    self.glass = glass
                }
            }
            """)
        let errors = run.log.split(separator: "\n").filter { $0.contains(" error: ") && !$0.hasPrefix(" ") }
        #expect(errors.count == 1, "\(run.log)")
        #expect(errors.allSatisfy { $0.contains("mark others with @Transient") })
    }

    @Test func `A constant relationship is refused`() throws {
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

    @Test func `A model of thirty properties expands to at most 820 lines`() throws {
        let types = ["String", "Int", "Double", "Bool", "Date", "UUID", "String?", "Int?", "Date?", "Data"]
        let properties = (0..<30).map { (name: "p\($0)", type: types[$0 % types.count]) }
        let run = try CompilerRun(
            """
            @Model final class Thirty {
                \(properties.map { "var \($0.name): \($0.type)" }.joined(separator: "\n"))
                init(\(properties.map { "\($0.name): \($0.type)" }.joined(separator: ", "))) {
                    \(properties.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n"))
                }
            }
            """, options: ["-Xfrontend", "-dump-macro-expansions"])
        #expect(run.diagnostics.isEmpty, "\(run.log)")
        // The dump has a name and two rulers for each expansion.
        let lines = run.log.split(separator: "\n").filter {
            !$0.hasPrefix("@__swiftmacro") && !$0.hasPrefix("---")
        }
        #expect(lines.count > 500)
        #expect(lines.count <= 820)
    }
}
