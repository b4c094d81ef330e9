import Foundation
import ModelData

/// A model whose records are synchronized between stores.
///
/// ```swift
/// extension Sight: Synchronizable {
///     static var synchronization: Synchronization<Sight> { Synchronization(identifier: \.identifier) }
/// }
/// ```
///
/// The model needs a property with a unique UUID that never changes. The sync metadata is stored in separate tables, whose
/// names begin with `_sync`.
///
/// The declaration of a class also applies to its subclasses. Name each subclass among the models of a store. It includes
/// its superclasses, and a record is sent with its own class. Two records of different classes with the same unique value
/// aren't merged: the received one waits until its value is free. The same applies if another record already has the other
/// side of a one-to-one relationship.
public protocol Synchronizable: PersistentModel {
    /// The class with the declaration: the model itself, or a superclass.
    associatedtype SynchronizedRoot: PersistentModel = Self

    /// The identifier, and the properties that stay local.
    static var synchronization: Synchronization<SynchronizedRoot> { get }
}

/// The synchronized properties of a model.
///
/// ```swift
/// Synchronization(identifier: \Book.identifier, localOnly: [\.lastImport])
/// ```
///
/// All stored properties are synchronized, and so are relationships to synchronized models: a to-one relationship as the
/// target's UUID, with the position in the other side's order; a many-to-many relationship as separate pairs.
///
/// These pairs are a set, such as tags and shelves, so that the additions and removals of two users are merged without
/// conflicts. Each store has its own order of them. If the order has a meaning, use a model between the two, whose to-one
/// relationships are synchronized with their positions.
public struct Synchronization<Model: PersistentModel> {
    /// The property with the record's UUID.
    public let identifier: KeyPath<Model, UUID>
    /// Properties that stay local and aren't synchronized.
    public let localOnly: [PartialKeyPath<Model>]
    /// Groups of properties with one meaning, such as a name and its search key. An edit of one counts as an edit of all.
    public let atomicGroups: [[PartialKeyPath<Model>]]

    /// Declares the synchronized properties of a model.
    ///
    /// - Parameters:
    ///   - identifier: The property with the record's unique UUID.
    ///   - localOnly: Properties that stay local and aren't synchronized.
    ///   - atomicGroups: Groups of properties with one meaning. An edit of one counts as an edit of all, so that
    ///     conflicting edits are never mixed.
    public init(
        identifier: KeyPath<Model, UUID>, localOnly: [PartialKeyPath<Model>] = [],
        atomicGroups: [[PartialKeyPath<Model>]] = []
    ) {
        self.identifier = identifier
        self.localOnly = localOnly
        self.atomicGroups = atomicGroups
    }
}

extension Synchronizable {
    /// The name of the property with the record's UUID.
    static var nameOfIdentifier: String? { SynchronizedRoot.propertyName(synchronization.identifier) }
}

extension UUID {
    /// Creates a UUID from bytes. Equal bytes give equal UUIDs on every device.
    ///
    /// ```swift
    /// UUID(derivedFrom: Array("museum".utf8)) == UUID(derivedFrom: Array("museum".utf8))  // true
    /// ```
    ///
    /// Use it for records that are identified by their names, such as categories, so that two devices create the same
    /// record. It isn't a cryptographic digest: collisions can be constructed.
    ///
    /// - Parameter bytes: The bytes.
    public init(derivedFrom bytes: some Sequence<UInt8>) {
        let sums = bytes.withContiguousStorageIfAvailable { Self.sums(of: $0) } ?? Self.sums(of: bytes)
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeBytes(of: sums) { sums in withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: sums) } }
        id.6 = id.6 & 0x0F | 0x80
        id.8 = id.8 & 0x3F | 0x80
        self.init(uuid: id)
    }

    /// Two FNV-1a sums with different initial values make the 128 bits. The UUID's version is 8, for custom UUIDs.
    @inline(__always)
    private static func sums(of bytes: some Sequence<UInt8>) -> (UInt64, UInt64) {
        var sums: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in bytes {
            sums.0 = (sums.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            sums.1 = (sums.1 ^ UInt64(byte ^ 0x5A)) &* 0x100_0000_01B5
        }
        return sums
    }
}
