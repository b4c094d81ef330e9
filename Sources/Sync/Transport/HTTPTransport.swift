import Foundation
import SyncProtocol
import Synchronization

/// The way to a server over HTTP, with libcurl. A ``SealingTransport`` seals what it sends.
///
/// ```swift
/// let transport = try HTTPTransport(ServerAddress("https://sync.example.org"), token: "9f3a…")
/// ```
///
/// Every request ends, because the time without progress and the size of its answer are limited. Redirections aren't followed, so that
/// the token isn't sent to another server.
public final class HTTPTransport: SyncTransport {
    private let address: ServerAddress
    private let token: String
    private let timeout: Double
    /// The connections that no request uses. They may have been kept open since the last answer.
    private let idle = Mutex<[CurlConnection]>([])

    /// Creates a transport. Nothing is sent yet.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - token: The device's bearer token.
    ///   - timeout: The longest time without a byte, in seconds. A request for several records also ends if it is slower
    ///     than 1 KiB/s for twice this time.
    /// - Throws: ``SyncError/missingLibrary`` if libcurl isn't installed.
    public init(_ address: ServerAddress, token: String, timeout: Double = 30) throws(SyncError) {
        guard CurlConnection.isPossible else { throw .missingLibrary }
        self.address = address
        self.token = token
        self.timeout = timeout
    }

    /// The server's address.
    public var name: String { address.text }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter request: The local changes, and the token of the last answer.
    /// - Returns: The server's answer.
    /// - Throws: ``SyncError``, or `CancellationError`.
    public func send(_ request: SyncRequest) async throws -> SyncAnswer {
        let body = try await answer(
            to: request.encoded(), at: address.url,
            isSlowAllowed: request.records.count <= 1 && request.limit == 1)
        do throws(SyncDecodingError) {
            return try SyncAnswer(decoding: body)
        } catch {
            throw SyncError.garbled(server: name, detail: "\(error)")
        }
    }

    /// Returns the account of the token, and proposes a key for it. This also checks whether the server accepts the token.
    ///
    /// - Parameter key: The public parts of the key that the account gets if it has none. Default: `nil` to ask only.
    /// - Returns: The account with its key and devices.
    /// - Throws: ``SyncError``, or `CancellationError`.
    public func account(proposing key: SyncAccountKey? = nil) async throws -> SyncAccount {
        try await account(SyncAccount(key: key))
    }

    /// Gives the account another key. The server deletes all records, and the devices send theirs again.
    ///
    /// - Parameters:
    ///   - old: The key that is replaced. If the account has another one, it stays.
    ///   - key: The public parts of the new key.
    /// - Returns: The account with the key that it has now.
    /// - Throws: ``SyncError``, or `CancellationError`.
    public func replace(_ old: SyncAccountKey, with key: SyncAccountKey) async throws -> SyncAccount {
        try await account(SyncAccount(key: key, replacedKey: old.identifier))
    }

    private func account(_ message: SyncAccount) async throws -> SyncAccount {
        let body = try await answer(
            to: message.encoded(), at: address.accountURL, isSlowAllowed: true)
        do throws(SyncDecodingError) {
            return try SyncAccount(decoding: body)
        } catch {
            throw SyncError.garbled(server: name, detail: "\(error)")
        }
    }

    private func answer(to body: Data, at url: URL, isSlowAllowed: Bool) async throws -> Data {
        // Sealed texts don't shrink, but half of the bytes are names and clocks, which are alike in all records.
        let packed = Deflate.packedBody(body)
        let message = HTTPRequest(
            url: url.absoluteString,
            fields: [
                "Content-Type: \(SyncEndpoint.contentType)", "Authorization: Bearer \(token)",
                // Otherwise, libcurl asks the server first whether it accepts a large body.
                "Expect:",
            ] + (packed == nil ? [] : ["Content-Encoding: \(Deflate.coding)"]),
            body: packed.map { Data($0) } ?? body, connectTimeout: timeout, silence: timeout,
            isSlowAllowed: isSlowAllowed)
        let answer = try await receiveAgain(message)
        guard answer.status == 200 else { throw failure(answer) }
        return answer.body
    }

    /// Sends a message, and sends it again if a connection that was kept open turns out to be closed: servers and
    /// proxies close idle connections.
    ///
    /// The server may have processed the first message, and only its answer may be lost. The second message is the same
    /// byte for byte, with the same UUID of the batch, so that the server changes nothing twice. If a request timed
    /// out, it isn't sent again here: the synchronizer does that, after a pause.
    private func receiveAgain(_ message: HTTPRequest) async throws -> HTTPAnswer {
        if let connection = idle.withLock({ $0.popLast() }) {
            do { return try await receive(message, connection) } catch SyncError.unreachable {}
        }
        do {
            return try await receive(message, CurlConnection())
        } catch let error as HTTPFailure {
            throw failure(error)
        }
    }

