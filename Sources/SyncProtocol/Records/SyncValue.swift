import Foundation

/// A field's value as it travels: a JSON scalar.
///
/// ```swift
/// let name: SyncValue = .string("Lisbon")
/// ```
///
/// Which scalar stands for which property, so that nothing is lost:
///
/// | property | travels as |
/// |---|---|
/// | `String`, `UUID` (upper case), `URL`, `Decimal` (its digits), other Codable values (their JSON) | string |
/// | whole numbers | whole number, without a fraction or an exponent |
/// | `Double`, `Float` | number with a fraction or an exponent (`3.0`), the shortest that reads back equal; an infinite one as the string `+Infinity` or `-Infinity` |
/// | `Bool` | `true`, `false` |
/// | `Date` | the seconds since 2001-01-01T00:00:00Z, as a `Double` |
/// | `Data` | string: Base64 (RFC 4648, with padding) |
/// | an enum | its raw value |
/// | a to-one relationship | string: the target's UUID |
/// | no value | `null` |
///
/// What a scalar means, the receiving property's type tells.
public enum SyncValue: Hashable, Sendable {
    /// No value.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A finite number that isn't kept as a whole one. (JSON has no other: an infinite or undefined one is written
    /// as `null`.)
    case double(Double)
    /// A text.
    case string(String)

    /// How much it takes, in bytes of UTF-8, without JSON's punctuation.
    ///
    /// ```swift
    /// SyncValue.string("é").size  // 2
    /// ```
    public var size: Int {
        switch self {
        case .null: 4
        case .bool: 5
        case .int, .double: 8
        case .string(let text): text.utf8.count
        }
    }
}

extension SyncValue: Comparable {
    /// A total order, so that two values with one clock are decided alike everywhere.
    ///
    /// Kinds come in the order of their declaration; texts are compared by their bytes, since the languages' orders
    /// differ from machine to machine.
    ///
    /// ```swift
    /// SyncValue.null < .bool(true)  // true
    /// ```
    public static func < (first: SyncValue, second: SyncValue) -> Bool {
        switch (first, second) {
        case (.bool(let first), .bool(let second)): !first && second
        case (.int(let first), .int(let second)): first < second
        case (.double(let first), .double(let second)): Self.order(first) < Self.order(second)
        case (.string(let first), .string(let second)):
            first.utf8.lexicographicallyPrecedes(second.utf8)
        default: first.rank < second.rank
        }
    }

    /// Equal where the kind and the value are; texts by their bytes, numbers by their bits.
    ///
    /// ```swift
    /// SyncValue.int(3) == .double(3)  // false
    /// ```
    public static func == (first: SyncValue, second: SyncValue) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.int(let first), .int(let second)): first == second
        case (.double(let first), .double(let second)): first.bitPattern == second.bitPattern
        case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
        default: false
        }
    }

    /// Feeds what `==` compares.
    ///
    /// ```swift
    /// Set<SyncValue>([.int(1), .int(1)]).count  // 1
    /// ```
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.bitPattern)
        case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .int: 2
        case .double: 3
        case .string: 4
        }
    }

    /// The bits of a number, arranged so that their order is that of the numbers.
    private static func order(_ number: Double) -> UInt64 {
        let bits = number.bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }
}
