import Foundation

/// Files and directories that nobody but their user can read.
enum PrivateFile {
    /// Makes a directory, mode 0700, and those above it. One that is there already stays as it is.
    static func makeDirectory(_ path: String) throws(FileError) {
        if path.isEmpty || access(path, F_OK) == 0 { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeDirectory(String(path[..<slash]))
        }
        if mkdir(path, 0o700) != 0 && errno != EEXIST { throw FileError(code: errno, name: path) }
    }

    /// Puts a file, mode 0600, in the place of another in one step.
    static func replace(_ path: String, with bytes: [UInt8]) throws {
        let temporary = "\(path).\(getpid())"
        do {
            try create(temporary, with: bytes)
            if rename(temporary, path) != 0 { throw FileError(code: errno, name: path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Makes a file, mode 0600. Throws where something stands there already, be it a link.
    static func create(_ path: String, with bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw FileError(code: errno, name: path) }
        defer { close(descriptor) }
        do {
            try Descriptors.write(bytes, to: descriptor)
        } catch {
            throw FileError(code: error.code, name: path)
        }
    }
}
