import TestSupport
import Testing

/// Shapes of code that public repositories with SwiftData contain, with only the import changed.
@Suite("Code of public repositories", .level(.default))
struct PublicCodeTests {
    private func expectCompiles(
        _ source: String, in languageMode: Int, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try CompilerRun(source, languageMode: languageMode)
        #expect(run.diagnostics.isEmpty, "\(run.log.prefix(4000))", sourceLocation: location)
    }

    @Test(arguments: [5, 6])
    func `Observation needs no import of its own`(mode: Int) throws {
        try expectCompiles(
            """
            @Observable final class Counter { var count = 0 }
            func watch(_ counter: Counter) {
                withObservationTracking { _ = counter.count } onChange: {}
            }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `Attributes on what isn't a stored property have no effect`(mode: Int) throws {
        try expectCompiles(
            """
            @Model final class Trip {
                var name = ""
                @Transient var upper: String { name.uppercased() }
                @Attribute(.unique) var lower: String { name.lowercased() }
                @Relationship var others: [Trip] { [] }
                @Attribute init() {}
                @Transient func read() {}
            }
            extension Trip { @Transient var twice: String { name + name } }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `Types that a program makes raw representable stay unambiguous`(mode: Int) throws {
        let conformances = ["Date", "URL", "UUID"].map { type in
            """
            extension \(type): @retroactive RawRepresentable {
                public var rawValue: String { "" }
                public init?(rawValue: String) { nil }
            }
            """
        }
        try expectCompiles(
            conformances.joined(separator: "\n") + """

                extension Optional: @retroactive RawRepresentable where Wrapped: Codable {
                    public var rawValue: String { "" }
                    public init?(rawValue: String) { nil }
                }
                enum Mood: String, Codable { case good }
                enum Color: Int { case red }
                @Model final class Trip {
                    var begin = Date()
                    var end: Date?
                    var link: URL?
                    var identifier: UUID = UUID()
                    var note: String?
                    var mood = Mood.good
                    var laterMood: Mood?
                    var color: Color = Color.red
                    var next: Trip?
                    init() {}
                }
                """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `Errors are matched by SwiftData's names`(mode: Int) throws {
        try expectCompiles(
            """
            @Model final class Trip { var name = ""; init() {} }
            func load(_ context: ModelContext) -> [Trip] {
                do {
                    return try context.fetch(FetchDescriptor<Trip>())
                } catch SwiftDataError.unsupportedPredicate {
                    return []
                } catch let error as SwiftDataError where error == .loadIssueModelContainer {
                    return []
                } catch {
                    return []
                }
            }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `A type named ModelData breaks no generated code`(mode: Int) throws {
        try expectCompiles(
            """
            final class ModelData { var count = 1 }
            @Model final class Trip {
                var begin = Date()
                var next: Trip?
                var first: Stop
                @Attribute(.externalStorage) var photo: Data?
                @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
                init(first: Stop) { self.first = first }
            }
            @Model class Stop { var trip: Trip?; init() {} }
            @Model final class NightStop: Stop { var bed = UUID().uuidString; override init() { super.init() } }
            @ModelActor actor Loader { func load() {} }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `Properties of every kind compile with a type that only the compiler knows`(mode: Int) throws {
        try expectCompiles(
            """
            func makeTitle() -> String { "" }
            enum Defaults { static let count = 5; static let name = "x" }
            @Model class Trip {
                var title = makeTitle()
                var count = Defaults.count
                private(set) var first = Stop()
                @Attribute(.unique) var identifier = UUID().uuidString
                @Attribute(.ephemeral) var draft = makeTitle()
                @Transient var cache = makeTitle()
                var watched = makeTitle() { didSet { count += 1 } }
                init() {}
            }
            @Model final class Stop { var name = Defaults.name; init() {} }
            @Model final class NightTrip: Trip { var beds = Defaults.count; override init() { super.init() } }
            func find(_ context: ModelContext) throws -> [Trip] {
                try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.count == 5 && $0.title == "" }))
            }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `Conditions around properties are kept`(mode: Int) throws {
        try expectCompiles(
            """
            @Model final class Trip {
                var name = ""
                #if os(macOS)
                var mac = MacValue()
                #elseif os(Linux)
                var linux = 1
                @Relationship(inverse: \\Trip.previous) var next: Trip?
                #else
                var other = OtherValue()
                #endif
                var previous: Trip?
                #if DEBUG
                var note = "x"
                #endif
                init() {}
            }
            func use(_ trip: Trip) { trip.linux += 1; trip.next = trip.previous }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `A transformer is named by an expression`(mode: Int) throws {
        try expectCompiles(
            """
            final class Hue: NSObject, @unchecked Sendable {}
            final class HueTransformer: ValueTransformer { static let name = NSValueTransformerName("HueTransformer") }
            @Model final class Wall {
                @Attribute(.transformable(by: HueTransformer.name.rawValue)) var paint: Hue?
                init() {}
            }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `A program's own extensions hide ours of the same name`(mode: Int) throws {
        try expectCompiles(
            """
            extension ModelContext {
                func reset() {}
                func close() {}
                func observe() {}
                func upsert() {}
                func findOrInsert() {}
            }
            extension ModelContainer { func close() {}; func erase() {} }
            @MainActor func use(_ context: ModelContext, _ container: ModelContainer) {
                context.reset(); context.close(); context.observe(); context.upsert(); container.close()
            }
            """, in: mode)
    }

    @Test(arguments: [5, 6])
    func `Identifiers and configurations have the members that programs use`(mode: Int) throws {
        try expectCompiles(
            """
            @Model final class Trip { var name = ""; init() {} }
            func first<Value: Identifiable>(_ values: [Value]) -> Value.ID? { values.first?.id }
            func use(_ identifiers: [PersistentIdentifier]) throws {
                _ = first(identifiers)
                var configuration = ModelConfiguration("trips", isStoredInMemoryOnly: true)
                configuration.schema = Schema([Trip.self])
                try configuration.validate()
            }
            func send(_ descriptor: FetchDescriptor<Trip>, _ token: DefaultHistoryToken) {
                Task.detached { print(descriptor == FetchDescriptor<Trip>(), token.id) }
            }
            """, in: mode)
    }
}
