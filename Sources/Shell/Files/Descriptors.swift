import Dispatch
import Foundation
import Glibc
import Localization

/// Low-level operations on file descriptors.
enum Descriptors {
    /// Opens `/dev/null` in place of closed standard streams, so that a store opened later can't get the
    /// descriptor of a standard stream. The replacements are read-only, so writing to standard output or
    /// error still fails.
    static func occupyClosedStandardStreams() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Whether the process can open enough files. If it can't, the libraries that the program uses would
    /// terminate the process.
    static func areSufficient() -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<24 {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { return errno != EMFILE && errno != ENFILE }
            opened.append(descriptor)
        }
        return true
    }

    /// Returns the size of the terminal in columns and rows; 0 rows if their number is unknown, `nil` without
    /// a terminal.
    static func terminalSize() -> (columns: Int, rows: Int)? {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
                return (Int(size.ws_col), Int(size.ws_row))
            }
        }
        return nil
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(StreamError) {
        let failure = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        if failure != 0 { throw StreamError.writing(failure) }
    }

    /// Writes all bytes. Returns 0, or the system's error number.
    private static func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = Foundation.write(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another program has made the stream non-blocking, so wait until the stream accepts bytes.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            default: return errno
            }
        }
        return 0
    }

    /// Reads available bytes on a background thread, so that the main actor isn't blocked. Returns `nil` at
    /// the end.
    ///
    /// - Throws: ``StreamError``, and `CancellationError` if the task is cancelled.
    static func read(_ descriptor: Int32) async throws -> [UInt8]? {
        while true {
            let canRead = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                DispatchQueue.global().async { continuation.resume(returning: isReady(descriptor)) }
            }
            try Task.checkCancellation()
            if !canRead { continue }
            return try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try readNow(descriptor) })
                }
            }
        }
    }

    /// Waits up to 200 milliseconds until the descriptor is readable or has reached the end of its data.
    private static func isReady(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // If `poll` fails, the following read reports the error.
        return poll(&waiting, 1, 200) != 0
    }

    private static func readNow(_ descriptor: Int32) throws(StreamError) -> [UInt8]? {
        while true {
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                let result = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                failure = result < 0 ? errno : 0
                count = max(result, 0)
            }
            switch failure {
            case 0: return bytes.isEmpty ? nil : bytes
            case EINTR: continue
            case EAGAIN:
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&waiting, 1, -1)
            default: throw StreamError.reading(failure)
            }
        }
    }
}

/// The error if the system doesn't let the process open enough files.
struct TooFewDescriptors: PresentableError {
    var problem: LocalizedText { text("The program can't start: %@.", SystemFailure(EMFILE).reason) }
    var remedy: LocalizedText? { text("Allow more open files, for example with “ulimit -n 64”.") }
    var failure: FailureKind { .inputOutput }
}

/// Waits for pipes and terminals in a way that the user can cancel.
enum CancellablePoll {
    /// Waits until a descriptor can be read or written, or has reached the end of its data.
    ///
    /// - Parameters:
    ///   - descriptor: A non-blocking descriptor.
    ///   - event: `POLLIN` or `POLLOUT`.
    /// - Throws: `CancellationError` if the command is cancelled or the program must terminate.
    static func waitUntilReady(_ descriptor: Int32, for event: Int32) throws {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while poll(&waiting, 1, interval) <= 0 { try check() }
    }

    /// Waits 50 milliseconds before the next attempt.
    ///
    /// - Throws: `CancellationError`, as ``waitUntilReady(_:for:)`` does.
    static func pause() throws {
        _ = poll(nil, 0, interval)
        try check()
    }

    /// The interval between checks for cancellation, in milliseconds.
    private static let interval: Int32 = 50

    private static func check() throws {
        try Task.checkCancellation()
        // This wait blocks the main actor, which would otherwise handle the signal. Therefore check for
        // signals here.
        if Signals.hasPendingInterrupt || Signals.terminationSignal != nil { throw CancellationError() }
    }
}
