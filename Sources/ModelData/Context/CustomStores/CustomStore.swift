import Foundation

/// A custom store of a container.
///
/// The container keeps a mirror of it: a store in memory, with the same models and the same identifier, that
/// has the records which the custom store has returned so far. Contexts read from the mirror and write to it,
/// as with any store. Three rules keep it equal to the custom store:
///
/// 1. Before a fetch reads the mirror, ``CustomFetch`` asks the custom store and writes its answer into the mirror.
/// 2. Before a save commits, ``CustomSave`` passes its changes to the custom store.
/// 3. The mirror never refers to a record that it doesn't have: ``CustomFetch`` also asks for all related records.
///
/// The mirror has no history. So contexts read all their objects again after the mirror was changed by
/// another one.
final class CustomStore: @unchecked Sendable {
    /// The name of the configuration.
    let name: String
    let identifier: String
    private let store: any DataStore
    private let scope: SnapshotScope
    /// Held while the store is called. The writer lock of the mirror is taken before, if both are needed.
    private let lock = NSRecursiveLock()

    /// Creates the custom store of a configuration.
    init(_ configuration: any DataStoreConfiguration, schema: Schema, entities: [ModelEntity]) throws {
        name = configuration.name
        let models = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        let scope = SnapshotScope(store: configuration.name, models: models)
        self.scope = scope
        store = try Self.open(configuration, schema: schema, scope)
        identifier = store.identifier
        if identifier.isEmpty { throw problem(.storeIdentifier) }
        for entity in entities {
            if entity.shape.superclass != nil { throw problem(.inheritance, model: entity.name) }
            if entity.metadata.contains(where: { $0.name == "persistentIdentifier" }) {
                throw ModelDataError.reservedName(model: entity.name, property: "persistentIdentifier")
            }
            SnapshotScope.note(entity, of: IdentifierOrigin.of(store: identifier, entity: entity.name))
        }
    }

    private static func open<C: DataStoreConfiguration>(
        _ configuration: C, schema: Schema, _ scope: SnapshotScope
    ) throws -> any DataStore {
        var configuration = configuration
        if configuration.schema == nil { configuration.schema = schema }
        try configuration.validate()
        return try SnapshotScope.$current.withValue(scope) {
            try C.Store(configuration, migrationPlan: nil)
        }
    }

    /// Returns the error for a problem with the store.
    func problem(_ problem: DataStoreProblem, model: String = "") -> ModelDataError {
        .invalidDataStore(store: name, model: model, problem: problem)
    }

    /// Returns the model of a snapshot's record.
    func model(named name: String) -> ModelEntity? { scope.models[name] }

    /// Calls the store, in the scope of its models.
    private func call<Result>(
        isSaving: Bool = false, _ work: (any DataStore) throws -> Result
    ) throws -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try SnapshotScope.$current.withValue(scope) {
            try PersistentIdentifier.$savingStore.withValue(isSaving ? name : nil) { try work(store) }
        }
    }
}

