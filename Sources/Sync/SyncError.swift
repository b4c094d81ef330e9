import Foundation

/// What keeps a store from being synchronized.
///
/// ```swift
/// catch SyncError.unauthorized { print("Log in again.") }
/// ```
public enum SyncError: Error, Hashable, Sendable {
    /// The model's identifier isn't a stored, unique UUID.
    case noIdentifier(model: String)
    /// No connection to the server could be made, or it broke.
    case unreachable(server: String, detail: String, cause: UnreachableCause = .other)
    /// The server didn't answer in time.
    case timedOut(server: String)
    /// The server doesn't know the token, or has revoked it.
    case unauthorized(server: String)
    /// The server asks for a pause, in seconds.
    case tooManyRequests(seconds: Double)
    /// The server can't do its work at the moment, as where its disk is full; it can be asked again after some seconds.
    case unavailable(server: String, seconds: Double)
    /// The server doesn't know the place that the last pull came to.
    case tokenExpired
    /// The server holds the request for too large.
    case tooLarge
    /// The server refuses the request, with a status of HTTP and what it says of it.
    case refused(status: Int, message: String)
    /// What the server answered is no answer.
    case garbled(server: String, detail: String)
    /// The address isn't one of a server.
    case badAddress(String)
    /// The address would send the token unencrypted over a network.
    case notEncrypted(String)
}

/// Why no connection to a server could be made, as far as it is known.
public enum UnreachableCause: Hashable, Sendable {
    /// Its name isn't known, or nobody who knows names can be asked.
    case unknownHost
    /// Nothing listens there, or no way leads there.
    case noAnswer
    /// It can't prove who it is.
    case insecure
    /// It doesn't encrypt, as its address says.
    case unencrypted
    /// The connection was made and broke.
    case brokenOff
    /// Something else, which the detail tells.
    case other
}

extension SyncError {
    /// The error's name, as `sync status` gives it to programs.
    ///
    /// ```swift
    /// SyncError.tokenExpired.code  // "tokenExpired"
    /// ```
    public var code: String {
        switch self {
        case .noIdentifier: "noIdentifier"
        case .unreachable: "unreachable"
        case .timedOut: "timedOut"
        case .unauthorized: "unauthorized"
        case .tooManyRequests: "tooManyRequests"
        case .unavailable: "unavailable"
        case .tokenExpired: "tokenExpired"
        case .tooLarge: "tooLarge"
        case .refused: "refused"
        case .garbled: "garbled"
        case .badAddress: "badAddress"
        case .notEncrypted: "notEncrypted"
        }
    }
}

extension SyncError {
    /// How long the server asks to wait, in seconds; `nil` where it doesn't.
    var pause: Double? {
        switch self {
        case .tooManyRequests(let seconds), .unavailable(_, let seconds): seconds
        default: nil
        }
    }

    /// Whether it goes by itself, as a network that isn't there does, so that nobody has to do anything.
    ///
    /// ```swift
    /// SyncError.unauthorized(server: "https://sync.example.org").isPassing  // false
    /// ```
    public var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .tooManyRequests, .unavailable: true
        default: false
        }
    }
}

extension SyncError: CustomStringConvertible {
    /// What is wrong, in English.
    public var description: String {
        switch self {
        case .noIdentifier(let model): "“\(model)” has no unique UUID by which its records are known."
        case .unreachable(let server, let detail, _): "The server \(server) can't be reached: \(detail)"
        case .timedOut(let server): "The server \(server) doesn't answer."
        case .unauthorized(let server): "The server \(server) doesn't know the token."
        case .tooManyRequests(let seconds): "The server asks for a pause of \(seconds) seconds."
        case .unavailable(let server, _): "The server \(server) can't do its work."
        case .tokenExpired: "The server doesn't know the place that the last pull came to."
        case .tooLarge: "The server holds the request for too large."
        case .refused(let status, let message): "The server refused the request (\(status)): \(message)"
        case .garbled(let server, let detail): "What \(server) answered can't be read: \(detail)"
        case .badAddress(let address): "“\(address)” is no address of a server."
        case .notEncrypted(let address): "“\(address)” would send the token unencrypted."
        }
    }
}
