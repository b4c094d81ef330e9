import Foundation

/// The names of backups that aren't whole yet, and of copies that nobody needs for long: each process has its own, so
/// that none takes another's away.
///
/// It is the name of the file that it lies beside, with the number of the process and chance behind it, such as
/// `sync.store.1234-a1b2c3d4e5f60718.unfinished`.
enum UnfinishedFile {
    private static let ending = ".unfinished"
    /// What SQLite puts beside a file.
    static let companions = ["-journal", "-wal", "-shm"]
    /// A process may have another machine's numbers, whose file is written to all the time.
    private static let age: TimeInterval = 3600

    /// Makes an empty file that its owner alone can read, and removes what killed processes left beside it.
    ///
    /// - Parameter path: The backup, or the store that is filled from one.
    /// - Returns: The file.
    static func make(for path: String) throws -> String {
        removeStale(in: (path as NSString).deletingLastPathComponent)
        let chance = String(UInt64.random(in: .min ... .max), radix: 16)
        let name =
            "\(path).\(getpid())-" + String(repeating: "0", count: 16 - chance.count) + chance + ending
        let descriptor = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupError.unwritable(path, code: errno) }
        close(descriptor)
        return name
    }

    /// Removes a file, with what SQLite has put beside it.
    static func remove(_ path: String) {
        for companion in companions { unlink(path + companion) }
        unlink(path)
    }

    private static func removeStale(in directory: String) {
        let directory = directory.isEmpty ? "." : directory
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            guard let process = owner(of: name) else { continue }
            let path = "\(directory)/\(name)"
            var info = stat()
            guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid(),
                Date.now.timeIntervalSince1970 - Double(info.st_mtim.tv_sec) > age,
                Glibc.kill(process, 0) != 0, errno == ESRCH
            else { continue }
            remove(path)
        }
    }

    /// Whose file a name is; `nil` where it is no such file's.
    private static func owner(of name: String) -> pid_t? {
        guard name.hasSuffix(ending), let part = name.dropLast(ending.count).split(separator: ".").last
        else { return nil }
        let parts = part.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 16, parts[1].allSatisfy(\.isHexDigit),
            let process = pid_t(parts[0]), process > 0
        else { return nil }
        return process
    }
}
