import Dispatch
import Foundation
import Localization

/// What the process does with its file descriptors.
enum Descriptors {
    /// Fills the places of closed standard streams, so that no store opened later gets their numbers. Standard
    /// output and error are filled such that writing to them fails, as it should.
    static func secure() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Whether as many files can be opened as a program needs at least. Without them, the libraries that it stands on
    /// end it where it stands.
    static func suffice() -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<24 {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { return errno != EMFILE && errno != ENFILE }
            opened.append(descriptor)
        }
        return true
    }

    /// The columns and rows of the terminal; 0 rows where it doesn't say.
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

    /// Writes everything; returns the system's error number, or 0.
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
                // Another program has made the stream non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            default: return errno
            }
        }
        return 0
    }

    /// Reads on a thread of its own, so that the main actor goes on meanwhile. A task that is cancelled reads no more.
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

    /// Waits a moment until something can be read, be it the end.
    private static func isReady(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // What can't be waited for says at the reading what is wrong.
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

/// The process may open too few files to do anything at all.
struct TooFewDescriptors: PresentableError {
    var problem: LocalizedText { text("The program can't begin: %@.", SystemFailure(EMFILE).reason) }
    var remedy: LocalizedText? { text("Allow it more open files, as with “ulimit -n 64”.") }
    var failure: FailureKind { .inputOutput }
}
