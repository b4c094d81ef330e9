/// The codec of a relationship.
///
/// The context reads and writes the foreign key, because it has the objects of the records. The codec
/// therefore reads and writes nothing.
public protocol RelationshipCodec: ColumnCodec {
    /// The model of the related objects.
    static var targetType: any PersistentModel.Type { get }
    /// Whether there can be more than one object.
    static var isToMany: Bool { get }
}

extension RelationshipCodec {
    /// Always true.
    @inlinable public static var isRelationship: Bool { true }
    /// A record number.
    public static var columnType: ColumnType { .integer }
    /// The name of the model.
    public static var columnFormat: String { "\(isToMany ? "many" : "one") \(targetType._$entityName)" }
    /// The model.
    public static var wrappedType: any Any.Type { targetType }
    /// Relationships aren't compared as values.
    public static var comparison: ColumnComparison { .none }
    /// Binds nothing; the context binds the record number.
    @inlinable public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {}
    /// Always NULL; the context writes the record number.
    public static func stored(_ value: Value) throws -> StoredValue { .null }
    /// Always true, so that reading a row again leaves the objects alone.
    @inlinable public static func same(_ first: Value, _ second: Value) -> Bool { true }
}

/// An optional relationship to one object.
public enum ToOneCodec<Target: PersistentModel>: RelationshipCodec {
    /// The object, or nil.
    public typealias Value = Target?
    /// The model of the related object.
    public static var targetType: any PersistentModel.Type { Target.self }
    /// Always false.
    public static var isToMany: Bool { false }
    /// Always true.
    public static var isOptional: Bool { true }
    /// Nil until it is read.
    @inlinable public static func decode(_ row: ModelRow, _ column: Int) throws -> Target? { nil }
    /// Nil until it is read.
    public static func value(from stored: StoredValue) throws -> Target? { nil }
    /// The object, if there is one.
    @inlinable public static func objects(_ storage: Target?) -> [any PersistentModel] {
        storage.map { [$0] } ?? []
    }
    /// Reads or changes the storage.
    @inlinable public static func apply(_ change: LinkChange, to storage: inout Target?)
        -> [any PersistentModel]
    {
        switch change {
        case .read: return objects(storage)
        case .find(let model): return storage === model ? objects(storage) : []
        case .clear: storage = nil
        case .take:
            defer { storage = nil }
            return objects(storage)
        case .set(let models), .replace(let models): storage = models.first as? Target
        case .load(let models): storage = models.first as? Target
        case .append(let model): storage = model as? Target
        case .remove(let model): if storage === model { storage = nil }
        }
        return []
    }
}

/// A required relationship to one object.
public enum RequiredToOneCodec<Target: PersistentModel>: RelationshipCodec {
    /// The object.
    public typealias Value = Target
    /// The model of the related object.
    public static var targetType: any PersistentModel.Type { Target.self }
    /// Always false.
    public static var isToMany: Bool { false }
    /// Always false.
    public static var isOptional: Bool { false }
    /// Never called: the storage is a slot, which is empty until it is read.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Target { throw ValueProblem.missing }
    /// Never called.
    public static func value(from stored: StoredValue) throws -> Target { throw ValueProblem.missing }
    /// Empty until it is read.
    @inlinable public static func decodeSlot(_ row: ModelRow, _ column: Int) throws -> Slot<Target> { .empty }
    /// Changes nothing; the context sets the object.
    public static func restoreSlot(_ slot: Slot<Target>, from stored: StoredValue) throws -> Slot<Target> {
        slot
    }
    /// Changes nothing; the context sets the object.
    @inlinable public static func reload(_ slot: Slot<Target>, _ row: ModelRow, _ column: Int) throws -> Slot<
        Target
    >? {
        nil
    }
    /// Binds nothing; the context binds the record number.
    @inlinable public static func bind(_ slot: Slot<Target>, to row: ModelBinder, _ position: Int) throws {}
    /// Always NULL; the context writes the record number.
    public static func stored(_ slot: Slot<Target>) throws -> StoredValue { .null }
    /// The object; a placeholder if a damaged store doesn't have it.
    public static func value(_ slot: Slot<Target>, of model: some PersistentModel, _ column: Int) -> Target {
        if case .value(let target) = slot { return target }
        return PlaceholderObject.make(Target.self)
    }
    /// The object, if it is loaded.
    @inlinable public static func objects(_ storage: Slot<Target>) -> [any PersistentModel] {
        if case .value(let target) = storage { return [target] }
        return []
    }
    /// Refuses observers, which need storage that is never empty.
    @available(*, unavailable, message: "a relationship that must be there can't have property observers")
    public static func objects(_ storage: Target) -> [any PersistentModel] { [] }
    /// Reads or changes the storage.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Slot<Target>
    ) -> [any PersistentModel] {
        switch change {
        case .read: return objects(storage)
        case .find(let model): return objects(storage).filter { $0 === model }
        case .clear: storage = .empty
        case .take:
            defer { storage = .empty }
            return objects(storage)
        case .set(let models), .replace(let models):
            if let target = models.first as? Target { storage = .value(target) }
        case .load(let models): if let target = models.first as? Target { storage = .value(target) }
        case .append(let model): if let target = model as? Target { storage = .value(target) }
        case .remove: break
        }
        return []
    }
    /// Refuses observers, which need storage that is never empty.
    @available(*, unavailable, message: "a relationship that must be there can't have property observers")
    public static func apply(_ change: LinkChange, to storage: inout Target) -> [any PersistentModel] { [] }
}

