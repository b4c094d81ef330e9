import Foundation
import Synchronization

/// The key of a record in a custom store, in the form in which identifiers are encoded.
enum StoreKey: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    /// The JSON form of a key of any other type.
    case json(String)

    /// Encodes a key of any type.
    init(_ key: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(key)
        let decoder = JSONDecoder()
        if let text = try? decoder.decode(String.self, from: data) {
            self = .text(text)
        } else if let number = try? decoder.decode(Int64.self, from: data) {
            self = .integer(number)
        } else {
            self = .json(String(decoding: data, as: UTF8.self))
        }
    }
}

extension StoreKey: CustomStringConvertible {
    /// The key as text.
    var description: String {
        switch self {
        case .text(let text), .json(let text): text
        case .integer(let number): "\(number)"
        }
    }
}

/// The numbers that stand for the keys of a custom store's records in this process.
///
/// An identifier contains a number, and the tables of the store's mirror have the same numbers. A number
/// belongs to one key only, also among several stores and models.
final class StoreKeys: Sendable {
    private struct Table {
        var numbers: [StoreKey: Int64] = [:]
        var keys: [Int64: StoreKey] = [:]
    }

    private static let last = Atomic<Int64>(0)
    private let table = Mutex(Table())

    /// Returns the number of a key. A new key gets a new number.
    func number(of key: StoreKey) -> Int64 {
        table.withLock { table in
            if let number = table.numbers[key] { return number }
            let number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
            table.numbers[key] = number
            table.keys[number] = key
            return number
        }
    }

    /// Whether no key has a number.
    var isEmpty: Bool { table.withLock { $0.keys.isEmpty } }

    /// Returns the key with a number; nil if the number belongs to no key.
    func key(of number: Int64) -> StoreKey? { table.withLock { $0.keys[number] } }
}

extension PersistentIdentifier {
    /// Returns the identifier of a record in a custom store.
    ///
    /// ```swift
    /// let permanent = try PersistentIdentifier.identifier(
    ///     for: "trips.json", entityName: "Trip", primaryKey: UUID())
    /// ```
    ///
    /// Equal keys give equal identifiers. An encoded identifier contains the key, so that other processes can
    /// decode it. ``recordNumber`` of the identifier has a meaning only in this process.
    ///
    /// - Parameters:
    ///   - storeIdentifier: The identifier of the store.
    ///   - entityName: The name of the model.
    ///   - primaryKey: The key, which is unique among the store's records of the model.
    /// - Throws: `EncodingError` if the key can't be encoded.
    ///
    /// Mirrors SwiftData's `identifier(for:entityName:primaryKey:)`.
    public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier {
        PersistentIdentifier(
            origin: IdentifierOrigin.of(store: storeIdentifier, entity: entityName),
            key: try StoreKey(primaryKey))
    }

    init(origin: IdentifierOrigin, key: StoreKey) {
        self.init(origin: origin, number: origin.keys.number(of: key))
    }

    /// The key of the record in its custom store; nil for a record in SQLite and for a temporary identifier.
    var storeKey: StoreKey? { number > 0 ? origin.keys.key(of: number) : nil }
}
