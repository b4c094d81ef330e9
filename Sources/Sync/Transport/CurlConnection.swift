import CurlLoader
import Foundation
import Synchronization

/// A connection to a web server with libcurl, which stays open between requests.
///
/// ```swift
/// let connection = try CurlConnection()
/// let result = connection.perform(HTTPRequest(url: "https://example.org/points.json"), receiver)
/// ```
///
/// Only one request at a time is possible. ``perform(_:_:)`` blocks its thread; ``cancel()`` may be called from any
/// other thread.
final class CurlConnection: @unchecked Sendable {
    /// Whether HTTP requests are possible: libcurl can be loaded.
    static var isPossible: Bool { curl_loader_finds_library() }

    /// The rate below which a request for several records ends, in bytes per second: 1 KiB.
    private static let leastRate: Int64 = 1 << 10

    private let connection: OpaquePointer
    private let isCancelled = Atomic(false)

    /// Prepares a connection.
    ///
    /// - Throws: ``HTTPFailure`` if libcurl can't be loaded, or without memory.
    init() throws(HTTPFailure) {
        guard Self.isPossible, let connection = curl_loader_open() else {
            throw HTTPFailure(kind: .unreachable(.other), detail: "libcurl.so.4 is missing")
        }
        self.connection = connection
    }

    deinit { curl_loader_close(connection) }

    /// Ends the current request, and lets later requests fail.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        curl_loader_wake(connection)
    }

    /// Sends a request and waits for the end of the answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Receives the answer, on this thread.
    /// - Returns: The address that the answer redirects to, as an absolute URL, if it does.
    /// - Throws: ``HTTPFailure`` if there is no complete answer, or if the receiver or ``cancel()`` ended the request.
    func perform(_ request: HTTPRequest, _ receiver: some HTTPReceiver) throws(HTTPFailure) -> String? {
        let exchange = Exchange(receiver, isCancelled: { [self] in isCancelled.load(ordering: .acquiring) })
        let result = withExtendedLifetime(exchange) {
            curl_loader_begin(
                connection, { Exchange.of($3).takeHead($0, $1 * $2) },
                { Exchange.of($3).takeBody($0, $1 * $2) },
                Unmanaged.passUnretained(exchange).toOpaque())
            curl_loader_set_text(connection, Int32(curl_loader_url), request.url)
            let contact = request.contact.map { " (\($0))" } ?? ""
            curl_loader_set_text(connection, Int32(curl_loader_user_agent), Self.userAgent + contact)
            for field in request.fields { curl_loader_add_field(connection, field) }
            if let seconds = request.connectTimeout {
                curl_loader_set_number(
                    connection, Int32(curl_loader_connect_timeout_milliseconds),
                    max(1, Int64(seconds * 1_000)))
            }
            if let seconds = request.silence {
                curl_loader_limit_silence(
                    connection, max(1, Int64(seconds * 1_000)), request.isSlowAllowed ? 0 : Self.leastRate)
            }
            guard let body = request.body else { return perform() }
            return body.withUnsafeBytes { bytes in
                curl_loader_set_number(connection, Int32(curl_loader_post_size), Int64(bytes.count))
                let start = bytes.baseAddress ?? UnsafeRawPointer(connection)
                curl_loader_set_text(
                    connection, Int32(curl_loader_post_fields), start.assumingMemoryBound(to: CChar.self))
                return perform()
            }
        }
        guard result == 0 else {
            let detail = curl_loader_description(connection, result).map { String(cString: $0) } ?? ""
            throw HTTPFailure(result, detail: detail)
        }
        return curl_loader_redirection(connection).map { String(cString: $0) }
    }

    private func perform() -> Int32 {
        curl_loader_perform(connection) { Exchange.of($0).isCancelled() }
    }

    /// The program's name and libcurl's version. Some servers refuse requests without this field.
    private static let userAgent: String = {
        let version = curl_loader_version().map { String(cString: $0) } ?? ""
        return "\(ProcessInfo.processInfo.processName) \(version.prefix { $0 != " " })"
    }()
}

