/// A custom store: code of the program that keeps a container's models in a format of its own.
///
/// A container asks the store at every fetch, and passes it the changes of every save. It calls the store on one
/// thread at a time. <doc:CustomStores> has a complete store. Mirrors SwiftData's `DataStore`.
public protocol DataStore: AnyObject {
    /// The configuration of the store.
    associatedtype Configuration: DataStoreConfiguration where Self == Self.Configuration.Store
    /// The form in which the store and the container exchange records.
    associatedtype Snapshot: DataStoreSnapshot

    /// The identifier of the store. It is a part of the identifiers of its records, so it must stay the same.
    var identifier: String { get }

    /// The models of the store.
    var schema: Schema { get }

    /// The configuration that the store was created with.
    var configuration: Configuration { get }

    /// Creates the store of a container.
    ///
    /// - Parameters:
    ///   - configuration: The configuration. Its schema isn't nil.
    ///   - migrationPlan: Always nil: a custom store migrates its own format.
    /// - Throws: An error that the container's initializer passes on.
    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

    /// Returns the records that a request describes.
    ///
    /// A store that can't evaluate predicates throws ``DataStoreError/preferInMemoryFilter``, and one that
    /// can't sort throws ``DataStoreError/preferInMemorySort``. The container then asks again for all
    /// records.
    ///
    /// - Parameter request: The descriptor and the context.
    /// - Throws: An error that the fetch passes on.
    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, Snapshot>

    /// Returns the number of records that a request describes. Default: counts the result of ``fetch(_:)``.
    ///
    /// - Parameter request: The descriptor and the context.
    /// - Throws: As ``fetch(_:)``.
    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

    /// Returns the identifiers of the records that a request describes. Default: those of the result of
    /// ``fetch(_:)``.
    ///
    /// - Parameter request: The descriptor and the context.
    /// - Throws: As ``fetch(_:)``.
    func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier]

    /// Stores the changes of a save, or throws and stores nothing.
    ///
    /// - Parameter request: The inserted, updated and deleted records. An inserted record has a temporary identifier.
    /// - Returns: The permanent identifiers of the inserted records.
    /// - Throws: An error that the save passes on.
    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>

    /// Deletes all records. Default: throws ``DataStoreError/unsupportedFeature``.
    ///
    /// - Throws: An error that ``ModelContainer/erase()`` passes on.
    func erase() throws

    /// Called when a context of the container begins. Default: does nothing.
    ///
    /// - Parameter editingState: The context.
    func initializeState(for editingState: EditingState)

    /// Called when a context of the container ends. Default: does nothing.
    ///
    /// - Parameter editingState: The context.
    func invalidateState(for editingState: EditingState)

    /// Returns those of some records that the store has at hand. Default: none.
    ///
    /// The container asks for related records by their identifiers, first with this method, then with
    /// ``fetch(_:)``.
    ///
    /// - Parameters:
    ///   - persistentIdentifiers: The identifiers of the records.
    ///   - editingState: The context.
    /// - Throws: An error that the fetch passes on.
    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
    /// Counts the result of ``fetch(_:)``.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try fetch(request).fetchedSnapshots.count
    }

    /// Returns the identifiers in the result of ``fetch(_:)``.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
    }

    /// Throws ``DataStoreError/unsupportedFeature``.
    public func erase() throws { throw DataStoreError.unsupportedFeature }

    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}

    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// Returns no records.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}
