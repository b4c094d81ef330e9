import TestSupport
import Testing

/// Sources written for SwiftData with only the import changed.
@Suite("Sources written for SwiftData", .level(.default))
struct SourceCompatibilityTests {
    private func expectCompiles(
        _ source: String, options: [String] = [], _ location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try CompilerRun(source, options: options)
        let problems = run.diagnostics.filter { !$0.message.contains("never used") }
        #expect(problems.isEmpty, "\(run.log.prefix(4000))", sourceLocation: location)
    }

    @Test func `Transformers and model actors written for SwiftData compile`() throws {
        try expectCompiles(
            """
            final class Hue: NSObject, @unchecked Sendable { var degrees = 0.0 }

            final class HueTransformer: ValueTransformer {
                static let name = NSValueTransformerName(rawValue: String(describing: HueTransformer.self))
                override class func transformedValueClass() -> AnyClass { NSData.self }
                override class func allowsReverseTransformation() -> Bool { true }
                override func transformedValue(_ value: Any?) -> Any? {
                    guard let hue = value as? Hue else { return nil }
                    return withUnsafeBytes(of: hue.degrees) { Data($0) }
                }
                override func reverseTransformedValue(_ value: Any?) -> Any? { value is Data ? Hue() : nil }
                static func register() {
                    ValueTransformer.setValueTransformer(HueTransformer(), forName: name)
                }
            }

            @Model
            final class Wall: Comparable {
                static func < (first: Wall, second: Wall) -> Bool { first.height < second.height }
                static prefix func - (wall: Wall) -> Int { -wall.height }
                var height = 2
                @Attribute(.transformable(by: HueTransformer.self)) var paint: Hue?
                @Attribute(.transformable(by: "HueTransformer")) var trim: Hue?
                init(paint: Hue? = nil) { self.paint = paint }
            }

            @ModelActor
            actor Painter {
                private let author: String
                private(set) var painted: [PersistentIdentifier]
                var last: Wall?
                var count: Int { painted.count }
                lazy var name = author.uppercased()
                static let shared = "shared"

                init(container: ModelContainer, author: String) {
                    let modelContext = ModelContext(container)
                    modelContext.author = author
                    modelContainer = container
                    modelExecutor = DefaultSerialModelExecutor(modelContext: modelContext)
                    self.author = author
                    painted = []
                }

                func paint() throws {
                    let wall = Wall()
                    modelContext.insert(wall)
                    try modelContext.save()
                    painted.append(wall.persistentModelID)
                }
            }

            @ModelActor
            actor Counter {
                private var count = 0
                init(modelContainer: ModelContainer, count: Int) async {
                    self.init(modelContainer: modelContainer)
                    self.count = count
                }
            }
            """)
    }

    @Test func `Models compile in a module with main actor isolation by default`() throws {
        try expectCompiles(
            """
            @Model nonisolated final class Trip {
                #Unique<Trip>([\\.name])
                var name: String
                var days: Int = 3
                @Relationship(deleteRule: .cascade, inverse: \\Sight.trip) var sights: [Sight] = []
                init(name: String) { self.name = name }
            }

            @Model nonisolated final class Sight {
                var title: String
                var trip: Trip?
                init(title: String) { self.title = title }
            }

            func add(to context: ModelContext) throws -> [Trip] {
                let trip = Trip(name: "Rome")
                trip.sights.append(Sight(title: "Forum"))
                context.insert(trip)
                try context.save()
                return try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Rome" }))
            }
            """, options: ["-default-isolation", "MainActor"])
    }

