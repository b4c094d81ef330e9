import Dispatch
import Foundation
import Synchronization

/// The three streams of a process, and what is known of them; injected, so that tests run programs without a process.
public struct StandardStreams: Sendable {
    /// Whether a person types the input.
    public var isInputTerminal: Bool
    /// Whether a person sees the output.
    public var isOutputTerminal: Bool
    /// Whether a person sees the diagnostics.
    public var isErrorTerminal: Bool
    /// The columns of the terminal, or `nil` where there is none.
    public var width: @Sendable () -> Int?
    /// Reads the bytes that are there, at least one; `nil` at the end.
    public var read: @Sendable () async throws -> [UInt8]?
    /// Writes to standard output. Throws ``StreamError``, or ``ReaderGone`` when nobody reads any more.
    public var write: @Sendable ([UInt8]) throws -> Void
    /// Writes to standard error, as far as that is possible.
    public var writeDiagnostics: @Sendable ([UInt8]) -> Void

    /// Makes streams.
    public init(
        isInputTerminal: Bool, isOutputTerminal: Bool, isErrorTerminal: Bool,
        width: @escaping @Sendable () -> Int?, read: @escaping @Sendable () async throws -> [UInt8]?,
        write: @escaping @Sendable ([UInt8]) throws -> Void,
        writeDiagnostics: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.isInputTerminal = isInputTerminal
        self.isOutputTerminal = isOutputTerminal
        self.isErrorTerminal = isErrorTerminal
        self.width = width
        self.read = read
        self.write = write
        self.writeDiagnostics = writeDiagnostics
    }
}

/// Whoever read the output has gone, as `head` does when it has seen enough. No error, but nothing more to do.
public struct ReaderGone: Error {
    /// Makes the error.
    public init() {}
}

extension StandardStreams {
    /// The streams of this process.
    static func ofProcess() -> StandardStreams {
        Descriptors.secure()
        return StandardStreams(
            isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            width: { Descriptors.terminalWidth() },
            read: { try await Descriptors.read(STDIN_FILENO) },
            write: { bytes in
                do {
                    try Descriptors.write(bytes, to: STDOUT_FILENO)
                } catch let error as StreamError where error.code == EPIPE {
                    throw ReaderGone()
                }
            },
            writeDiagnostics: { try? Descriptors.write($0, to: STDERR_FILENO) })
    }
}

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

    static func terminalWidth() -> Int? {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
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

    /// Reads on a thread of its own, so that the main actor goes on meanwhile.
    static func read(_ descriptor: Int32) async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try readNow(descriptor) })
            }
        }
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
