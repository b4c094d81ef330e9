import Foundation

/// The names in a directory, which a file system writes apart from the files that they stand for.
enum DirectoryNames {
    /// Waits until a file's name is on the disk: without it, a power cut may take a new file away, or bring an old one
    /// back, however well its bytes were written.
    ///
    /// Where a directory can't be opened for that, or its file system knows no such thing, nothing is done.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - shown: The path as errors name it.
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
