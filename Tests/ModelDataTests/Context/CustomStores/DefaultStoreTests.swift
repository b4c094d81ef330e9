import Foundation
import ModelData
import Testing

/// A store that passes everything on to a store in SQLite.
private final class ForwardingStore: DataStore {
    typealias Configuration = ForwardingConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: ForwardingConfiguration
    private let store: DefaultStore

    var identifier: String { store.identifier }
    var schema: Schema { store.schema }

    init(_ configuration: ForwardingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        var inner = ModelConfiguration(url: configuration.url)
        inner.schema = configuration.schema
        store = try DefaultStore(inner, migrationPlan: migrationPlan)
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        try store.fetch(request)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        try store.save(request)
    }
}

private struct ForwardingConfiguration: DataStoreConfiguration {
    typealias Store = ForwardingStore
    var name = "forwarding"
    var schema: Schema?
    var url: URL
}

@Suite("The store in SQLite as a data store")
struct DefaultStoreTests {
    @Test func `A custom store can pass its requests on to a store in SQLite`() throws {
        let directory = try TemporaryDirectory()
        let configuration = ForwardingConfiguration(url: directory.file())
        do {
            let container = try ModelContainer(for: Trip.self, configurations: configuration)
            let context = ModelContext(container)
            let trip = Trip(name: "Italy")
            trip.leader = Person(name: "Ada")
            trip.sights = [Sight("Forum", stars: 3), Sight("Duomo", stars: 2)]
            trip.sights[0].labels = [Label("old")]
            context.insert(trip)
            try context.save()
            trip.name = "Italia"
            trip.sights.swapAt(0, 1)
            context.delete(trip.sights[0])
            try context.save()
        }
        let container = try ModelContainer(
            for: Trip.self, configurations: ModelConfiguration(url: directory.file()))
        let context = ModelContext(container)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.name == "Italia")
        #expect(trip.leader?.name == "Ada")
        #expect(trip.sights.map(\.title) == ["Forum"])
        #expect(trip.sights[0].labels.map(\.word) == ["old"])
        #expect(try context.fetchCount(FetchDescriptor<Sight>()) == 1)

        let forwarding = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
        let stars = FetchDescriptor<Sight>(predicate: #Predicate { $0.stars == 3 })
        let forum = try #require(try forwarding.fetch(stars).first)
        #expect(forum.trip?.name == "Italia")
        #expect(forum.trip?.leader?.name == "Ada")
        #expect(try forwarding.fetchCount(stars) == 1)
        #expect(try forwarding.fetchIdentifiers(stars) == [forum.persistentModelID])
    }

    @Test func `A store in SQLite needs a schema`() throws {
        #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try DefaultStore(ModelConfiguration(isStoredInMemoryOnly: true))
        }
    }
}
