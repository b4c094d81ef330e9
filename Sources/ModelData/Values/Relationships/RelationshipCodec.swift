/// The codec of a relationship.
///
/// The context reads and writes the foreign key, because only the context knows the object of each record.
/// The codec itself reads and writes no column.
@_documentation(visibility: internal)
public protocol RelationshipCodec: ColumnCodec {
    /// The model of the related objects.
    static var targetType: any PersistentModel.Type { get }
    /// Whether the relationship is to-many.
    static var isToMany: Bool { get }
}

extension RelationshipCodec {
    /// Always true, because the property is a relationship.
    @inlinable public static var isRelationship: Bool { true }
    /// The type of a record number.
    public static var columnType: ColumnType { .integer }
    /// The word “one” or “many”, and the name of the related model.
    public static var columnFormat: String { "\(isToMany ? "many" : "one") \(targetType._$entityName)" }
    /// The model of the related objects.
    public static var wrappedType: any Any.Type { targetType }
    /// Binds nothing; the context binds the record number.
    @inlinable public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {}
    /// Always NULL; the context writes the record number.
    public static func stored(_ value: Value) throws -> StoredValue { .null }
    /// Always true, so that reading a row again doesn't replace the related objects.
    @inlinable public static func same(_ first: Value, _ second: Value) -> Bool { true }
}

/// An optional relationship to one object.
@_documentation(visibility: internal)
public enum ToOneCodec<Target: PersistentModel>: RelationshipCodec {
    /// The related object, or nil.
    public typealias Value = Target?
    /// The model of the related object.
    public static var targetType: any PersistentModel.Type { Target.self }
    /// Always false: the relationship has at most one object.
    public static var isToMany: Bool { false }
    /// Always true: the relationship may have no object.
    public static var isOptional: Bool { true }
    /// Returns nil, because the context loads the object when the program reads the relationship.
    @inlinable public static func decode(_ row: ModelRow, _ column: Int) throws -> Target? { nil }
    /// Returns nil, because the context loads the object when the program reads the relationship.
    public static func value(from stored: StoredValue) throws -> Target? { nil }
    /// Returns the related object in an array, or an empty array.
    @inlinable public static func objects(_ storage: Target?) -> [any PersistentModel] {
        storage.map { [$0] } ?? []
    }
    /// Returns the related object.
    @inlinable public static func object(_ storage: Target?) -> (any PersistentModel)? { storage }
    /// Returns the related object, or nil.
    ///
    /// - Parameters:
    ///   - storage: The property's storage.
    ///   - model: The object.
    ///   - column: The property's column, counted from 0.
    @inlinable public static func value(
        _ storage: Target?, of model: some PersistentModel, _ column: Int
    ) -> Target? {
        if let storage { return storage }
        return model.formerTarget(column) as? Target
    }
    /// Returns the related object in a ``Slot``, or nil.
    ///
    /// - Parameters:
    ///   - slot: The property's storage.
    ///   - model: The object.
    ///   - column: The property's column, counted from 0.
    @inlinable public static func value(
        _ slot: Slot<Target?>, of model: some PersistentModel, _ column: Int
    ) -> Target? { value(slot.value, of: model, column) }
    /// Reads or changes the property's storage, which is only read and assigned: accesses that can't overlap
    /// others need no checks at run time.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - get: Returns the storage.
    ///   - set: Assigns the storage.
    ///   - update: Changes the storage in place; not called.
    /// - Returns: The related objects if `change` is `read` or `find`; otherwise none.
    @inlinable public static func apply(
        _ change: LinkChange, get: () -> Target?, set: (Target?) -> Void,
        update: () -> [any PersistentModel]
    ) -> [any PersistentModel] {
        var storage = get()
        let result = apply(change, to: &storage)
        set(storage)
        return result
    }
    /// Reads or changes the property's storage.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - storage: The property's storage.
    /// - Returns: The related objects if `change` is `read` or `find`; otherwise none.
    @inlinable public static func apply(_ change: LinkChange, to storage: inout Target?)
        -> [any PersistentModel]
    {
        switch change {
        case .read: return objects(storage)
        case .find(let model): return storage === model ? objects(storage) : []
        case .clear, .release: storage = nil
        case .set(let models), .replace(let models): storage = models.first as? Target
        case .load(let models): storage = models.first as? Target
        case .append(let model): storage = model as? Target
        case .remove(let model): if storage === model { storage = nil }
        case .compare, .replaceTail: break
        }
        return []
    }
}

