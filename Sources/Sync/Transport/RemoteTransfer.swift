import Foundation
import Synchronization

/// The state of a transfer.
private struct TransferState {
    var written = 0
    var readOffset = 0
    var expectedSize: Int?
    var redirections = 0
    /// Whether the current answer is a redirection.
    var isRedirection = false
    /// The bytes of redirections.
    var skipped = 0
    /// Whether the server has answered.
    var hasAnswer = false
    var isFinished = false
    var failure: RemoteFileError?
    var lastNews = DispatchTime.now()
    var waiter: CheckedContinuation<Void, Never>?
}

/// The download of one file: receives its bytes on a thread, and returns them to a reader.
final class RemoteTransfer: HTTPReceiver, Sendable {
    private let limits: RemoteFile.Limits
    private let spool: Spool
    private let state = Mutex(TransferState())
    private let connection: CurlConnection
    private let begin = DispatchTime.now()

    init(_ limits: RemoteFile.Limits, spool: Spool) throws(RemoteFileError) {
        self.limits = limits
        self.spool = spool
        do throws(HTTPFailure) {
            connection = try CurlConnection()
        } catch {
            throw .noLibrary
        }
    }

    var expectedSize: Int? { state.withLock { $0.expectedSize } }

    func begin(_ url: URL) {
        Thread.detachNewThread { self.transfer(url) }
        watch()
    }

    func cancel() { connection.cancel() }

    /// Fetches the file and follows redirections.
    private func transfer(_ url: URL) {
        var address = url.absoluteString
        do throws(HTTPFailure) {
            while let next = try connection.perform(
                HTTPRequest(url: address, contact: limits.contact), self)
            {
                if let error = refusal(of: next, from: address) { return fail(error) }
                address = next
            }
        } catch {
            // After the beginning of an answer, every failure means that the rest doesn't arrive.
            let hasAnswer = state.withLock { $0.hasAnswer }
            let host = url.host ?? ""
            return fail(hasAnswer ? .brokenOff(host) : Self.failure(error, host: host))
        }
        finish()
    }

    /// Returns the reason not to follow a redirection.
    private func refusal(of next: String, from address: String) -> RemoteFileError? {
        let count = state.withLock { state -> Int in
            state.lastNews = .now()
            state.redirections += 1
            return state.redirections
        }
        if count > limits.redirections { return .tooManyRedirections(limits.redirections) }
        if !limits.leavesServer, Self.server(next) != Self.server(address) { return .badRedirection(next) }
        let (from, to) = (address.lowercased(), next.lowercased())
        // An encrypted request must not continue without encryption.
        if to.hasPrefix("https://") || to.hasPrefix("http://") && !from.hasPrefix("https://") { return nil }
        return .badRedirection(next)
    }

    /// Returns the scheme, the host and the port of an address.
    private static func server(_ address: String) -> [String]? {
        URL(string: address).map {
            [$0.scheme ?? "", $0.host ?? "", $0.port.map { String($0) } ?? ""].map { $0.lowercased() }
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
                        // Bytes may have arrived meanwhile.
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
    private func fail(_ error: RemoteFileError) {
        finish(error)
        cancel()
    }

    /// Notes that the transfer has ended. Only the first error is reported.
    private func finish(_ error: RemoteFileError? = nil) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.isFinished {
                state.isFinished = true
                state.failure = error
            }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Repeatedly checks the limits of time.
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

    // MARK: HTTPReceiver

    func receive(_ head: HTTPHead) -> Bool {
        let isRedirection = (300...399).contains(head.status) && head["location"] != nil
        guard isRedirection || (200...299).contains(head.status) else {
            fail(.status(head.status))
            return false
        }
        let size = head["content-length"].flatMap { Int($0) } ?? 0
        let isPacked = head["content-encoding"] != nil
        state.withLock { state in
            state.lastNews = .now()
            state.isRedirection = isRedirection
            if isRedirection { return }
            state.hasAnswer = true
            if !isPacked, size > 0 { state.expectedSize = size }
        }
        if size > limits.bytes {
            fail(.tooLarge(limit: limits.bytes))
            return false
        }
        return true
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (offset, total, isRedirection, isFinished) = state.withLock { state in
            state.lastNews = .now()
            if state.isRedirection { state.skipped += bytes.count }
            let total = state.isRedirection ? state.skipped : state.written + bytes.count
            return (state.written, total, state.isRedirection, state.isFinished)
        }
        if isFinished { return false }
        if total > limits.bytes {
            fail(.tooLarge(limit: limits.bytes))
            return false
        }
        // The body of a redirection isn't part of the file.
        if isRedirection { return true }
        do throws(RemoteFileError) {
            try spool.write(bytes, at: offset)
        } catch {
            fail(error)
            return false
        }
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.written += bytes.count
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
        return true
    }

    private static func failure(_ error: HTTPFailure, host: String) -> RemoteFileError {
        switch error.kind {
        case .unreachable(.unknownHost): .unknownHost(host)
        case .unreachable(.noAnswer), .timedOut, .slow: .noAnswer(host)
        case .unreachable(.brokenOff): .brokenOff(host)
        case .unreachable(.insecure), .unreachable(.unencrypted): .insecure(host)
        case .unreachable(.other), .stopped: .other(error.detail)
        }
    }
}

/// A temporary file for downloaded bytes that weren't read yet. It has no name, so it disappears with the process.
final class Spool: Sendable {
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

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RemoteFileError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .disk(errno) }
            done += count
        }
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
