import Foundation
import Synchronization

/// The identifier of a record: its store, its model and its record number.
///
/// ```swift
/// let identifier = book.persistentModelID
/// let same = context.model(for: identifier)
/// ```
///
/// Unlike objects, identifiers can be passed between actors and encoded. The identifier of an unsaved object
/// is temporary and changes when the object is saved. Mirrors SwiftData's `PersistentIdentifier`.
public struct PersistentIdentifier: Hashable, Identifiable, Sendable {
    let origin: IdentifierOrigin
    let number: Int64

    init(origin: IdentifierOrigin, number: Int64) {
        self.origin = origin
        self.number = number
    }

    /// The name of the model.
    public var entityName: String { origin.entity }

    /// The identifier of the store; nil before the object is saved.
    public var storeIdentifier: String? { number > 0 ? origin.store : nil }

    /// The identifier itself, as in SwiftData.
    public var id: PersistentIdentifier { self }

    /// Returns whether two identifiers refer to the same record of the same store.
    public static func == (first: Self, second: Self) -> Bool {
        first.number == second.number && first.origin === second.origin
    }

    /// Hashes the record number and the model.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(ObjectIdentifier(origin))
    }
}

extension PersistentIdentifier {
    /// The record's number in its table (`_id`); nil before the object is saved.
    ///
    /// The number never changes, and the store never reuses it. SwiftData doesn't publish it.
    public var recordNumber: Int64? { number.recordNumber }
}

extension PersistentIdentifier: Comparable {
    /// Orders identifiers by model, then by record number, then by store.
    public static func < (first: Self, second: Self) -> Bool {
        if first.origin === second.origin { return first.number < second.number }
        if first.entityName != second.entityName { return first.entityName < second.entityName }
        if first.number != second.number { return first.number < second.number }
        return (first.origin.store ?? "") < (second.origin.store ?? "")
    }
}

extension PersistentIdentifier: Codable {
    private enum CodingKeys: String, CodingKey {
        case store, model, number, key, jsonKey
    }

    /// The custom store that is saving, by its configuration's name: it mustn't store temporary identifiers.
    @TaskLocal static var savingStore: String?

    /// Decodes an identifier, which can be used with any container that has its store open.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data isn't an identifier.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        origin = IdentifierOrigin.of(
            store: try container.decodeIfPresent(String.self, forKey: .store),
            entity: try container.decode(String.self, forKey: .model))
        if container.contains(.key) {
            let text = try? container.decode(String.self, forKey: .key)
            let key =
                try text.map { .text($0) } ?? StoreKey.integer(container.decode(Int64.self, forKey: .key))
            number = origin.keys.number(of: key)
        } else if let json = try container.decodeIfPresent(String.self, forKey: .jsonKey) {
            number = origin.keys.number(of: .json(json))
        } else {
            number = try container.decode(Int64.self, forKey: .number)
        }
    }

    /// Encodes the store's identifier, the model's name and the record number. For a record in a custom store, encodes
    /// its key instead of a number.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error; while a custom store saves, ``ModelDataError`` for a temporary identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(origin.store, forKey: .store)
        try container.encode(origin.entity, forKey: .model)
        switch storeKey {
        case .text(let text): try container.encode(text, forKey: .key)
        case .integer(let key): try container.encode(key, forKey: .key)
        case .json(let json): try container.encode(json, forKey: .jsonKey)
        case nil:
            if number <= 0, let store = Self.savingStore {
                throw ModelDataError.invalidDataStore(
                    store: store, model: entityName, problem: .temporaryIdentifier(identifier: "\(self)"))
            }
            try container.encode(number, forKey: .number)
        }
    }
}

extension PersistentIdentifier: CustomStringConvertible {
    /// The model and the number, such as `Book#12`; for a record in a custom store, the model and the key.
    public var description: String {
        if let storeKey { return "\(entityName)#\(storeKey)" }
        return number > 0 ? "\(entityName)#\(number)" : "\(entityName)#new\(-number)"
    }
}

/// The store and the model of a record.
///
/// Identifiers of the same store and model share one instance, so that an identifier takes two machine words.
final class IdentifierOrigin: Sendable {
    let store: String?
    let entity: String
    /// The keys of the records, if the store is a custom one.
    let keys = StoreKeys()

    private init(store: String?, entity: String) {
        self.store = store
        self.entity = entity
    }

    /// The origins by their model, then by their store; a zero byte is no store.
    private static let known = Mutex<[String: [String: IdentifierOrigin]]>([:])

    static func of(store: String?, entity: String) -> IdentifierOrigin {
        known.withLock { known in
            if let origin = known[entity]?[store ?? "\0"] { return origin }
            let origin = IdentifierOrigin(store: store, entity: entity)
            known[entity, default: [:]][store ?? "\0"] = origin
            return origin
        }
    }
}

/// Generates temporary record numbers: negative, and unique within the process.
enum TemporaryNumber {
    private static let last = Atomic<Int64>(0)

    static func next() -> Int64 {
        last.wrappingSubtract(1, ordering: .relaxed).newValue
    }
}

extension Int64 {
    /// The number of a record; nil for a temporary number and for zero.
    var recordNumber: Int64? { self > 0 ? self : nil }
}
