/// Where and how the two sides meet.
///
/// One request does it all: `POST` ``path``, with `Authorization: Bearer TOKEN`, a ``SyncRequest`` as its body and a
/// ``SyncAnswer`` as its answer. A pull is the same request without records, so that there is one door to guard.
/// An answer that isn't 200 has a ``SyncFailure`` as its body.
///
/// ```swift
/// let address = server.appending(path: SyncEndpoint.path)
/// ```
public enum SyncEndpoint {
    /// The path. Its number changes when old clients can't go on.
    public static let path = "/v1/sync"
    /// What both bodies are.
    public static let contentType = "application/json"
}
