/// What both sides hold themselves to.
///
/// ```swift
/// let batches = stride(from: 0, to: records.count, by: SyncLimits.recordsPerBatch)
/// ```
public enum SyncLimits {
    /// The records in one request, and in one page of an answer.
    public static let recordsPerBatch = 500
    /// The bytes of a request's body: 2 MiB.
    public static let bodySize = 2 << 20
    /// The bytes of an answer that a client reads: the merged records of a batch, and a page of changes.
    public static let answerSize = 16 << 20
    /// The bytes of changes after which a server closes a page, though fewer records than asked for are in it.
    public static let pageSize = 2 << 20
    /// The bytes of one value: 256 KiB.
    public static let fieldSize = 256 << 10
    /// The bytes of one record: 1 MiB.
    public static let recordSize = 1 << 20
    /// The fields of one record, pairs of many-to-many relationships among them.
    public static let fieldsPerRecord = 5_000
    /// The bytes of the name of a model or a property.
    public static let nameLength = 100
    /// The bytes of a token.
    public static let tokenLength = 500
    /// How deep arrays and objects may be in one another. (The messages need 6.)
    public static let depth = 16
    /// How often a record may be deleted and made again.
    public static let longestLife = 1 << 30
    /// How far ahead of the server's a clock may be before it is stamped again, in milliseconds: 5 minutes.
    public static let clockTolerance: Int64 = 300_000
}
