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

    /// Makes sure that no log lies beside a file that says in its header that it has none, as a backup does that took the
    /// place of a store by hand: SQLite would write what is in the log over the file.
    ///
    /// A file of ours loses that header before it gets a log, and gets it when the log is gone.
    ///
    /// - Parameter path: the file, or a link to it.
    /// - Throws: ``StoreFileProblem/othersLog(path:)`` as the reason; ``StoreFileProblem/replacedInUse`` where somebody
    ///   writes to the log.
    static func refuseStray(beside path: String) throws {
        let real = StoreFile.followingLinks(path)
        // Another tool may just take the log away.
        guard hasPages(real), !isTakenBackWhole(real), StoreFile.saysWithoutLog(real), hasPages(real) else {
            return
        }
        throw ModelDataError.notAStore(
            path: path, reason: isInUse(real) ? .replacedInUse : .othersLog(path: real + "-wal"))
    }

    /// Whether somebody has the log beside a file open, who holds a lock on its index for as long.
    private static func isInUse(_ path: String) -> Bool {
        // Closing a descriptor of the index would end this process's own locks on it.
        if OpenStores.hasConnection(to: path) { return true }
        let index = Glibc.open(path + "-shm", O_RDONLY | O_CLOEXEC)
        guard index >= 0 else { return false }
        defer { close(index) }
        return isLocked(index, at: openByte)
    }

    /// Whether somebody writes to a file, as SQLite does with a journal.
    static func isBeingWritten(_ path: String) -> Bool {
        StoreFile.looking(into: path) { isLocked($0, at: writersByte) } ?? false
    }

    /// Waits until nobody writes to a file, as long as a person would wait.
    ///
    /// - Throws: ``ModelDataError/locked(path:seconds:)``.
    static func waitForWriter(_ path: String) throws {
        let seconds = 60
        for _ in 0..<seconds * 20 {
            if !isBeingWritten(path) { return }
            if Task.isCancelled { throw CancellationError() }
            usleep(50_000)
        }
        throw ModelDataError.locked(path: path, seconds: seconds)
    }

    /// The byte of a log's index that everybody has locked who has the log open.
    private static let openByte = 128
    /// The byte of a file that whoever writes has locked; the page at one gibibyte holds nothing else.
    private static let writersByte = (1 << 30) + 1

    /// Whether another process has a lock on a byte of a file.
    private static func isLocked(_ file: Int32, at byte: Int) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = byte
        lock.l_len = 1
        return withUnsafeMutablePointer(to: &lock) { fcntl(file, F_GETLK, $0) } == 0
            && lock.l_type != Int16(F_UNLCK)
    }

    /// Whether SQLite takes back all that is in a file: what was written into it when it was empty was broken off. A file
    /// with its first page alone is empty too.
    ///
    /// The journal says so beside it, whose header has how many pages the file had.
    static func isTakenBackWhole(_ path: String) -> Bool {
        let journal = Glibc.open(path + "-journal", O_RDONLY | O_CLOEXEC)
        guard journal >= 0 else { return false }
        defer { close(journal) }
        var header = [UInt8](repeating: 0xFF, count: 20)
        let start: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        guard pread(journal, &header, 20, 0) == 20, header.starts(with: start) else { return false }
        return switch header.number(at: 16) {
        case 0: true
        case 1: StoreFile.isWhole(path)
        default: false
        }
    }

    /// Gives a name to another file, beside which nothing is left then of what was there before.
    ///
    /// What a store's log holds is brought into the store first, which SQLite does so that a kill at any point leaves the
    /// store whole. Only a log that belongs to no store there, or to one that SQLite can't read, keeps its content by
    /// getting another name: a kill afterwards has parted it from what it may have belonged to, and lost nothing. Where
    /// the file doesn't get the name, the log has its own again.
    ///
    /// - Parameters:
    ///   - path: the name.
    ///   - free: a name that nothing has yet, nor anything beside it.
    ///   - timeout: how many seconds to wait for others.
    ///   - move: gives the file the name.
    /// - Returns: where the log is kept that belongs to no store; nil where there was none.
    /// - Throws: ``ModelDataError/locked(path:seconds:)`` where somebody has the store open, or what `move` throws.
    static func makeWay(
        at path: String, keepingAs free: @autoclosure () -> String, timeout: Int, for move: () throws -> Void
    ) throws -> String? {
        try empty(into: path, timeout: timeout)
        return try setAside(from: path, as: free(), for: move)
    }

    /// Gives the name of a missing store to another file, and sets the log aside; others who do the same wait meanwhile.
    ///
    /// - Returns: where the log is then; nil where there was none.
    static func makeWayForMissing(
        at path: String, keepingAs free: @autoclosure () -> String, for move: () throws -> Void
    ) throws -> String? {
        var directory: Int32 = -1
        defer { if directory >= 0 { close(directory) } }
        if isBeside(path) {
            directory = Glibc.open(
                (path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if directory >= 0, flock(directory, LOCK_EX) == 0 {
                // Of one that was killed before it had given the log the mark's name.
                for mark in marks(of: path) where !isBeside(mark) { unlink(mark) }
                // Of a restoring whose file was moved away since: nothing is in it, and SQLite would write no file there.
                if identity(of: path) == nil, isTakenBackWhole(path), !hasPages(path) {
                    unlink(path + "-journal")
                }
            }
        }
        // A log that was made meanwhile is one of a store that was made before.
        guard identity(of: path) == nil else {
            try move()
            return nil
        }
        return try setAside(from: path, as: free(), for: move)
    }

    /// Brings the log of a store into its file, and removes it, where nobody uses the store.
    private static func empty(into path: String, timeout: Int) throws {
        var info = stat()
        let isWritable = access(path, W_OK) == 0
        // The log of a store that a link leads to is beside the store. Beside an empty file SQLite would delete the log.
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
            isWritable || isBeside(path), case .database? = try? StoreFile.inspect(path)
        else { return }
        do {
            let store = try CareConnection(path, .existing, timeout: timeout)
            _ = try store.rows("SELECT count(*) FROM sqlite_schema")
            // Where there is no write-ahead log, as in backups, only locks tell of those who read and write.
            if isWritable { try store.execute("BEGIN EXCLUSIVE; ROLLBACK") }
            _ = try store.rows("PRAGMA wal_checkpoint")
        } catch let error as ModelDataError where !error.isOfSystem {
            return
        }
        // Whoever closes a store as the last one takes its log away.
        if lstat(path + "-wal", &info) == 0 { throw ModelDataError.locked(path: path, seconds: timeout) }
    }

    /// Gives what is beside a name a place beside another one, durably, for as long as a file gets that name, and for ever
    /// where it does.
    ///
    /// Until then an empty file stands at the other name: see ``parted(from:)``.
    ///
    /// - Returns: where the log is then; nil where there was none, or nothing in it.
    private static func setAside(
        from path: String, as free: @autoclosure () -> String, for move: () throws -> Void
    ) throws -> String? {
        guard isBeside(path) else {
            try move()
            return nil
        }
        let name = free()
        let former = identity(of: path)
        var kept: [String] = []
        do {
            if hasPages(path) { try StoreFile.create(name) }
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
                kept.append(ending)
            }
            // It is only an index of the log.
            unlink(path + "-shm")
            try StoreFile.synchronizeName(of: path)
            try move()
            removeMark(name)
        } catch {
            // A file that got the name all the same would take the log for its own.
            if identity(of: path) == former {
                let isBack = kept.reversed().allSatisfy { rename(name + $0, path + $0) == 0 }
                try? StoreFile.synchronizeName(of: path)
                // Else the mark says that nothing is in the place of the log's store.
                if isBack { removeMark(name) }
            } else {
                removeMark(name)
            }
            throw error
        }
        return kept.first.map { name + $0 }
    }

    /// The logs that were set aside of a missing or emptied store while nothing was in its place yet, the latest last: an
    /// empty file is beside them until something is.
    static func parted(from path: String) -> [String] {
        marks(of: path).filter(hasPages).map { $0 + "-wal" }.sorted()
    }

    /// The empty files at the names that logs of a store got, or were to get.
    private static func marks(of path: String) -> [String] {
        let directory = (path as NSString).deletingLastPathComponent
        let start = (path as NSString).lastPathComponent + ".damaged-"
        return PartialFile.names(in: directory, startingWith: start).map { "\(directory)/\($0)" }
            .filter(isMark)
    }

    /// Removes the empty files at names that logs got, now that something is in the store's place. The logs stay.
    static func removeMarks(of path: String) {
        for mark in marks(of: path) { unlink(mark) }
    }

    /// Removes the empty file that says that nothing is in the place of the store whose log was set aside.
    static func removeMark(_ name: String) {
        if isMark(name) { unlink(name) }
    }

    private static func isMark(_ name: String) -> Bool {
        var info = stat()
        return lstat(name, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && info.st_size == 0
    }

    /// Which file a name is of; nil where there is none.
    private static func identity(of path: String) -> [UInt64]? {
        var info = stat()
        return lstat(path, &info) == 0 ? [UInt64(info.st_dev), UInt64(info.st_ino)] : nil
    }
}
