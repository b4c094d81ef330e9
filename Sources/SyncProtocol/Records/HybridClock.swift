import Foundation

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
