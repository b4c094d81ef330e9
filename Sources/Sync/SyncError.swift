import Foundation
import SyncProtocol

/// The reason why a store can't be synchronized.
///
/// ```swift
/// do {
///     try await synchronizer.synchronize()
/// } catch SyncError.unauthorized {
///     print("Log in again.")
/// }
/// ```
public enum SyncError: Error, Hashable, Sendable {
    /// The model's identifier isn't a stored, unique UUID.
    case noIdentifier(model: String)
    /// The connection to the server failed or broke.
    case unreachable(server: String, detail: String, cause: UnreachableCause = .other)
    /// The server redirects to another server. Redirections aren't followed, so that the token isn't sent there.
    case redirected(server: String, to: String)
    /// The server doesn't offer this version of the protocol, or the address is wrong.
    case noService(server: String)
    /// libcurl isn't installed.
    case missingLibrary
    /// The server was silent for a long time.
    case timedOut(server: String)
    /// The line is so slow that the request or its answer doesn't arrive.
    case slowLine(server: String)
    /// The token is unknown to the server, or revoked.
    case unauthorized(server: String)
    /// The server asks for a pause, in seconds.
    case tooManyRequests(seconds: Double)
    /// The server is temporarily unavailable, for example because its disk is full. It may be asked again after some
    /// seconds.
    case unavailable(server: String, seconds: Double)
    /// The token of the last pull is unknown to the server.
    case tokenExpired
    /// Another copy of this store has sent changes.
    case copied
    /// A clock of an unsent edit is too far ahead of the server's. The clock is the earliest one that edits can get instead.
    case clockAhead(SyncClock)
    /// The account has another key.
    case wrongKey
    /// A library for sealing isn't installed: libcrypto or zlib.
    case missingSealingLibrary
    /// The request is too large for the server.
    case tooLarge
    /// The server refuses the request, with an HTTP status and a message.
    case refused(status: Int, message: String)
    /// The answer is invalid.
    case garbled(server: String, detail: String)
    /// The text isn't the address of a server.
    case badAddress(String)
    /// The port in the address isn't a number from 1 to 65535.
    case badPort(String)
    /// The token would be sent over a network without encryption.
    case notEncrypted(String)
}

/// The reason why the connection to a server failed, if known.
public enum UnreachableCause: Hashable, Sendable {
    /// The server's name is unknown, or there is no name service.
    case unknownHost
    /// No server listens at the address, or there is no route to it.
    case noAnswer
    /// The server's certificate isn't trusted.
    case insecure
    /// The server doesn't use encryption, although the address requires it.
    case unencrypted
    /// The connection was established and broke.
    case brokenOff
    /// Another reason, which the detail describes.
    case other
}

extension SyncError {
    /// The error's name in `sync status --json`.
    ///
    /// ```swift
    /// SyncError.tokenExpired.code  // "tokenExpired"
    /// ```
    public var code: String {
        switch self {
        case .noIdentifier: "noIdentifier"
        case .unreachable: "unreachable"
        case .redirected: "redirected"
        case .noService: "noService"
        case .missingLibrary: "missingLibrary"
        case .timedOut: "timedOut"
        case .slowLine: "slowLine"
        case .unauthorized: "unauthorized"
        case .tooManyRequests: "tooManyRequests"
        case .unavailable: "unavailable"
        case .tokenExpired: "tokenExpired"
        case .copied: "copied"
        case .clockAhead: "clockAhead"
        case .wrongKey: "wrongKey"
        case .missingSealingLibrary: "missingSealingLibrary"
        case .tooLarge: "tooLarge"
        case .refused: "refused"
        case .garbled: "garbled"
        case .badAddress: "badAddress"
        case .badPort: "badPort"
        case .notEncrypted: "notEncrypted"
        }
    }
}

extension SyncError {
    /// The pause that the server asks for, in seconds.
    var pause: Double? {
        switch self {
        case .tooManyRequests(let seconds), .unavailable(_, let seconds): seconds
        default: nil
        }
    }

    /// Whether a smaller request may succeed. A server that gives up on a slow request closes the connection, and its answer
    /// may be lost with it.
    var mayDependOnSize: Bool {
        switch self {
        case .timedOut, .slowLine, .tooLarge, .unreachable(_, _, .brokenOff): true
        default: false
        }
    }

    /// Whether the server may not answer at all.
    var isSilence: Bool { if case .timedOut = self { true } else { false } }

    /// Whether the problem may end without any action, as a missing network does.
    ///
    /// ```swift
    /// SyncError.unauthorized(server: "https://sync.example.org").isPassing  // false
    /// ```
    public var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .slowLine, .tooManyRequests, .unavailable: true
        default: false
        }
    }
}

extension SyncError: CustomStringConvertible {
    /// A description in English.
    public var description: String {
        switch self {
        case .noIdentifier(let model): "“\(model)” has no unique UUID that identifies its records."
        case .unreachable(let server, let detail, _): "The server \(server) can't be reached: \(detail)"
        case .redirected(let server, let other): "The server \(server) redirects to \(other)."
        case .noService(let server): "The server \(server) doesn't offer this version of the synchronization."
        case .missingLibrary: "libcurl isn't installed."
        case .timedOut(let server): "The server \(server) doesn't answer."
        case .slowLine(let server): "The line to the server \(server) is too slow."
        case .unauthorized(let server): "The server \(server) doesn't know the token."
        case .tooManyRequests(let seconds): "The server asks for a pause of \(seconds) seconds."
        case .unavailable(let server, _): "The server \(server) is temporarily unavailable."
        case .tokenExpired: "The server doesn't know the token of the last pull."
        case .copied: "Another copy of this store has sent changes."
        case .clockAhead: "A clock is too far ahead of the server's."
        case .wrongKey: "The account has another key."
        case .missingSealingLibrary: "libcrypto or zlib isn't installed."
        case .tooLarge: "The request is too large for the server."
        case .refused(let status, let message): "The server refused the request (\(status)): \(message)"
        case .garbled(let server, let detail): "The answer of \(server) is invalid: \(detail)"
        case .badAddress(let address): "“\(address)” isn't the address of a server."
        case .badPort(let address): "The port in “\(address)” isn't a number from 1 to 65535."
        case .notEncrypted(let address): "“\(address)” would send the token unencrypted."
        }
    }
}
