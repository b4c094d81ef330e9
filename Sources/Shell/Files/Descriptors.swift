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
        // If another program has made the stream non-blocking, wait until it accepts bytes.
        let failure = writeAll(bytes, to: descriptor) { wait(descriptor, for: POLLOUT) }
        if failure != 0 { throw StreamError.writing(failure) }
    }

    /// Writes all bytes. Returns 0, or the system's error number.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - descriptor: The descriptor.
    ///   - wait: Waits until a non-blocking descriptor accepts bytes.
    static func writeAll<Failure: Error>(
        _ bytes: [UInt8], to descriptor: Int32, wait: () throws(Failure) -> Void
    ) throws(Failure) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(
                    descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait()
            default: return errno
            }
        }
        return 0
    }

    private static func wait(_ descriptor: Int32, for event: Int32) {
        var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        _ = poll(&waiting, 1, -1)
    }

    /// Reads available bytes. Returns them, or the system's error number, which is 0 without an error.
    static func readOnce(_ descriptor: Int32, upTo count: Int) -> (bytes: [UInt8], failure: Int32) {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let result = Foundation.read(descriptor, buffer.baseAddress, count)
            failure = result < 0 ? errno : 0
            initialized = max(result, 0)
        }
        return (bytes, failure)
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
            let (bytes, failure) = readOnce(descriptor, upTo: 1 << 16)
            switch failure {
            case 0: return bytes.isEmpty ? nil : bytes
            case EINTR: continue
            case EAGAIN: wait(descriptor, for: POLLIN)
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
