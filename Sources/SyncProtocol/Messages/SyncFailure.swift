import Foundation

/// The body of every answer with a status other than 200: the reason why the whole request failed.
///
/// ```swift
/// SyncFailure(.tokenExpired, message: "The server lacks changes of the token. Pull from the beginning.")
/// ```
public struct SyncFailure: Error, Hashable, Sendable {
    /// The kind of a failure. A code that this version doesn't know is kept as the server sent it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code in the message.
        public let rawValue: String

        /// Creates a code.
        ///
        /// - Parameter rawValue: The code in the message.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// 400: the body isn't a valid request.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 401: the bearer token is missing, wrong or revoked.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// 404: the path doesn't exist.
        public static let notFound = Code(rawValue: "notFound")
        /// 405: the path requires another method.
        public static let methodNotAllowed = Code(rawValue: "methodNotAllowed")
        /// 408: the body didn't arrive in time.
        public static let tooSlow = Code(rawValue: "tooSlow")
        /// 409: the store was copied, and the copy has already sent changes. The client takes a new node.
        public static let copied = Code(rawValue: "copied")
        /// 409: a clock is more than 5 minutes ahead. The client gives its unsent edits the time of the failure, and
        /// sends them again.
        public static let clockAhead = Code(rawValue: "clockAhead")
        /// 409: the account has another key, or none yet.
        public static let wrongKey = Code(rawValue: "wrongKey")
        /// 410: the server lacks changes of the token. The client pulls from the beginning and keeps its local
        /// edits.
        public static let tokenExpired = Code(rawValue: "tokenExpired")
        /// 413: the body or the batch is too large.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// 429: too many requests. The header `Retry-After` has the number of seconds to wait.
        public static let tooManyRequests = Code(rawValue: "tooManyRequests")
        /// 500: an error in the server.
        public static let internalError = Code(rawValue: "internalError")
        /// 503: the server is temporarily unavailable.
        public static let unavailable = Code(rawValue: "unavailable")

        /// The HTTP status of the code.
        public var status: Int {
            switch self {
            case .badRequest: 400
            case .unauthorized: 401
            case .notFound: 404
            case .methodNotAllowed: 405
            case .tooSlow: 408
            case .copied, .clockAhead, .wrongKey: 409
            case .tokenExpired: 410
            case .tooLarge: 413
            case .tooManyRequests: 429
            case .unavailable: 503
            default: 500
            }
        }
    }

    /// The kind of the failure.
    public let code: Code
    /// A description in English, for a log. Escape it before printing it on a terminal.
    public let message: String
    /// For ``Code/clockAhead``: the server's time, later than the stored versions of the sent records.
    public let clock: SyncClock?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - code: The kind of the failure.
    ///   - message: A description in English.
    ///   - clock: The server's time. Default: none.
    public init(_ code: Code, message: String, clock: SyncClock? = nil) {
        self.code = code
        self.message = message
        self.clock = clock
    }

    /// Decodes a failure's body.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` if the body isn't a failure.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        let object = try JSONReader.read(body, limit: SyncLimits.bodySize).object(at: "failure")
        code = Code(rawValue: try object.text("code", limit: 100))
        message = try object.optionalText("message", limit: SyncLimits.bodySize) ?? ""
        clock = try object.optionalText("clock", limit: 49).flatMap { SyncClock($0) }
    }

    /// Encodes the failure.
    ///
    /// - Returns: JSON in UTF-8.
    public func encoded() -> Data {
        var output = JSONOutput()
        output.object { output in
            if let clock { output.member("clock", text: clock.description) }
            output.member("code", text: code.rawValue)
            output.member("message", text: message)
        }
        return output.data
    }
}