    private func receive(_ message: HTTPRequest, _ connection: CurlConnection) async throws -> HTTPAnswer {
        try Task.checkCancellation()
        let receiver = AnswerReceiver(limit: SyncLimits.answerSize)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                receiver.await(continuation)
                Thread.detachNewThread {
                    do throws(HTTPFailure) {
                        receiver.finish(nil, redirection: try connection.perform(message, receiver))
                    } catch {
                        receiver.finish(error)
                    }
                }
            }
        } onCancel: {
            // The thread may need longer to end, while the server's name is looked up.
            receiver.finish(nil)
            connection.cancel()
        }
        try Task.checkCancellation()
        switch receiver.outcome {
        case .answered(let answer):
            idle.withLock { $0.append(connection) }
            return answer
        case .tooLarge:
            throw SyncError.garbled(server: name, detail: "more than \(SyncLimits.answerSize) bytes")
        case .failed(let error): throw failure(error)
        }
    }

    // MARK: - Failures

    private func failure(_ answer: HTTPAnswer) -> SyncError {
        let failure = try? SyncFailure(decoding: answer.body)
        switch answer.status {
        case 401, 403: return .unauthorized(server: name)
        case 404, 405: return .noService(server: name)
        case 409 where failure?.code == .copied: return .copied
        case 409 where failure?.code == .wrongKey: return .wrongKey
        case 409 where failure?.clock != nil: return .clockAhead(failure?.clock ?? .zero)
        case 410: return .tokenExpired
        case 408: return .slowLine(server: name)
        case 413: return .tooLarge
        case 300..<400 where answer.redirection.map { !address.isSameServer($0) } ?? false:
            return .redirected(server: name, to: answer.redirection ?? "")
        // A proxy reports that the server behind it is missing or silent.
        case 502, 504: return .unreachable(server: name, detail: "HTTP \(answer.status)", cause: .noAnswer)
        case 429: return .tooManyRequests(seconds: answer.pause)
        case 503: return .unavailable(server: name, seconds: answer.pause)
        // The server itself reports its errors with a code. A proxy doesn't.
        case 500 where failure?.code == .internalError:
            return .unavailable(server: name, seconds: answer.pause)
        default: return .refused(status: answer.status, message: String((failure?.message ?? "").prefix(500)))
        }
    }

    private func failure(_ error: HTTPFailure) -> SyncError {
        func unreachable(_ cause: UnreachableCause) -> SyncError {
            .unreachable(server: name, detail: String(error.detail.prefix(500)), cause: cause)
        }
        return switch error.kind {
        case .timedOut: .timedOut(server: name)
        case .slow: .slowLine(server: name)
        case .stopped: unreachable(.other)
        case .unreachable(let cause): unreachable(cause)
        }
    }
}

/// An answer of the server.
struct HTTPAnswer: Sendable {
    let status: Int
    let retryAfter: String?
    /// The absolute address to which the answer redirects, if it does.
    let redirection: String?
    let body: Data

    /// How long to wait, in seconds: the requested pause, from 1 second to 1 hour.
    var pause: Double {
        let seconds = retryAfter.flatMap(Double.init) ?? 30
        return min(max(seconds.isFinite ? seconds : 30, 1), 3_600)
    }
}

/// Collects the answer to one request, up to a size limit.
private final class AnswerReceiver: HTTPReceiver, Sendable {
    enum Outcome: Sendable {
        case answered(HTTPAnswer)
        case tooLarge
        case failed(HTTPFailure)
    }

    private struct State {
        var head: HTTPHead?
        var redirection: String?
        var body = Data()
        var isTooLarge = false
        var isFinished = false
        var failure: HTTPFailure?
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// The result of the request. It is valid after the request has finished.
    var outcome: Outcome {
        state.withLock { state in
            if state.isTooLarge { return .tooLarge }
            if let failure = state.failure { return .failed(failure) }
            guard let head = state.head else { return .failed(.noAnswer) }
            return .answered(
                HTTPAnswer(
                    status: head.status, retryAfter: head["retry-after"], redirection: state.redirection,
                    body: state.body))
        }
    }

    /// Resumes a continuation when the request has finished.
    func await(_ continuation: CheckedContinuation<Void, Never>) {
        let isFinished = state.withLock { state in
            if !state.isFinished { state.continuation = continuation }
            return state.isFinished
        }
        if isFinished { continuation.resume() }
    }

    /// Notes that the request has finished. Later calls do nothing.
    func finish(_ failure: HTTPFailure?, redirection: String? = nil) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.isFinished {
                state.isFinished = true
                state.failure = failure
                state.redirection = redirection
            }
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }

    func receive(_ head: HTTPHead) -> Bool {
        state.withLock { $0.head = head }
        return true
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            if state.body.count + bytes.count > limit {
                state.isTooLarge = true
                return false
            }
            state.body.append(contentsOf: bytes)
            return true
        }
    }
}
