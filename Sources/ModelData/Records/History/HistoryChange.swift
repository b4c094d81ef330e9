/// One change to one record: its insertion, an update or its deletion.
///
/// ```swift
/// for case .delete(let deletion as DefaultHistoryDelete<Book>) in transaction.changes {
///     print(deletion.tombstone[\.isbn] ?? "")
/// }
/// ```
///
/// Mirrors SwiftData's `HistoryChange`.
public enum HistoryChange: Sendable {
    /// The record was inserted.
    case insert(any HistoryInsert)
    /// Properties of the record were changed.
    case update(any HistoryUpdate)
    /// The record was deleted.
    case delete(any HistoryDelete)

    /// The number of the change in its transaction, from zero.
    public var changeIdentifier: Int { change.changeIdentifier }

    /// The number of the transaction that contains the change.
    public var transactionIdentifier: Int64 { change.transactionIdentifier }

    /// The identifier of the changed record.
    public var changedPersistentIdentifier: PersistentIdentifier { change.changedPersistentIdentifier }

    private var change: any HistoryRecordChange {
        switch self {
        case .insert(let change): change
        case .update(let change): change
        case .delete(let change): change
        }
    }
}

/// The properties that insertions, updates and deletions of a record have in common.
public protocol HistoryRecordChange<Model>: Sendable {
    /// The record's model.
    associatedtype Model: PersistentModel
    /// The number of the change in its transaction, from zero.
    var changeIdentifier: Int { get }
    /// The number of the transaction that contains the change.
    var transactionIdentifier: Int64 { get }
    /// The identifier of the changed record.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// The insertion of a record.
///
/// Mirrors SwiftData's `HistoryInsert`.
public protocol HistoryInsert<Model>: HistoryRecordChange {}

/// A change of a record's properties.
///
/// Mirrors SwiftData's `HistoryUpdate`.
public protocol HistoryUpdate<Model>: HistoryRecordChange {
    /// The properties whose values changed.
    var updatedAttributes: [PartialKeyPath<Model>] { get }
}

/// The deletion of a record.
///
/// Mirrors SwiftData's `HistoryDelete`.
public protocol HistoryDelete<Model>: HistoryRecordChange {
    /// The values of the properties with `.preserveValueOnDeletion`.
    var tombstone: HistoryTombstone<Model> { get }
}

/// The insertion of a record of one model.
///
/// ```swift
/// if case .insert(let insertion as DefaultHistoryInsert<Book>) = change {
///     print(insertion.changedPersistentIdentifier)
/// }
/// ```
///
/// Mirrors SwiftData's `DefaultHistoryInsert`.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
    /// The number of the change in its transaction, from zero.
    public let changeIdentifier: Int
    /// The number of the transaction that contains the change.
    public let transactionIdentifier: Int64
    /// The identifier of the inserted record.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// A change of a record of one model.
///
/// ```swift
/// if case .update(let update as DefaultHistoryUpdate<Book>) = change {
///     print(update.updatedAttributes.contains(\.title))
/// }
/// ```
///
/// Mirrors SwiftData's `DefaultHistoryUpdate`.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
    /// The number of the change in its transaction, from zero.
    public let changeIdentifier: Int
    /// The number of the transaction that contains the change.
    public let transactionIdentifier: Int64
    /// The identifier of the changed record.
    public let changedPersistentIdentifier: PersistentIdentifier
    let columns: [Schema.PropertyMetadata]

    /// The properties whose values changed.
    public var updatedAttributes: [PartialKeyPath<Model>] {
        columns.compactMap { $0.keyPath as? PartialKeyPath<Model> }
    }

    /// Returns whether two changes are the same change of the same transaction.
    public static func == (first: Self, second: Self) -> Bool { first.isSame(as: second) }

    /// Hashes the record and the position in the history.
    public func hash(into hasher: inout Hasher) { combine(into: &hasher) }
}

/// The deletion of a record of one model.
///
/// ```swift
/// if case .delete(let deletion as DefaultHistoryDelete<Book>) = change {
///     print(deletion.tombstone[\.isbn] ?? "")
/// }
/// ```
///
/// Mirrors SwiftData's `DefaultHistoryDelete`.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
    /// The number of the change in its transaction, from zero.
    public let changeIdentifier: Int
    /// The number of the transaction that contains the change.
    public let transactionIdentifier: Int64
    /// The identifier of the deleted record.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The values of the properties with `.preserveValueOnDeletion`.
    public let tombstone: HistoryTombstone<Model>

    /// Returns whether two changes are the same change of the same transaction.
    public static func == (first: Self, second: Self) -> Bool { first.isSame(as: second) }

    /// Hashes the record and the position in the history.
    public func hash(into hasher: inout Hasher) { combine(into: &hasher) }
}

extension HistoryRecordChange {
    /// Returns whether two values describe the same change. The record's identifier includes the store.
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
/// Iteration returns the values, in the order in which the properties are declared. Mirrors SwiftData's
/// `HistoryTombstone`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    let values: [(column: Schema.PropertyMetadata, value: StoredValue)]

    /// Returns the last value of a property; nil if the property isn't preserved.
    public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
        guard let found = values.first(where: { $0.column.keyPath == keyPath }) else { return nil }
        return found.column.codec.value(found.value, as: Value.self)
    }

    /// Returns the last value of a property of unknown type; nil if the property isn't preserved, or was nil.
    ///
    /// ```swift
    /// let property: PartialKeyPath<Book> = \.isbn
    /// let isbn = deletion.tombstone[property] as? String
    /// ```
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        values.first { $0.column.keyPath == keyPath }.flatMap { $0.column.codec.anyValue($0.value) }
    }

    /// Returns an iterator over the preserved values that weren't nil.
    public func makeIterator() -> some IteratorProtocol<any Sendable> {
        values.lazy.compactMap { $0.column.codec.anyValue($0.value) }.makeIterator()
    }

    /// The properties whose values were preserved.
    public var keyPaths: [PartialKeyPath<Model>] {
        values.compactMap { $0.column.keyPath as? PartialKeyPath<Model> }
    }
}

extension ColumnCodec {
    /// Decodes a stored value, if it has the expected type.
    fileprivate static func value<Wanted>(_ stored: StoredValue, as type: Wanted.Type) -> Wanted? {
        (try? value(from: stored)) as? Wanted
    }

    /// Decodes a stored value and unwraps optionals. Returns nil if the value is nil or can't be decoded.
    fileprivate static func anyValue(_ stored: StoredValue) -> (any Sendable)? {
        guard let value = try? value(from: stored) else { return nil }
        var wrapped: Any = value
        while let optional = wrapped as? any AnyOptional {
            guard let inner = optional.anyWrapped else { return nil }
            wrapped = inner
        }
        // The value was just decoded and isn't shared, so it is safe to send. The cast is valid because
        // `Sendable` has no runtime representation.
        return unsafeBitCast(wrapped as Any, to: (any Sendable).self)
    }
}
