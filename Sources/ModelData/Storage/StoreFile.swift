import Foundation

/// What can be known of a store's file before SQLite opens it.
enum StoreFile {
    /// "modl", which tells our stores from other databases.
    static let applicationID: Int32 = 0x6D6F_646C

    enum State {
        case missing
        case empty
        case database(applicationID: Int32, isWAL: Bool)
    }

    /// Looks at the file; throws when it can't be a store.
    static func inspect(_ path: String) throws -> State {
        var info = stat()
        guard stat(path, &info) == 0 else {
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
        switch info.st_mode & S_IFMT {
        case S_IFDIR: throw ModelDataError.notAStore(path: path, reason: .isDirectory)
        case S_IFREG: break
        default: throw ModelDataError.notAStore(path: path, reason: .notAFile)
        }
        if info.st_size == 0 { return .empty }
        do {
            return try readHeader(path, size: Int(info.st_size))
        } catch ModelDataError.notAStore(_, .notADatabase)
            where StoreLog.isTakenBackWhole(path) && StoreLog.isBeingWritten(path)
        {
            // Somebody just restores into an empty file: of what is there then, the caller knows what to do.
            try StoreLog.waitForWriter(path)
            return try inspect(path)
        }
    }

    /// Looks into a file without SQLite, and without ending the locks that this process has on it.
    ///
    /// - Returns: what was found; nil where the file can't be opened.
    static func looking<Found>(into path: String, _ look: (Int32) -> Found?) -> Found? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { OpenStores.closeWhenUnused(file) }
        return look(file)
    }