/// A request over HTTP.
struct HTTPRequest: Sendable {
    /// An absolute URL, `http://` or `https://`.
    var url: String
    /// Fields of the head, as `Name: value`.
    var fields: [String] = []
    /// The body, which makes the request a `POST` request. Without it, the request is a `GET` request.
    var body: Data?
    /// The time limit for the connection, in seconds. Default: none.
    var connectTimeout: Double?
    /// The longest time without a sent or received byte, in seconds. Default: none.
    var silence: Double?
    /// Whether the request may take as long as it makes any progress. Otherwise, it ends if it is slower than 1 KiB/s for
    /// twice the time of ``silence``.
    var isSlowAllowed = true
    /// Whom the server's operator can contact, without line ends. Default: nobody.
    var contact: String?
}

/// The head of an answer.
struct HTTPHead: Sendable {
    /// The status, such as 200.
    let status: Int
    private let fields: [String: String]

    fileprivate init(_ lines: [Substring]) {
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        fields = Dictionary(
            lines.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                return (line[..<colon].lowercased(), value)
            }, uniquingKeysWith: { $1 })
    }

    /// Returns a field's value; the last one if the field is repeated.
    ///
    /// - Parameter name: The field's name, in lower case.
    subscript(name: String) -> String? { fields[name] }
}

/// Receives an answer. Both functions return whether the request goes on.
protocol HTTPReceiver: AnyObject {
    /// Receives the head, before the first bytes of the body.
    func receive(_ head: HTTPHead) -> Bool

    /// Receives a piece of the body, decompressed.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
}

/// Why a request has no complete answer.
struct HTTPFailure: Error {
    enum Kind: Sendable {
        /// ``CurlConnection/cancel()`` or the receiver ended the request.
        case stopped
        case timedOut
        /// Bytes were sent or received, but too few.
        case slow
        /// The connection failed, or the answer isn't HTTP.
        case unreachable(UnreachableCause)
    }

    let kind: Kind
    /// libcurl's description, in English.
    let detail: String

    /// A request that ended without a head.
    static let noAnswer = HTTPFailure(kind: .unreachable(.brokenOff), detail: "no answer of HTTP")

    fileprivate init(kind: Kind, detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// - Parameter result: The number of libcurl's result (`CURLcode`).
    fileprivate init(_ result: Int32, detail: String) {
        self.detail = detail
        kind =
            switch result {
            case 23, 42: .stopped
            case 28: .timedOut
            case Int32(curl_loader_slow): .slow
            default: .unreachable(Self.cause(of: result, detail))
            }
    }

    private static func cause(of result: Int32, _ detail: String) -> UnreachableCause {
        switch result {
        case 5, 6: .unknownHost
        case 7: .noAnswer
        // The wordings of OpenSSL and of GnuTLS.
        case 35 where detail.contains("wrong version number") || detail.contains("unexpected TLS packet"):
            .unencrypted
        // The connection was closed during the handshake.
        case 35 where detail.contains("SSL_ERROR_SYSCALL") || detail.contains("reset by peer"): .brokenOff
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .insecure
        case 1, 8, 16, 18, 52, 55, 56, 61, 92, 95: .brokenOff
        default: .other
        }
    }
}

/// Passes an answer from libcurl to its receiver.
private final class Exchange {
    let isCancelled: () -> Bool
    private let receiver: any HTTPReceiver
    private var lines: [Substring] = []
    private var isHeadComplete = false

    init(_ receiver: any HTTPReceiver, isCancelled: @escaping () -> Bool) {
        self.receiver = receiver
        self.isCancelled = isCancelled
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> Exchange {
        // The context is never nil: `perform` passes the exchange.
        Unmanaged<Exchange>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Takes one line of a head. There are several heads if the server sends one with a status below 200 first.
    func takeHead(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        let line = text.prefix { !$0.isNewline }
        if line.hasPrefix("HTTP/") {
            lines = [line]
            isHeadComplete = false
        } else if !line.isEmpty {
            lines.append(line)
        } else if !isHeadComplete {
            // After a body in chunks, more fields and a second empty line may follow.
            isHeadComplete = true
            let head = HTTPHead(lines)
            if head.status >= 200, !receiver.receive(head) { return -1 }
        }
        return count
    }

    func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        receiver.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
    }
}
