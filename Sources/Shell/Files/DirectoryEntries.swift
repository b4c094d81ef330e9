import Foundation

/// Operations on the names in a directory. A file system stores names separately from the files' contents.
enum DirectoryEntries {
    /// Waits until a file's name is on the disk. Without this, a power failure may remove a new file or
    /// restore an old version, even if the new content was written.
    ///
    /// Does nothing if the user isn't allowed to open the directory, or if its file system doesn't support
    /// synchronizing directories.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - shown: The path that errors show.
    static func synchronize(of path: String, shown: String) throws(FileError) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let directory = end == path.startIndex ? "/" : String(path[..<end])
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == EACCES || errno == EPERM { return }
            throw FileError.unwritable(path: shown, .last)
        }
        defer { close(descriptor) }
        if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
            throw FileError.unwritable(path: shown, .last)
        }
    }
}
