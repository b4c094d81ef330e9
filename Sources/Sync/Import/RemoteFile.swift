import CurlLoader
import Foundation
import FoundationNetworking
import Synchronization

/// A file on the web, which is read piece by piece while it arrives.
///
/// ```swift
/// let file = try RemoteFile("https://example.org/points.json")
/// while case let bytes = try await file.read(), !bytes.isEmpty { try await importer.take(bytes) }
/// ```
///
/// What has arrived and isn't read yet waits on the disk, in a file without a name: `URLSession` doesn't hold a server
/// back on Linux, and memory must not grow with what it sends.
public final class RemoteFile: Sendable {
    /// What is asked of a server, so that none can take up the disk or keep a person waiting for ever.
    public struct Limits: Sendable {
        /// The most bytes, unpacked, from 1.
        public var bytes = 1 << 29
        /// The most seconds without anything new.
        public var idleSeconds = 30.0
        /// The most seconds for everything.
        public var totalSeconds = 3600.0
        /// The most redirections.
        public var redirections = 5

        /// Makes the usual limits: 512 MB, half a minute without anything new, an hour for everything, five
        /// redirections.
        public init() {}
    }

    /// The address, as it was given.
    public let address: String
    private let transfer: RemoteTransfer

    /// Begins to fetch a file.
    ///
    /// - Parameters:
    ///   - address: The address, which begins with `http://` or `https://`.
    ///   - limits: What is asked of the server.
    /// - Throws: ``RemoteFileError`` where it is no such address, or where nothing can be fetched here.
    public init(_ address: String, limits: Limits = Limits()) throws(RemoteFileError) {
        self.address = address
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased() else {
            throw .badAddress(address)
        }
        guard scheme == "http" || scheme == "https" else { throw .otherScheme(scheme) }
        guard let host = url.host, !host.isEmpty else { throw .badAddress(address) }
        guard curl_loader_finds_library() else { throw .noLibrary }
        transfer = RemoteTransfer(limits, spool: try Spool())
        transfer.begin(url)
    }

    deinit { transfer.cancel() }

    /// How many bytes the server has said there are; `nil` as long as nothing is known, or where they are packed.
    public var expectedSize: Int? { transfer.expectedSize }

    /// The bytes that have arrived and weren't read yet, at least one and at most 256 KB; none at the end.
    ///
    /// - Throws: ``RemoteFileError``, once what arrived before was read, and `CancellationError`.
    public func read() async throws -> [UInt8] { try await transfer.read() }
}

/// Why a file on the web can't be fetched.
public enum RemoteFileError: Error, Sendable, Hashable {
    /// It is no address.
    case badAddress(String)
    /// It is an address that begins with something else than `http` or `https`.
    case otherScheme(String)
    /// The library that URLSession stands on isn't there.
    case noLibrary
    /// The server's name is not known.
    case unknownHost(String)
    /// Nobody answers at the address.
    case noAnswer(String)
    /// The connection broke off.
    case brokenOff(String)
    /// The server can't prove who it is, or speaks no encryption that is known.
    case insecure(String)
    /// The server refuses, with a status of HTTP.
    case status(Int)
    /// It has more bytes than is allowed.
    case tooLarge(limit: Int)
    /// Nothing new has come for so long.
    case idle(seconds: Int)
    /// It takes longer than is allowed.
    case tooSlow(seconds: Int)
    /// The server sends from one address to another without end.
    case tooManyRedirections(Int)
    /// The server sends to an address that isn't safe to follow.
    case badRedirection(String)
    /// What arrives can't be kept on the disk; with the system's error number.
    case disk(Int32)
    /// Something else, in English.
    case other(String)
}

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
private final class RemoteTransfer: NSObject, URLSessionDataDelegate {
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
                    let isNews = state.withLock { state in
                        // Something may have come meanwhile.
                        if state.written > state.readOffset || state.isFinished { return true }
                        state.waiter = continuation
                        return false
                    }
                    if isNews || Task.isCancelled { wake(continuation, isNews: isNews) }
                }
            } onCancel: {
                fail(.other("cancelled"))
            }
        }
    }

    private func wake(_ continuation: CheckedContinuation<Void, Never>, isNews: Bool) {
        if isNews { return continuation.resume() }
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

/// A file without a name, in which bytes wait until they are read. It goes away with the process.
private final class Spool: Sendable {
    private let descriptor: Int32

    init() throws(RemoteFileError) {
        let directory = FileManager.default.temporaryDirectory.path
        var template = Array("\(directory)/incoming.XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .disk(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    func write(_ data: Data, at offset: Int) throws(RemoteFileError) {
        var failure: Int32 = 0
        data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = pwrite(
                    descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                    off_t(offset + done))
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    failure = errno
                    return
                }
                done += count
            }
        }
        if failure != 0 { throw .disk(failure) }
    }

    func read(at offset: Int, count: Int) throws(RemoteFileError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var result = 0
            repeat {
                result = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            initialized = max(result, 0)
        }
        if failure != 0 { throw .disk(failure) }
        return bytes
    }
}
