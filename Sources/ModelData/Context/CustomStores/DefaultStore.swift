import Foundation

extension ModelConfiguration: DataStoreConfiguration {
    /// The store in SQLite.
    public typealias Store = DefaultStore
}

/// A store in SQLite, with the interface of a custom store.
///
/// A container opens the store of a ``ModelConfiguration`` directly, which is faster. Use this class in a
/// custom store that passes requests on, or to read and write records as snapshots. Mirrors SwiftData's
/// `DefaultStore`.
public final class DefaultStore: DataStore {
    /// The configuration of the store.
    public typealias Configuration = ModelConfiguration
    /// The form in which the store exchanges records.
    public typealias Snapshot = DefaultSnapshot

    /// The configuration that the store was created with.
    public let configuration: ModelConfiguration
    /// The name of the configuration.
    public let name: String
    /// The models of the store.
    public let schema: Schema
    /// The identifier that the store got when it was created.
    public let identifier: String

    private let container: ModelContainer

    /// Opens a store. Creates a missing store, and migrates a store with an earlier schema.
    ///
    /// - Parameters:
    ///   - configuration: The configuration. Its schema must not be nil.
    ///   - migrationPlan: How a store with an earlier version is migrated. Default: an automatic migration.
    /// - Throws: ``SwiftDataError/configurationSchemaNotFoundInContainerSchema`` without a schema;
    ///   ``ModelDataError`` if the store can't be opened, created or migrated.
    public init(
        _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError.configurationSchemaNotFoundInContainerSchema
        }
        self.configuration = configuration
        name = configuration.name
        container = try ModelContainer(
            for: schema, migrationPlan: migrationPlan, configurations: configuration)
        self.schema = container.schema
        identifier = container.core.stores.first?.identifier ?? ""
        for layout in container.core.stores.flatMap(\.layouts) {
            SnapshotScope.note(layout.entity, of: layout.origin)
        }
    }

    /// Returns the records that a request describes.
    ///
    /// - Parameter request: The descriptor and the context.
    /// - Throws: As ``ModelContext/fetch(_:)``.
    public func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        let context = context(request.editingState)
        let identifiers = try context.fetchIdentifiers(request.descriptor)
        let snapshots = try snapshots(of: identifiers, in: context)
        return DataStoreFetchResult(
            descriptor: request.descriptor, fetchedSnapshots: identifiers.compactMap { snapshots[$0] })
    }

    /// Returns the number of records that a request describes.
    ///
    /// - Parameter request: The descriptor and the context.
    /// - Throws: As ``ModelContext/fetchCount(_:)``.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try context(request.editingState).fetchCount(request.descriptor)
    }

    /// Returns the identifiers of the records that a request describes.
    ///
    /// - Parameter request: The descriptor and the context.
    /// - Throws: As ``ModelContext/fetchIdentifiers(_:)``.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try context(request.editingState).fetchIdentifiers(request.descriptor)
    }

    /// Stores the changes of a save.
    ///
    /// - Parameter request: The inserted, updated and deleted records.
    /// - Returns: The permanent identifiers of the inserted records.
    /// - Throws: As ``ModelContext/save()``.
    public func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let context = context(request.editingState)
        var objects = SnapshotObjects(context)
        for snapshot in request.inserted { try objects.insert(snapshot, as: snapshot.model.type) }
        for snapshot in request.updated { try objects.update(snapshot, as: snapshot.model.type) }
        try objects.relate(request.inserted + request.updated)
        for snapshot in request.deleted { try objects.delete(snapshot, as: snapshot.model.type) }
        try context.save()
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            let temporary = snapshot.persistentIdentifier
            remapped[temporary] = objects[temporary]?.persistentModelID
        }
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    /// Deletes all records.
    ///
    /// - Throws: As ``ModelContainer/erase()``.
    public func erase() throws { try container.erase() }

    /// Returns those of some records that the store has.
    ///
    /// - Parameters:
    ///   - persistentIdentifiers: The identifiers of the records.
    ///   - editingState: The context.
    /// - Throws: ``ModelDataError`` if the store can't be read.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try snapshots(of: persistentIdentifiers, in: context(editingState))
    }

    private func context(_ state: EditingState) -> ModelContext {
        let context = ModelContext(container)
        context.author = state.author
        return context
    }

    private func snapshots(
        of identifiers: [PersistentIdentifier], in context: ModelContext
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
        for (name, identifiers) in Dictionary(grouping: identifiers, by: \.entityName) {
            guard let table = try context.registry.table(named: name) else { continue }
            let records = identifiers.filter { $0.origin === table.layout.origin }.map(\.number)
            try table.session.connection.perform { connection in
                let reader = MirrorReader(store: table.session.store, connection: connection)
                for snapshot in try reader.snapshots(of: records, table.layout) {
                    snapshots[snapshot.persistentIdentifier] = snapshot
                }
            }
        }
        return snapshots
    }
}

