import Localization
import Shell

/// An error of the server in the administrator's words.
struct ServerProblem: PresentableError {
    let problem: LocalizedText
    let remedy: LocalizedText?
    let failure: FailureKind
    let technicalDescription: String?

    private init(
        _ problem: LocalizedText, remedy: LocalizedText? = nil, _ failure: FailureKind = .failed,
        said: String? = nil
    ) {
        self.problem = problem
        self.remedy = remedy
        self.failure = failure
        // What others say is in English, and may have several lines.
        technicalDescription = said?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Puts an error into words; `nil` for errors of other rooms.
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
                text("There is an account “%@” already.", name),
                remedy: text("“account list” shows the accounts."))
        case .noAccount(let name):
            self.init(
                text("There is no account “%@”.", name), remedy: text("“account list” shows the accounts."))
        case .deviceExists(let name, let account):
            self.init(
                text("“%1$@” has a device “%2$@” already.", account, name),
                remedy: text("Give it another name; that of a revoked device stays its own."))
        case .noDevice(let name, let account):
            self.init(
                text("“%1$@” has no device “%2$@”.", account, name),
                remedy: text("“device list %@” shows its devices.", account))
        case .alreadyRevoked(let name, let account):
            self.init(text("The token of “%1$@” of “%2$@” is revoked already.", name, account))
        }
    }

    private init(_ error: CommandError) {
        switch error {
        case .longName(let most):
            self.init(text("The name is longer than %lld characters.", most), .usage)
        case .invisibleName:
            self.init(
                text("The name has characters that can't be seen."), remedy: text("Write it without them."),
                .usage)
        case .needsYes(let name):
            self.init(
                text("Nobody can be asked whether the account “%@” is to be deleted.", name),
                remedy: text("Say --yes. This can't be taken back."), .usage)
        }
    }

    private init(_ error: StorageError) {
        switch error {
        case .unavailable(let reason):
            let words = StorageReason.words(reason)
            self.init(
                words.map { text("The storage can't be used: %@.", $0) }
                    ?? text("The storage can't be used."),
                remedy: text("Check that it runs and that you may use it."), .inputOutput, said: reason)
        case .failed(let code, let reason):
            self.init(text("The storage reported an error."), said: "\(reason) (\(code))")
        case .unreadable(let what):
            self.init(text("The storage holds what this program did not write: %@.", what), .badData)
        case .damaged(let path, let detail):
            self.init(
                text("The store “%@” is damaged.", path),
                remedy: text(
                    "Stop the server, move the file away, and fill a new one from a backup with “restore FILE”."
                ), .badData, said: detail)
        case .othersLog(let path):
            self.init(
                text(
                    "“%@” was left by another store: it would be lost, or written over the store that lies there now.",
                    path),
                remedy: text("Move it away, and try again; nothing was changed."), .badData)
        case .foreign(let path):
            self.init(
                text("“%@” belongs to another program, or is no database.", path),
                remedy: text("Name another one with --store or --database."), .badData)
        case .newer:
            self.init(
                text("The storage was written by a newer version of this program."),
                remedy: text("Use the newer version. The storage was left as it is."), .badData)
        case .libraryMissing(let name):
            self.init(
                text("PostgreSQL's client library is missing: %@.", name),
                remedy: text(
                    "Install it, as in “apt-get install libpq5”, or keep the data in a file with --store."))
        case .missing(let path):
            self.init(text("There is no file “%@”.", path), .inputMissing)
        }
    }

    private init(_ error: LocationError) {
        switch error {
        case .noHome:
            self.init(
                text("There is no home directory to keep the data in."),
                remedy: text("Set HOME or XDG_DATA_HOME, or name a file with --store PATH."), .usage)
        case .emptyPath:
            self.init(
                text("The path of the store is empty."), remedy: text("Name a file with --store PATH."),
                .usage)
        case .noStore(let path):
            self.init(
                text("There is no store “%@” yet.", path),
                remedy: text("“account add NAME” makes it. --store PATH names another one."), .inputMissing)
        case .noDirectory(let path):
            self.init(
                text("There is no directory “%@” for the store.", path),
                remedy: text("Check the path that --store names, or make the directory first."),
                .inputMissing)
        case .inMemory:
            self.init(
                text("A server that keeps nothing is of no use to its devices."),
                remedy: text("Leave --in-memory out."), .usage)
        case .both:
            self.init(
                text("The data can't be in a file and in a database."),
                remedy: text("Leave --store or --database out."), .usage)
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
                remedy: text("Name one without accounts with --store or --database; nothing was changed."))
        case .exists(let path):
            self.init(
                text("There is a file “%@” already.", path),
                remedy: text("Name another one; nothing was written."))
        case .strayLog(let path):
            self.init(
                text("“%@” was left by another file of that name, and would damage the backup.", path),
                remedy: text("Move it away, or name another file; nothing was written."))
        case .unwritable(let path, let code):
            let error = FileError.unwritable(path: path, SystemFailure(code))
            self.init(error.problem, remedy: error.remedy, error.failure)
        case .noScratch(let directory, let code):
            self.init(
                text("The backup can't be copied into “%1$@”: %2$@.", directory, SystemFailure(code).reason),
                remedy: text("Set TMPDIR to a directory that has room for it; nothing was changed."),
                .inputOutput)
        case .damaged(let path, let detail):
            self.init(
                text("The backup “%@” is damaged.", path),
                remedy: text("Take another one; nothing was changed."), .badData, said: detail)
        }
    }

    private init(_ error: ServingError) {
        switch error {
        case .plainHTTP(let host):
            self.init(
                text("Other machines reach “%@”, and would send their tokens unencrypted.", host),
                remedy: text(
                    "Give --certificate and --key, or --plain-http where something else encrypts the way."),
                .usage)
        case .certificate(let path):
            self.init(text("“%@” holds no certificate in PEM that can be read.", path), .inputMissing)
        case .key(let path):
            self.init(text("“%@” holds no private key in PEM that can be read.", path), .inputMissing)
        case .mismatch(let certificate, let key):
            self.init(
                text(
                    "The private key in “%2$@” doesn't belong to the certificate in “%1$@”.", certificate, key
                ),
                remedy: text(
                    "Give both of the same renewal; in its file, the server's own certificate comes first."),
                .badData)
        case .halfTLS:
            self.init(
                text("A certificate and its key go together."), remedy: text("Give --certificate and --key."),
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
                text("The address “%@” isn't known.", host),
                remedy: text("Name one of this machine's with --host."), .inputOutput)
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
