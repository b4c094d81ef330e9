import Localization
import Sync

/// A synchronization error, presented in the user's language.
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

    /// The store isn't synchronized.
    static var notLoggedIn: SyncProblem {
        SyncProblem(
            text("This store is not synchronized."),
            remedy: text("Start with “sync login SERVER”. The server's administrator gives you a token."))
    }

    /// The token is missing, although the store is synchronized.
    static func noToken(server: String) -> SyncProblem {
        SyncProblem(
            text("The token for “%@” is missing.", server),
            remedy: text("Enter it again with “sync login SERVER”, or stop synchronizing with “sync off”."))
    }

    static var badToken: SyncProblem {
        SyncProblem(
            text(
                "This isn't a token: it is empty, or contains spaces or other invalid characters."
            ),
            remedy: text("Paste the token exactly as the server's administrator gave it to you."), .usage)
    }

    static var noHome: SyncProblem {
        SyncProblem(
            text("There is no directory to store the token in: set HOME or XDG_CONFIG_HOME."),
            .failed)
    }

    static func badCredentials(path: String) -> SyncProblem {
        SyncProblem(
            text("The file “%@” doesn't contain a server and a token.", path),
            remedy: text("Write it again with “sync login SERVER”."), .badData)
    }

    /// The token is missing, and the program can't ask for it.
    static var tokenNeeded: SyncProblem {
        SyncProblem(
            text("The token is missing."),
            remedy: text(
                "Give it in a file with --token-file FILE, or on standard input with --token-file -."),
            .usage)
    }

    /// The code is missing, although the account has a key.
    static func noKey(server: String) -> SyncProblem {
        SyncProblem(
            text("The code of the key for “%@” is missing.", server),
            remedy: text(
                "Enter it again with “sync login SERVER”. “sync key” on another device shows it."))
    }

    static func badKeyFile(path: String) -> SyncProblem {
        SyncProblem(
            text("The file “%@” doesn't contain the code of a key.", path),
            remedy: text("Write it again with “sync login SERVER”."), .badData)
    }

    static var badCode: SyncProblem {
        SyncProblem(
            text("This isn't a code of a key: a character is missing, wrong or in another place."),
            remedy: text(
                "Nothing was set up. “sync key” on a device that is logged in shows the code: 26 characters and a check character."
            ), .usage)
    }

    static var wrongCode: SyncProblem {
        SyncProblem(
            text("This is the code of another account's key."),
            remedy: text(
                "Nothing was set up. Use the code that “sync key” shows on a device of this account, or check the token."
            ))
    }

    /// The account has a key, and the program can't ask for its code.
    static var codeNeeded: SyncProblem {
        SyncProblem(
            text("The account has a key already, and its code is missing. Nothing was set up."),
            remedy: text(
                "“sync key” on another device shows the code. Give it in a file with --key-file FILE, or on standard input with --key-file -."
            ), .usage)
    }

    static var oneStandardInput: SyncProblem {
        SyncProblem(
            text("Standard input can't contain both the token and the code."),
            remedy: text("Give one of them in a file."), .usage)
    }

    static var conflictNeeded: SyncProblem {
        SyncProblem(
            text("The number of the conflict is missing."),
            remedy: text("“sync conflicts” lists the conflicts with their numbers."), .usage)
    }

    static func noConflict(_ number: Int) -> SyncProblem {
        SyncProblem(
            text("There is no conflict number %@.", String(number)),
            remedy: text("“sync conflicts” lists the conflicts with their numbers."), .inputMissing)
    }

    /// Translates an error about a conflict.
    init(_ error: SyncConflictError) {
        self =
            switch error {
            case .unknown(let number): .noConflict(number)
            case .deleted:
                Self(
                    text("The entry was deleted later."),
                    remedy: text("“sync conflicts” still shows your values, so that you can add them again."))
            case .impossible:
                Self(
                    text(
                        "Your values can't be written: another entry has them, or one that they need is missing."
                    ),
                    remedy: text("“sync conflicts” still shows your values, so that you can add them again."))
            }
    }

    /// Translates an error of Sync. Messages of the server are shown like other untrusted data.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - isLogin: Whether the error occurred during a login, before there are changes to send. Default:
    ///     `false`.
    init(_ error: SyncError, isLogin: Bool = false) {
        let later =
            isLogin
            ? text("Nothing was set up. Check the address and the connection, and try again.")
            : text("Your changes are kept, and will be sent next time.")
        self =
            switch error {
            case .unreachable(let server, let detail, .insecure) where isLogin:
                Self(
                    Self.unreachableText(.insecure, server, detail),
                    remedy: text(
                        "Nothing was set up. This computer must trust the issuer of the certificate."),
                    .inputOutput)
            case .unreachable(let server, let detail, .brokenOff)
            where isLogin && server.lowercased().hasPrefix("http:"):
                Self(
                    Self.unreachableText(.brokenOff, server, detail),
                    remedy: text(
                        "Nothing was set up. If the server uses encryption, its address begins with “https://”."
                    ),
                    .inputOutput)
            case .unreachable(let server, let detail, .unencrypted)
            where isLogin && Self.loginLine(afterLoopback: server) != nil:
                Self(
                    Self.unreachableText(.unencrypted, server, detail),
                    remedy: Self.loginLine(afterLoopback: server), .inputOutput)
            case .unreachable(let server, let detail, let cause):
                Self(Self.unreachableText(cause, server, detail), remedy: later, .inputOutput)
            case .redirected(let server, let other):
                Self(
                    text(
                        "“%1$@” redirects to “%2$@”. The token isn't sent to another server.", server, other),
                    remedy: text(
                        "If you trust that server, use its address with “sync login SERVER”."))
            case .noService(let server):
                Self(
                    text("“%@” doesn't offer this version of the synchronization.", server),
                    remedy: isLogin
                        ? text(
                            "Nothing was set up. Check the address. If it is right, the server must be updated."
                        )
                        : text(
                            "Your changes are kept. Check the address. If it is right, the server must be updated."
                        ))
            case .missingLibrary:
                Self(
                    text("The connection to a server needs the library libcurl, which isn't installed."),
                    remedy: text("Install it, for example with “sudo apt install libcurl4”."))
            case .timedOut(let server):
                Self(text("“%@” does not answer.", server), remedy: later, .inputOutput)
            case .slowLine(let server):
                Self(
                    text("The connection to “%@” is too slow.", server), remedy: later, .inputOutput)
            case .unauthorized(let server):
                Self(
                    text("“%@” doesn't accept this token: it is unknown or revoked.", server),
                    remedy: text(
                        "Ask the server's administrator for a new token, and enter it with “sync login SERVER”."
                    ))
            case .tooManyRequests(let seconds):
                Self(
                    text(
                        "The server received too many requests. Wait %lld seconds.", Int(seconds.rounded(.up))
                    ), remedy: later)
            case .unavailable(let server, _):
                Self(
                    text("“%@” is temporarily unavailable.", server),
                    remedy: text(
                        "Try again later. If the problem persists, tell the server's administrator."),
                    .inputOutput)
            case .garbled(let server, _):
                Self(
                    text("The response from “%@” is invalid.", server),
                    remedy: text("Check that the address is that of a synchronization server."), .badData)
            case .refused(let status, let message) where message.isEmpty:
                Self(text("The server refused the request (%@).", String(status)), remedy: later)
            case .refused(let status, let message):
                Self(
                    text("The server refused the request (%1$@): %2$@", String(status), message),
                    remedy: later)
            case .badAddress(let address):
                Self(
                    text("“%@” isn't the address of a server.", address),
                    remedy: Self.loginLine(afterIncomplete: address)
                        ?? text("An address begins with “https://”, as in “https://sync.example.org”."),
                    .usage)
            case .badPort(let address):
                Self(
                    text("The port in “%@” isn't a number from 1 to 65535.", address),
                    remedy: text("Correct the port, or leave it out."), .usage)
            case .notEncrypted(let address):
                Self(
                    text("“%@” would send the token over the network without encryption.", address),
                    remedy: text("Use an address that begins with “https://”, or add --unencrypted."), .usage)
            case .wrongKey:
                Self(
                    text("The account has another key than this device."),
                    remedy: text(
                        "Your changes are kept. Enter the code that another device shows with “sync key”: run “sync login SERVER --key-file FILE”."
                    ))
            case .missingSealingLibrary:
                Self(
                    text("Encryption needs the libraries libcrypto and zlib, which aren't installed."),
                    remedy: text("Install them, for example with “sudo apt install libssl3 zlib1g”."))
            case .tokenExpired, .copied, .tooLarge, .noIdentifier, .clockAhead:
                Self(text("Synchronizing failed: %@", error.description), remedy: later)
            }
    }

    /// Returns the line with the address that a host without a scheme means: `http://` for this computer, whose server
    /// usually has no certificate, and `https://` for others. Returns `nil` for other texts.
    private static func loginLine(afterIncomplete address: String) -> LocalizedText? {
        if address.contains("://") { return nil }
        return loginLine("http://\(address)") ?? loginLine("https://\(address)")
    }

    /// Returns the line with an address of this computer without encryption; `nil` for other computers.
    private static func loginLine(afterLoopback address: String) -> LocalizedText? {
        guard address.lowercased().hasPrefix("https://") else { return nil }
        return loginLine("http://\(address.dropFirst(8))")
    }

    /// Returns the line with an address that needs no other option; `nil` for a text that isn't one.
    private static func loginLine(_ address: String) -> LocalizedText? {
        guard let address = try? ServerAddress(address) else { return nil }
        return text("Write “%@”.", "sync login \(address.text)")
    }

    private static func unreachableText(
        _ cause: UnreachableCause, _ server: String, _ detail: String
    ) -> LocalizedText {
        switch cause {
        case .unknownHost: text("The server “%@” can't be found, or there is no network connection.", server)
        case .noAnswer: text("No server answers at “%@”.", server)
        case .insecure:
            text("The connection to “%@” is not secure: the server's certificate is not trusted.", server)
        case .unencrypted:
            text("The server at “%@” doesn't use encryption, but an “https” address requires it.", server)
        case .brokenOff: text("The connection to “%@” was interrupted.", server)
        case .other: text("“%1$@” can't be reached (%2$@).", server, detail)
        }
    }
}
