import Glibc
import Localization
import Shell

/// An error of the server with a message for the administrator.
struct ServerProblem: PresentableError {
    let problem: LocalizedText
    let remedy: LocalizedText?
    let failure: FailureKind
    let technicalDescription: String?

    private init(
        _ problem: LocalizedText, remedy: LocalizedText? = nil, _ failure: FailureKind = .failed,
        detail: String? = nil
    ) {
        self.problem = problem
        self.remedy = remedy
        self.failure = failure
        // Messages of the databases may have several lines.
        technicalDescription = detail?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Describes an error of this module. Returns `nil` for other errors.
    init?(_ error: any Error) {
        switch error {
        case let error as AccountError: self.init(error)
        case let error as CommandError: self.init(error)
        case let error as StorageError: self.init(error)
        case let error as LocationError: self.init(error)
        case let error as BackupError: self.init(error)
        case let error as ServingError: self.init(error)
        default: return nil
        }
    }

    private init(_ error: AccountError) {
        switch error {
        case .accountExists(let name):
            self.init(
                text("The account “%@” already exists.", name),
                remedy: text("“account list” lists the accounts."))
        case .noAccount(let name):
            self.init(
                text("There is no account “%@”.", name), remedy: text("“account list” lists the accounts."))
        case .deviceExists(let name, let account):
            self.init(
                text("“%1$@” already has a device “%2$@”.", account, name),
                remedy: text("Choose another name. The name of a revoked device can't be reused."))
        case .noDevice(let name, let account):
            self.init(
                text("“%1$@” has no device “%2$@”.", account, name),
                remedy: text("“device list %@” lists its devices.", account))
        case .alreadyRevoked(let name, let account):
            self.init(
                text(
                    "The token of the device “%1$@” of the account “%2$@” is already revoked.", name, account)
            )
        }
    }

    private init(_ error: CommandError) {
        switch error {
        case .nameTooLong(let most):
            self.init(text("The name is longer than %lld characters.", most), .usage)
        case .invisibleCharacters:
            self.init(
                text("The name contains invisible characters."), remedy: text("Remove them from the name."),
                .usage)
        }
    }

    private init(_ error: StorageError) {
        switch error {
        case .unavailable(let reason):
            let translation = StorageReason.translation(reason)
            self.init(
                translation.map { text("The storage can't be used: %@.", $0) }
                    ?? text("The storage can't be used."),
                remedy: text("Check that it is running and that you have permission to use it."),
                .inputOutput, detail: reason)
        case .failed(let code, let reason):
            self.init(text("The storage reported an error."), detail: "\(reason) (\(code))")
        case .unreadable(let what):
            self.init(text("The storage contains data that this program did not write: %@.", what), .badData)
        case .damaged(let path, let detail):
            self.init(
                text("The store “%@” is damaged.", path),
                remedy: text(
                    "Stop the server, move the file away, and restore a backup with “restore FILE”."
                ), .badData, detail: detail)
        case .orphanedLog(let path):
            self.init(
                text(
                    "“%@” is the log of another store: SQLite would delete it or write it into the store that is there now.",
                    path),
                remedy: text("Move it away and try again. Nothing was changed."), .badData)
        case .foreign(let path):
            self.init(
                text("“%@” belongs to another program or isn't a database.", path),
                remedy: text("Choose another one with --store or --database."), .badData)
        case .newer:
            self.init(
                text("The storage was written by a newer version of this program."),
                remedy: text("Use the newer version. The storage was not changed."), .badData)
        case .address:
            self.init(
                text("The address of the database can't be read."),
                remedy: text(
                    "Write special characters of the password as in “%@” for “@”, or put the password into ~/.pgpass.",
                    "%40"), .usage)
        case .libraryMissing(let name):
            self.init(
                text("PostgreSQL's client library is missing: %@.", name),
                remedy: text(
                    "Install it (“apt-get install libpq5”), or keep the data in a file with --store."))
        case .missing(let path):
            self.init(text("There is no file “%@”.", path), .inputMissing)
        }
    }

    private init(_ error: LocationError) {
        switch error {
        case .noHome:
            self.init(
                text("There is no home directory to store the data in."),
                remedy: text("Set HOME or XDG_DATA_HOME, or choose a file with --store PATH."), .usage)
        case .emptyPath:
            self.init(
                text("The path of the store is empty."), remedy: text("Choose a file with --store PATH."),
                .usage)
        case .noStore(let path):
            self.init(
                text("There is no store “%@” yet.", path),
                remedy: text("Create it with “account add NAME”, or choose another file with --store PATH."),
                .inputMissing)
        case .noDirectory(let path):
            self.init(
                text("There is no directory “%@” for the store.", path),
                remedy: text("Check the path given to --store, or create the directory first."),
                .inputMissing)
        case .inMemory:
            self.init(
                text("A server can't keep its data in memory only: it would be lost at the end."),
                remedy: text("Remove --in-memory."), .usage)
        case .both:
            self.init(
                text("--store and --database can't be used together."),
                remedy: text("Remove one of them."), .usage)
        case .notAnAddress:
            self.init(
                text("The address of the database doesn't begin with postgres://."),
                remedy: text("Write it as postgres://USER@HOST/NAME."), .usage)
        }
    }

    private init(_ error: BackupError) {
        switch error {
        case .notEmpty:
            self.init(
                text("The storage is not empty."),
                remedy: text("Choose one without accounts with --store or --database. Nothing was changed."))
        case .exists(let path):
            self.init(
                text("The file “%@” already exists.", path),
                remedy: text("Choose another name. Nothing was written."))
        case .orphanedLog(let path):
            self.init(
                text(
                    "“%@” is left over from an earlier file of that name and would damage the backup.", path),
                remedy: text("Move it away or choose another file. Nothing was written."))
        case .unwritable(let path, let code):
            let error = FileError.unwritable(path: path, SystemFailure(code))
            self.init(error.problem, remedy: error.remedy, error.failure)
        case .scratchUnwritable(let directory, let code):
            self.init(
                text("The backup can't be copied into “%1$@”: %2$@.", directory, SystemFailure(code).reason),
                remedy: text("Set TMPDIR to another directory with enough free space. Nothing was changed."),
                .inputOutput)
        case .damaged(let path, let detail):
            self.init(
                text("The backup “%@” is damaged.", path),
                remedy: text("Choose another backup. Nothing was changed."), .badData, detail: detail)
        }
    }

    private init(_ error: ServingError) {
        switch error {
        case .plainHTTP(let host):
            self.init(
                text("Other machines can reach “%@” and would send their tokens unencrypted.", host),
                remedy: text(
                    "Add --certificate and --key, or --plain-http if a proxy encrypts the connection."),
                .usage)
        case .certificate(let path):
            self.init(text("“%@” contains no readable PEM certificate.", path), .inputMissing)
        case .key(let path):
            self.init(text("“%@” contains no readable PEM private key.", path), .inputMissing)
        case .mismatch(let certificate, let key):
            self.init(
                text(
                    "The private key in “%2$@” doesn't belong to the certificate in “%1$@”.", certificate, key
                ),
                remedy: text(
                    "Use the key and the certificate of the same renewal. The server's own certificate must come first in its file."
                ),
                .badData)
        case .incompleteTLS:
            self.init(
                text("A certificate needs its key, and a key its certificate."),
                remedy: text("Add both --certificate and --key."),
                .usage)
        case .address(let host, let port, let code):
            self.init(
                text(
                    "The server can't listen on %1$@, port %2$@: %3$@.", host, String(port),
                    SystemFailure(code).reason
                ),
                remedy: text("Choose another port with --port, or another address with --host."), .inputOutput
            )
        case .host(let host):
            self.init(
                text("The address “%@” is unknown.", host),
                remedy: text("Choose an address of this machine with --host."), .inputOutput)
        case .metricsAddress(let port, let code):
            self.init(
                text(
                    "The server can't listen on %1$@, port %2$@: %3$@.", "127.0.0.1", String(port),
                    SystemFailure(code).reason
                ),
                remedy: text("Choose another port with --metrics-port."), .inputOutput)
        }
    }
}

/// An error in a command's arguments.
enum CommandError: Error, Hashable {
    case nameTooLong(Int)
    case invisibleCharacters
}

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
