import Foundation

/// Decodes a value without any input: nil, zero, an empty string or array, and the same for all nested
/// values.
struct EmptyDecoder: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Returns the empty value of a type, or nil if the type can't be decoded without input.
    static func value(of type: any Any.Type) -> Any? {
        if let value = emptyValue(type) { return value }
        return (type as? any Decodable.Type).flatMap { try? $0.init(from: EmptyDecoder()) }
    }

    /// Returns the first case of an enumeration, false, zero, an empty text, or a fixed value of
    /// a type that refuses empty input. Returns
    /// nil for all other types.
    fileprivate static func emptyValue(_ type: any Any.Type) -> Any? {
        if let cases = type as? any CaseIterable.Type { return first(cases) }
        if let raw = type as? any RawRepresentable.Type { return firstCase(raw) }
        // These types decode a string, but refuse an empty one.
        if type == UUID.self { return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
        if type == URL.self { return URL(string: "about:blank") }
        if type == Bool.self { return false }
        if type == String.self { return "" }
        return (type as? any Numeric.Type).map { zero($0) }
    }

    private static func zero<T: Numeric>(_ type: T.Type) -> Any { T.zero }

    private static func first<T: CaseIterable>(_ type: T.Type) -> Any? { type.allCases.first }

    /// Returns the first case of an enumeration that isn't `CaseIterable`.
    ///
    /// Enumerations with raw values have no payloads, so the bits of their first case are zero. Other small
    /// types with raw values, such as option sets, become empty.
    private static func firstCase<T: RawRepresentable>(_ type: T.Type) -> T? {
        guard _isPOD(type), MemoryLayout<T>.size <= 2 else { return nil }
        let value = withUnsafeTemporaryAllocation(byteCount: 2, alignment: 2) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            return bytes.baseAddress?.loadUnaligned(as: type)
        }
        // The initializer of a struct may refuse the raw value.
        return value.flatMap { T(rawValue: $0.rawValue) }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(EmptyContainer<Key>())
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { EmptyContainer<NoKey>() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { EmptyContainer<NoKey>() }
}

private struct NoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

/// A decoding container that returns an empty value for each request.
private struct EmptyContainer<Key: CodingKey> {
    var codingPath: [any CodingKey] { [] }
}

extension EmptyContainer: SingleValueDecodingContainer {
    func decodeNil() -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let value = EmptyDecoder.emptyValue(type) as? T { return value }
        return try T(from: EmptyDecoder())
    }
}

extension EmptyContainer: UnkeyedDecodingContainer {
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { KeyedDecodingContainer(EmptyContainer<Nested>()) }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { EmptyContainer<NoKey>() }
    func superDecoder() throws -> any Decoder { EmptyDecoder() }
}

extension EmptyContainer: KeyedDecodingContainerProtocol {
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { true }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { KeyedDecodingContainer(EmptyContainer<Nested>()) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        EmptyContainer<NoKey>()
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { EmptyDecoder() }
}
