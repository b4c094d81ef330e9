import Foundation
import SyncProtocol
import Synchronization

/// The server's hybrid logical clock, shared by all requests.
final class ServerClock: Sendable {
    private let clock: Mutex<HybridClock>

    /// Creates a clock.
    ///
    /// - Parameter node: The name of this process. Processes that use one database have different names.
    init(node: String) {
        clock = Mutex(HybridClock(node: node))
    }

    /// Returns the next clock, which is later than all clocks so far.
    ///
    /// - Parameters:
    ///   - time: The time of day.
    ///   - seen: The latest stored clock that the result must exceed. Default: none.
    func next(at time: Date, after seen: SyncClock = .zero) -> SyncClock {
        clock.withLock { clock in
            clock.observe(seen)
            return clock.next(milliseconds: Int64(time.timeIntervalSince1970 * 1000))
        }
    }
}
