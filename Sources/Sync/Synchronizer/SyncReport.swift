/// The result of one synchronization.
///
/// ```swift
/// let report = try await synchronizer.synchronize()
/// print(report.sent, report.received)
/// ```
public struct SyncReport: Hashable, Sendable {
    /// The number of sent records that are now on the server.
    public internal(set) var sent = 0
    /// The number of records that changed here.
    public internal(set) var received = 0
    /// The number of records that the server refuses permanently.
    public internal(set) var refused = 0
    /// The number of received records or fields that this program can't decode.
    public internal(set) var unreadable = 0
    /// The number of received records that can't be opened: they were changed, or sealed with another key. They are kept
    /// aside, and never applied.
    public internal(set) var unopened = 0
    /// The number of records whose clocks were too far ahead of the server's, and were corrected.
    public internal(set) var restamped = 0
    /// The numbers of the conflicts that were found: own edits that other devices replaced or deleted without knowledge of
    /// them. ``SyncTracking/conflicts(_:models:)`` returns them.
    public internal(set) var conflicts: [Int] = []
    /// Whether this computer's clock was ahead of the server's when such records were sent, so that the user
    /// must correct it. If false, it was ahead earlier, or the server's clock was wrong for a while.
    public internal(set) var isClockAhead = false
    /// Whether everything was exchanged again because the server didn't know the token.
    public internal(set) var restarted = false

    /// Creates an empty report.
    public init() {}

    mutating func add(_ answer: AcknowledgedAnswer) {
        sent += answer.synchronized
        received += answer.applied
        refused += answer.refused
        unreadable += answer.unreadable
        unopened += answer.unopened
        conflicts += answer.conflicts.map { Int($0) }
    }
}
