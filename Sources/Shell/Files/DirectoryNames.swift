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

    /// The names in a directory that begin with some characters; none where the directory can't be read.
    static func starting(with start: String, in directory: String) -> [String] {
        guard let entries = opendir(directory) else { return [] }
        defer { closedir(entries) }
        let start = Array(start.utf8CString)
        var names: [String] = []
        while let entry = readdir(entries) {
            withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                bytes.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    // Most names are none of ours, and needn't become strings.
                    if strncmp(name, start, start.count - 1) == 0 { names.append(String(cString: name)) }
                }
            }
        }
        return names
    }
}
