import Foundation
import ModelData

/// The configuration of a store in memory that evaluates simple requests itself.
struct FilteringConfiguration: DataStoreConfiguration {
    typealias Store = FilteringStore
    var name = "filtering"
    var schema: Schema?
    /// The rows, which several containers can share.
    let table = RowTable()

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.table === rhs.table }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(table)) }
}

/// The rows of a store in memory.
final class RowTable {
    var rows: [Int: BookSnapshot] = [:]
    var next = 1
    /// The requests: how many records each of them returned.
    var log: [String] = []
}

/// A snapshot of a type of its own, which has only some properties of the model.
struct BookSnapshot: DataStoreSnapshot {
    let persistentIdentifier: PersistentIdentifier
    var title: String
    var author: String
    var rating: Int?

    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> BookSnapshot {
        BookSnapshot(
            persistentIdentifier: persistentIdentifier, title: title, author: author, rating: rating)
    }
}

/// A store that returns only books with a rating, the best first, if the request has a predicate and an order. It
/// changes titles when it saves.
final class FilteringStore: DataStore {
    typealias Configuration = FilteringConfiguration
    typealias Snapshot = BookSnapshot

    let configuration: FilteringConfiguration
    let identifier = "filtering \(UUID())"
    let schema: Schema

    private var table: RowTable { configuration.table }

    init(_ configuration: FilteringConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema([])
    }

    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, BookSnapshot> {
        let descriptor = request.descriptor
        var found = table.rows.sorted { $0.key < $1.key }.map(\.value)
        if descriptor.predicate != nil { found = found.filter { $0.rating != nil } }
        if !descriptor.sortBy.isEmpty { found.sort { $0.rating ?? 0 > $1.rating ?? 0 } }
        if let limit = descriptor.fetchLimit { found = Array(found.prefix(limit)) }
        table.log.append("fetch \(found.count)")
        return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: found)
    }

    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        table.log.append("count")
        return try fetch(request).fetchedSnapshots.count
    }

    func save(
        _ request: DataStoreSaveChangesRequest<BookSnapshot>
    ) throws -> DataStoreSaveChangesResult<BookSnapshot> {
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        var changed: [PersistentIdentifier: BookSnapshot] = [:]
        for snapshot in request.inserted + request.updated {
            var identifier = snapshot.persistentIdentifier
            if identifier.storeIdentifier == nil {
                let new = try PersistentIdentifier.identifier(
                    for: self.identifier, entityName: identifier.entityName, primaryKey: table.next)
                table.next += 1
                remapped[identifier] = new
                identifier = new
            }
            var copy = snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: nil)
            copy.title = copy.title.uppercased()
            changed[identifier] = copy
            let row = table.rows.first { $0.value.persistentIdentifier == identifier }?.key ?? table.next - 1
            table.rows[row] = copy
        }
        for snapshot in request.deleted {
            table.rows = table.rows.filter {
                $0.value.persistentIdentifier != snapshot.persistentIdentifier
            }
        }
        return DataStoreSaveChangesResult(
            for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: changed)
    }
}