    private static func readHeader(_ path: String, size: Int) throws -> State {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno, path: path) }
        defer { OpenStores.closeWhenUnused(file) }
        // While another process moves pages from the log to the file, what is seen of them is from several moments. Pages
        // that are nowhere again and again are missing.
        for _ in 0..<5 {
            let header = try Header(file, path)
            if try !header.isMissingPages(file, path) { return header.state }
            usleep(20_000)
        }
        let header = try Header(file, path)
        throw ModelDataError.notAStore(
            path: path, reason: .truncated(expectedBytes: header.size, foundBytes: size))
    }

    /// Whether a file says in its header that it has no write-ahead log.
    static func saysWithoutLog(_ path: String) -> Bool {
        looking(into: path) { file in
            // The versions for those who write and who read: 1 for a rollback journal, 2 for a write-ahead log.
            var versions: [UInt8] = [0, 0]
            return pread(file, &versions, 2, 18) == 2 && versions == [1, 1]
        } ?? false
    }

    /// Whether all pages are in a file of which its header tells, and more than the first, which is written before there is
    /// a write-ahead log.
    static func isWhole(_ path: String) -> Bool {
        looking(into: path) { file in
            var info = stat()
            guard let header = try? Header(file, path), fstat(file, &info) == 0 else { return false }
            return header.pageCount > 1 && header.size == Int(info.st_size)
        } ?? false
    }

    /// What the first bytes of a file say of it.
    private struct Header {
        private let bytes: [UInt8]

        init(_ file: Int32, _ path: String) throws {
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = pread(file, &bytes, 100, 0)
            // A disk that can't be read says nothing of what is on it.
            if count < 0 {
                throw ModelDataError.inputOutput(path: path, code: SQLiteCode(ofSystem: errno))
            }
            guard count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
                throw ModelDataError.notAStore(path: path, reason: .notADatabase)
            }
            self.bytes = bytes
        }

        var pageCount: Int { Int(bytes.number(at: 28)) }

        /// How many bytes the file should have.
        var size: Int {
            let pageSize = bytes.short(at: 16)
            return pageCount * (pageSize == 1 ? 65536 : pageSize)
        }

        var state: State {
            .database(
                applicationID: Int32(bitPattern: bytes.number(at: 68)),
                isWAL: bytes[18] == 2 && bytes[19] == 2)
        }

        /// Whether pages are neither in the file nor in the write-ahead log beside it.
        func isMissingPages(_ file: Int32, _ path: String) throws -> Bool {
            // The count of pages is to be believed only when both counters of changes agree.
            guard bytes.number(at: 24) == bytes.number(at: 92) else { return false }
            var info = stat()
            guard fstat(file, &info) == 0 else { throw failure(errno, path: path) }
            if size <= Int(info.st_size) { return false }
            let real = followingLinks(path)
            // A journal takes back what was not written to its end.
            if FileManager.default.fileExists(atPath: real + "-journal") { return false }
            let descriptor = Glibc.open(real + "-wal", O_RDONLY | O_CLOEXEC)
            if descriptor < 0 {
                if errno == ENOENT { return true }
                throw failure(errno, path: path)
            }
            defer { close(descriptor) }
            guard let log = WriteAheadLog(descriptor), log.pageCount > 0 else { return true }
            let present = UInt32(clamping: Int(info.st_size) / log.pageSize)
            if log.pageCount <= present { return false }
            // SQLite locks bytes of one page, and never writes it.
            let locked = UInt32(clamping: (1 << 30) / log.pageSize + 1)
            return !(present + 1...log.pageCount).allSatisfy { $0 == locked || log.pages[$0] != nil }
        }
    }

    /// The file that a link leads to, be it there or not yet; what is no link, as it is.
    ///
    /// SQLite keeps a store's log beside the file itself, so that all else that belongs to it is there too.
    static func followingLinks(_ path: String) -> String {
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return path }
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        // Links that lead round in a circle are left to whoever opens them.
        guard errno == ENOENT, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        else { return path }
        if target.hasPrefix("/") { return followingLinks(target) }
        return followingLinks((path as NSString).deletingLastPathComponent + "/" + target)
    }

    /// A name that nothing has yet, nor anything beside it: this one, or else it with a number.
    static func freeName(_ base: String) -> String {
        var name = base
        var count = 1
        var info = stat()
        while lstat(name, &info) == 0 || StoreLog.isBeside(name) {
            count += 1
            name = "\(base)x\(count)"
        }
        return name
    }

    /// Takes an empty file away from everybody but its owner, before anything is in it.
    static func makePrivate(_ path: String) {
        var info = stat()
        if stat(path, &info) == 0, info.st_size == 0, info.st_uid == geteuid() { chmod(path, 0o600) }
    }

    /// Makes an empty file that only its owner can read, and the missing directories on the way to it.
    static func create(_ path: String) throws {
        let directory = (path as NSString).deletingLastPathComponent
        try createDirectory(directory)
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 {
            if errno == EEXIST { return }
            throw failure(errno, path: directory)
        }
        // The umask may have taken bits away; it never adds any.
        fchmod(file, 0o600)
        close(file)
    }

    /// Gives a file its final name, durably.
    static func move(_ path: String, to target: String) throws {
        try synchronize(path)
        // `link` refuses where `rename` would replace a file that appeared meanwhile.
        if link(path, target) == 0 {
            unlink(path)
        } else {
            switch errno {
            case EEXIST: throw ModelDataError.alreadyExists(path: target)
            // FAT, as on most sticks, has one name for each file.
            case EPERM, EOPNOTSUPP, ENOSYS: try moveWithoutLink(path, to: target)
            default: throw failure(errno, path: target)
            }
        }
        try synchronizeName(of: target)
    }

    /// Gives a file its final name where a file can't have two: an empty file of ours takes the name first.
    private static func moveWithoutLink(_ path: String, to target: String) throws {
        let file = Glibc.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { throw ModelDataError.alreadyExists(path: target) }
            throw failure(errno, path: target)
        }
        close(file)
        if rename(path, target) != 0 {
            let code = errno
            unlink(target)
            throw failure(code, path: target)
        }
    }

    /// Writes zeros to places of a file.
    static func blank(_ places: [Range<Int>], in path: String) throws {
        if places.isEmpty { return }
        let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno, path: path) }
        defer { OpenStores.closeWhenUnused(file) }
        for place in places {
            let zeros = [UInt8](repeating: 0, count: place.count)
            guard pwrite(file, zeros, zeros.count, off_t(place.lowerBound)) == zeros.count else {
                throw failure(errno, path: path)
            }
        }
        if fsync(file) != 0 { throw failure(errno, path: path) }
    }

    /// Waits until a file or directory is on the disk.
    static func synchronize(_ path: String) throws {
        let file = Glibc.open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(errno, path: path) }
        defer { close(file) }
        if fsync(file) != 0 { throw failure(errno, path: path) }
    }

    static func createDirectory(_ path: String) throws {
        if path.isEmpty || path == "/" { return }
        var info = stat()
        if stat(path, &info) == 0 {
            guard info.st_mode & S_IFMT == S_IFDIR else {
                throw ModelDataError.notAStore(path: path, reason: .notAFile)
            }
            return
        }
        try createDirectory((path as NSString).deletingLastPathComponent)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(errno, path: path) }
        chmod(path, 0o700)
        try synchronizeName(of: path)
    }

    /// Waits until the name of a file or directory is on the disk: without it, a power cut takes away what was made,
    /// however well its bytes were written.
    ///
    /// Where a directory may not be read, or its file system can't do this, nothing is done.
    static func synchronizeName(of path: String) throws {
        let directory = (path as NSString).deletingLastPathComponent
        let file = Glibc.open(
            directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if file < 0 {
            if errno == EACCES || errno == EPERM { return }
            throw failure(errno, path: path)
        }
        defer { close(file) }
        if fsync(file) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
            throw failure(errno, path: path)
        }
    }

    static func failure(_ code: Int32, path: String) -> ModelDataError {
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
    /// A failure of the system where SQLite had no part in it.
    init(ofSystem number: Int32) {
        self.init(code: number, message: String(cString: strerror(number)), systemError: number)
    }
}