/// A required relationship to one object.
@_documentation(visibility: internal)
public enum RequiredToOneCodec<Target: PersistentModel>: RelationshipCodec {
    /// The related object.
    public typealias Value = Target
    /// The model of the related object.
    public static var targetType: any PersistentModel.Type { Target.self }
    /// Always false: the relationship has one object.
    public static var isToMany: Bool { false }
    /// Never called, because the property is stored in a ``Slot``, which is empty until it is read.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Target { throw ValueProblem.missing }
    /// Never called, because the property is stored in a ``Slot``.
    public static func value(from stored: StoredValue) throws -> Target { throw ValueProblem.missing }
    /// Returns an empty slot, because the context loads the object when the program reads the relationship.
    @inlinable public static func decodeSlot(_ row: ModelRow, _ column: Int) throws -> Slot<Target> { .empty }
    /// Returns nil, which means no change, because the context sets the object.
    @inlinable public static func reload(
        _ slot: Slot<Target>, _ source: ColumnSource, _ column: Int
    ) throws -> Slot<Target>? { nil }
    /// Binds nothing; the context binds the record number.
    @inlinable public static func bind(_ slot: Slot<Target>, to row: ModelBinder, _ position: Int) throws {}
    /// Always NULL; the context writes the record number.
    public static func stored(_ slot: Slot<Target>) throws -> StoredValue { .null }
    /// The object. A read of a row loads it (``ObjectRegistry/reading(_:)``), and the slot keeps it until another object
    /// replaces it.
    public static func value(_ slot: Slot<Target>, of model: some PersistentModel, _ column: Int)
        -> Target
    {
        if case .value(let target) = slot { return target }
        if let target = model.formerTarget(column) as? Target { return target }
        Slot<Target>.endProgram(model.persistentModelID)
    }
    /// The object, if it is loaded.
    @inlinable public static func objects(_ storage: Slot<Target>) -> [any PersistentModel] {
        if case .value(let target) = storage { return [target] }
        return []
    }
    /// The object, if it is loaded.
    @inlinable public static func object(_ storage: Slot<Target>) -> (any PersistentModel)? {
        if case .value(let target) = storage { return target }
        return nil
    }
    /// Reads or changes the property's storage, which is only read and assigned: accesses that can't overlap
    /// others need no checks at run time.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - get: Returns the storage.
    ///   - set: Assigns the storage.
    ///   - update: Changes the storage in place; not called.
    /// - Returns: The related objects if `change` is `read` or `find`; otherwise none.
    @inlinable public static func apply(
        _ change: LinkChange, get: () -> Slot<Target>, set: (Slot<Target>) -> Void,
        update: () -> [any PersistentModel]
    ) -> [any PersistentModel] {
        var storage = get()
        let result = apply(change, to: &storage)
        set(storage)
        return result
    }
    /// Makes property observers on a required relationship a compile-time error, because they need storage
    /// that is never empty.
    @available(*, unavailable, message: "a relationship that must be there can't have property observers")
    public static func objects(_ storage: Target) -> [any PersistentModel] { [] }
    /// Reads or changes the property's storage.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - storage: The property's storage.
    /// - Returns: The related objects if `change` is `read` or `find`; otherwise none.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Slot<Target>
    ) -> [any PersistentModel] {
        switch change {
        case .read: return objects(storage)
        case .find(let model): return objects(storage).filter { $0 === model }
        // The last object stays, in case that the next one can't be read.
        case .clear: break
        case .release: storage = .empty
        case .set(let models), .replace(let models):
            if let target = models.first as? Target { storage = .value(target) }
        case .load(let models): if let target = models.first as? Target { storage = .value(target) }
        case .append(let model): if let target = model as? Target { storage = .value(target) }
        case .remove, .compare, .replaceTail: break
        }
        return []
    }
    /// Makes property observers on a required relationship a compile-time error, because they need storage
    /// that is never empty.
    @available(*, unavailable, message: "a relationship that must be there can't have property observers")
    public static func apply(_ change: LinkChange, to storage: inout Target) -> [any PersistentModel] { [] }
}

