import Foundation
import Glibc
import Localization

/// A file that is written as a whole: whoever looks at the path sees the old file or the complete new one.
public enum OutputFile {
    /// Writes bytes to a path through a temporary file beside it, which only the user can read.
    ///
    /// - Parameters:
    ///   - bytes: The file's new contents.
    ///   - path: The path as the person wrote it.
    ///   - absolutePath: Where that is.
    ///   - replacing: Whether an existing file is replaced.
    /// - Throws: ``FileError/exists(path:)``, ``FileError/unwritable(path:_:)``, and `CancellationError` where a
    ///   person doesn't want to wait any longer for whoever reads a pipe.
    public static func write(
        _ bytes: [UInt8], path: String, absolutePath: String, replacing: Bool
    ) throws {
        var status = stat()
        if lstat(absolutePath, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { throw FileError.isDirectory(path: path) }
            if !replacing { throw FileError.exists(path: path) }
            // A device or a pipe is written to, not replaced.
            if status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFLNK {
                let isPipe = status.st_mode & S_IFMT == S_IFIFO
                let descriptor = try openInPlace(absolutePath, isPipe: isPipe, path: path)
                defer { close(descriptor) }
                try writeAll(bytes, to: descriptor, path: path)
                return
            }
        }
        let new = try PartialFile(for: absolutePath, shown: path)
        // Its lock goes when it has its name.
        defer { close(new.descriptor) }
        do {
            try writeAll(bytes, to: new.descriptor, path: path)
            guard fsync(new.descriptor) == 0 else { throw FileError.unwritable(path: path, .last) }
            guard rename(new.path, absolutePath) == 0 else { throw FileError.unwritable(path: path, .last) }
        } catch {
            unlink(new.path)
            throw error
        }
        try DirectoryNames.synchronize(of: absolutePath, shown: path)
    }

    /// Opens a device or a pipe; a pipe when somebody reads it.
    private static func openInPlace(_ absolutePath: String, isPipe: Bool, path: String) throws -> Int32 {
        while true {
            let descriptor = open(absolutePath, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
            if descriptor >= 0 { return descriptor }
            guard isPipe && errno == ENXIO || errno == EINTR else {
                throw FileError.unwritable(path: path, .last)
            }
            try Waiting.aMoment()
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if result < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    try Waiting.untilReady(descriptor, for: POLLOUT)
                    continue
                }
                throw FileError.unwritable(path: path, .last)
            }
            written += result
        }
    }
}
