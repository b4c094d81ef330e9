import Foundation

/// A moment of a hybrid logical clock: when a field was written, and by which writer.
///
/// ```swift
/// let clock = SyncClock(milliseconds: 1_767_225_600_000, count: 0, node: "9f3a")
/// clock?.description  // "019b76da90000000-9f3a"
/// ```
///
/// A clock's text has a fixed width except for the node at its end. The texts have the same byte order as the
/// clocks, so a database can compare them.
public struct SyncClock: Hashable, Sendable {
    /// The milliseconds since 1970 in the upper 48 bits, and a counter in the lower 16 bits.
    public let stamp: Int64
    /// The writer: 1 to 32 characters from `0…9` and `a…z`. It decides the order of equal stamps.
    public let node: String

    /// The clock of values that no user wrote, such as the first values of an import. Every edit has a later
    /// clock.
    ///
    /// ```swift
    /// SyncClock.zero.description  // "0000000000000000-0"
    /// ```
    public static let zero = SyncClock(unchecked: 0, node: "0")

    private init(unchecked stamp: Int64, node: String) {
        self.stamp = stamp
        self.node = node
    }

    /// Creates a clock from a stamp, or returns `nil` if a parameter is out of range.
    ///
    /// ```swift
    /// SyncClock(stamp: 65_536, node: "a")?.milliseconds  // 1
    /// ```
    ///
    /// - Parameters:
    ///   - stamp: The stamp, from 0.
    ///   - node: The writer: 1 to 32 characters from `0…9` and `a…z`.
    public init?(stamp: Int64, node: String) {
        guard stamp >= 0, Self.isNode(node.utf8) else { return nil }
        self.init(unchecked: stamp, node: node)
    }

    /// Creates a clock from a time and a counter, or returns `nil` if a parameter is out of range.
    ///
    /// - Parameters:
    ///   - milliseconds: The milliseconds since 1970, UTC: 0 to 2⁴⁷ − 1.
    ///   - count: The number of earlier moments in the same millisecond. Default: 0.
    ///   - node: The writer: 1 to 32 characters from `0…9` and `a…z`.
    public init?(milliseconds: Int64, count: UInt16 = 0, node: String) {
        guard milliseconds >= 0, milliseconds < 1 << 47 else { return nil }
        self.init(stamp: milliseconds << 16 | Int64(count), node: node)
    }

    /// Parses a clock's text, or returns `nil` if the text isn't a clock.
    ///
    /// ```swift
    /// SyncClock("019b76da90000000-9f3a")?.node  // "9f3a"
    /// ```
    ///
    /// - Parameter text: 16 lower-case hexadecimal digits, `-`, and the node.
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

    /// Whether an import wrote the value. The stamp of an import is the plain number of milliseconds since
    /// 1970, so every edit by a user has a later stamp.
    ///
    /// ```swift
    /// SyncClock(stamp: 1_767_225_600_000, node: "a")?.isFromImport  // true
    /// ```
    public var isFromImport: Bool { stamp < 1 << 48 }

    /// The time of writing, by a user or an import, in milliseconds since 1970, UTC.
    ///
    /// ```swift
    /// SyncClock(stamp: 1_767_225_600_000, node: "a")?.time  // 1_767_225_600_000
    /// ```
    public var time: Int64 { isFromImport ? stamp : milliseconds }

    private static func isNode(_ bytes: some Collection<UInt8>) -> Bool {
        (1...32).contains(bytes.count)
            && bytes.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }
}

extension SyncClock: Comparable, CustomStringConvertible {
    /// Orders clocks by stamp. Equal stamps are ordered by the bytes of the node.
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

/// A hybrid logical clock: its moments always increase and stay close to the time of day.
///
/// ```swift
/// var clock = HybridClock(node: "server")
/// let first = clock.next(milliseconds: 1_000)
/// let second = clock.next(milliseconds: 900)  // later than `first`, although the time of day went back
/// ```
///
/// Based on Kulkarni et al., “Logical Physical Clocks”. Time and count share one number.
public struct HybridClock: Sendable {
    /// The identifier of the writer.
    public let node: String
    /// The latest stamp that this clock generated or observed.
    public private(set) var last: Int64

    /// Creates a clock that continues after a stamp.
    ///
    /// - Parameters:
    ///   - node: The writer: 1 to 32 characters from `0…9` and `a…z`. Any other value becomes `0`.
    ///   - last: The latest stamp that was generated or observed. Default: 0.
    public init(node: String, last: Int64 = 0) {
        self.node = SyncClock(stamp: 0, node: node)?.node ?? SyncClock.zero.node
        self.last = max(0, last)
    }

    /// Returns the next moment.
    ///
    /// - Parameter milliseconds: The time of day, in milliseconds since 1970, UTC.
    /// - Returns: A clock later than all previous ones.
    public mutating func next(milliseconds: Int64) -> SyncClock {
        let now = min(max(milliseconds, 0), 1 << 47 - 1) << 16
        last = max(last == .max ? last : last + 1, now)
        return SyncClock(stamp: last, node: node) ?? .zero
    }

    /// Makes the next moment later than a received clock.
    ///
    /// - Parameter clock: The received clock.
    public mutating func observe(_ clock: SyncClock) {
        last = max(last, clock.stamp)
    }
}