    @Test func `Models compile in every form of class`() throws {
        try expectCompiles(
            """
            protocol Named { var name: String { get set } }

            enum Priority: Int, Codable, CaseIterable, Comparable {
                case low, high
                static let standard = Priority.low
                static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
            }

            struct Address: Codable, Hashable { var street = ""; var city = "" }

            @Model
            public final class Person: Named, CustomStringConvertible {
                @Attribute(.unique) public var id: UUID = UUID()
                @Attribute(.unique, originalName: "fullName", hashModifier: "2") public var name: String
                @Attribute(.spotlight, .preserveValueOnDeletion) var nick: String?
                @Attribute(.externalStorage) var photo: Data?
                @Attribute(.allowsCloudEncryption) private var secret = "s"
                @Attribute(.ephemeral) var isEditing = false
                @Transient private var cache: [String: Int] = [:]
                @Transient var isNew: Bool = true
                @Transient lazy var letters: [Character] = Array(name)
                private(set) var created: Date = Date.now
                var changed: Date = .now
                var address = Address()
                var addresses: [Address] = []
                var priority: Priority = Priority.standard
                var mood: Mood = Mood.good
                var tags: Set<String> = []
                var scores: [String: Double] = [:]
                var ratio: Double? = nil
                var implicit: String!
                let serial: Int
                var `class` = "A"
                #if DEBUG
                @Transient var debugNote = ""
                #endif

                @Relationship(deleteRule: .cascade, inverse: \\Pet.owner) var pets: [Pet] = []
                var friends: [Person] = []
                @Relationship(minimumModelCount: 0, maximumModelCount: 3) var notes: [Note]? = []
                @Relationship(.unique) var locker: Locker?
                nonisolated static let limit = 10
                static var placeholder: Person { Person(name: "?") }

                enum Mood: String, Codable { case good, bad }
                typealias Scores = [String: Double]

                public init(name: String, serial: Int = 0) {
                    self.name = name
                    self.serial = serial
                }

                convenience init?(_ name: String?) {
                    guard let name else { return nil }
                    self.init(name: name)
                }

                init(copying other: Person) throws {
                    self.name = other.name
                    self.serial = other.serial + 1
                    self.priority = other.priority
                }

                deinit {}

                public var description: String { "\\(name) \\(secret)" }
                var full: String {
                    get { name }
                    set { name = newValue }
                }
                subscript(tag: String) -> Bool { tags.contains(tag) }
                func rename(to name: String) { self.name = name; cache = [:] }
            }

            @Model class Pet {
                var name = ""
                var owner: Person? {
                    willSet { _ = newValue?.name }
                    didSet { _ = oldValue?.name }
                }
                init() {}
            }

            @Model final class Note { var text: String = ""; init(text: String) { self.text = text } }
            @Model final class Tag: Codable {
                enum CodingKeys: String, CodingKey { case word }
                var word: String
                init(word: String) { self.word = word }
                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    word = try container.decode(String.self, forKey: .word)
                }
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: CodingKeys.self)
                    try container.encode(word, forKey: .word)
                }
            }
            @Model final class Locker { var number = 1 as Int16; init() {} }

            extension Person {
                var initials: String { String(name.prefix(1)) }
                static func make(in context: ModelContext) -> Person {
                    let person = Person(name: "x")
                    context.insert(person)
                    return person
                }
                static let byName = SortDescriptor(\\Person.name)
                static var all: FetchDescriptor<Person> { FetchDescriptor(sortBy: [byName]) }
            }

            extension Note: Encodable {
                enum CodingKeys: String, CodingKey { case text }
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: CodingKeys.self)
                    try container.encode(text, forKey: .text)
                }
            }
            """)
    }

