import Glibc
import Synchronization

/// A file descriptor that is closed with the last reference and isn't inherited by children.
final class Descriptor {
    private(set) var number: Int32

    init(_ number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    func close() {
        if number >= 0 { Glibc.close(number) }
        number = -1
    }

    var isOpen: Bool { number >= 0 }

    /// Makes reading and writing return immediately if they would block.
    func setNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// Creates a pipe. Returns its reading end and its writing end.
    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        return try descriptorLock.withLock { _ in
            guard Glibc.pipe(&ends) == 0 else { throw TestSupportError.system("making a pipe", errno) }
            return (Descriptor(ends[0]), Descriptor(ends[1]))
        }
    }

    /// The result of a non-blocking read or write.
    enum Transfer {
        case done(Int)
        case wouldBlock
        case ended
    }

    /// Appends the available bytes. A terminal whose other side is closed reports that as an error (`EIO`).
    func read(into bytes: inout [UInt8]) throws -> Transfer {
        let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer in
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            return count
        }
        if count > 0 { return .done(count) }
        if count == 0 || errno == EIO { return .ended }
        if errno == EAGAIN || errno == EINTR { return .wouldBlock }
        throw TestSupportError.system("reading", errno)
    }

    /// Writes as many bytes as possible without blocking.
    func write(_ bytes: ArraySlice<UInt8>) throws -> Transfer {
        let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
        if count >= 0 { return .done(count) }
        if errno == EPIPE || errno == EIO { return .ended }
        if errno == EAGAIN || errno == EINTR { return .wouldBlock }
        throw TestSupportError.system("writing", errno)
    }
}

/// Writing to an ended child must return an error instead of ending the tests.
let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

/// A lock that is held while a pipe is created and while a child is started. Otherwise a child of another
/// test could inherit an end of a pipe that isn't marked close-on-exec yet, and the pipe would stay open as
/// long as that child runs.
let descriptorLock = Mutex<Void>(())
