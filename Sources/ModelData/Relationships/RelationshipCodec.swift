/// How a property that is a relationship goes into the store.
///
///     let target = ToOneCodec<Book>.targetType
///
/// Its own column, if it has one, holds a record's number and is read and written by the context, which knows
/// the objects of records. So the codec reads and writes nothing.
public protocol RelationshipCodec: ColumnCodec {
    /// The model of the related objects.
    static var targetType: any PersistentModel.Type { get }
    /// Whether there can be more than one.
    static var isToMany: Bool { get }
}

extension RelationshipCodec {
    /// Always true.
    @inlinable public static var isRelationship: Bool { true }
    /// A record's number.
    public static var columnType: ColumnType { .integer }
    /// The name of the model.
    public static var columnFormat: String { "\(isToMany ? "many" : "one") \(targetType._$entityName)" }
    /// The model.
    public static var wrappedType: any Any.Type { targetType }
    /// Objects are compared by their records.
    public static var comparison: ColumnComparison { .none }
    /// Binds nothing; the context binds the record's number.
    @inlinable public static func bind(_ value: Value, to row: ModelBinder, _ position: Int) throws {}
    /// Nothing; the context knows the record's number.
    public static func stored(_ value: Value) throws -> StoredValue { .null }
    /// Always true, so that reading a row again leaves the objects alone.
    @inlinable public static func same(_ first: Value, _ second: Value) -> Bool { true }
}

/// A relationship to one object or none.
public enum ToOneCodec<Target: PersistentModel>: RelationshipCodec {
    /// The object, or nil.
    public typealias Value = Target?
    /// The model of the related object.
    public static var targetType: any PersistentModel.Type { Target.self }
    /// Always false.
    public static var isToMany: Bool { false }
    /// Always true.
    public static var isOptional: Bool { true }
    /// Nil until somebody reads it.
    @inlinable public static func decode(_ row: ModelRow, _ column: Int) throws -> Target? { nil }
    /// Nil until somebody reads it.
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

/// A relationship to one object that must be there.
public enum RequiredToOneCodec<Target: PersistentModel>: RelationshipCodec {
    /// The object.
    public typealias Value = Target
    /// The model of the related object.
    public static var targetType: any PersistentModel.Type { Target.self }
    /// Always false.
    public static var isToMany: Bool { false }
    /// Always false.
    public static var isOptional: Bool { false }
    /// Never called: the storage is a slot, which is empty until somebody reads it.
    public static func decode(_ row: ModelRow, _ column: Int) throws -> Target { throw ValueProblem.missing }
    /// Never called.
    public static func value(from stored: StoredValue) throws -> Target { throw ValueProblem.missing }
    /// Empty until somebody reads it.
    @inlinable public static func decodeSlot(_ row: ModelRow, _ column: Int) throws -> Slot<Target> { .empty }
    /// Nothing; the context sets objects.
    public static func restoreSlot(_ slot: Slot<Target>, from stored: StoredValue) throws -> Slot<Target> {
        slot
    }
    /// Nothing; the context sets objects.
    @inlinable public static func reload(_ slot: Slot<Target>, _ row: ModelRow, _ column: Int) throws -> Slot<
        Target
    >? {
        nil
    }
    /// Binds nothing; the context binds the record's number.
    @inlinable public static func bind(_ slot: Slot<Target>, to row: ModelBinder, _ position: Int) throws {}
    /// Nothing; the context knows the record's number.
    public static func stored(_ slot: Slot<Target>) throws -> StoredValue { .null }
    /// The object; a stand-in without values when a damaged store doesn't have it.
    public static func value(_ slot: Slot<Target>, of model: some PersistentModel, _ column: Int) -> Target {
        if case .value(let target) = slot { return target }
        return Placeholder.make(Target.self)
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
    /// Always true: it has no column of its own.
    public static var isOptional: Bool { true }
    /// Empty until somebody reads it.
    @inlinable public static func decode(_ row: ModelRow, _ column: Int) throws -> Value {
        Value(relatedModels: [])
    }
    /// Empty until somebody reads it.
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

/// What is done with the storage of a relationship.
public enum LinkChange {
    /// Its objects are returned.
    case read
    /// The object is returned, if it is among them.
    case find(any PersistentModel)
    /// It holds nothing, since nothing is loaded.
    case clear
    /// Its objects are returned, and it holds nothing.
    case take
    /// It holds these objects.
    case set([any PersistentModel])
    /// It holds these objects, because of what the program did here or at the other side.
    case replace([any PersistentModel])
    /// It holds these objects, which are of its type, as the store has them: nothing changes by that.
    case load(ContiguousArray<AnyObject>)
    /// It holds one more object, or this one.
    case append(any PersistentModel)
    /// It holds the object no more.
    case remove(any PersistentModel)
}

// What the code made by `@Model` does the same way with every property, whatever it is.

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
    /// The value of a row where it differs from the present one.
    @inlinable public static func reload(_ current: Value, _ row: ModelRow, _ column: Int) throws -> Value? {
        let value = try decode(row, column)
        return same(current, value) ? nil : .some(value)
    }
    /// The value of a row where it differs from the present one.
    @inlinable public static func reload(
        _ slot: Slot<Value>, _ row: ModelRow, _ column: Int
    ) throws -> Slot<Value>? {
        let value = try decode(row, column)
        return same(slot.value, value) ? nil : .value(value)
    }
    /// Whether setting a value for the present one changes nothing.
    @inlinable public static func same(_ slot: Slot<Value>, _ value: Value) -> Bool {
        same(slot.value, value)
    }
    /// A property that is a value has no objects.
    @inlinable public static func objects(_ storage: Value) -> [any PersistentModel] { [] }
    /// A property that is a value has no objects.
    @inlinable public static func objects(_ storage: Slot<Value>) -> [any PersistentModel] { [] }
    /// A property that is a value has no objects.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Value
    ) -> [any PersistentModel] { [] }
    /// A property that is a value has no objects.
    @inlinable public static func apply(
        _ change: LinkChange, to storage: inout Slot<Value>
    ) -> [any PersistentModel] { [] }
}
