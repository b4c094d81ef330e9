import CurlLoader
import Foundation
import FoundationNetworking
import Synchronization
import SyncProtocol

/// The way to a server over HTTP, by Foundation's `URLSession`.
///
/// ```swift
/// let transport = try HTTPTransport(ServerAddress("https://sync.example.org"), token: token)
/// ```
///
/// Whatever the server does, a request ends: it has a limit of time, and an answer one of size. Redirections aren't
/// followed, since the token must go nowhere else.
public final class HTTPTransport: SyncTransport {
    private let address: ServerAddress
    private let token: String
    private let session: URLSession
    private let receiver: AnswerReceiver
    /// Whether a connection may have been kept open since the last answer.
    private let isConnected = Mutex(false)

    /// The way to a server.
    ///
    /// - Parameters:
    ///   - address: Where the server is.
    ///   - token: The device's bearer token.
    ///   - timeout: How long a request may take, in seconds.
    /// - Throws: ``SyncError/unreachable(server:detail:cause:)`` where the library that URLSession stands on isn't
    ///   there.
    public init(_ address: ServerAddress, token: String, timeout: Double = 60) throws(SyncError) {
        guard curl_loader_finds_library() else {
            throw .unreachable(server: address.text, detail: "libcurl.so.4 is missing")
        }
        self.address = address
        self.token = token
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        configuration.httpShouldSetCookies = false
        receiver = AnswerReceiver(limit: SyncLimits.answerSize)
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// The server's address.
    public var name: String { address.text }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter request: What changed here, and since when changes of others are wanted.
    /// - Returns: The server's answer.
    /// - Throws: ``SyncError``, or `CancellationError`.
    public func send(_ request: SyncRequest) async throws -> SyncAnswer {
        var message = URLRequest(url: address.url)
        message.httpMethod = "POST"
        message.setValue(SyncEndpoint.contentType, forHTTPHeaderField: "Content-Type")
        message.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        message.httpBody = request.encoded()
        let answer = try await receiveAgain(message)
        guard answer.status == 200 else { throw failure(answer) }
        do throws(SyncDecodingError) {
            return try SyncAnswer(decoding: answer.body)
        } catch {
            throw SyncError.garbled(server: name, detail: "\(error)")
        }
    }

    /// Asks whether the server knows the token.
    ///
    /// - Returns: The server's clock.
    /// - Throws: ``SyncError``, or `CancellationError`.
    @discardableResult
    public func probe() async throws -> SyncClock {
        try await send(SyncRequest(batch: UUID(), limit: 1, entities: ["_none"])).clock
    }

    /// Sends a message, and once more where a connection that was kept open turns out to be gone: servers and proxies
    /// close idle ones.
    ///
    /// The first may have arrived all the same, and only its answer be lost. The second is the same to the byte, with
    /// the same UUID of the batch, so that the server changes nothing twice. What isn't answered in time isn't sent
    /// again here: the synchronizer does that, after a pause.
    private func receiveAgain(_ message: URLRequest) async throws -> HTTPAnswer {
        let wasConnected = isConnected.withLock(\.self)
        do {
            let answer = try await receive(message)
            isConnected.withLock { $0 = true }
            return answer
        } catch SyncError.unreachable where wasConnected {
            isConnected.withLock { $0 = false }
            return try await receive(message)
        }
    }

    private func receive(_ message: URLRequest) async throws -> HTTPAnswer {
        try Task.checkCancellation()
        let task = session.dataTask(with: message)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                receiver.await(task.taskIdentifier, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
            // A request that hadn't begun yet is never heard of again.
            receiver.abandon(task.taskIdentifier)
        }
        try Task.checkCancellation()
        switch outcome {
        case .answered(let answer): return answer
        case .tooLarge:
            throw SyncError.garbled(server: name, detail: "more than \(SyncLimits.answerSize) bytes")
        case .failed(let error): throw failure(error)
        case .emptied:
            task.cancel()
            throw SyncError.unreachable(server: name, detail: "the connection was closed", cause: .brokenOff)
        }
    }

    // MARK: - Failures

    private func failure(_ answer: HTTPAnswer) -> SyncError {
        let failure = try? SyncFailure(decoding: answer.body)
        switch answer.status {
        case 401, 403: return .unauthorized(server: name)
        case 410: return .tokenExpired
        case 413: return .tooLarge
        // A proxy on the way says that the server behind it isn't there, or is silent.
        case 502, 504: return .unreachable(server: name, detail: "HTTP \(answer.status)", cause: .noAnswer)
        case 429: return .tooManyRequests(seconds: answer.pause)
        case 503: return .unavailable(server: name, seconds: answer.pause)
        // Whose fault it is, the server says of itself; a proxy on the way doesn't.
        case 500 where failure?.code == .internalError:
            return .unavailable(server: name, seconds: answer.pause)
        default: return .refused(status: answer.status, message: String((failure?.message ?? "").prefix(500)))
        }
    }

    private func failure(_ error: any Error) -> SyncError {
        let detail = String(error.localizedDescription.prefix(500))
        let cause: UnreachableCause
        switch (error as? URLError)?.code {
        case .timedOut: return .timedOut(server: name)
        case .cannotFindHost, .dnsLookupFailed: cause = .unknownHost
        case .cannotConnectToHost, .notConnectedToInternet: cause = .noAnswer
        case _ where detail.contains("wrong version number") || detail.contains("unexpected TLS packet"):
            cause = .unencrypted
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            cause = .insecure
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse: cause = .brokenOff
        // Foundation has no code for what libcurl says of most certificates, such as one that nobody has signed.
        case _ where detail.hasPrefix("SSL") || detail.contains("certificate"): cause = .insecure
        default: cause = .other
        }
        return .unreachable(server: name, detail: detail, cause: cause)
    }
}

/// What a server answered.
struct HTTPAnswer: Sendable {
    let status: Int
    let retryAfter: String?
    let body: Data

