import Glibc
import Localization
import Shell

/// Why a database can't be used, in the administrator's words: SQLite and PostgreSQL's client library have their own, in
/// English.
enum StorageReason {
    /// The words for what a database has said, as the end of “The storage can't be used: …”; `nil` where it says
    /// something else.
    static func words(_ said: String) -> LocalizedText? {
        known.first { phrases, _ in phrases.contains { stands($0, in: said) } }?.words
    }

    /// Whether the parts of a phrase, which “…” keeps apart, stand one behind the other in what was said.
    private static func stands(_ phrase: String, in said: String) -> Bool {
        var rest = said[...]
        for part in phrase.split(separator: "…") {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    private static let known: [(phrases: [String], words: LocalizedText)] = [
        (["Is the server running", "Connection refused"], text("no database server listens there")),
        (["could not translate host name"], text("there is no machine of that name")),
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
            text("the database server doesn't let this user in")
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
