import Foundation
import Localization

/// The `Decoder` of one value.
struct JSONNodeDecoder: Decoder {
    let decoding: JSONDecoding
    let index: Int

    var codingPath: [any CodingKey] { decoding.codingPath(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard decoding.nodes[index].kind == .object else {
            throw decoding.mismatch(index, JSONKindNames.object)
        }
        return KeyedDecodingContainer(JSONObjectContainer<Key>(decoding, index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard decoding.nodes[index].kind == .array else {
            throw decoding.mismatch(index, JSONKindNames.array)
        }
        return JSONArrayContainer(decoding, index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        JSONSingleContainer(decoding: decoding, index: index)
    }
}

/// A coding key for a step of a path.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}

extension JSONDecoding {
    func codingPath(to index: Int) -> [any CodingKey] {
        document.path(to: index).steps.map { step in
            switch step {
            case .key(let key): JSONCodingKey(stringValue: key)
            case .index(let index): JSONCodingKey(intValue: index)
            }
        }
    }
}

// MARK: - Objects

/// The decoding container for the members of an object.
struct JSONObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoding: JSONDecoding
    private let index: Int
    /// The indexes of the keys by name. They are set only if a linear search is too slow.
    private let named: [String: Int]?

    /// The maximum number of members for a linear search.
    private static var mostSearched: Int { 16 }

    init(_ decoding: JSONDecoding, _ index: Int) {
        self.decoding = decoding
        self.index = index
        if decoding.nodes[index].count <= Self.mostSearched {
            named = nil
        } else {
            named = Dictionary(
                JSONMembers(nodes: decoding.nodes, container: index).map { key in
                    (decoding.document.string(decoding.nodes[key]), key)
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    var codingPath: [any CodingKey] { decoding.codingPath(to: index) }

    var allKeys: [Key] {
        JSONMembers(nodes: decoding.nodes, container: index).compactMap { key in
            Key(stringValue: decoding.document.string(decoding.nodes[key]))
        }
    }

    /// Returns the index of a key's value; `nil` if the key is missing.
    private func find(_ key: Key) -> Int? {
        if let named { return named[key.stringValue].map { $0 + 1 } }
        var wanted = key.stringValue
        return wanted.withUTF8 { decoding.member($0, of: index) }
    }

    /// Returns the index of a key's value.
    ///
    /// - Throws: ``JSONProblem/missing(_:expected:)``.
    private func value(_ key: Key, _ expected: @autoclosure () -> LocalizedText) throws -> Int {
        guard let value = find(key) else {
            throw JSONProblem.missing(
                decoding.document.path(to: index)[key.stringValue], expected: expected())
        }
        return value
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        decoding.nodes[try value(key, text("a value"))].kind == .null
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decoding.bool(value(key, JSONKindNames.boolean))
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try decoding.string(value(key, JSONKindNames.string))
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try decoding.double(value(key, JSONKindNames.number))
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try decoding.integer(type, value(key, JSONKindNames.wholeNumber))
    }
    /// Values of all other types, also of the other numbers.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoding.decode(type, at: value(key, JSONKindNames.expected(of: type)))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let value = find(key), decoding.nodes[value].kind != .null else { return nil }
        return try decoding.string(value)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        guard let value = find(key), decoding.nodes[value].kind != .null else { return nil }
        return try decoding.double(value)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard let value = find(key), decoding.nodes[value].kind != .null else { return nil }
        return try decoding.integer(type, value)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let value = find(key), decoding.nodes[value].kind != .null else { return nil }
        return try decoding.bool(value)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = find(key), decoding.nodes[value].kind != .null else { return nil }
        return try decoding.decode(type, at: value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try JSONNodeDecoder(decoding: decoding, index: value(key, JSONKindNames.object))
            .container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try JSONNodeDecoder(decoding: decoding, index: value(key, JSONKindNames.array)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let key = Key(stringValue: "super") else {
            return JSONNodeDecoder(decoding: decoding, index: index)
        }
        return try superDecoder(forKey: key)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        JSONNodeDecoder(decoding: decoding, index: try value(key, text("a value")))
    }
}

// MARK: - Arrays

/// The decoding container for the elements of an array, which are read in order.
struct JSONArrayContainer: UnkeyedDecodingContainer {
    private let decoding: JSONDecoding
    private let index: Int
    private var element: Int
    private(set) var currentIndex = 0

    init(_ decoding: JSONDecoding, _ index: Int) {
        self.decoding = decoding
        self.index = index
        element = index + 1
    }

    var codingPath: [any CodingKey] { decoding.codingPath(to: index) }
    var count: Int? { Int(decoding.nodes[index].count) }
    var isAtEnd: Bool { currentIndex >= Int(decoding.nodes[index].count) }

    /// Returns the index of the next element.
    ///
    /// - Throws: ``JSONProblem/missing(_:expected:)``.
    private func next(_ expected: LocalizedText) throws -> Int {
        guard !isAtEnd else {
            throw JSONProblem.missing(decoding.document.path(to: index)[currentIndex], expected: expected)
        }
        return element
    }

    private mutating func advance() {
        element = Int(decoding.nodes[element].next)
        currentIndex += 1
    }

    mutating func decodeNil() throws -> Bool {
        guard decoding.nodes[try next(text("a value"))].kind == .null else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if isAtEnd { _ = try next(JSONKindNames.expected(of: type)) }
        let value = try decoding.decode(type, at: element)
        advance()
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try JSONNodeDecoder(decoding: decoding, index: next(JSONKindNames.object)).container(
            keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try JSONNodeDecoder(decoding: decoding, index: next(JSONKindNames.array))
            .unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = JSONNodeDecoder(decoding: decoding, index: try next(text("a value")))
        advance()
        return decoder
    }
}

// MARK: - Single values

/// The decoding container for a value that is decoded neither as an object nor as an array.
struct JSONSingleContainer: SingleValueDecodingContainer {
    let decoding: JSONDecoding
    let index: Int

    var codingPath: [any CodingKey] { decoding.codingPath(to: index) }

    func decodeNil() -> Bool { decoding.nodes[index].kind == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try decoding.bool(index) }
    func decode(_ type: String.Type) throws -> String { try decoding.string(index) }
    func decode(_ type: Double.Type) throws -> Double { try decoding.double(index) }
    func decode(_ type: Float.Type) throws -> Float { Float(try decoding.double(index)) }
    func decode(_ type: Int.Type) throws -> Int { try decoding.integer(type, index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoding.integer(type, index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoding.integer(type, index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoding.integer(type, index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoding.integer(type, index) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoding.integer(type, index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoding.integer(type, index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoding.integer(type, index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoding.integer(type, index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoding.integer(type, index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoding.decode(type, at: index) }
}