    /// How long to wait, in seconds. A pause that is asked for is kept, but not for ever.
    var pause: Double {
        let seconds = retryAfter.flatMap(Double.init) ?? 30
        return min(max(seconds.isFinite ? seconds : 30, 1), 3_600)
    }
}

/// Collects the answers of a session's requests, as far as they may go.
private final class AnswerReceiver: NSObject, URLSessionDataDelegate {
    enum Outcome: Sendable {
        case answered(HTTPAnswer)
        case tooLarge
        case failed(any Error)
        /// The request would go out again, but without its body.
        case emptied
    }

    private struct Pending {
        let continuation: CheckedContinuation<Outcome, Never>
        var body = Data()
        var isTooLarge = false
    }

    private struct State {
        var pending: [Int: Pending] = [:]
        /// Requests that were given up before anybody waited for them.
        var abandoned: Set<Int> = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    func await(_ task: Int, _ continuation: CheckedContinuation<Outcome, Never>) {
        let isAbandoned = state.withLock { state in
            if state.abandoned.remove(task) != nil { return true }
            state.pending[task] = Pending(continuation: continuation)
            return false
        }
        if isAbandoned { continuation.resume(returning: .failed(CancellationError())) }
    }

    /// Has nobody wait for a request any more.
    func abandon(_ task: Int) {
        let waiting = state.withLock { state in
            let waiting = state.pending.removeValue(forKey: task)
            if waiting == nil { state.abandoned.insert(task) }
            return waiting
        }
        waiting?.continuation.resume(returning: .failed(CancellationError()))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let task = dataTask.taskIdentifier
        let isTooLarge = state.withLock { state in
            // Nothing else may hold the bytes: each piece would copy all that came before it.
            guard let count = state.pending[task]?.body.count else { return false }
            if count + data.count <= limit {
                state.pending[task]?.body.append(data)
                return false
            }
            state.pending[task]?.isTooLarge = true
            return true
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Gives a request up that would be sent without its body.
    ///
    /// Where a connection that was kept open turns out to be closed, libcurl itself sends the request on another one,
    /// and asks Foundation for the body again. Foundation has none to give for a request with `httpBody`, and says that
    /// all is well: so the head would go out alone, and both sides wait for each other until the time is over.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        let waiting = state.withLock { $0.pending.removeValue(forKey: task.taskIdentifier) }
        waiting?.continuation.resume(returning: .emptied)
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let answer = state.withLock({ $0.pending.removeValue(forKey: task.taskIdentifier) })
        else { return }
        let response = task.response as? HTTPURLResponse
        if answer.isTooLarge {
            answer.continuation.resume(returning: .tooLarge)
        } else if let error {
            answer.continuation.resume(returning: .failed(error))
        } else if let response {
            let retryAfter = response.value(forHTTPHeaderField: "Retry-After")
            answer.continuation.resume(
                returning: .answered(
                    HTTPAnswer(status: response.statusCode, retryAfter: retryAfter, body: answer.body)))
        } else {
            answer.continuation.resume(returning: .failed(URLError(.badServerResponse)))
        }
    }
}