/// A relationship to any number of objects.
public enum ToManyCodec<Value: RelationshipCollection>: RelationshipCodec {
    /// The model of the related objects.
    public static var targetType: any PersistentModel.Type { Value.PersistentElement.self }
    /// Always true.
    public static var isToMany: Bool { true }
    /// Always true: it has no column.
    public static var isOptional: Bool { true }
    /// Empty until it is read.
    @inlinable public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        Value(relatedModels: [])
    }
    /// Empty until it is read.
    public static func value(from stored: StoredValue) throws -> Value { Value(relatedModels: []) }
    /// The objects.
    @inlinable public static func objects(_ storage: Value) -> [any PersistentModel] {
        storage.relatedModels.erased
    }
    /// Reads or changes the storage.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Value
    ) -> [any PersistentModel] {
        switch change {
        case .read: return objects(storage)
        case .find(let model): return storage.relatedModels.contains { $0 === model } ? [model] : []
        case .clear: storage = Value(relatedModels: [])
        case .take:
            defer { storage = Value(relatedModels: []) }
            return objects(storage)
        case .set(let models), .replace(let models):
            storage = Value(relatedModels: models.compactMap { $0 as? Value.PersistentElement })
        case .load(let models): storage = Value(relatedModels: models.typed(as: Value.PersistentElement.self))
        case .append(let model):
            if let model = model as? Value.PersistentElement { storage.appendRelated(model) }
        case .remove(let model):
            if let model = model as? Value.PersistentElement { storage.removeRelated(model) }
        }
        return []
    }
}

/// An access to the storage of a relationship.
public enum LinkChange {
    /// Returns the objects.
    case read
    /// Returns the object if the storage has it.
    case find(any PersistentModel)
    /// Empties the storage, because nothing is loaded.
    case clear
    /// Returns the objects and empties the storage.
    case take
    /// Sets the objects.
    case set([any PersistentModel])
    /// Sets the objects because the program changed this or the other side.
    case replace([any PersistentModel])
    /// Sets the stored objects, which must be of the relationship's type. This isn't a change.
    case load(ContiguousArray<AnyObject>)
    /// Adds an object, or sets it for a to-one relationship.
    case append(any PersistentModel)
    /// Removes the object.
    case remove(any PersistentModel)
}

// Called by the code that `@Model` generates, for values and relationships alike.

extension ColumnCodec {
    /// Whether the property is a relationship.
    @inlinable public static var isRelationship: Bool { false }
    /// The value of plain storage.
    @inlinable public static func value(_ storage: Value, of model: some PersistentModel, _ column: Int)
        -> Value
    {
        storage
    }
    /// The value of a slot.
    @inlinable public static func value(
        _ slot: Slot<Value>, of model: some PersistentModel, _ column: Int
    ) -> Value { slot.value }
    /// Reads a column into a slot.
    @inlinable public static func decodeSlot(_ row: ModelRow, _ column: Int) throws -> Slot<Value> {
        .value(try decode(row, column))
    }
    /// Binds a slot's value.
    @inlinable public static func bind(_ slot: Slot<Value>, to row: ModelBinder, _ position: Int) throws {
        try bind(slot.value, to: row, position)
    }
    /// The stored form of a slot's value.
    public static func stored(_ slot: Slot<Value>) throws -> StoredValue { try stored(slot.value) }
    /// A slot of a stored value.
    public static func restoreSlot(_ slot: Slot<Value>, from stored: StoredValue) throws -> Slot<Value> {
        .value(try value(from: stored))
    }
    /// The value of a row if it differs from the current one; otherwise nil.
    @inlinable public static func reload(_ current: Value, _ row: ModelRow, _ column: Int) throws -> Value? {
        let value = try decode(row, column)
        return same(current, value) ? nil : .some(value)
    }
    /// The value of a row if it differs from the current one; otherwise nil.
    @inlinable public static func reload(
        _ slot: Slot<Value>, _ row: ModelRow, _ column: Int
    ) throws -> Slot<Value>? {
        let value = try decode(row, column)
        return same(slot.value, value) ? nil : .value(value)
    }
    /// Whether a value equals the current one.
    @inlinable public static func same(_ slot: Slot<Value>, _ value: Value) -> Bool {
        same(slot.value, value)
    }
    /// Values have no related objects.
    @inlinable public static func objects(_ storage: Value) -> [any PersistentModel] { [] }
    /// Values have no related objects.
    @inlinable public static func objects(_ storage: Slot<Value>) -> [any PersistentModel] { [] }
    /// Values have no related objects.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Value
    ) -> [any PersistentModel] { [] }
    /// Values have no related objects.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Slot<Value>
    ) -> [any PersistentModel] { [] }
}
