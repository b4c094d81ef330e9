import Foundation
import Glibc

/// A lock that lets one process at a time read and replace a file, so that no process overwrites the changes
/// of another process.
enum DirectoryLock {
    /// The maximum waiting time. A process holds the lock for a few milliseconds. If a process holds the lock
    /// longer, the process was probably stopped, and its lock is ignored.
    private static let patience = Duration.seconds(5)

    /// Suspends the task until no other process holds the lock on a directory, so that ``withLock(on:_:)``
    /// probably needn't wait. Ends early if the task is cancelled.
    static func waitUntilFree(_ directory: String) async {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR,
            ContinuousClock.now < end, !Task.isCancelled
        {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Runs work while no other process holds the lock on the same directory. Blocks its caller meanwhile.
    ///
    /// The lock is on the directory, because each change replaces the file itself. If the directory can't be
    /// locked, the work runs without a lock; writing the file then reports the error.
    ///
    /// - Parameter directory: A directory that only this program uses.
    static func withLock<Result>(on directory: String, _ work: () throws -> Result) rethrows -> Result {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        let end = ContinuousClock.now + patience
        while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { break }
            usleep(5_000)
        }
        return try work()
    }
}

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

/// Resolution of symbolic links.
///
/// ```swift
/// let path = SymbolicLink.target(of: "/home/ada/books.store")
/// let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
/// ```
public enum SymbolicLink {
    /// Returns the path that a symbolic link leads to, even if no file exists at that path. Any other path is
    /// returned unchanged.
    ///
    /// - Parameter path: An absolute or relative path.
    /// - Returns: The path of the target; the path itself if links form a loop.
    public static func target(of path: String) -> String {
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return path }
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        // If links form a loop, return the path. Opening it then reports the error.
        guard errno == ENOENT, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { return path }
        if next.hasPrefix("/") { return target(of: next) }
        return target(of: (path as NSString).deletingLastPathComponent + "/" + next)
    }
}
