/// The HTTP endpoint of a sync server.
///
/// The client sends `POST` to ``path`` with `Authorization: Bearer TOKEN` and a ``SyncRequest`` as the body.
/// The server answers with status 200 and a ``SyncAnswer``. Any other status has a ``SyncFailure`` as its
/// body.
///
/// To receive changes only, a client sends the same request without records.
public enum SyncEndpoint {
    /// The path. Its version number changes when old clients become incompatible.
    public static let path = "/v1/sync"
    /// The path of the account's key and devices: `POST` of a ``SyncAccount``, which is also the answer.
    public static let accountPath = "/v1/account"
    /// The content type of requests and answers.
    public static let contentType = "application/json"
}

/// The limits that clients and servers share.
public enum SyncLimits {
    /// The maximum number of records in one request, and in one page of changes.
    public static let recordsPerBatch = 500
    /// The maximum size of a request's body, in bytes: 2 MiB.
    public static let bodySize = 2 << 20
    /// The maximum size of an answer, in bytes: 16 MiB. An answer holds the merged records of a batch and a
    /// page of changes.
    public static let answerSize = 16 << 20
    /// The size, in bytes, at which the server ends a page of changes, even if the page has fewer records
    /// than requested: 2 MiB.
    public static let pageSize = 2 << 20
    /// The maximum size of one value, in bytes: 256 KiB.
    public static let fieldSize = 256 << 10
    /// The maximum size of one record, in bytes: 1 MiB.
    public static let recordSize = 1 << 20
    /// The maximum size of one sealed text, in bytes: that of a request.
    public static let sealedTextSize = bodySize
    /// The maximum size of all sealed texts of one record, in bytes: 4 MiB. A sealed text is kept while one of its fields
    /// counts.
    public static let sealedRecordSize = 4 << 20
    /// The maximum number of fields in one record. Each pair of records in a many-to-many relationship is a
    /// field, too.
    public static let fieldsPerRecord = 5_000
    /// The maximum length of a model's or a property's name, in bytes.
    public static let nameLength = 100
    /// The maximum length of a token, in bytes.
    public static let tokenLength = 500
    /// The maximum nesting depth of arrays and objects. The messages need 7 levels.
    public static let depth = 16
    /// The maximum causal length of a record. Each deletion and each re-creation adds 1.
    public static let maximumCausalLength = 1 << 30
    /// How far a clock may be ahead of the server's before the server refuses the request, in
    /// milliseconds: 5 minutes.
    public static let clockTolerance: Int64 = 300_000
}
