import Foundation
import Shell

/// A copy of an input in a temporary file, for imports that read their input several times. The input may be
/// a pipe, and other processes can't change the copy between two readings.
///
/// ```swift
/// func rows(_ start: TextFileStart) throws -> (count: Int, header: CSVRecord?) {
///     let input = try SpooledInput(start.read)
///     var count = 0
///     var reader = CSVReader(read: input.reader())
///     while try reader.next() != nil { count += 1 }
///     var second = CSVReader(read: input.reader())  // from the beginning
///     return (count, try second.next())
/// }
/// ```
///
/// The temporary file has no name, so it disappears with the process.
public final class SpooledInput {
    /// The size in bytes.
    public let size: Int
    private let descriptor: Int32

    private static let pieceSize = 1 << 18

    /// Copies an input.
    ///
    /// - Parameter read: Returns the input in pieces; an empty piece marks the end.
    /// - Throws: `FileError` if the temporary file can't be written, and the errors of `read`.
    public init(_ read: () throws -> [UInt8]) throws {
        let directory = FileManager.default.temporaryDirectory.path
        var template = Array("\(directory)/import.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError.unwritable(path: directory, .last) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        self.descriptor = descriptor
        var size = 0
        do {
            while case let piece = try read(), !piece.isEmpty {
                try Self.write(piece, to: descriptor, directory)
                size += piece.count
            }
        } catch {
            close(descriptor)
            throw error
        }
        self.size = size
    }

    deinit { close(descriptor) }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ directory: String) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw FileError.unwritable(path: directory, .last)
            }
        }
    }

    /// Returns a function that reads the copy in pieces from its beginning; an empty piece marks the end.
    /// It throws `FileError`.
    public func reader() -> () throws -> [UInt8] {
        var offset = 0
        return { [self] in
            var failure: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, initialized in
                var count = 0
                repeat {
                    count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                } while count < 0 && errno == EINTR
                failure = count < 0 ? errno : 0
                initialized = max(count, 0)
            }
            if failure != 0 {
                throw FileError.unreadable(
                    path: FileManager.default.temporaryDirectory.path, SystemFailure(failure))
            }
            offset += bytes.count
            return bytes
        }
    }
}
