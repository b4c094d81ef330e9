import Foundation
import SyncProtocol
import Synchronization

/// The server's hybrid logical clock, which all requests share.
final class ServerClock: Sendable {
    private let clock: Mutex<HybridClock>

    /// A clock.
    ///
    /// - Parameter node: Which process it is; several processes on one database have different ones.
    init(node: String) {
        clock = Mutex(HybridClock(node: node))
    }

    /// The next moment, later than all clocks that were seen.
    ///
    /// - Parameters:
    ///   - time: The time of day.
    ///   - seen: The latest clock of what is stored, so that an edit that is stamped now is later.
    func next(at time: Date, after seen: SyncClock = .zero) -> SyncClock {
        clock.withLock { clock in
            clock.observe(seen)
            return clock.next(milliseconds: Int64(time.timeIntervalSince1970 * 1000))
        }
    }
}
