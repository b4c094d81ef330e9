import Basics
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

extension DurableFile {
    /// Waits until a file's name is on the disk.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - shown: The path that errors show.
    static func synchronizeName(of path: String, shown: String) throws(FileError) {
        let code = synchronizeName(of: path)
        if code != 0 { throw FileError.unwritable(path: shown, SystemFailure(code)) }
    }
}
