import SyncProtocol

/// A sent record. After the answer, it is marked as synchronized only if it didn't change meanwhile.
struct SentRecord {
    let record: SyncRecord
    /// The number of its sync metadata.
    let number: Int64
    /// The version of its sync metadata when it was sent.
    let version: Int64
    /// The clock of the fields without their own metadata when it was sent.
    let clock: String
    let isWhole: Bool
}
