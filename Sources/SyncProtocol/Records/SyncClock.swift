import Foundation

/// A moment of a hybrid logical clock: when a field was written, and by whom.
///
/// ```swift
/// let clock = SyncClock(milliseconds: 1_767_225_600_000, count: 0, node: "9f3a")
/// clock?.description  // "019b76da90000000-9f3a"
/// ```
///
/// Its text is fixed in width but for the node at its end, and the order of the texts' bytes is that of the clocks, so
/// that a database can compare them.
public struct SyncClock: Hashable, Sendable {
    /// The milliseconds since 1970 in the upper 48 bits, a count in the lower 16: one number that only grows.
    public let stamp: Int64
    /// Who wrote: 1 to 32 of `0…9` and `a…z`. It decides between equal stamps.
    public let node: String

    /// The clock of what nobody wrote by hand, such as an import's first values: any edit is later.
    ///
    /// ```swift
    /// SyncClock.zero.description  // "0000000000000000-0"
    /// ```
    public static let zero = SyncClock(unchecked: 0, node: "0")

    private init(unchecked stamp: Int64, node: String) {
        self.stamp = stamp
        self.node = node
    }

    /// A clock of a stamp.
    ///
    /// ```swift
    /// SyncClock(stamp: 65_536, node: "a")?.milliseconds  // 1
    /// ```
    ///
    /// - Parameters:
    ///   - stamp: Not negative.
    ///   - node: 1 to 32 of `0…9` and `a…z`.
    /// - Returns: `nil` where one of them is out of its range.
    public init?(stamp: Int64, node: String) {
        guard stamp >= 0, Self.isNode(node.utf8) else { return nil }
        self.init(unchecked: stamp, node: node)
    }

    /// A clock of a time and a count.
    ///
    /// - Parameters:
    ///   - milliseconds: Since 1970, UTC; 0 to 2⁴⁷ − 1.
    ///   - count: How many came before in that millisecond.
    ///   - node: 1 to 32 of `0…9` and `a…z`.
    /// - Returns: `nil` where one of them is out of its range.
    public init?(milliseconds: Int64, count: UInt16 = 0, node: String) {
        guard milliseconds >= 0, milliseconds < 1 << 47 else { return nil }
        self.init(stamp: milliseconds << 16 | Int64(count), node: node)
    }

    /// Reads a clock's text.
    ///
    /// ```swift
    /// SyncClock("019b76da90000000-9f3a")?.node  // "9f3a"
    /// ```
    ///
    /// - Parameter text: 16 hexadecimal digits in lower case, `-`, and the node.
    /// - Returns: `nil` where the text isn't a clock.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 18, bytes.count <= 49, bytes[16] == UInt8(ascii: "-") else { return nil }
        var stamp: UInt64 = 0
        for byte in bytes[..<16] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            stamp = stamp << 4 | UInt64(digit)
        }
        guard stamp <= UInt64(Int64.max), Self.isNode(bytes[17...]) else { return nil }
        self.init(unchecked: Int64(stamp), node: String(decoding: bytes[17...], as: UTF8.self))
    }

    /// The milliseconds since 1970, UTC.
    public var milliseconds: Int64 { stamp >> 16 }

    /// Whether it is that of an import: the plain milliseconds since 1970, so that all edits by hand are later.
    ///
    /// ```swift
    /// SyncClock(stamp: 1_767_225_600_000, node: "a")?.isOfImport  // true
    /// ```
    public var isOfImport: Bool { stamp < 1 << 48 }

    /// When it was written, in milliseconds since 1970, UTC: by hand, or by an import.
    ///
    /// ```swift
    /// SyncClock(stamp: 1_767_225_600_000, node: "a")?.time  // 1_767_225_600_000
    /// ```
    public var time: Int64 { isOfImport ? stamp : milliseconds }

    private static func isNode(_ bytes: some Collection<UInt8>) -> Bool {
        (1...32).contains(bytes.count)
            && bytes.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }
}

extension SyncClock: Comparable, CustomStringConvertible {
    /// The earlier stamp; of equal ones the node whose bytes come first.
    public static func < (first: SyncClock, second: SyncClock) -> Bool {
        first.stamp == second.stamp
            ? first.node.utf8.lexicographicallyPrecedes(second.node.utf8) : first.stamp < second.stamp
    }

    /// The clock's text.
    public var description: String {
        let digits = String(stamp, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits + "-" + node
    }
}
