import Foundation
import ModelData
import Synchronization

/// The configuration of a store in a JSON file.
final class JSONStoreConfiguration: DataStoreConfiguration {
    typealias Store = JSONStore

    var name: String
    var schema: Schema?
    var fileURL: URL
    /// What the store does wrong.
    let fault = Fault()

    init(name: String = "json", schema: Schema? = nil, fileURL: URL) {
        self.name = name
        self.schema = schema
        self.fileURL = fileURL
    }

    static func == (lhs: JSONStoreConfiguration, rhs: JSONStoreConfiguration) -> Bool { lhs.name == rhs.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Changes the answers of a store, for tests of errors.
final class Fault {
    /// Evaluates predicates; nil if the container must do it.
    var filtered: (([DefaultSnapshot]) -> [DefaultSnapshot])?
    var fetched: (([DefaultSnapshot]) throws -> [DefaultSnapshot])?
    var saved:
        (
            ([PersistentIdentifier: PersistentIdentifier]) throws -> [PersistentIdentifier:
                PersistentIdentifier]
        )?
    var reregistered: (([DefaultSnapshot]) -> [PersistentIdentifier: DefaultSnapshot])?
    var storeIdentifier: String?
    /// Whether relationships between new records keep their temporary identifiers.
    var forgetsRemapping = false
    /// The calls of the store.
    var log: [String] = []
    /// The last request to save, with the names of the records' models.
    var inserted: [String] = []
    var updated: [String] = []
    var deleted: [String] = []
}

/// A store that reads and writes a whole JSON file, as in Apple's documentation.
final class JSONStore: DataStore {
    typealias Configuration = JSONStoreConfiguration
    typealias Snapshot = DefaultSnapshot

    var configuration: JSONStoreConfiguration
    var name: String
    var schema: Schema
    var identifier: String

    private var fault: Fault { configuration.fault }

    init(_ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        name = configuration.name
        schema = configuration.schema ?? Schema([])
        identifier = configuration.fileURL.lastPathComponent
    }

    func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        if request.descriptor.predicate != nil, let filtered = fault.filtered {
            return DataStoreFetchResult(
                descriptor: request.descriptor, fetchedSnapshots: filtered(try read()))
        } else if request.descriptor.predicate != nil {
            fault.log.append("filter")
            throw DataStoreError.preferInMemoryFilter
        } else if request.descriptor.sortBy.count > 0 {
            fault.log.append("sort")
            throw DataStoreError.preferInMemorySort
        }
        let name = Schema.entityName(for: T.self)
        fault.log.append("fetch \(name)")
        let snapshots = try read().filter { $0.persistentIdentifier.entityName == name }
        return DataStoreFetchResult(
            descriptor: request.descriptor, fetchedSnapshots: try fault.fetched?(snapshots) ?? snapshots)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        fault.log.append("save")
        func names(_ snapshots: [DefaultSnapshot]) -> [String] {
            snapshots.map(\.persistentIdentifier.entityName).sorted()
        }
        fault.inserted = names(request.inserted)
        fault.updated = names(request.updated)
        fault.deleted = names(request.deleted)
        var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
        for snapshot in try read() { snapshots[snapshot.persistentIdentifier] = snapshot }
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
                for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
        }
        let wanted = fault.forgetsRemapping ? [:] : remapped
        for snapshot in request.inserted {
            guard let permanent = remapped[snapshot.persistentIdentifier] else { continue }
            snapshots[permanent] = snapshot.copy(
                persistentIdentifier: permanent, remappedIdentifiers: wanted)
        }
        for snapshot in request.updated {
            snapshots[snapshot.persistentIdentifier] = snapshot.copy(
                persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: wanted)
        }
        for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
        let answer = try fault.saved?(remapped) ?? remapped
        try write(Array(snapshots.values))
        return DataStoreSaveChangesResult(
            for: fault.storeIdentifier ?? identifier, remappedIdentifiers: answer,
            snapshotsToReregister: fault.reregistered?(Array(snapshots.values)) ?? [:])
    }

    func erase() throws { try? FileManager.default.removeItem(at: configuration.fileURL) }

    func initializeState(for editingState: EditingState) { fault.log.append("begin") }

    func invalidateState(for editingState: EditingState) { fault.log.append("end") }

    func read() throws -> [DefaultSnapshot] {
        guard FileManager.default.fileExists(atPath: configuration.fileURL.path) else { return [] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode([DefaultSnapshot].self, from: Data(contentsOf: configuration.fileURL))
    }

    func write(_ snapshots: [DefaultSnapshot]) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(snapshots).write(to: configuration.fileURL, options: .atomic)
    }
}
