import Synchronization

/// Where a process that serves has come with each account, so that it begins an epoch with its first change of it.
///
/// Numbers of changes come again where a database is put back to an earlier state: by a backup that is restored twice,
/// or by a copy of the file. Whatever a device has read since then is of an epoch that isn't known there, or is past
/// the end of one that is. Processes that work on one database at the same time go on in each other's epochs.
final class WritingProcess: Sendable {
    /// The number of the last change by account.
    private let last = Mutex<[Int: Int]>([:])

    /// Whether an epoch must begin before a change: it is the first one of this process, or the database has fewer than
    /// it had.
    ///
    /// - Parameters:
    ///   - account: The account's number.
    ///   - number: The number of the last change that the database has.
    func begins(_ account: Int, after number: Int) -> Bool {
        last.withLock { $0[account].map { number < $0 } ?? true }
    }

    /// Notes that a change is on the disk.
    func wrote(_ account: Int, upTo number: Int) {
        last.withLock { $0[account] = max($0[account] ?? 0, number) }
    }
}
