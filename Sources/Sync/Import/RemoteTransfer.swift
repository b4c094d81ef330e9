import Foundation
import FoundationNetworking
import Synchronization

/// Where a transfer stands.
private struct TransferState {
    var written = 0
    var readOffset = 0
    var expectedSize: Int?
    var redirections = 0
    /// Whether the server has answered.
    var hasAnswer = false
    var isFinished = false
    var failure: RemoteFileError?
    var lastNews = DispatchTime.now()
    var waiter: CheckedContinuation<Void, Never>?
}

/// The transfer of one file: what URLSession tells of it, and who waits for its bytes.
final class RemoteTransfer: NSObject, URLSessionDataDelegate {
    private let limits: RemoteFile.Limits
    private let spool: Spool
    private let state = Mutex(TransferState())
    private let task = Mutex<URLSessionDataTask?>(nil)
    private let begin = DispatchTime.now()

    init(_ limits: RemoteFile.Limits, spool: Spool) {
        self.limits = limits
        self.spool = spool
    }

    var expectedSize: Int? { state.withLock { $0.expectedSize } }

    func begin(_ url: URL) {
        let configuration = URLSessionConfiguration.ephemeral
        // The limits are watched here; URLSession's own only say that nobody answered.
        configuration.timeoutIntervalForRequest = limits.totalSeconds + 60
        configuration.timeoutIntervalForResource = limits.totalSeconds + 60
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.dataTask(with: url)
        self.task.withLock { $0 = task }
        task.resume()
        // The session keeps its delegate until the task is done.
        session.finishTasksAndInvalidate()
        watch()
    }

    func cancel() {
        task.withLock { task in
            task?.cancel()
            task = nil
        }
    }

    func read() async throws -> [UInt8] {
        while true {
            try Task.checkCancellation()
            let (offset, count, isFinished, failure) = state.withLock {
                ($0.readOffset, $0.written - $0.readOffset, $0.isFinished, $0.failure)
            }
            if count > 0 {
                let bytes = try spool.read(at: offset, count: min(count, 1 << 18))
                state.withLock { $0.readOffset += bytes.count }
                return bytes
            }
            if let failure { throw failure }
            if isFinished { return [] }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let hasNews = state.withLock { state in
                        // Something may have come meanwhile.
                        if state.written > state.readOffset || state.isFinished { return true }
                        state.waiter = continuation
                        return false
                    }
                    if hasNews || Task.isCancelled { wake(continuation, hasNews: hasNews) }
                }
            } onCancel: {
                fail(.other("cancelled"))
            }
        }
    }

    private func wake(_ continuation: CheckedContinuation<Void, Never>, hasNews: Bool) {
        if hasNews { return continuation.resume() }
        takeWaiter()?.resume()
    }

    private func takeWaiter() -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
    }

    /// Ends the transfer with an error, unless it has ended already.
    ///
    /// - Parameters:
    ///   - error: What went wrong; only the first is told.
    ///   - answer: What has to be answered once the error is noted and before the request is cancelled: Foundation
    ///     traps where an answer about a redirection comes for a request that isn't waiting for it any more.
    private func fail(_ error: RemoteFileError, answering answer: () -> Void = {}) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.isFinished {
                state.isFinished = true
                state.failure = error
            }
            defer { state.waiter = nil }
            return state.waiter
        }
        answer()
        waiter?.resume()
        cancel()
    }

    /// Looks now and then whether a limit of time has passed.
    private func watch() {
        DispatchQueue.global().asyncAfter(deadline: .now() + min(limits.idleSeconds, 5) / 5) { [weak self] in
            guard let self else { return }
            let (isFinished, last) = state.withLock { ($0.isFinished, $0.lastNews) }
            if isFinished { return }
            let now = DispatchTime.now()
            if now > last + limits.idleSeconds {
                return fail(.idle(seconds: Int(limits.idleSeconds.rounded(.up))))
            }
            if now > begin + limits.totalSeconds {
                return fail(.tooSlow(seconds: Int(limits.totalSeconds.rounded(.up))))
            }
            watch()
        }
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let answer = response as? HTTPURLResponse
        guard let answer, (200...299).contains(answer.statusCode) else {
            fail(answer.map { .status($0.statusCode) } ?? .other("no answer of HTTP"))
            return completionHandler(.cancel)
        }
        let isPacked = answer.value(forHTTPHeaderField: "Content-Encoding") != nil
        let size = Int(clamping: answer.expectedContentLength)
        state.withLock { state in
            state.lastNews = .now()
            state.hasAnswer = true
            if !isPacked, size > 0 { state.expectedSize = size }
        }
        if size > limits.bytes {
            fail(.tooLarge(limit: limits.bytes))
            return completionHandler(.cancel)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let offset = state.withLock { state -> Int? in
            if state.isFinished { return nil }
            state.lastNews = .now()
            return state.written
        }
        guard let offset else { return }
        if offset + data.count > limits.bytes { return fail(.tooLarge(limit: limits.bytes)) }
        do throws(RemoteFileError) {
            try spool.write(data, at: offset)
        } catch {
            return fail(error)
        }
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.written += data.count
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let count = state.withLock { state -> Int in
            state.lastNews = .now()
            state.redirections += 1
            return state.redirections
        }
        let (from, to) = (response.url?.scheme?.lowercased(), request.url?.scheme?.lowercased())
        if count > limits.redirections {
            fail(.tooManyRedirections(limits.redirections)) { completionHandler(nil) }
        } else if to != "https", to != "http" || from == "https" {
            // What was asked for with encryption must not come without it.
            fail(.badRedirection(request.url?.absoluteString ?? "")) { completionHandler(nil) }
        } else {
            completionHandler(request)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            let host = task.originalRequest?.url?.host ?? ""
            // Whatever goes wrong behind the beginning of an answer, the rest of it doesn't come.
            let hasAnswer = state.withLock { $0.hasAnswer }
            return fail(hasAnswer ? .brokenOff(host) : Self.failure(error, host: host))
        }
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.isFinished = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private static func failure(_ error: any Error, host: String) -> RemoteFileError {
        guard let error = error as? URLError else { return .other("\(error)") }
        switch error.code {
        case .cannotFindHost, .dnsLookupFailed: return .unknownHost(host)
        case .cannotConnectToHost, .notConnectedToInternet, .timedOut: return .noAnswer(host)
        case .networkConnectionLost, .cancelled, .badServerResponse, .cannotParseResponse:
            return .brokenOff(host)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            return .insecure(host)
        case .httpTooManyRedirects: return .tooManyRedirections(5)
        default: return .other(error.localizedDescription)
        }
    }
}
