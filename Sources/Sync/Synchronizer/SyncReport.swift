/// What one synchronization did.
///
/// ```swift
/// let report = try await synchronizer.synchronize()
/// print(report.sent, report.received)
/// ```
public struct SyncReport: Hashable, Sendable {
    /// How many records were sent, and are now on the server as they are here.
    public internal(set) var sent = 0
    /// How many records changed here.
    public internal(set) var received = 0
    /// How many records the server refuses for good.
    public internal(set) var refused = 0
    /// How many received records, or fields, this program doesn't understand.
    public internal(set) var unreadable = 0
    /// How many records had clocks too far ahead of the server's.
    public internal(set) var restamped = 0
    /// Whether such records came while this computer's time of day was ahead of the server's, which is where to set it
    /// right. Where it is not, it is now, or it was the server's that was ahead for a while.
    public internal(set) var isClockAhead = false
    /// Whether everything was exchanged anew, since the server didn't know how far the last exchange had come.
    public internal(set) var beganAgain = false

    /// Nothing was done.
    public init() {}

    mutating func add(_ answer: SettledAnswer) {
        sent += answer.synchronized
        received += answer.applied
        refused += answer.refused
        unreadable += answer.unreadable
        restamped += answer.restamped
    }
}
