import Foundation
import SyncProtocol
import Synchronization

/// The server's hybrid logical clocks, one for each account: a device whose clock is ahead has no effect on other
/// accounts.
final class ServerClock: Sendable {
    private let node: String
    private let clocks = Mutex<[Int: HybridClock]>([:])

    /// Creates a clock.
    ///
    /// - Parameter node: The name of this process. Processes that use one database have different names.
    init(node: String) { self.node = node }

    /// Returns the next clock, which is later than all clocks of the account so far.
    ///
    /// - Parameters:
    ///   - account: The number of the account.
    ///   - time: The time of day.
    ///   - seen: The latest stored clock that the result must exceed. Default: none.
    func next(for account: Int, at time: Date, after seen: SyncClock = .zero) -> SyncClock {
        clocks.withLock { clocks in
            var clock = clocks[account] ?? HybridClock(node: node)
            defer { clocks[account] = clock }
            clock.observe(seen)
            return clock.next(milliseconds: Int64(time.timeIntervalSince1970 * 1000))
        }
    }
}
