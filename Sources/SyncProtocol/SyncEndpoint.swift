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
