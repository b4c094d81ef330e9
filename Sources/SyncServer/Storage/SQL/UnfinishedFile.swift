import Foundation

/// Names for incomplete backups and temporary copies.
///
/// Such a name is the final file's name with the process ID and a random number, for example
/// `sync.store.1234-a1b2c3d4e5f60718.unfinished`. Therefore running processes don't remove each other's
/// files.
enum UnfinishedFile {
    private static let ending = ".unfinished"
    /// The endings of the files that SQLite creates beside a database.
    static let companions = ["-journal", "-wal", "-shm"]
    /// The minimum age in seconds of a file that is removed. The process ID may belong to a process on
    /// another machine that is still writing to the file.
    private static let age: TimeInterval = 3600

    /// Creates an empty file that only its owner can read, and removes files that killed processes left.
    ///
    /// - Parameter path: The backup, or the store that is filled from one.
    /// - Returns: The path of the new file.
    /// - Throws: ``BackupError/unwritable(_:code:)``.
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

    /// Removes a file and the files that SQLite created beside it.
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

    /// Returns the process ID in a name; `nil` if the name has another format.
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
