import Foundation

/// A field's value in a message: a JSON scalar.
///
/// The following table shows how each property is encoded without loss:
///
/// | property | encoded as |
/// |---|---|
/// | `String`, `UUID` (upper case), `URL`, `Decimal` (its digits), other Codable values (their JSON) | string |
/// | integers | number without a fraction or an exponent |
/// | `Double`, `Float` | number with a fraction or an exponent (`3.0`), the shortest that reads back equal; infinity as the string `+Infinity` or `-Infinity` |
/// | `Bool` | `true`, `false` |
/// | `Date` | the seconds since 2001-01-01T00:00:00Z, as a `Double` |
/// | `Data` | string: Base64 (RFC 4648, with padding) |
/// | an enum | its raw value |
/// | a to-one relationship | string: the target's UUID |
/// | no value | `null` |
///
/// The type of the receiving property determines the meaning of a scalar.
public enum SyncValue: Hashable, Sendable {
    /// No value.
    case null
    /// A truth value.
    case bool(Bool)
    /// An integer.
    case int(Int64)
    /// A finite floating-point number. JSON can't represent infinity and NaN, which are written as `null`.
    case double(Double)
    /// A string.
    case string(String)

    /// The approximate size in bytes: the UTF-8 bytes of a string, without JSON punctuation.
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
    /// A total order, so that all replicas resolve equal clocks in the same way.
    ///
    /// Cases are ordered as declared. Strings are ordered by their bytes, because language-dependent orders
    /// differ between machines.
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

    /// Compares cases and values. Strings are compared by their bytes, numbers by their bits.
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

    /// Hashes the parts that `==` compares.
    ///
    /// - Parameter hasher: The hasher.
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

    /// Returns the bits of a number, transformed so that they have the order of the numbers.
    private static func order(_ number: Double) -> UInt64 {
        let bits = number.bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }
}
