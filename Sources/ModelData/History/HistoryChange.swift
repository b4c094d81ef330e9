/// One change to one record: its insertion, an update or its deletion.
///
///     for case .delete(let deletion as DefaultHistoryDelete<Book>) in transaction.changes {
///         print(deletion.tombstone[\.isbn] ?? "")
///     }
///
/// Mirrors SwiftData's `HistoryChange`.
public enum HistoryChange: Sendable {
    /// The record was made.
    case insert(any HistoryInsert)
    /// Properties of the record were changed.
    case update(any HistoryUpdate)
    /// The record was deleted.
    case delete(any HistoryDelete)

    /// The number of the change in its transaction, from zero.
    public var changeIdentifier: Int {
        switch self {
        case .insert(let change): change.changeIdentifier
        case .update(let change): change.changeIdentifier
        case .delete(let change): change.changeIdentifier
        }
    }

    /// The number of the transaction.
    public var transactionIdentifier: Int64 {
        switch self {
        case .insert(let change): change.transactionIdentifier
        case .update(let change): change.transactionIdentifier
        case .delete(let change): change.transactionIdentifier
        }
    }

    /// The record.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// What every change of a record tells.
///
///     func number(of change: any HistoryRecordChange) -> Int64? {
///         change.changedPersistentIdentifier.recordNumber
///     }
public protocol HistoryRecordChange<Model>: Sendable {
    /// The record's model.
    associatedtype Model: PersistentModel
    /// The number of the change in its transaction, from zero.
    var changeIdentifier: Int { get }
    /// The number of the transaction.
    var transactionIdentifier: Int64 { get }
    /// The record.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// The insertion of a record.
///
///     func isNew(_ change: any HistoryInsert) -> Bool { true }
///
/// Mirrors SwiftData's `HistoryInsert`.
public protocol HistoryInsert<Model>: HistoryRecordChange {}

/// A change of a record's properties.
///
///     func count(of change: any HistoryUpdate) -> Int { change.updatedAttributes.count }
///
/// Mirrors SwiftData's `HistoryUpdate`.
public protocol HistoryUpdate<Model>: HistoryRecordChange {
    /// The properties that got another value.
    var updatedAttributes: [PartialKeyPath<Model>] { get }
}

/// The deletion of a record.
///
///     func isbn(of change: some HistoryDelete<Book>) -> String? { change.tombstone[\.isbn] }
///
/// Mirrors SwiftData's `HistoryDelete`.
public protocol HistoryDelete<Model>: HistoryRecordChange {
    /// The values that were to be kept.
    var tombstone: HistoryTombstone<Model> { get }
}

/// The insertion of a record of one model.
///
///     if case .insert(let insertion as DefaultHistoryInsert<Book>) = change {
///         print(insertion.changedPersistentIdentifier)
///     }
///
/// Mirrors SwiftData's `DefaultHistoryInsert`.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
    /// What numbers transactions.
    public typealias TransactionIdentifier = Int64
    /// What numbers changes.
    public typealias ChangeIdentifier = Int

    /// The number of the change in its transaction, from zero.
    public let changeIdentifier: Int
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The record.
    public let changedPersistentIdentifier: PersistentIdentifier

    /// Two changes are equal when they are the same one of the same transaction.
    public static func == (first: Self, second: Self) -> Bool { first.isSame(as: second) }

    /// Hashes the record and the place in the history.
    public func hash(into hasher: inout Hasher) { combine(into: &hasher) }
}

/// A change of a record of one model.
///
///     if case .update(let update as DefaultHistoryUpdate<Book>) = change {
///         print(update.updatedAttributes.contains(\.title))
///     }
///
/// Mirrors SwiftData's `DefaultHistoryUpdate`.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
    /// What numbers transactions.
    public typealias TransactionIdentifier = Int64
    /// What numbers changes.
    public typealias ChangeIdentifier = Int

    /// The number of the change in its transaction, from zero.
    public let changeIdentifier: Int
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The record.
    public let changedPersistentIdentifier: PersistentIdentifier
    let columns: [Schema.PropertyMetadata]

    /// The properties that got another value.
    public var updatedAttributes: [PartialKeyPath<Model>] {
        columns.compactMap { $0.keyPath as? PartialKeyPath<Model> }
    }

