import Foundation

/// Files and directories that nobody but their user can read.
package enum PrivateFile {
    /// Makes a directory, mode 0700, and those above it. One that is there already stays as it is.
    package static func makeDirectory(_ path: String) throws(FileError) {
        if path.isEmpty || access(path, F_OK) == 0 { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeDirectory(String(path[..<slash]))
        }
        if mkdir(path, 0o700) != 0 {
            if errno == EEXIST { return }
            throw FileError.unwritable(path: path, .last)
        }
        // The umask may have taken bits away.
        chmod(path, 0o700)
        try DirectoryNames.synchronize(of: path, shown: path)
    }

    /// Makes a file, mode 0600. Throws where something stands there already, be it a link.
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

    /// Takes a file away; one that isn't there is no problem.
    package static func remove(_ path: String) throws {
        if unlink(path) != 0, errno != ENOENT { throw FileError.unwritable(path: path, .last) }
    }

    /// Writes a file, mode 0600, in place of the one that may stand there: the old contents or the new ones, never a
    /// part.
    package static func replace(_ path: String, with bytes: [UInt8]) throws {
        try OutputFile.write(bytes, path: path, absolutePath: path, replacing: true)
    }
}
