import Glibc
import Localization
import Shell

/// Translates common messages of SQLite and of PostgreSQL's client library. The original messages are in
/// English.
enum StorageReason {
    /// Returns the translation of a database's message; `nil` if the message isn't known. The translation is
    /// used at the end of “The storage can't be used: …”.
    static func translation(_ detail: String) -> LocalizedText? {
        known.first { phrases, _ in phrases.contains { matches($0, in: detail) } }?.translation
    }

    /// Whether a message contains all parts of a phrase in this order. In the phrase, “…” separates the
    /// parts.
    private static func matches(_ phrase: String, in detail: String) -> Bool {
        var rest = detail[...]
        for part in phrase.split(separator: "…") {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    private static let known: [(phrases: [String], translation: LocalizedText)] = [
        (["Is the server running", "Connection refused"], text("no database server is listening there")),
        (["could not translate host name"], text("the host name is unknown")),
        (
            ["timeout expired", "Connection timed out", "No route to host", "Network is unreachable"],
            text("the machine can't be reached")
        ),
        (
            ["password authentication failed", "no password supplied"],
            text("the password is missing or wrong")
        ),
        (
            ["role \"…\" does not exist", "no pg_hba.conf entry", "authentication failed for user"],
            text("the database server refuses this user")
        ),
        (["database \"…\" does not exist"], text("there is no such database")),
        (
            ["too many clients", "too many connections", "remaining connection slots"],
            text("the database server has too many connections")
        ),
        (["starting up", "shutting down"], text("the database server is starting or stopping")),
        (["disk is full"], SystemFailure(ENOSPC).reason),
        (["disk I/O error"], SystemFailure(EIO).reason),
    ]
}
