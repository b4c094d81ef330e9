import Foundation
import Glibc
import Localization

/// A file that is read from its beginning, in pieces, so that its size doesn't matter.
public final class InputFile {
    /// The path as the person wrote it.
    public let path: String
    /// The size in bytes when it was opened; 0 for pipes.
    public let size: Int
    /// How many bytes were read so far.
    public private(set) var position = 0
    private let descriptor: Int32

    /// Opens a file. A relative path starts at `directory`.
    ///
    /// - Throws: ``FileError`` where the file is missing, a directory, or can't be opened.
    public init(path: String, relativeTo directory: String) throws {
        self.path = path
        let absolute = FilePathResolution.absolute(path, relativeTo: directory)
        descriptor = open(absolute, O_RDONLY | O_CLOEXEC)
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
    }

    deinit { close(descriptor) }

    /// Reads up to `count` bytes; an empty result is the end.
    ///
    /// - Throws: ``FileError``.
    public func read(upTo count: Int) throws -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var result = 0
            repeat {
                result = Glibc.read(descriptor, buffer.baseAddress, count)
            } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            initialized = max(result, 0)
        }
        guard failure == 0 else { throw FileError.reading(path, SystemFailure(failure)) }
        position += bytes.count
        return bytes
    }

    /// Reads the rest of the file.
    public func readToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(max(0, size - position))
        while case let piece = try read(upTo: 1 << 18), !piece.isEmpty { all += piece }
        return all
    }
}