    @Test func `Generic and concrete code that uses models compiles`() throws {
        try expectCompiles(
            """
            @Model final class Trip {
                #Unique<Trip>([\\.name], [\\.name, \\.start])
                #Index<Trip>([\\.start], [\\.start, \\.end])
                var name: String
                var start: Date
                var end: Date
                var stops: [Stop] = []
                init(name: String, start: Date, end: Date) {
                    self.name = name
                    self.start = start
                    self.end = end
                }
            }

            @Model final class Stop {
                #Index<Stop>(.binary([\\.name]), .rtree([\\.latitude, \\.longitude]))
                var name = ""
                var latitude = 0.0
                var longitude = 0.0
                var trip: Trip?
                init() {}
            }

            func deleteAll<M: PersistentModel>(_ type: M.Type, in context: ModelContext) throws {
                for model in try context.fetch(FetchDescriptor<M>()) { context.delete(model) }
                try context.delete(model: type)
            }

            func first<M: PersistentModel>(
                _ predicate: Predicate<M>? = nil, sortBy: [SortDescriptor<M>] = [], in context: ModelContext
            ) throws -> M? {
                var descriptor = FetchDescriptor(predicate: predicate, sortBy: sortBy)
                descriptor.fetchLimit = 1
                descriptor.includePendingChanges = true
                descriptor.relationshipKeyPathsForPrefetching = []
                return try context.fetch(descriptor).first
            }

            func search(_ text: String, after date: Date, in context: ModelContext) throws -> [Trip] {
                let predicate = #Predicate<Trip> { trip in
                    if text.isEmpty {
                        return trip.start > date
                    } else {
                        return trip.name.localizedStandardContains(text)
                            && trip.stops.contains { $0.name == text }
                    }
                }
                return try context.fetch(
                    FetchDescriptor<Trip>(
                        predicate: predicate, sortBy: [.init(\\.start, order: .reverse), .init(\\.name)]))
            }

            @ModelActor
            actor Importer {
                private var count = 0
                func add(_ name: String) throws -> PersistentIdentifier {
                    let trip = Trip(name: name, start: .now, end: .now)
                    modelContext.insert(trip)
                    try modelContext.save()
                    count += 1
                    return trip.persistentModelID
                }
                func name(of identifier: PersistentIdentifier) -> String? {
                    self[identifier, as: Trip.self]?.name
                }
            }

            @MainActor
            final class Store {
                static let shared: ModelContainer = {
                    let schema = Schema([Trip.self, Stop.self])
                    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
                    do {
                        return try ModelContainer(for: schema, configurations: [configuration])
                    } catch {
                        fatalError("Could not create ModelContainer: \\(error)")
                    }
                }()

                func work() async throws {
                    let container = try ModelContainer(
                        for: Trip.self, Stop.self,
                        configurations: ModelConfiguration(
                            "trips", schema: nil, isStoredInMemoryOnly: false, allowsSave: true,
                            groupContainer: .none, cloudKitDatabase: .none))
                    let context = container.mainContext
                    context.autosaveEnabled = false
                    context.undoManager = UndoManager()
                    try context.transaction {
                        context.insert(Trip(name: "x", start: .now, end: .distantFuture))
                    }
                    if context.hasChanges { try context.save() } else { context.rollback() }
                    try context.enumerate(FetchDescriptor<Trip>(), batchSize: 50) { trip in
                        trip.stops.sort { $0.name < $1.name }
                    }
                    let importer = Importer(modelContainer: container)
                    let identifier = try await importer.add("y")
                    let trip = context.model(for: identifier) as? Trip
                    let known: Trip? = context.registeredModel(for: identifier)
                    _ = (trip?.name, known?.id, context.insertedModelsArray, context.changedModelsArray)
                    _ = try context.fetchCount(FetchDescriptor<Trip>())
                    _ = try context.fetchIdentifiers(FetchDescriptor<Trip>(), batchSize: 10)
                    for trip in try context.fetch(FetchDescriptor<Trip>(), batchSize: 10) { _ = trip.name }
                    let all = trip?.stops ?? []
                    for index in IndexSet(integer: 0) where index < all.count { context.delete(all[index]) }
                    trip?.stops.remove(atOffsets: IndexSet())
                    _ = NotificationCenter.default.addObserver(
                        forName: ModelContext.didSave, object: context, queue: nil
                    ) { notification in
                        _ = notification.userInfo?[ModelContext.NotificationKey.insertedIdentifiers.rawValue]
                    }
                }
            }
            """)
    }

    @Test func `Schema versions and a migration plan between them compile`() throws {
        try expectCompiles(
            """
            enum SchemaV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Trip.self] }
                @Model final class Trip {
                    var name: String
                    init(name: String) { self.name = name }
                }
            }

            enum SchemaV2: VersionedSchema {
                static let versionIdentifier: Schema.Version = .init(2, 0, 0)
                static let models: [any PersistentModel.Type] = [Self.Trip.self]
                @Model final class Trip {
                    @Attribute(.unique) var name: String
                    @Attribute(originalName: "note") var remark: String?
                    init(name: String) { self.name = name }
                }
            }

            typealias Trip = SchemaV2.Trip

            enum Plan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
                static let stages: [MigrationStage] = [toV2]
                static let toV2 = MigrationStage.custom(
                    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
                    willMigrate: { context in
                        var used = Set<String>()
                        for trip in try context.fetch(FetchDescriptor<SchemaV1.Trip>()) {
                            if used.contains(trip.name) { context.delete(trip) }
                            used.insert(trip.name)
                        }
                        try context.save()
                    }, didMigrate: nil)
            }

            func open() throws -> ModelContainer {
                try ModelContainer(for: Trip.self, migrationPlan: Plan.self)
            }
            """)
    }
}
