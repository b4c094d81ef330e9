import Foundation

/// Why a request failed as a whole: the body of every answer that isn't 200.
///
/// ```swift
/// SyncFailure(.tokenExpired, message: "The token is of another epoch: begin at the beginning.")
/// ```
public struct SyncFailure: Error, Hashable, Sendable {
    /// What kind of failure it is. A code that this version doesn't know stays as the server named it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as it travels.
        public let rawValue: String

        /// A code.
        ///
        /// - Parameter rawValue: The code as it travels.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// 400: the body is no request.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 401: the bearer token is missing, wrong or revoked.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// 404: there is nothing at this path.
        public static let notFound = Code(rawValue: "notFound")
        /// 405: the path wants another method.
        public static let methodNotAllowed = Code(rawValue: "methodNotAllowed")
        /// 408: the body didn't arrive in time.
        public static let tooSlow = Code(rawValue: "tooSlow")
        /// 410: the token is of another epoch; pull from the beginning, and keep local edits.
        public static let tokenExpired = Code(rawValue: "tokenExpired")
        /// 413: the body or the batch is too large.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// 429: too many requests; `Retry-After` tells how many seconds to wait.
        public static let tooManyRequests = Code(rawValue: "tooManyRequests")
        /// 500: the server's own fault.
        public static let internalError = Code(rawValue: "internalError")
        /// 503: not now.
        public static let unavailable = Code(rawValue: "unavailable")

        /// The status of HTTP that goes with the code.
        ///
        /// ```swift
        /// SyncFailure.Code.tokenExpired.status  // 410
        /// ```
        public var status: Int {
            switch self {
            case .badRequest: 400
            case .unauthorized: 401
            case .notFound: 404
            case .methodNotAllowed: 405
            case .tooSlow: 408
            case .tokenExpired: 410
            case .tooLarge: 413
            case .tooManyRequests: 429
            case .unavailable: 503
            default: 500
            }
        }
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong, in English, for a log. Never without escaping on a terminal.
    public let message: String

    /// A failure.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - message: What is wrong, in English.
    public init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// Reads a failure's body.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` where the body is no failure.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        let object = try JSONReader.read(body, limit: SyncLimits.bodySize).object(at: "failure")
        code = Code(rawValue: try object.text("code", limit: 100))
        message = try object.optionalText("message", limit: SyncLimits.bodySize) ?? ""
    }

    /// The failure's body.
    ///
    /// - Returns: JSON in UTF-8.
    public func encoded() -> Data {
        var output = JSONOutput()
        output.object { output in
            output.member("code", text: code.rawValue)
            output.member("message", text: message)
        }
        return output.data
    }
}
