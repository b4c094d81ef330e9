import Foundation
import Glibc
import Localization

/// A file that is read from its beginning, in pieces, so that its size doesn't matter.
///
/// Pipes and terminals may have nothing to read for as long as they like: Ctrl-C ends the waiting.
public final class InputFile {
    /// The path as the person wrote it.
    public let path: String
    /// The size in bytes when it was opened; 0 for pipes.
    public let size: Int
    /// How many bytes were read so far.
    public private(set) var position = 0
    /// How much of it was read, in percent; `nil` where nobody knows how much there is.
    public var percentRead: Int? { size > 0 ? min(100, position * 100 / size) : nil }

    /// Whether there may be nothing to read yet, as in pipes and terminals, and never in regular files.
    let mayKeepWaiting: Bool

    private let descriptor: Int32

    /// Opens a file. A relative path starts at `directory`.
    ///
    /// - Throws: ``FileError`` where the file is missing, a directory, or can't be opened, and where the path is `-`.
    public init(path: String, relativeTo directory: String) throws {
        try FileError.refuseDash(path, .reading)
        self.path = path
        let absolute = FilePathResolution.absolute(path, relativeTo: directory)
        // A named pipe without a writer would be waited for here, where nothing could break it off.
        descriptor = open(absolute, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw FileError.reading(path, .last)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw FileError.reading(path, .last)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw FileError.isDirectory(path: path)
        }
        size = Int(status.st_size)
        mayKeepWaiting = status.st_mode & S_IFMT != S_IFREG
    }

    deinit { close(descriptor) }

    /// Reads up to `count` bytes; an empty result is the end.
    ///
    /// - Throws: ``FileError``, and `CancellationError` where a person doesn't want to wait any longer.
    public func read(upTo count: Int) throws -> [UInt8] {
        while true {
            if mayKeepWaiting { try Waiting.untilReady(descriptor, for: POLLIN) }
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let result = Glibc.read(descriptor, buffer.baseAddress, count)
                failure = result < 0 ? errno : 0
                initialized = max(result, 0)
            }
            switch failure {
            case 0:
                position += bytes.count
                return bytes
            case EINTR, EAGAIN: continue
            default: throw FileError.reading(path, SystemFailure(failure))
            }
        }
    }

    /// Reads the rest of the file.
    public func readToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(max(0, size - position))
        while case let piece = try read(upTo: 1 << 18), !piece.isEmpty { all += piece }
        return all
    }
}
