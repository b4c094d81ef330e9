import Basics
import Foundation

/// The write-ahead log, its index and the rollback journal beside a store's file.
///
/// SQLite finds these files only by their names. If a new file gets the name of an earlier one, SQLite
/// applies the earlier file's log to it. This restores old content, or mixes both contents.
package enum StoreLog {
    static let endings = ["-wal", "-shm", "-journal"]

    /// Deletes the companion files of a deleted file.
    static func remove(beside path: String) {
        for ending in endings { unlink(path + ending) }
    }

    /// Returns whether a log, an index or a journal is beside a path, even if the file itself is missing.
    static func isBeside(_ path: String) -> Bool {
        endings.contains { FileStatus.exists(path + $0) }
    }

    /// Returns whether a nonempty write-ahead log is beside a path.
    package static func hasPages(_ path: String) -> Bool {
        FileStatus(path + "-wal").map { $0.isFile && $0.size > 0 } ?? false
    }

    /// Copies the content of a store's log into the store's file. Changes that another process is writing, or
    /// that are newer than what it is reading, stay in the log.
    ///
    /// The log isn't emptied, because other connections would take that for a change of the data.
    ///
    /// - Parameter path: The store's file, or a link to it.
    /// - Returns: Whether the file alone holds everything.
    @discardableResult
    package static func copyIntoFile(_ path: String) -> Bool {
        let real = SymbolicLink.target(of: path)
        guard hasPages(real) else { return true }
        guard access(real, W_OK) == 0, let file = try? SQLFile(real, .existing, timeout: 0),
            // The number of pages in the log, and how many of them the file has.
            let row = try? file.rows("PRAGMA wal_checkpoint(PASSIVE)").first, row.count == 3
        else { return false }
        return row[1] == row[2]
    }

    /// Throws if a write-ahead log is beside a file whose header declares that it has none. That happens if a
    /// user replaces a store by a backup with file tools. SQLite would then write the content of the log over
    /// the file.
    ///
    /// A store in use never has such a header together with a log: the header changes before the log is
    /// created, and changes back after the log is deleted.
    ///
    /// - Parameter path: The file, or a link to it.
    /// - Throws: ``ModelDataError/notAStore(path:reason:)`` with ``StoreFileProblem/orphanedLog(path:)``, or
    ///   with ``StoreFileProblem/replacedInUse`` if a process is writing to the log.
    static func refuseOrphanedLog(beside path: String) throws {
        let real = SymbolicLink.target(of: path)
        // Look for the log twice, because another tool may be removing it.
        guard hasPages(real), !isRolledBackToEmpty(real), StoreFile.declaresRollbackJournal(real),
            hasPages(real)
        else {
            return
        }
        throw ModelDataError.notAStore(
            path: path, reason: isInUse(real) ? .replacedInUse : .orphanedLog(path: real + "-wal"))
    }

    /// Returns whether a process has the log of a file open. Such a process holds a lock on the log's index.
    private static func isInUse(_ path: String) -> Bool {
        // Don't open the index if this process uses the store: closing it would release this process's locks.
        if OpenStores.hasConnection(to: path) { return true }
        let index = Glibc.open(path + "-shm", O_RDONLY | O_CLOEXEC)
        guard index >= 0 else { return false }
        defer { close(index) }
        return isLocked(index, at: deadManSwitchByte)
    }

    /// Returns whether a process is writing to a file with a rollback journal.
    package static func isBeingWritten(_ path: String) -> Bool {
        StoreFile.withDescriptor(of: path) { isLocked($0, at: reservedByte) } ?? false
    }

    /// Blocks the thread until no process is writing to a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - timeout: How long to wait, in seconds.
    /// - Throws: ``ModelDataError/locked(path:seconds:)``, or `CancellationError`.
    static func waitForWriter(_ path: String, timeout: Int) throws {
        let waiter = LockWaiter(timeout: timeout)
        var tries = 0
        while isBeingWritten(path) {
            guard waiter.wait(afterTries: tries) else { throw waiter.failure(path) }
            tries += 1
        }
    }

    /// The byte of a log's index that each process locks while it has the log open (SQLite's “dead man
    /// switch”).
    private static let deadManSwitchByte = 128
    /// The byte of a file that a process locks for writing (SQLite's `RESERVED_BYTE`). It is in the page at 1
    /// GiB, which contains no data.
    private static let reservedByte = (1 << 30) + 1

    /// Returns whether another process has locked a byte of a file.
    private static func isLocked(_ file: Int32, at byte: Int) -> Bool {
        var lock = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: byte, l_len: 1, l_pid: 0)
        return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Returns whether a hot journal will roll a file back to empty, because the first write into the empty
    /// file was interrupted. A file that had only its first page also counts as empty.
    ///
    /// The journal's header stores the original number of pages.
    package static func isRolledBackToEmpty(_ path: String) -> Bool {
        switch RollbackJournal(beside: path)?.pageCount {
        case 0: true
        case 1: StoreFile.isComplete(path)
        default: false
        }
    }

    /// Moves a file to a path, after removing the companion files of the file that was there before.
    ///
    /// SQLite first moves the log's content into the previous store, which is safe even if the process is
    /// killed. If the log belongs to no readable store, it is renamed instead, so its content is preserved.
    /// If moving the file fails, the log gets its old name back.
    ///
    /// - Parameters:
    ///   - path: The path that the file gets.
    ///   - free: A name that no file and no companion file uses.
    ///   - timeout: How long to wait for other processes, in seconds.
    ///   - move: Moves the file to the path.
    /// - Returns: The new path of an orphaned log, or nil.
    /// - Throws: ``ModelDataError/locked(path:seconds:)`` if a process has the store open, or the error of
    ///   `move`.
    static func quarantineLog(
        at path: String, keepingAs free: @autoclosure () -> String, timeout: Int, for move: () throws -> Void
    ) throws -> String? {
        try removeLog(of: path, timeout: timeout)
        return try quarantine(from: path, as: free(), for: move)
    }

    /// Moves a file to the path of a missing store, and quarantines the log beside that path. If several
    /// processes do this at the same time, they wait for each other.
    ///
    /// - Parameters:
    ///   - path: The path of the missing store.
    ///   - free: A name that no file and no companion file uses.
    ///   - move: Moves the file to the path.
    /// - Returns: The new path of the log, or nil.
    /// - Throws: ``ModelDataError`` if the log can't be renamed, or the error of `move`.
    package static func quarantineLogOfMissingStore(
        at path: String, keepingAs free: @autoclosure () -> String, for move: () throws -> Void
    ) throws -> String? {
        var directory: Int32 = -1
        defer { if directory >= 0 { close(directory) } }
        if isBeside(path) {
            directory = Glibc.open(
                (path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if directory >= 0, flock(directory, LOCK_EX) == 0 {
                // A process was killed after it created these placeholders and before it renamed the log.
                for placeholder in placeholders(of: path) where !isBeside(placeholder) { unlink(placeholder) }
                // The file of an interrupted restore was moved away, but its journal remained. The journal
                // has no content. While the journal exists, SQLite couldn't write a file here.
                if !FileStatus.exists(path), isRolledBackToEmpty(path), !hasPages(path) {
                    unlink(path + "-journal")
                }
            }
        }
        // If the store exists by now, the log beside it is its own log.
        guard !FileStatus.exists(path) else {
            try move()
            return nil
        }
        return try quarantine(from: path, as: free(), for: move)
    }

    /// Moves the content of a store's log into its file and removes the log, if no process uses the store.
    private static func removeLog(of path: String, timeout: Int) throws {
        let isWritable = access(path, W_OK) == 0
        // Skip symbolic links, because their log is beside the target. Also skip an empty file, because
        // SQLite would delete the log beside it.
        guard FileStatus(path, followsLinks: false)?.isFile == true, isWritable || isBeside(path),
            case .database? = try? StoreFile.inspect(path)
        else { return }
        do {
            let store = try SQLFile(path, .existing, timeout: timeout)
            _ = try store.rows("SELECT count(*) FROM sqlite_schema")
            // If a store has no write-ahead log, like a backup, only locks show that a process reads or
            // writes the file.
            if isWritable { try store.execute("BEGIN EXCLUSIVE; ROLLBACK") }
            _ = try store.rows("PRAGMA wal_checkpoint")
        } catch let error as ModelDataError where !error.isOfSystem {
            return
        }
        // The last process that closes a store deletes its log. If the log still exists, the store is in use.
        if FileStatus.exists(path + "-wal") { throw ModelDataError.locked(path: path, seconds: timeout) }
    }

    /// Renames the companion files of a path while a file is moved there. If the move fails, they get their
    /// old names back.
    ///
    /// Until the move succeeds, an empty placeholder file marks the new name: see ``quarantinedLogs(from:)``.
    ///
    /// - Returns: The new path of the log, or nil if there was none or it was empty.
    private static func quarantine(
        from path: String, as free: @autoclosure () -> String, for move: () throws -> Void
    ) throws -> String? {
        guard isBeside(path) else {
            try move()
            return nil
        }
        let name = free()
        let former = FileStatus(path, followsLinks: false)?.identity
        var kept: [String] = []
        do {
            if hasPages(path) { try StoreFile.create(name) }
            for ending in ["-wal", "-journal"] {
                guard let status = FileStatus(path + ending, followsLinks: false) else { continue }
                if status.size == 0 {
                    unlink(path + ending)
                    continue
                }
                guard rename(path + ending, name + ending) == 0 else {
                    throw StoreFile.failure(errno, path: path + ending)
                }
                kept.append(ending)
            }
            // Delete the log's index. SQLite can rebuild it from the log.
            unlink(path + "-shm")
            try StoreFile.synchronizeName(of: path)
            try move()
            removePlaceholder(name)
        } catch {
            // Rename the log back only if the path has no new file. Otherwise, SQLite would apply the log to
            // that file.
            if FileStatus(path, followsLinks: false)?.identity == former {
                let isBack = kept.reversed().allSatisfy { rename(name + $0, path + $0) == 0 }
                try? StoreFile.synchronizeName(of: path)
                // If renaming failed, keep the placeholder: it shows that no file has replaced the log's
                // store.
                if isBack { removePlaceholder(name) }
            } else {
                removePlaceholder(name)
            }
            throw error
        }
        return kept.first.map { name + $0 }
    }

    /// Returns the quarantined logs of a missing or empty store, the latest last. A log is included until a
    /// file replaces the store; until then, an empty placeholder file is beside the log.
    package static func quarantinedLogs(from path: String) -> [String] {
        placeholders(of: path).filter(hasPages).map { $0 + "-wal" }.sorted()
    }

    /// Returns the empty placeholder files of quarantined logs.
    private static func placeholders(of path: String) -> [String] {
        let directory = (path as NSString).deletingLastPathComponent
        let start = (path as NSString).lastPathComponent + ".damaged-"
        return Directory.names(in: directory, startingWith: start).map { "\(directory)/\($0)" }
            .filter(isPlaceholder)
    }

    /// Deletes the placeholder files, because a store exists at this path again. The logs remain.
    static func removePlaceholders(of path: String) {
        for placeholder in placeholders(of: path) { unlink(placeholder) }
    }

    /// Deletes a placeholder file.
    package static func removePlaceholder(_ name: String) {
        if isPlaceholder(name) { unlink(name) }
    }

    private static func isPlaceholder(_ name: String) -> Bool {
        FileStatus(name, followsLinks: false).map { $0.isFile && $0.size == 0 } ?? false
    }
}
