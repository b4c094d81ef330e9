import Foundation
import Glibc

/// A file that isn't whole yet: it has a hidden name beside the one that it gets in the end, and is locked for as long
/// as its program lives.
///
/// What a killed program left is locked by nobody: it goes when the same file is written the next time, or when the
/// program of which the directory is begins.
struct PartialFile {
    let path: String
    let descriptor: Int32

    private static let ending = ".new"
    /// The most bytes of the final name that the hidden one repeats; file systems allow 255 in all.
    private static let longestName = 200

    /// Makes an empty file that only its user can read, after what others left of the same one was removed.
    ///
    /// - Parameters:
    ///   - target: The absolute path that the file gets in the end.
    ///   - shown: The path as errors name it.
    init(for target: String, shown: String) throws(FileError) {
        let (directory, name) = Self.parts(target)
        Self.removeStale(in: directory, of: name)
        let start = Self.start(name)
        while true {
            let path = "\(directory)/\(start)\(UUID().uuidString)\(Self.ending)"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileError.unwritable(path: shown, .last) }
            // Where a file system knows no locks, nobody gets one, and nothing is removed.
            let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            var status = stat()
            // Another process may have taken it for a stale one in the moment before the lock.
            if isTaken || (fstat(descriptor, &status) == 0 && status.st_nlink == 0) {
                close(descriptor)
                continue
            }
            // The umask may have taken bits away.
            _ = fchmod(descriptor, 0o600)
            self.path = path
            self.descriptor = descriptor
            return
        }
    }

    /// Removes the files in a directory that programs left which were killed while they wrote; those of one file where
    /// its name is given.
    static func removeStale(in directory: String, of name: String? = nil) {
        let start = name.map { Self.start($0) } ?? "."
        for name in DirectoryNames.starting(with: start, in: directory) where isOurs(name) {
            removeIfStale("\(directory)/\(name)")
        }
    }

    private static func parts(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func start(_ name: String) -> String {
        var start = name
        while start.utf8.count > longestName { start.removeLast() }
        return ".\(start)."
    }

    /// Whether a name ends as only ours do.
    private static func isOurs(_ name: String) -> Bool {
        guard name.hasSuffix(ending) else { return false }
        let identifier = name.dropLast(ending.count).suffix(36)
        return identifier.count == 36 && UUID(uuidString: String(identifier)) != nil
    }

    private static func removeIfStale(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else { return }
        unlink(path)
    }
}