extension CustomStore {
    /// Asks the store for records.
    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        func fetch<S: DataStore>(_ store: S) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
            let result = try store.fetch(request)
            return DataStoreFetchResult(
                descriptor: result.descriptor,
                fetchedSnapshots: try result.fetchedSnapshots.map {
                    try convert($0, to: DefaultSnapshot.self)
                },
                relatedSnapshots: try standard(result.relatedSnapshots))
        }
        return try call { try fetch($0) }
    }

    /// Asks the store for the number of records.
    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try call { try $0.fetchCount(request) }
    }

    /// Asks the store for the identifiers of records.
    func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try call { try $0.fetchIdentifiers(request) }
    }

    /// Asks the store for the records that it has at hand.
    func cached(
        _ identifiers: [PersistentIdentifier], _ state: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        func cached<S: DataStore>(_ store: S) throws -> [PersistentIdentifier: DefaultSnapshot] {
            try standard(store.cachedSnapshots(for: identifiers, editingState: state))
        }
        return try call { try cached($0) }
    }

    /// Passes the changes of a save to the store.
    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        func save<S: DataStore>(_ store: S) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
            func converted(_ snapshots: [DefaultSnapshot]) throws -> [S.Snapshot] {
                try PersistentIdentifier.$savingStore.withValue(nil) {
                    try snapshots.map { try convert($0, to: S.Snapshot.self) }
                }
            }
            let result = try store.save(
                DataStoreSaveChangesRequest(
                    inserted: try converted(request.inserted), updated: try converted(request.updated),
                    deleted: try converted(request.deleted), editingState: request.editingState))
            return DataStoreSaveChangesResult(
                for: result.storeIdentifier, remappedIdentifiers: result.remappedIdentifiers,
                snapshotsToReregister: try standard(result.snapshotsToReregister))
        }
        return try call(isSaving: true) { try save($0) }
    }

    /// Converts a snapshot to another type, which has the same encoded form.
    private func convert<S: DataStoreSnapshot>(
        _ snapshot: some DataStoreSnapshot, to type: S.Type
    ) throws -> S {
        if let snapshot = snapshot as? S { return snapshot }
        return try JSONDecoder().decode(S.self, from: JSONEncoder().encode(snapshot))
    }

    /// Converts snapshots, and throws if one has another identifier than its key.
    private func standard(
        _ snapshots: [PersistentIdentifier: some DataStoreSnapshot]
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let converted = try snapshots.mapValues { try convert($0, to: DefaultSnapshot.self) }
        for (key, snapshot) in converted where snapshot.persistentIdentifier != key {
            throw problem(
                .otherIdentifier(identifier: "\(snapshot.persistentIdentifier)", expected: "\(key)"),
                model: key.entityName)
        }
        return converted
    }

    /// Deletes all records.
    func erase() throws { try call { try $0.erase() } }

    /// Tells the store that a context begins.
    func begin(_ state: EditingState) { try? call { $0.initializeState(for: state) } }

    /// Tells the store that a context ends.
    func end(_ state: EditingState) { try? call { $0.invalidateState(for: state) } }
}

extension ContainerCore {
    /// Returns the custom store whose mirror a store is; nil for a store in SQLite.
    func custom(_ store: Store) -> CustomStore? {
        customStores.isEmpty ? nil : customStores[store.identifier]
    }
}

extension RegisteredTable {
    /// The custom store that fetches ask before they read the table; nil for a table in SQLite.
    var custom: CustomStore? { registry.context?.core.custom(session.store) }
}

extension ModelContainer {
    /// Opens the stores of a schema: stores in SQLite, and custom ones.
    ///
    /// <doc:CustomStores> has an example.
    ///
    /// - Parameters:
    ///   - schema: The models.
    ///   - configurations: The stores. Without any, one store in the user's data directory.
    /// - Throws: ``ModelDataError`` if a store can't be opened or created; the error of a custom store.
    ///
    /// Mirrors SwiftData's `init(for:configurations:)`.
    @_disfavoredOverload
    public convenience init(for schema: Schema, configurations: [any DataStoreConfiguration]) throws {
        self.init(
            core: try ContainerCore(schema: schema, migrationPlan: nil, configurations: configurations))
    }

    /// Opens the stores of some models: stores in SQLite, and custom ones.
    ///
    /// - Parameters:
    ///   - types: The models.
    ///   - configurations: The stores. Without any, one store in the user's data directory.
    /// - Throws: ``ModelDataError`` if a store can't be opened or created; the error of a custom store.
    ///
    /// Mirrors SwiftData's `init(for:configurations:)`.
    @_disfavoredOverload
    public convenience init(
        for types: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(for: Schema(types), configurations: configurations)
    }
}

extension ModelContext {
    /// The context, as custom stores see it in requests.
    ///
    /// Mirrors SwiftData's `editingState`.
    public var editingState: EditingState { EditingState(id: editingID, author: author) }

    /// Tells the container's custom stores that the context begins.
    func beginEditing() {
        let state = editingState
        for custom in core.customStores.values { custom.begin(state) }
    }

    /// Tells the container's custom stores that the context ends.
    func endEditing() {
        let state = editingState
        for custom in core.customStores.values { custom.end(state) }
    }
}
