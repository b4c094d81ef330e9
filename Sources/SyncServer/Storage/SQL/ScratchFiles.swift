import Basics
import Foundation

/// A private temporary directory for one file.
///
/// The process that uses the directory holds a lock on it. If the process is killed, the directory is removed
/// when the next one is created.
struct ScratchDirectory {
    /// The path for the file.
    let file: String
    private let path: String
    /// The open directory, which holds the lock.
    private let descriptor: Int32

    private static let start = "syncserver-"
    private static let fileName = "copy.store"
    /// The minimum age in seconds of a directory that is removed. A newer directory may belong to a process
    /// that hasn't locked it yet.
    private static let age: TimeInterval = 3600

    /// Creates an empty directory.
    ///
    /// - Parameter parent: The directory for temporary files.
    /// - Throws: ``BackupError/scratchUnwritable(_:code:)``.
    init(in parent: String = FileManager.default.temporaryDirectory.path) throws {
        Self.removeStale(in: parent)
        var template = "\(parent)/\(Self.start)XXXXXX".utf8CString
        path = try template.withUnsafeMutableBufferPointer { template in
            guard let start = template.baseAddress, let name = mkdtemp(start) else {
                throw BackupError.scratchUnwritable(parent, code: errno)
            }
            return String(cString: name)
        }
        file = "\(path)/\(Self.fileName)"
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// Removes the directory, including the file and the files that SQLite created beside it.
    func remove() {
        Self.remove(path)
        if descriptor >= 0 { close(descriptor) }
    }

    private static func remove(_ path: String) {
        UnfinishedFile.remove("\(path)/\(fileName)")
        rmdir(path)
    }

    private static func removeStale(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        where name.hasPrefix(start) && name.count == start.count + 6 {
            removeIfStale("\(parent)/\(name)")
        }
    }

    private static func removeIfStale(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_uid == geteuid(), info.st_mode & 0o777 == 0o700,
            Date.now.timeIntervalSince1970 - Double(info.st_mtim.tv_sec) > age,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return }
        // A user may have created a directory with such a name. Therefore remove only files that this program
        // created.
        let own = ([""] + UnfinishedFile.companions).map { fileName + $0 }
        if names.allSatisfy({ own.contains($0) }) { remove(path) }
    }
}

/// An incomplete backup or a temporary copy, locked as long as its process runs.
struct UnfinishedFile {
    let path: String
    /// The open file, which holds the lock.
    private let descriptor: Int32

    private static let ending = ".unfinished"
    /// The endings of the files that SQLite creates beside a database.
    static let companions = ["-journal", "-wal", "-shm"]

    /// Creates an empty file that only its owner can read, and removes files that killed processes left in its directory.
    ///
    /// - Parameter target: The backup, or the store that is filled from one.
    /// - Throws: ``BackupError/unwritable(_:code:)``.
    init(for target: String) throws {
        let directory = (target as NSString).deletingLastPathComponent
        ClaimedFile.removeStale(
            in: directory.isEmpty ? "." : directory, ending: Self.ending, companions: Self.companions)
        guard let file = ClaimedFile.make(for: target, ending: Self.ending) else {
            throw BackupError.unwritable(target, code: errno)
        }
        (path, descriptor) = file
    }

    /// Ends the lock of a file that has its final name.
    func release() { close(descriptor) }

    /// Removes the file and the files that SQLite created beside it.
    func remove() {
        Self.remove(path)
        close(descriptor)
    }

    /// Removes a file and the files that SQLite created beside it.
    static func remove(_ path: String) {
        for companion in companions { unlink(path + companion) }
        unlink(path)
    }
}
