import Foundation
import Glibc
import Localization

/// A file that is read in pieces from its beginning, so it can have any size.
///
/// Reading from a pipe or a terminal may wait indefinitely; Ctrl-C cancels it.
public final class InputFile {
    /// The path as the user wrote it.
    public let path: String
    /// The size in bytes when the file was opened; 0 for pipes.
    public let size: Int
    /// The number of bytes read so far.
    public private(set) var position = 0
    /// The percentage read so far, 0 to 100; `nil` if the size is unknown.
    public var percentRead: Int? { size > 0 ? min(100, position * 100 / size) : nil }

    /// Whether reading may wait for data, as in pipes and terminals.
    let mayBlock: Bool

    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path as the user wrote it.
    ///   - directory: The absolute path at which relative paths start.
    ///
    /// - Throws: ``FileError`` if the path is `-` or a directory, or the file is missing or can't be opened.
    public init(path: String, relativeTo directory: String) throws {
        try FileError.refuseDash(path, .reading)
        self.path = path
        let absolute = FilePathResolution.absolute(path, relativeTo: directory)
        // Without O_NONBLOCK, opening a named pipe without a writer would wait and couldn't be cancelled.
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
        mayBlock = status.st_mode & S_IFMT != S_IFREG
    }

    /// Opens the standard input of the process, whose path is `-`.
    ///
    /// - Throws: ``FileError`` if the process has no standard input.
    public static func standardInput() throws(FileError) -> InputFile {
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw FileError.reading("-", .last) }
        return InputFile(standardInput: descriptor)
    }

    private init(standardInput descriptor: Int32) {
        path = "-"
        self.descriptor = descriptor
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : 0
        mayBlock = !isFile
    }

    deinit { close(descriptor) }

    /// Reads up to `count` bytes. An empty result means the end.
    ///
    /// - Throws: ``FileError``, and `CancellationError` if the user cancels the command.
    public func read(upTo count: Int) throws -> [UInt8] {
        while true {
            if mayBlock { try CancellablePoll.waitUntilReady(descriptor, for: POLLIN) }
            let (bytes, failure) = Descriptors.readOnce(descriptor, upTo: count)
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
    ///
    /// - Throws: ``FileError``, and `CancellationError` if the user cancels the command.
    public func readToEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(max(0, size - position))
        while case let piece = try read(upTo: 1 << 18), !piece.isEmpty { all += piece }
        return all
    }
}

/// Resolution of paths that the user wrote.
public enum FilePathResolution {
    /// Returns the absolute path.
    ///
    /// - Parameters:
    ///   - path: The path that the user wrote.
    ///   - directory: The absolute path at which relative paths start.
    public static func absolute(_ path: String, relativeTo directory: String) -> String {
        path.hasPrefix("/") ? path : directory + "/" + path
    }
}
