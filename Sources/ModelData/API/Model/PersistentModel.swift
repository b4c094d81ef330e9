import Foundation
import Observation

/// A class whose objects are stored in a store. `@Model` generates the conformance.
///
/// ```swift
/// @Model final class Book {
///     var title: String
///     init(title: String) { self.title = title }
/// }
/// ```
///
/// Members whose names start with `_$` are called only by the code that `@Model` generates and by ModelData.
/// Mirrors SwiftData's `PersistentModel`.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// The descriptions of the persistent properties, inherited ones first.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// The model's name. The table of a model without a superclass has this name.
    static var _$entityName: String { get }

    /// The model that the class inherits from; nil if it doesn't inherit from a model.
    static var _$superclass: (any PersistentModel.Type)? { get }

    /// The groups of properties that the class declares as unique together; they may include inherited ones.
    static var _$unique: [[AnyKeyPath]] { get }

    /// The groups of properties for which the class declares an index.
    static var _$indexes: [[AnyKeyPath]] { get }

    /// The groups of properties for which the class declares an R*Tree.
    static var _$spatialIndexes: [[AnyKeyPath]] { get }

    /// The object's state in its context.
    var _$state: ModelState { get }

    /// Creates an object from a row.
    ///
    /// - Parameter row: The row; it has all columns of the model.
    /// - Throws: ``ValueProblem`` if a column can't be read as its property's type.
    init(_$row row: ModelRow) throws

    /// Binds columns to the parameters of the same numbers.
    ///
    /// - Parameters:
    ///   - columns: The columns, counted from 0.
    ///   - row: The statement's parameters.
    /// - Throws: ``ValueProblem`` if a value can't be stored.
    func _$bind(_ columns: Range<Int>, to row: ModelBinder) throws

    /// Returns the stored value of one column.
    ///
    /// - Parameter column: The column, counted from 0.
    /// - Throws: ``ValueProblem`` if the value can't be stored.
    func _$stored(_ column: Int) throws -> StoredValue

    /// Sets columns to stored values, without marking them as changed.
    ///
    /// - Parameters:
    ///   - columns: The columns, counted from 0.
    ///   - source: A row with all columns of the model, or the value of the only column.
    /// - Throws: ``ValueProblem`` if a stored value can't be read as its property's type.
    func _$reload(_ columns: Range<Int>, from source: ColumnSource) throws

    /// Reads or changes the storage of one relationship, and notifies observers of changes.
    ///
    /// - Parameters:
    ///   - column: The relationship's column, counted from 0.
    ///   - change: The kind of change.
    /// - Returns: The related objects.
    @discardableResult
    func _$relate(_ column: Int, _ change: LinkChange) -> [any PersistentModel]

    /// Returns the object in the storage of a to-one relationship, without creating an array.
    ///
    /// - Parameter column: The relationship's column, counted from 0.
    func _$target(_ column: Int) -> (any PersistentModel)?
}

extension PersistentModel {
    /// Nil by default: most models don't inherit from a model.
    public static var _$superclass: (any PersistentModel.Type)? { nil }

    /// Empty by default; `#Unique` adds groups of properties.
    public static var _$unique: [[AnyKeyPath]] { [] }

    /// Empty by default; `#Index` adds groups of properties.
    public static var _$indexes: [[AnyKeyPath]] { [] }

    /// Empty by default; `#Index` with `.rtree` adds groups of properties.
    public static var _$spatialIndexes: [[AnyKeyPath]] { [] }

    /// Returns no objects. `@Model` generates another implementation for models with relationships.
    @discardableResult
    public func _$relate(_ column: Int, _ change: LinkChange) -> [any PersistentModel] { [] }

    /// Returns the first related object. `@Model` generates another implementation for models with
    /// relationships.
    public func _$target(_ column: Int) -> (any PersistentModel)? { _$relate(column, .read).first }

    /// The identifier of the object's record; temporary until the object is saved.
    ///
    /// Mirrors SwiftData's `persistentModelID`.
    public var persistentModelID: PersistentIdentifier {
        let state = recordState
        if state.record == 0 { state.record = TemporaryNumber.next() }
        let origin =
            state.layout?.origin ?? IdentifierOrigin.of(store: nil, entity: type(of: self)._$entityName)
        return PersistentIdentifier(origin: origin, number: state.record)
    }

    /// The state of the object, or of its canonical object if it is an alias.
    var recordState: ModelState { AliasValues(state: _$state).canonicalObject?._$state ?? _$state }

    /// The identifier of the object's record, unless the model declares another `id`.
    ///
    /// Mirrors SwiftData's `id`.
    public var id: PersistentIdentifier { persistentModelID }

    /// Whether the object has an unsaved insertion, change or deletion.
    ///
    /// Mirrors SwiftData's `hasChanges`.
    public var hasChanges: Bool { recordState.hasChanges }

    /// Whether the next save deletes the object's record. After the save, ``modelContext`` is nil instead. The properties
    /// of a deleted object can still be read.
    ///
    /// Mirrors SwiftData's `isDeleted`.
    public var isDeleted: Bool { recordState.phase == .deleting }

    /// Returns whether two objects are the same instance.
    public static func == (first: Self, second: Self) -> Bool { first === second }

    /// Hashes the object's identity, which doesn't change when the object is saved.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PersistentModel {
    /// Returns the object of a to-one relationship that the property doesn't have, because the context is gone.
    @usableFromInline
    func formerTarget(_ column: Int) -> (any PersistentModel)? { FormerTable.target(of: self, column) }

    /// Binds one column to a parameter of any number.
    func bind(_ column: Int, to binder: ModelBinder, at position: Int) throws {
        try _$bind(column..<column + 1, to: binder.shifted(by: position - column))
    }

    /// Sets one column to a stored value, without marking it as changed.
    func restore(_ column: Int, from stored: StoredValue) throws {
        try _$reload(column..<column + 1, from: .value(stored))
    }

    /// Whether the object was deleted, saved or not.
    var isGone: Bool { recordState.phase.isDeleted }
    /// Whether the object's record was deleted and the deletion is saved.
    var isDeletedElsewhere: Bool { _$state.phase == .deleted }
}

extension PersistentModel {
    /// Returns the value of a property.
    ///
    /// Mirrors SwiftData's `getValue(forKey:)`.
    ///
    /// - Parameter keyPath: The property.
    /// - Returns: The property's value.
    public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets a property. Does nothing if the property is read-only.
    ///
    /// Mirrors SwiftData's `setValue(forKey:to:)`.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - newValue: The new value.
    public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: keyPath] = newValue
    }
}