/// A relationship to any number of objects.
@_documentation(visibility: internal)
public enum ToManyCodec<Value: RelationshipCollection>: RelationshipCodec {
    /// The model of the related objects.
    public static var targetType: any PersistentModel.Type { Value.PersistentElement.self }
    /// Always true: the relationship can have several objects.
    public static var isToMany: Bool { true }
    /// Always true, because a to-many relationship has no column.
    public static var isOptional: Bool { true }
    /// Returns an empty collection, because the context loads the objects when the program reads the
    /// relationship.
    @inlinable public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        Value(relatedModels: [])
    }
    /// Returns an empty collection, because the context loads the objects when the program reads the
    /// relationship.
    public static func value(from stored: StoredValue) throws -> Value { Value(relatedModels: []) }
    /// Returns the objects of the collection.
    @inlinable public static func objects(_ storage: Value) -> [any PersistentModel] {
        storage.relatedModels.erased
    }
    /// Returns the first object of the collection.
    @inlinable public static func object(_ storage: Value) -> (any PersistentModel)? {
        storage.relatedModels.first
    }
    /// Reads or changes the property's storage in place, because copying a long collection takes time.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - get: Returns the storage; not called.
    ///   - set: Assigns the storage; not called.
    ///   - update: Changes the storage in place.
    /// - Returns: The related objects if `change` is `read` or `find`; otherwise none.
    @inlinable public static func apply(
        _ change: LinkChange, get: () -> Value, set: (Value) -> Void, update: () -> [any PersistentModel]
    ) -> [any PersistentModel] {
        update()
    }
    /// Reads or changes the property's storage.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - storage: The property's storage.
    /// - Returns: The related objects if `change` is `read` or `find`; otherwise none.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Value
    ) -> [any PersistentModel] {
        switch change {
        case .read: return objects(storage)
        case .find(let model): return storage.relatedModels.contains { $0 === model } ? [model] : []
        case .clear, .release: storage = Value(relatedModels: [])
        case .set(let models), .replace(let models):
            storage = Value(relatedModels: models.compactMap { $0 as? Value.PersistentElement })
        case .load(let models): storage = Value(relatedModels: models.typed(as: Value.PersistentElement.self))
        case .append(let model):
            if let model = model as? Value.PersistentElement { storage.appendRelated(model) }
        case .remove(let model):
            if let model = model as? Value.PersistentElement { storage.removeRelated(model) }
        case .compare(let comparison): comparison.compare(storage.relatedModels)
        case .replaceTail(let start, let models):
            storage.replaceRelated(from: start, with: models.compactMap { $0 as? Value.PersistentElement })
        }
        return []
    }
    /// Moves the objects out of a collection, so that it is empty and the result isn't shared.
    @inlinable public static func moved(from storage: inout Value) -> Value {
        defer { storage = Value(relatedModels: []) }
        return storage
    }
}

// Called by getters. `UnstorableCodec` has other versions, which don't compile.

extension ValueCodec {
    /// Returns the value of a property that isn't stored in a ``Slot``.
    ///
    /// - Parameters:
    ///   - storage: The property's storage.
    ///   - model: The object.
    ///   - column: The property's column, counted from 0.
    @inlinable public static func value(_ storage: Value, of model: some PersistentModel, _ column: Int)
        -> Value
    {
        storage
    }
    /// Returns the value in a ``Slot``.
    ///
    /// - Parameters:
    ///   - slot: The property's storage.
    ///   - model: The object.
    ///   - column: The property's column, counted from 0.
    @inlinable public static func value(
        _ slot: Slot<Value>, of model: some PersistentModel, _ column: Int
    ) -> Value { slot.value }
}

extension RelationshipCodec {
    /// Returns the value of a property that isn't stored in a ``Slot``.
    ///
    /// - Parameters:
    ///   - storage: The property's storage.
    ///   - model: The object.
    ///   - column: The property's column, counted from 0.
    @inlinable public static func value(_ storage: Value, of model: some PersistentModel, _ column: Int)
        -> Value
    {
        storage
    }
    /// Returns the value in a ``Slot``.
    ///
    /// - Parameters:
    ///   - slot: The property's storage.
    ///   - model: The object.
    ///   - column: The property's column, counted from 0.
    @inlinable public static func value(
        _ slot: Slot<Value>, of model: some PersistentModel, _ column: Int
    ) -> Value { slot.value }
}

