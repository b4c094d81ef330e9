import Basics
import Foundation

/// Inspects, creates and moves store files without SQLite.
package enum StoreFile {
    /// The bytes “modl”, which identify stores among other SQLite databases.
    package static let applicationID = StoreFileProblem.ownApplicationID

    /// The suffixes of the files that SQLite and ModelData create beside a store.
    package static let companionEndings = StoreLog.endings + [ExternalFile.folderEnding]

    package enum State {
        case missing
        case empty
        case database(applicationID: Int32, isWAL: Bool)
    }

    /// Returns whether a file is missing, empty or a database.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - timeout: How long to wait for a process that restores into the file, in seconds. Default: 60.
    /// - Throws: ``ModelDataError`` if the file can't be a store.
    package static func inspect(_ path: String, timeout: Int = 60) throws -> State {
        guard let status = FileStatus(path) else {
            switch errno {
            case ENOENT: return .missing
            case EACCES, EPERM: throw ModelDataError.noPermission(path: path)
            case ENOTDIR:
                throw ModelDataError.notAStore(
                    path: (path as NSString).deletingLastPathComponent, reason: .notAFile)
            default:
                throw ModelDataError.cannotOpen(
                    path: path, code: SQLiteCode(ofSystem: errno))
            }
        }
        if status.isDirectory { throw ModelDataError.notAStore(path: path, reason: .isDirectory) }
        if !status.isFile { throw ModelDataError.notAStore(path: path, reason: .notAFile) }
        if status.size == 0 { return .empty }
        do {
            return try readHeader(path, size: status.size)
        } catch ModelDataError.notAStore(_, .notADatabase)
            where StoreLog.isRolledBackToEmpty(path) && StoreLog.isBeingWritten(path)
        {
            // Another process is restoring into an empty file. Wait for it, then inspect the result.
            try StoreLog.waitForWriter(path, timeout: timeout)
            return try inspect(path, timeout: timeout)
        }
    }

    /// Opens a file without SQLite, and without losing this process's locks on it.
    ///
    /// - Returns: The result of `look`, or nil if the file can't be opened.
    static func withDescriptor<Found>(of path: String, _ look: (Int32) -> Found?) -> Found? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { OpenStores.closeWhenUnused(file) }
        return look(file)
    }

    private static func readHeader(_ path: String, size: Int) throws -> State {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno, path: path) }
        defer { OpenStores.closeWhenUnused(file) }
        // While another process moves pages from the log to the file, some pages can seem to be missing.
        // Check several times before reporting missing pages.
        for _ in 0..<5 {
            let header = try Header(file, path)
            if try !header.isMissingPages(file, path) { return header.state }
            usleep(20_000)
        }
        let header = try Header(file, path)
        throw ModelDataError.notAStore(
            path: path, reason: .truncated(expectedBytes: header.size, foundBytes: size))
    }

    /// Returns whether a file's header says that it has no write-ahead log.
    static func declaresRollbackJournal(_ path: String) -> Bool {
        withDescriptor(of: path) { file in
            // The file format versions for writing and reading: 1 for a rollback journal, 2 for a write-ahead
            // log.
            [UInt8](of: file, at: 18, count: 2) == [1, 1]
        } ?? false
    }

    /// Returns whether a file has all pages that its header declares, and more than one page. A single page
    /// doesn't count, because it is written before a write-ahead log exists.
    package static func isComplete(_ path: String) -> Bool {
        withDescriptor(of: path) { file in
            guard let header = try? Header(file, path) else { return false }
            return header.pageCount > 1 && header.size == FileStatus(file)?.size
        } ?? false
    }

    /// The header of a database file.
    private struct Header {
        private let bytes: [UInt8]

        init(_ file: Int32, _ path: String) throws {
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = pread(file, &bytes, 100, 0)
            // If the disk can't be read, the content is unknown, so report the read error.
            if count < 0 {
                throw ModelDataError.inputOutput(path: path, code: SQLiteCode(ofSystem: errno))
            }
            guard count == 100, bytes.isDatabaseHeader else {
                throw ModelDataError.notAStore(path: path, reason: .notADatabase)
            }
            self.bytes = bytes
        }

        var pageCount: Int { Int(bytes.number(at: 28)) }

        /// The size that the file should have according to its header, in bytes.
        var size: Int { pageCount * bytes.pageSizeInHeader }

        var state: State {
            .database(
                applicationID: Int32(bitPattern: bytes.number(at: 68)),
                isWAL: bytes[18] == 2 && bytes[19] == 2)
        }

        /// Returns whether some pages are neither in the file nor in its write-ahead log.
        func isMissingPages(_ file: Int32, _ path: String) throws -> Bool {
            // The page count is valid only if both change counters in the header are equal.
            guard bytes.number(at: 24) == bytes.number(at: 92) else { return false }
            guard let found = FileStatus(file)?.size else { throw failure(errno, path: path) }
            if size <= found { return false }
            let real = SymbolicLink.target(of: path)
            // If there is a hot journal, SQLite will roll back the incomplete write.
            if FileManager.default.fileExists(atPath: real + "-journal") { return false }
            let descriptor = Glibc.open(real + "-wal", O_RDONLY | O_CLOEXEC)
            if descriptor < 0 {
                if errno == ENOENT { return true }
                throw failure(errno, path: path)
            }
            defer { close(descriptor) }
            guard let log = WriteAheadLog(descriptor), log.pageCount > 0 else { return true }
            let present = UInt32(clamping: found / log.pageSize)
            if log.pageCount <= present { return false }
            // SQLite never writes this page, because processes lock its bytes.
            let locked = UInt32(clamping: (1 << 30) / log.pageSize + 1)
            return !(present + 1...log.pageCount).allSatisfy { $0 == locked || log.pages[$0] != nil }
        }
    }

    /// Returns whether two paths lead to the same file.
    package static func isSame(_ first: String, _ second: String) -> Bool {
        guard let identity = FileStatus(first)?.identity else { return false }
        return identity == FileStatus(second)?.identity
    }

    /// Returns a name that no file and no companion file uses: the given name, or that name with a number.
    static func unusedName(_ base: String) -> String {
        var name = base
        var count = 1
        while FileStatus.exists(name) || StoreLog.isBeside(name) {
            count += 1
            name = "\(base)x\(count)"
        }
        return name
    }

    /// Makes an empty file readable only for its owner, before anything is written into it.
    package static func makePrivate(_ path: String) {
        if let status = FileStatus(path), status.size == 0, status.isOwn { chmod(path, 0o600) }
    }

    /// Creates an empty file that only its owner can read, and its directory if that is missing.
    ///
    /// - Throws: ``ModelDataError`` if the directory's parent is missing, too, except in the user's data directory:
    ///   the path may be wrong, or a drive isn't mounted.
    static func create(_ path: String) throws {
        let directory = (path as NSString).deletingLastPathComponent
        let parent = (directory as NSString).deletingLastPathComponent
        if !parent.isEmpty, !FileStatus.exists(parent), !isInDataDirectory(directory) {
            throw failure(ENOENT, path: parent)
        }
        try createDirectory(directory)
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 {
            if errno == EEXIST { return }
            throw failure(errno, path: directory)
        }
        // The umask may have removed permissions when the file was created. It never adds any.
        fchmod(file, 0o600)
        close(file)
    }

    /// Returns whether a directory is in the user's data directory, which may not exist yet. Foundation takes the
    /// home directory from the user's account, many programs take it from `HOME`.
    private static func isInDataDirectory(_ path: String) -> Bool {
        var directories = [URL.applicationSupportDirectory.path]
        if let home = ProcessInfo.processInfo.environment["HOME"] {
            directories.append(home + "/.local/share")
        }
        return directories.contains { (path + "/").hasPrefix($0 + "/") }
    }

    /// Gives a file its final name and waits until the name is on the disk.
    ///
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, or another ``ModelDataError`` if the file can't be
    ///   moved.
    static func move(_ path: String, to target: String) throws {
        try synchronize(path)
        switch DurableFile.move(path, to: target) {
        case 0: try synchronizeName(of: target)
        case EEXIST: throw ModelDataError.alreadyExists(path: target)
        case let code: throw failure(code, path: target)
        }
    }

    /// Deletes a store with the files for its large values and its log.
    package static func remove(_ path: String) {
        let folder = ExternalFile.folder(of: path)
        if FileStatus(folder, followsLinks: false)?.isDirectory == true {
            try? FileManager.default.removeItem(atPath: folder)
        }
        unlink(path)
        StoreLog.remove(beside: path)
    }

    /// Waits until a file is on the disk.
    static func synchronize(_ path: String) throws {
        let code = DurableFile.synchronize(path)
        if code != 0 { throw failure(code, path: path) }
    }

    package static func createDirectory(_ path: String) throws {
        if path.isEmpty || path == "/" { return }
        if let status = FileStatus(path) {
            guard status.isDirectory else {
                throw ModelDataError.notAStore(path: path, reason: .notAFile)
            }
            return
        }
        try createDirectory((path as NSString).deletingLastPathComponent)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(errno, path: path) }
        chmod(path, 0o700)
        try synchronizeName(of: path)
    }

    /// Waits until the name of a file or directory is on the disk.
    static func synchronizeName(of path: String) throws {
        let code = DurableFile.synchronizeName(of: path)
        if code != 0 { throw failure(code, path: path) }
    }

    /// The error for a file that doesn't exist.
    package static func missing(_ path: String) -> ModelDataError {
        .cannotOpen(path: path, code: SQLiteCode(code: 14, message: "the file is missing"))
    }

    /// The error for a database of another program, which may also use this library.
    package static func foreign(_ path: String, applicationID id: Int32 = applicationID) -> ModelDataError {
        .notAStore(path: path, reason: .foreignDatabase(applicationID: id))
    }

    package static func failure(_ code: Int32, path: String) -> ModelDataError {
        switch code {
        case EACCES, EPERM: .noPermission(path: path)
        case EROFS: .readOnly(path: path)
        case ENOSPC, EDQUOT: .diskFull(path: path)
        default:
            .cannotOpen(path: path, code: SQLiteCode(ofSystem: code))
        }
    }
}

extension SQLiteCode {
    /// Creates the code of a system error that occurred outside SQLite.
    package init(ofSystem number: Int32) {
        self.init(code: number, message: String(cString: strerror(number)), systemError: number)
    }
}

/// The identifier of a store's content. It changes when a restore or a repair replaces the whole content. A
/// store that was never restored or repaired has no identifier.
///
/// Record numbers and history steps are valid for one generation only. Other processes compare the identifier
/// to detect that the numbers they know are no longer valid.
package enum StoreGeneration {
    /// The key of the identifier in the table `_modeldata`.
    private static let key = "content"
    package static let query = "SELECT value FROM _modeldata WHERE key = '\(key)'"

    /// Gives a store with new content a new identifier.
    package static func renew(_ store: SQLFile) throws {
        try store.run(
            "INSERT OR REPLACE INTO _modeldata (key, value) VALUES ('\(key)', ?)", .text(UUID().uuidString))
    }
}
