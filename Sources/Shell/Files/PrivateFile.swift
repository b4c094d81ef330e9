import Basics
import Foundation

/// Files and directories that only the user can read.
package enum PrivateFile {
    /// Creates a directory and its missing parents, each with mode 0700. An existing directory is left
    /// unchanged.
    package static func makeDirectory(_ path: String) throws(FileError) {
        if path.isEmpty || access(path, F_OK) == 0 { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeDirectory(String(path[..<slash]))
        }
        if mkdir(path, 0o700) != 0 {
            if errno == EEXIST { return }
            throw FileError.unwritable(path: path, .last)
        }
        // The umask may have cleared permission bits.
        chmod(path, 0o700)
        try DurableFile.synchronizeName(of: path, shown: path)
    }

    /// Creates a file with mode 0600.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - bytes: The content.
    /// - Throws: ``FileError`` if the path exists, even as a symbolic link, or can't be written.
    package static func create(_ path: String, with bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw FileError.unwritable(path: path, .last) }
        defer { close(descriptor) }
        _ = fchmod(descriptor, 0o600)
        do {
            try Descriptors.write(bytes, to: descriptor)
        } catch {
            throw FileError.unwritable(path: path, error.systemFailure)
        }
    }

    /// Removes a file. A missing file is not an error.
    ///
    /// - Throws: ``FileError``.
    package static func remove(_ path: String) throws {
        if unlink(path) != 0, errno != ENOENT { throw FileError.unwritable(path: path, .last) }
    }

    /// Writes a file with mode 0600 and replaces an existing file atomically.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - bytes: The new content.
    /// - Throws: ``FileError``.
    package static func replace(_ path: String, with bytes: [UInt8]) throws {
        try OutputFile.write(bytes, path: path, absolutePath: path, replacing: true)
    }
}
