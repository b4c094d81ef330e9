import Foundation

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

/// The description of a store, from which a container creates the store.
///
/// ``ModelConfiguration`` describes a store in SQLite. Mirrors SwiftData's `DataStoreConfiguration`.
public protocol DataStoreConfiguration: Hashable {
    /// The class of the store.
    associatedtype Store: DataStore where Self == Self.Store.Configuration

    /// The name, for errors.
    var name: String { get }

    /// The models of the store. If it is nil, the container sets it to its own schema before it creates the
    /// store.
    var schema: Schema? { get set }

    /// Checks the configuration before the store is created. Default: does nothing.
    ///
    /// - Throws: An error that the container's initializer passes on.
    func validate() throws
}

extension DataStoreConfiguration {
    /// Does nothing.
    public func validate() throws {}
}

/// A context, as a store sees it.
///
/// Mirrors SwiftData's `EditingState`.
public struct EditingState: Identifiable, Sendable {
    /// The identity of the context, within the process.
    public let id: UUID
    /// The author of the context's changes.
    public var author: String?
}

/// A fetch that a container asks of a custom store.
///
/// Mirrors SwiftData's `DataStoreFetchRequest`.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
    /// The context that fetches.
    public let editingState: EditingState
    /// Which records, in which order.
    public let descriptor: FetchDescriptor<T>
}

/// The answer of a custom store to a fetch.
///
/// Mirrors SwiftData's `DataStoreFetchResult`.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>: Sendable {
    /// The descriptor of the request.
    public let descriptor: FetchDescriptor<ModelType>
    /// The records that the descriptor describes, in its order. All are records of the request's model.
    public let fetchedSnapshots: [SnapshotType]
    /// Records of any model that the fetched ones are related to. The container fetches missing ones.
    public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the request.
    ///   - fetchedSnapshots: The records, in the order of the descriptor.
    ///   - relatedSnapshots: Related records. Default: none.
    public init(
        descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
        relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
    ) {
        self.descriptor = descriptor
        self.fetchedSnapshots = fetchedSnapshots
        self.relatedSnapshots = relatedSnapshots
    }
}

/// The changes of a save that a container passes to a custom store.
///
/// If a relationship changes, the records of both sides are in the request. Mirrors SwiftData's
/// `DataStoreSaveChangesRequest`.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
    /// The new records. Their identifiers, and those in relationships to them, are temporary.
    public let inserted: [SnapshotType]
    /// The changed records.
    public let updated: [SnapshotType]
    /// The deleted records, with their last stored values.
    public let deleted: [SnapshotType]
    /// The context that saves.
    public let editingState: EditingState
}

/// The answer of a custom store to a save.
///
/// Mirrors SwiftData's `DataStoreSaveChangesResult`.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
    /// The permanent identifiers of the inserted records, by their temporary ones.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// The identifier of the store.
    public let storeIdentifier: String
    /// Records whose stored values differ from those of the request, by their permanent identifiers. The
    /// objects get the stored values.
    public let snapshotsToReregister: [PersistentIdentifier: T]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - storeIdentifier: The identifier of the store.
    ///   - remappedIdentifiers: The permanent identifiers of the inserted records, by their temporary ones. Default:
    ///     empty.
    ///   - snapshotsToReregister: Records that the store has changed itself. Default: none.
    public init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:]
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
    }
}

/// The values of a record at one time, in a form that can be encoded.
///
/// Use ``DefaultSnapshot``, or a type whose encoded form has the same keys: `persistentIdentifier`, and the
/// names of the model's properties, with identifiers as the values of relationships. A value that the type
/// leaves out is the default value after a fetch. Mirrors SwiftData's `DataStoreSnapshot`, without the
/// initializer from `BackingData`.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
    /// The identifier of the record.
    var persistentIdentifier: PersistentIdentifier { get }

    /// Returns a copy with another identifier.
    ///
    /// - Parameters:
    ///   - persistentIdentifier: The identifier of the copy.
    ///   - remappedIdentifiers: The permanent identifiers of records with temporary ones. The copy has the permanent
    ///     identifiers in its relationships.
    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// A value in a snapshot.
///
/// Mirrors SwiftData's `DataStoreSnapshotValue`.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The keys of an encoded snapshot.
///
/// Mirrors SwiftData's `DataStoreSnapshotCodingKey`.
public enum DataStoreSnapshotCodingKey: CodingKey {
    /// The key of the record's identifier.
    case persistentIdentifier
    /// The key of a property.
    case modeledProperty(String)

    /// `persistentIdentifier`, or the name of the property.
    public var stringValue: String {
        switch self {
        case .persistentIdentifier: "persistentIdentifier"
        case .modeledProperty(let name): name
        }
    }

    /// Creates a key from its text.
    ///
    /// - Parameter stringValue: `persistentIdentifier`, or the name of a property.
    public init?(stringValue: String) {
        self = stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
    }

    /// Nil: keys are texts.
    public var intValue: Int? { nil }

    /// Returns nil: keys are texts.
    ///
    /// - Parameter intValue: Ignored.
    public init?(intValue: Int) { nil }
}
