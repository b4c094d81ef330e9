import Foundation
import Observation

/// A class whose objects live in a store; `@Model` makes the conformance.
///
///     @Model final class Book {
///         var title: String
///         init(title: String) { self.title = title }
///     }
///     let isNew = Book(title: "Solaris").modelContext == nil
///
/// Members whose names start with `_$` are for the code that `@Model` makes. Mirrors SwiftData's
/// `PersistentModel`.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// What the schema knows of the properties.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    /// The model's name, which is its table's name.
    static var _$entityName: String { get }

    /// The model that the class inherits from; nil when it inherits from none.
    static var _$superclass: (any PersistentModel.Type)? { get }

    /// Groups of the class's own, inherited properties among them, whose values together are unique.
    static var _$unique: [[AnyKeyPath]] { get }

    /// Groups of the class's own that have an index.
    static var _$indexes: [[AnyKeyPath]] { get }

    /// Groups of properties that have an R*Tree.
    static var _$spatialIndexes: [[AnyKeyPath]] { get }

    /// What the object is to its context.
    var _$state: ModelState { get }

    /// Makes an object of a row.
    init(_$row row: ModelRow) throws

    /// Binds all columns, in order.
    func _$bind(to row: ModelBinder) throws

    /// Binds one column.
    func _$bind(_ column: Int, to row: ModelBinder, at position: Int) throws

    /// The stored value of one column.
    func _$stored(_ column: Int) throws -> StoredValue

    /// Sets one column to a stored value, without marking it as changed.
    func _$restore(_ column: Int, from stored: StoredValue) throws

    /// Sets all columns to a row's values, without marking them as changed.
    func _$reload(from row: ModelRow) throws

    /// Reads or changes the storage of one relationship, telling observers.
    @discardableResult
    func _$relate(_ column: Int, _ change: LinkChange) -> [any PersistentModel]
}

extension PersistentModel {
    /// Most models inherit from none.
    public static var _$superclass: (any PersistentModel.Type)? { nil }

    /// No group of properties is unique, unless `#Unique` says so.
    public static var _$unique: [[AnyKeyPath]] { [] }

    /// No group of properties has an index, unless `#Index` says so.
    public static var _$indexes: [[AnyKeyPath]] { [] }

    /// No group of properties has an R*Tree, unless `#Index` says so.
    public static var _$spatialIndexes: [[AnyKeyPath]] { [] }

    /// A model without relationships has none to change.
    @discardableResult
    public func _$relate(_ column: Int, _ change: LinkChange) -> [any PersistentModel] { [] }

    /// The identifier of the object's record; temporary until the object is saved.
    ///
    ///     let number = book.persistentModelID.recordNumber
    ///
    /// Mirrors SwiftData's `persistentModelID`.
    public var persistentModelID: PersistentIdentifier {
        recordState.identifier(entityName: type(of: self)._$entityName)
    }

    /// The state of the object that stands for the record: this one's, but for a twin.
    private var recordState: ModelState { _$state.elder?._$state ?? _$state }

    /// The identifier of the object's record, unless the model has an `id` of its own.
    ///
    ///     let book = books.first { $0.id == identifier }
    ///
    /// Mirrors SwiftData's `id`.
    public var id: PersistentIdentifier { persistentModelID }

    /// The context that the object belongs to; nil before insertion and after deletion.
    ///
    ///     try book.modelContext?.save()
    ///
    /// Mirrors SwiftData's `modelContext`.
    public var modelContext: ModelContext? {
        let state = recordState
        return state.isAlive ? state.context : nil
    }

    /// Whether the object was inserted, changed or deleted and not saved since.
    ///
    ///     if book.hasChanges { try book.modelContext?.save() }
    ///
    /// Mirrors SwiftData's `hasChanges`.
    public var hasChanges: Bool { recordState.hasChanges }

    /// Whether the object was deleted; its properties can still be read.
    ///
    ///     if book.isDeleted { print("\(book.title) is gone") }
    ///
    /// Mirrors SwiftData's `isDeleted`.
    public var isDeleted: Bool {
        let phase = recordState.phase
        return phase == .deleting || phase == .deleted
    }

    /// Two objects are equal when they are the same object: a context has one object per record.
    public static func == (first: Self, second: Self) -> Bool { first === second }

    /// Hashes the object's identity, which doesn't change when the object is saved.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PersistentModel {
    /// Whether the object's record is gone, and not by a deletion that this context hasn't saved.
    var isDeletedElsewhere: Bool { _$state.phase == .deleted }
}
