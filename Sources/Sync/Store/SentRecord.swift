import SyncProtocol

/// A record as it was sent, so that only what hasn't changed meanwhile is marked as synchronized.
struct SentRecord {
    let record: SyncRecord
    /// The number of its note.
    let number: Int64
    /// How often it had been changed when it was read.
    let version: Int64
    /// The clock of the fields without one of their own, at that time.
    let clock: String
    let isWhole: Bool
}
