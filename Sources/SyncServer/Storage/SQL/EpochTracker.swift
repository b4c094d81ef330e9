import Synchronization

/// Remembers the last change that this process wrote for each account, and decides when a new epoch begins.
///
/// The first change of a process begins a new epoch.
///
/// If a database is replaced with an earlier copy, its change numbers are used again. A device that has read
/// the lost changes then has a position in an unknown epoch, or beyond the end of a known epoch. In both
/// cases, the server notices this.
///
/// If several processes use a database at the same time, they continue each other's epochs.
final class EpochTracker: Sendable {
    /// The number of the last change by account.
    private let last = Mutex<[Int: Int]>([:])

    /// Whether a new epoch must begin before the next change. It must if this is the process's first change
    /// of the account, or if the database lacks changes that this process wrote.
    ///
    /// - Parameters:
    ///   - account: The account's ID.
    ///   - number: The number of the last change in the database.
    func mustBeginEpoch(_ account: Int, after number: Int) -> Bool {
        last.withLock { $0[account].map { number < $0 } ?? true }
    }

    /// Records that a change is durable.
    ///
    /// - Parameters:
    ///   - account: The account's ID.
    ///   - number: The change's number.
    func recordWrite(_ account: Int, upTo number: Int) {
        last.withLock { $0[account] = max($0[account] ?? 0, number) }
    }
}
