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
    /// - Throws: ``FileError/exists(path:)``, ``FileError/unwritable(path:_:)``.
    public static func write(
        _ bytes: [UInt8], path: String, absolutePath: String, replacing: Bool
    ) throws {
        var status = stat()
        if lstat(absolutePath, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { throw FileError.isDirectory(path: path) }
            if !replacing { throw FileError.exists(path: path) }
            // A device or a pipe is written to, not replaced.
            if status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFLNK {
                let descriptor = open(absolutePath, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw FileError.unwritable(path: path, .last) }
                defer { close(descriptor) }
                try writeAll(bytes, to: descriptor, path: path)
                return
            }
        }
        var template = Array((absolutePath + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError.unwritable(path: path, .last) }
        do {
            defer { close(descriptor) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // The umask may have taken bits away.
            _ = fchmod(descriptor, 0o600)
            try writeAll(bytes, to: descriptor, path: path)
            guard fsync(descriptor) == 0 else { throw FileError.unwritable(path: path, .last) }
        } catch {
            unlink(template)
            throw error
        }
        guard rename(template, absolutePath) == 0 else {
            let failure = SystemFailure.last
            unlink(template)
            throw FileError.unwritable(path: path, failure)
        }
        try DirectoryNames.synchronize(of: absolutePath, shown: path)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw FileError.unwritable(path: path, .last)
            }
            written += result
        }
    }
}
