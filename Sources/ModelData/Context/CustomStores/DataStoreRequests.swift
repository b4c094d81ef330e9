import Foundation

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
