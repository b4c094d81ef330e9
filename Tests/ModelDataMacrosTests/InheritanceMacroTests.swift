import TestSupport
import Testing

@Suite("Macros on inherited models", .level(.default))
struct InheritanceMacroTests {
    private static let base =
        "@Model class Base { var name: String; init(name: String) { self.name = name } }\n"

    /// Compiles a source after a base class, and requires that the compiler reports a message at a position
    /// of the source.
    private func expect(
        _ source: String, _ message: String, line: Int, column: Int,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try CompilerRun(Self.base + source)
        let expected = CompilerRun.Diagnostic(line: line, column: column, message: message)
        #expect(run.diagnostics == [expected], "\(run.log)", sourceLocation: location)
    }

    @Test func `Subclasses of every form compile`() throws {
        let run = try CompilerRun(
            """
            @Model class Base: CustomStringConvertible, Codable {
                var name: String
                var size = 1
                var description: String { name }
                init(name: String) { self.name = name }
                required init(from decoder: any Decoder) throws { name = "" }
                func encode(to encoder: any Encoder) throws {}
                func area() -> Int { size * size }
            }
            @Model class Middle: Base, CustomDebugStringConvertible {
                let made = 1969
                private(set) var notes = [String]()
                var watched = 1 { didSet { notes.append(name) } }
                lazy var long = name + name
                static let shared = 1
                @Transient var isOpen = false
                var debugDescription: String { name }
                override var description: String { "\\(super.description) \\(watched)" }
                override func area() -> Int { super.area() + 1 }
                convenience init() { self.init(name: "x") }
                override init(name: String) { super.init(name: name) }
                init?(size: Int) { super.init(name: "\\(size)") }
                required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
            }
            @Model public final class Last: Outer.Nested {
                @Relationship(deleteRule: .nullify, inverse: \\Other.last) public var others: [Other] = []
                @Attribute(.externalStorage, originalName: "picture") public var image: Data?
                public override init(count: Int) { super.init(count: count) }
            }
            @Model public final class Other {
                public var last: Last?
                public init() {}
            }
            public enum Outer {
                @Model open class Nested {
                    #Unique<Nested>([\\.count])
                    #Index<Nested>([\\.count], [\\.word])
                    public var count: Int
                    public var word = ""
                    public init(count: Int) { self.count = count }
                }
                @Model final class Inner: Nested {
                    #Unique<Inner>([\\.word, \\.color])
                    var color: Color = Color.red
                    init() { super.init(count: 1) }
                }
                enum Color: String, Codable { case red, green }
            }
            extension Outer {
                @Model final class Empty: Outer.Nested {
                    override init(count: Int) { super.init(count: count) }
                }
            }
            class Plain { var x = 1 }
            @Model final class Above: Plain {
                var name: String
                init(name: String) { self.name = name }
            }
            typealias Alias = Base
            @Model final class Aliased: Alias {
                override init(name: String) { super.init(name: name) }
                required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
            }
            @Model final class Stated: Codable, PersistentModel {
                var name = ""
                init() {}
                init(from decoder: any Decoder) throws {}
                func encode(to encoder: any Encoder) throws {}
            }
            func all<T: Base>(_ type: T.Type, in context: ModelContext) throws -> [T] {
                try context.fetch(
                    FetchDescriptor<T>(
                        predicate: #Predicate { $0.name == "x" }, sortBy: [SortDescriptor(\\.size)]))
            }
            """)
        #expect(run.diagnostics.filter { !$0.message.contains("mutable state") } == [], "\(run.log)")
        #expect(!run.log.contains("error:"), "\(run.log)")
    }

    @Test func `A subclass without an initializer gets a diagnostic at its name`() throws {
        try expect(
            "@Model class Sub: Base { var size = 1 }",
            "'Sub' inherits from a model, so it must declare an 'init' that calls 'super.init'",
            line: 2, column: 14)
    }

    @Test func `Unique properties of another class get a diagnostic at that class's name`() throws {
        try expect(
            """
            @Model class Sub: Base {
                #Unique<Base>([\\.name])
                var size = 1
                override init(name: String) { super.init(name: name) }
            }
            """,
            "list the properties of 'Sub', which contains this macro, not of 'Base'", line: 3, column: 13)
    }

    @Test func `A property that a superclass already declares is refused at the redeclaration`() throws {
        try expect(
            """
            @Model class Sub: Base {
                var name: String
                init() {
                    self.name = ""
                    super.init(name: "")
                }
            }
            """,
            "overriding declaration requires an 'override' keyword", line: 3, column: 9)
    }

    @Test func `An attribute on an overriding property is refused`() throws {
        try expect(
            """
            @Model class Sub: Base {
                @Attribute(.unique) override var name: String { didSet { size += 1 } }
                var size = 1
                override init(name: String) { super.init(name: name) }
            }
            """,
            "'name' overrides a property and uses its column, so it can't have an attribute of its own",
            line: 3,
            column: 5)
    }
}