// Called by the code that `@Model` generates, for values and relationships alike.

extension ColumnCodec {
    /// Whether the property is a relationship.
    @inlinable public static var isRelationship: Bool { false }
    /// Returns a copy of a value, which stays in its storage. Only lists of related objects are moved.
    @inlinable public static func moved(from storage: inout Value) -> Value { storage }
    /// Reads a column's value into a ``Slot``.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - column: The model's column, counted from 0.
    /// - Throws: ``ValueProblem`` if the column's content isn't a value of the type.
    @inlinable public static func decodeSlot(_ row: ModelRow, _ column: Int) throws -> Slot<Value> {
        .value(try decode(row, column))
    }
    /// Binds the value in a ``Slot``.
    ///
    /// - Parameters:
    ///   - slot: The property's storage.
    ///   - row: The statement's parameters.
    ///   - position: The parameter, counted from 0.
    /// - Throws: ``ValueProblem`` if the value can't be stored.
    @inlinable public static func bind(_ slot: Slot<Value>, to row: ModelBinder, _ position: Int) throws {
        try bind(slot.value, to: row, position)
    }
    /// Returns the stored form of the value in a ``Slot``.
    ///
    /// - Parameter slot: The property's storage.
    /// - Throws: ``ValueProblem`` if the value can't be stored.
    public static func stored(_ slot: Slot<Value>) throws -> StoredValue { try stored(slot.value) }
    /// Returns the value in a row if it differs from the current value, or a single stored value; nil for no change.
    ///
    /// - Parameters:
    ///   - current: The current value.
    ///   - source: The stored values.
    ///   - column: The model's column, counted from 0.
    /// - Throws: ``ValueProblem`` if the column's content isn't a value of the type.
    @inlinable public static func reload(
        _ current: Value, _ source: ColumnSource, _ column: Int
    ) throws -> Value? {
        switch source {
        case .row(let row):
            let value = try decode(row, column)
            return same(current, value) ? nil : .some(value)
        case .value(let stored):
            // The context sets the objects of relationships.
            return isRelationship ? nil : .some(try value(from: stored))
        }
    }
    /// The same for a value in a ``Slot``.
    ///
    /// - Parameters:
    ///   - slot: The storage of the current value.
    ///   - source: The stored values.
    ///   - column: The model's column, counted from 0.
    /// - Throws: ``ValueProblem`` if the column's content isn't a value of the type.
    @inlinable public static func reload(
        _ slot: Slot<Value>, _ source: ColumnSource, _ column: Int
    ) throws -> Slot<Value>? {
        try reload(slot.value, source, column).map { .value($0) }
    }
    /// Returns whether a value equals the current one.
    ///
    /// - Parameters:
    ///   - slot: The storage of the current value.
    ///   - value: The value to assign.
    @inlinable public static func same(_ slot: Slot<Value>, _ value: Value) -> Bool {
        same(slot.value, value)
    }
    /// Returns nothing, because values have no related objects.
    @inlinable public static func objects(_ storage: Value) -> [any PersistentModel] { [] }
    /// Returns nothing, because values have no related objects.
    @inlinable public static func objects(_ storage: Slot<Value>) -> [any PersistentModel] { [] }
    /// Returns nil, because values have no related objects.
    @inlinable public static func object<Storage>(_ storage: Storage) -> (any PersistentModel)? { nil }
    /// Does nothing, because values have no related objects.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - get: Returns the storage.
    ///   - set: Assigns the storage.
    ///   - update: Changes the storage in place.
    @inlinable public static func apply<Storage>(
        _ change: LinkChange, get: () -> Storage, set: (Storage) -> Void, update: () -> [any PersistentModel]
    ) -> [any PersistentModel] { [] }
    /// Does nothing, because values have no related objects.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - storage: The property's storage.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Value
    ) -> [any PersistentModel] { [] }
    /// Does nothing, because values have no related objects.
    ///
    /// - Parameters:
    ///   - change: The kind of access.
    ///   - storage: The property's storage.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Slot<Value>
    ) -> [any PersistentModel] { [] }
}
