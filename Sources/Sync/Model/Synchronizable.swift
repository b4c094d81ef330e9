import Foundation
import ModelData

/// A model whose records are kept the same in several stores.
///
/// ```swift
/// extension Sight: Synchronizable {
///     static var synchronization: Synchronization<Sight> { Synchronization(identifier: \.identifier) }
/// }
/// ```
///
/// The model needs a property with a UUID that is unique and that nobody changes. Everything else is kept beside the
/// records, in tables of the store whose names begin with `_sync`.
///
/// What a class says of itself holds for those that inherit from it. Each of them is named where the models of a store
/// are, and takes those along that it inherits from; a record travels as one of its own class. Two records of
/// different classes that have the same unique value by themselves aren't made one: the one that arrives waits until
/// its value is free. So does one whose other side of a one-to-one relationship belongs to another record here.
public protocol Synchronizable: PersistentModel {
    /// The class that says what travels: the model itself, or one that it inherits from.
    associatedtype SynchronizedRoot: PersistentModel = Self

    /// By what a record is known everywhere, and what of it stays here.
    static var synchronization: Synchronization<SynchronizedRoot> { get }
}

/// What of a model travels.
///
/// ```swift
/// Synchronization(identifier: \Book.identifier, localOnly: [\.lastImport])
/// ```
///
/// All stored properties travel, and relationships to models that are synchronized too: to-one relationships by the
/// target's UUID, with the place in the other side's order; pairs of many-to-many relationships one by one.
///
/// Those pairs are a set, as tags and shelves are, so that what two people add and take away comes together without
/// anybody deciding. The order that a store keeps them in is its own: an order of meaning belongs to a model between
/// the two, whose to-one relationships travel with their places.
public struct Synchronization<Model: PersistentModel> {
    /// The property with the record's UUID.
    public let identifier: KeyPath<Model, UUID>
    /// Properties that stay local and aren't synchronized.
    public let localOnly: [PartialKeyPath<Model>]
    /// Groups of properties with one meaning, such as a name and its search key. An edit of one counts as an edit of all.
    public let atomicGroups: [[PartialKeyPath<Model>]]

    /// Says what of a model travels.
    ///
    /// - Parameters:
    ///   - identifier: The property with the record's UUID, which is unique.
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