/// Makes and changes objects as snapshots describe them.
private struct SnapshotObjects {
    private let context: ModelContext
    /// The objects of the snapshots, by their identifiers.
    private var objects: [PersistentIdentifier: any PersistentModel] = [:]

    init(_ context: ModelContext) { self.context = context }

    subscript(identifier: PersistentIdentifier) -> (any PersistentModel)? { objects[identifier] }

    /// Inserts a new object.
    mutating func insert<T: PersistentModel>(_ snapshot: DefaultSnapshot, as type: T.Type) throws {
        let model = try T.make(of: snapshot.values)
        context.insert(model)
        objects[snapshot.persistentIdentifier] = model
    }

    /// Gives an object the values of a snapshot.
    mutating func update<T: PersistentModel>(_ snapshot: DefaultSnapshot, as type: T.Type) throws {
        let model = try object(of: snapshot, as: T.self)
        objects[snapshot.persistentIdentifier] = model
        for index in snapshot.values.indices where snapshot.model.relationship(index) == nil {
            let value = snapshot.values[index]
            if try model._$stored(index) == value { continue }
            model._$state.note(model, column: index) { try model._$stored(index) }
            try model.restore(index, from: value)
        }
    }

    func delete<T: PersistentModel>(_ snapshot: DefaultSnapshot, as type: T.Type) throws {
        context.delete(try object(of: snapshot, as: T.self))
    }

    private func object<T: PersistentModel>(of snapshot: DefaultSnapshot, as type: T.Type) throws -> T {
        let identifier = snapshot.persistentIdentifier
        guard let model = try context.object(for: identifier, as: T.self) else {
            throw ModelDataError.recordGone(model: identifier.entityName, record: identifier.number)
        }
        return model
    }

    /// Sets the relationships of objects: first those to one object, then the lists, which give the order.
    func relate(_ snapshots: [DefaultSnapshot]) throws {
        for isToMany in [false, true] {
            for snapshot in snapshots {
                guard let model = objects[snapshot.persistentIdentifier] else { continue }
                try relate(model, snapshot, isToMany: isToMany)
            }
        }
    }

    private func relate<T: PersistentModel>(_ model: T, _ snapshot: DefaultSnapshot, isToMany: Bool) throws {
        for (column, identifiers) in snapshot.related {
            guard let relationship = snapshot.model.relationship(column), relationship.isToMany == isToMany
            else { continue }
            func found<R: PersistentModel>(_ type: R.Type) throws -> [any PersistentModel] {
                try identifiers.compactMap { identifier in
                    try objects[identifier] ?? context.object(for: identifier, as: R.self)
                }
            }
            let elements = try found(relationship.target)
            let state = model._$state
            state.load(model, column)
            let present = model._$relate(column, .read)
            if present.elementsEqual(elements, by: { $0 === $1 }) { continue }
            // The key path is for observers, which the object doesn't have.
            state.willRelate(model, \T.persistentModelID, column)
            model._$relate(column, .replace(elements))
            state.didRelate(model, \T.persistentModelID, column)
        }
    }
}
