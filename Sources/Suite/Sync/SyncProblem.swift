import Localization
import Sync

/// What keeps a store from being synchronized, in the user's words.
struct SyncProblem: PresentableError, Equatable {
    let problem: LocalizedText
    let remedy: LocalizedText?
    let failure: FailureKind

    private init(_ problem: LocalizedText, remedy: LocalizedText? = nil, _ failure: FailureKind = .failed) {
        self.problem = problem
        self.remedy = remedy
        self.failure = failure
    }

    static func == (first: SyncProblem, second: SyncProblem) -> Bool {
        Localizer(.english).string(first.problem) == Localizer(.english).string(second.problem)
    }

    /// Nobody logged in.
    static var notLoggedIn: SyncProblem {
        SyncProblem(
            text("This store is not synchronized."),
            remedy: text("“sync login SERVER” begins it; whoever keeps the server gives you a token."))
    }

    /// The token isn't there, though the store says that there is one.
    static func noToken(server: String) -> SyncProblem {
        SyncProblem(
            text("The token for “%@” is missing.", server),
            remedy: text("“sync login SERVER” takes it again; “sync off” ends synchronizing."))
    }

    static var badToken: SyncProblem {
        SyncProblem(
            text(
                "That is no token: it has spaces or other characters that tokens don't have, or nothing at all."
            ),
            remedy: text("Paste the token as the server's keeper gave it to you."), .usage)
    }

    static var noHome: SyncProblem {
        SyncProblem(
            text("There is no place for the token: neither HOME nor XDG_CONFIG_HOME names a directory."),
            .failed)
    }

    static func badCredentials(path: String) -> SyncProblem {
        SyncProblem(
            text("“%@” does not name a server and a token.", path),
            remedy: text("“sync login SERVER” writes it anew."), .badData)
    }

    /// Where nobody can be asked for the token.
    static var tokenNeeded: SyncProblem {
        SyncProblem(
            text("The token is missing."),
            remedy: text(
                "Give it in a file, with --token-file FILE, or on standard input, with --token-file -."),
            .usage)
    }

    /// Puts Sync's errors into words for people. What a server says of itself is shown like any other data.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - isLogin: Whether nothing was set up before, so that nothing waits to be sent.
    init(_ error: SyncError, isLogin: Bool = false) {
        let later =
            isLogin
            ? text("Nothing was set up. Check the address and the connection, and try again.")
            : text("What you changed is kept, and sent the next time.")
        self =
            switch error {
            case .unreachable(let server, let detail, .insecure) where isLogin:
                Self(
                    Self.words(.insecure, server, detail),
                    remedy: text(
                        "Nothing was set up. This computer has to trust whoever signed the certificate."),
                    .inputOutput)
            case .unreachable(let server, let detail, let cause):
                Self(Self.words(cause, server, detail), remedy: later, .inputOutput)
            case .timedOut(let server):
                Self(text("“%@” does not answer.", server), remedy: later, .inputOutput)
            case .unauthorized(let server):
                Self(
                    text("“%@” does not know this token, or has revoked it.", server),
                    remedy: text(
                        "Ask the server's keeper for a new token, and give it with “sync login SERVER”."))
            case .tooManyRequests(let seconds):
                Self(text("The server asks to wait %lld seconds.", Int(seconds.rounded(.up))), remedy: later)
            case .unavailable(let server, _):
                Self(
                    text("“%@” can't do its work at the moment.", server),
                    remedy: text("Try again later. If it stays so, tell whoever keeps the server."),
                    .inputOutput)
            case .garbled(let server, _):
                Self(
                    text("What “%@” answered can't be understood.", server),
                    remedy: text("Check that the address is that of a synchronization server."), .badData)
            case .refused(let status, let message) where message.isEmpty:
                Self(text("The server refused (%@).", String(status)), remedy: later)
            case .refused(let status, let message):
                Self(text("The server refused (%1$@): %2$@", String(status), message), remedy: later)
            case .badAddress(let address):
                Self(
                    text("“%@” is no address of a server.", address),
                    remedy: text("An address begins with “https://”, as in “https://sync.example.org”."),
                    .usage)
            case .notEncrypted(let address):
                Self(
                    text("“%@” would send the token without encryption over the network.", address),
                    remedy: text("Use an address that begins with “https://”, or say --unencrypted."), .usage)
            case .tokenExpired, .tooLarge, .noIdentifier:
                Self(text("Synchronizing failed: %@", error.description), remedy: later)
            }
    }

    private static func words(_ cause: UnreachableCause, _ server: String, _ detail: String) -> LocalizedText
    {
        switch cause {
        case .unknownHost: text("The server “%@” is not known, or there is no connection.", server)
        case .noAnswer: text("Nothing answers at “%@”.", server)
        case .insecure: text("The connection to “%@” is not secure: its certificate is not accepted.", server)
        case .unencrypted:
            text("What answers at “%@” doesn't encrypt, which an address with “https” asks for.", server)
        case .brokenOff: text("The connection to “%@” broke off.", server)
        case .other: text("“%1$@” can't be reached (%2$@).", server, detail)
        }
    }
}
