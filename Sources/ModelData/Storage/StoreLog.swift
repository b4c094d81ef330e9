import Foundation

/// What SQLite keeps beside a store's file, by its name, and takes for the log of whatever file has that name: one that
/// is left of an earlier file would bring back what was in that, or mix the two.
enum StoreLog {
    static let endings = ["-wal", "-shm", "-journal"]

    /// Deletes what is beside a file that is deleted.
    static func remove(beside path: String) {
        for ending in endings { unlink(path + ending) }
    }

    /// Whether anything of the kind is beside a name, be there a file of that name or not.
    static func isBeside(_ path: String) -> Bool {
        var info = stat()
        return endings.contains { lstat(path + $0, &info) == 0 }
    }

    /// Whether a write-ahead log with something in it is beside a name.
    static func hasPages(_ path: String) -> Bool {
        var info = stat()
        return stat(path + "-wal", &info) == 0 && info.st_mode & S_IFMT == S_IFREG && info.st_size > 0
    }

    /// Takes everything away that is beside a name, before another file gets that name.
    ///
    /// What a store's log holds is brought into the store first, which SQLite does so that a kill at any point leaves the
    /// store whole. Only a log that belongs to no store there, or to one that SQLite can't read, keeps its content by
    /// getting another name: a kill afterwards has parted it from what it may have belonged to, and lost nothing.
    ///
    /// - Parameters:
    ///   - path: the name.
    ///   - free: a name that nothing has yet, nor anything beside it.
    ///   - timeout: how many seconds to wait for others.
    /// - Returns: where the log is kept that belongs to no store; nil where there was none.
    /// - Throws: ``ModelDataError/locked(path:seconds:)`` where somebody has the store open.
    static func clear(beside path: String, keepingAs free: @autoclosure () -> String, timeout: Int) throws
        -> String?
    {
        guard isBeside(path) else { return nil }
        try empty(into: path, timeout: timeout)
        return try setAside(from: path, as: free())
    }

    /// Brings the log of a store into its file, and removes it.
    private static func empty(into path: String, timeout: Int) throws {
        var info = stat()
        // The log of a store that a link leads to is beside the store. Beside an empty file SQLite would delete the log.
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
            case .database? = try? StoreFile.inspect(path)
        else { return }
        do {
            let store = try CareConnection(path, .existing, timeout: timeout)
            _ = try store.rows("SELECT count(*) FROM sqlite_schema")
            _ = try store.rows("PRAGMA wal_checkpoint")
        } catch let error as ModelDataError where !error.isOfSystem {
            return
        }
        // Whoever closes a store as the last one takes its log away.
        if lstat(path + "-wal", &info) == 0 { throw ModelDataError.locked(path: path, seconds: timeout) }
    }

    /// Sets the log of a missing store aside; others who do the same wait meanwhile.
    ///
    /// - Returns: where the log is then; nil where there was none, or the store is there by now.
    static func setAsideOfMissing(from path: String, as name: @autoclosure () -> String) throws -> String? {
        guard isBeside(path) else { return nil }
        let directory = Glibc.open(
            (path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if directory >= 0 { close(directory) } }
        if directory >= 0 { _ = flock(directory, LOCK_EX) }
        // A log that was made meanwhile is one of a store that was made before.
        var info = stat()
        guard isBeside(path), lstat(path, &info) != 0 else { return nil }
        return try setAside(from: path, as: name())
    }

    /// Gives what is beside a name a place beside another one, durably.
    ///
    /// - Returns: where the log is then; nil where there was none, or nothing in it.
    private static func setAside(from path: String, as name: @autoclosure () -> String) throws -> String? {
        guard isBeside(path) else { return nil }
        let name = name()
        var kept: String?
        for ending in ["-wal", "-journal"] {
            var info = stat()
            guard lstat(path + ending, &info) == 0 else { continue }
            if info.st_size == 0 {
                unlink(path + ending)
                continue
            }
            guard rename(path + ending, name + ending) == 0 else {
                throw StoreFile.failure(errno, path: path + ending)
            }
            kept = kept ?? name + ending
        }
        // It is only an index of the log.
        unlink(path + "-shm")
        try StoreFile.synchronizeName(of: path)
        return kept
    }
}