    /// Two changes are equal when they are the same one of the same transaction.
    public static func == (first: Self, second: Self) -> Bool { first.isSame(as: second) }

    /// Hashes the record and the place in the history.
    public func hash(into hasher: inout Hasher) { combine(into: &hasher) }
}

/// The deletion of a record of one model.
///
///     if case .delete(let deletion as DefaultHistoryDelete<Book>) = change {
///         print(deletion.tombstone[\.isbn] ?? "")
///     }
///
/// Mirrors SwiftData's `DefaultHistoryDelete`.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
    /// What numbers transactions.
    public typealias TransactionIdentifier = Int64
    /// What numbers changes.
    public typealias ChangeIdentifier = Int

    /// The number of the change in its transaction, from zero.
    public let changeIdentifier: Int
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The record.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The values that were to be kept.
    public let tombstone: HistoryTombstone<Model>

    /// Two changes are equal when they are the same one of the same transaction.
    public static func == (first: Self, second: Self) -> Bool { first.isSame(as: second) }

    /// Hashes the record and the place in the history.
    public func hash(into hasher: inout Hasher) { combine(into: &hasher) }
}

extension HistoryRecordChange {
    /// Whether two are the same change: the record's identifier names the store, too.
    fileprivate func isSame(as other: Self) -> Bool {
        changedPersistentIdentifier == other.changedPersistentIdentifier
            && transactionIdentifier == other.transactionIdentifier
            && changeIdentifier == other.changeIdentifier
    }

    fileprivate func combine(into hasher: inout Hasher) {
        hasher.combine(changedPersistentIdentifier)
        hasher.combine(transactionIdentifier)
        hasher.combine(changeIdentifier)
    }
}

/// The values that a deleted record had in the properties marked with `.preserveValueOnDeletion`.
///
///     let isbn = deletion.tombstone[\.isbn]
///
/// As a sequence it has the values, in the order in which the properties are declared. Mirrors SwiftData's
/// `HistoryTombstone`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    let values: [(column: Schema.PropertyMetadata, value: StoredValue)]

    /// The last value of a property; nil when it wasn't to be kept.
    ///
    ///     let isbn = deletion.tombstone[\.isbn]
    public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
        guard let found = values.first(where: { $0.column.keyPath == keyPath }) else { return nil }
        return found.column.codec.value(found.value, as: Value.self)
    }

    /// The last value of a property of which only the model is known; nil when it wasn't to be kept, or was nil.
    ///
    ///     let property: PartialKeyPath<Book> = \.isbn
    ///     let isbn = deletion.tombstone[property] as? String
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        values.first { $0.column.keyPath == keyPath }.flatMap { $0.column.codec.anyValue($0.value) }
    }

    /// Goes through the values that were kept and weren't nil.
    ///
    ///     for value in deletion.tombstone { print(value) }
    public func makeIterator() -> some IteratorProtocol<any Sendable> {
        values.lazy.compactMap { $0.column.codec.anyValue($0.value) }.makeIterator()
    }

    /// The properties whose values were kept.
    public var keyPaths: [PartialKeyPath<Model>] {
        values.compactMap { $0.column.keyPath as? PartialKeyPath<Model> }
    }
}

extension ColumnCodec {
    /// The value of a stored one, if it is of the type that the caller knows.
    fileprivate static func value<Wanted>(_ stored: StoredValue, as type: Wanted.Type) -> Wanted? {
        (try? value(from: stored)) as? Wanted
    }

    /// The value of a stored one, without its optional; nil when it is none.
    fileprivate static func anyValue(_ stored: StoredValue) -> (any Sendable)? {
        guard let value = try? value(from: stored) else { return nil }
        var wrapped: Any = value
        while let optional = wrapped as? any OptionalValue {
            guard let inner = optional.innerValue else { return nil }
            wrapped = inner
        }
        // It was made of bytes just now and is nobody else's, whatever its type; Sendable has no representation.
        return unsafeBitCast(wrapped as Any, to: (any Sendable).self)
    }
}

/// Any optional, to take a value out of it whose type isn't known.
private protocol OptionalValue {
    var innerValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var innerValue: Any? { self }
}
