import Foundation

/// Gives clocks that are never before one it has seen, and never far from the time of day.
///
/// ```swift
/// var clock = HybridClock(node: "server")
/// let first = clock.next(milliseconds: 1_000)
/// let second = clock.next(milliseconds: 900)  // later than `first`, though the time of day went back
/// ```
///
/// After Kulkarni et al., “Logical Physical Clocks”, with time and count in one number.
public struct HybridClock: Sendable {
    /// Who writes.
    public let node: String
    /// The last stamp that was given or seen.
    public private(set) var last: Int64

    /// A clock that goes on after a stamp.
    ///
    /// - Parameters:
    ///   - node: 1 to 32 of `0…9` and `a…z`; another one gives `0`.
    ///   - last: The last stamp that was given or seen.
    public init(node: String, last: Int64 = 0) {
        self.node = SyncClock(stamp: 0, node: node)?.node ?? SyncClock.zero.node
        self.last = max(0, last)
    }

    /// The next moment.
    ///
    /// - Parameter milliseconds: The time of day, since 1970, UTC.
    /// - Returns: A clock that is later than all before it.
    public mutating func next(milliseconds: Int64) -> SyncClock {
        let now = min(max(milliseconds, 0), 1 << 47 - 1) << 16
        last = max(last == .max ? last : last + 1, now)
        return SyncClock(stamp: last, node: node) ?? .zero
    }

    /// Takes note of a clock that came from elsewhere: the next moment is after it.
    ///
    /// - Parameter clock: A clock that was received.
    public mutating func observe(_ clock: SyncClock) {
        last = max(last, clock.stamp)
    }
}
