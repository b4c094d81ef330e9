import Foundation

/// A directory among the system's temporary ones, for one file that nobody needs for long; nobody else can look into
/// it.
///
/// It is locked for as long as its process lives, so that what a killed one left goes when the next one is made.
struct ScratchDirectory {
    /// Where the file is to be made.
    let file: String
    private let path: String
    /// Holds the lock.
    private let descriptor: Int32

    private static let start = "syncserver-"
    private static let fileName = "copy.store"
    /// Another process may have made its own in this moment, and not locked it yet.
    private static let age: TimeInterval = 3600

    /// Makes an empty one.
    init(in parent: String = FileManager.default.temporaryDirectory.path) throws {
        Self.removeStale(in: parent)
        var template = "\(parent)/\(Self.start)XXXXXX".utf8CString
        path = try template.withUnsafeMutableBufferPointer { template in
            guard let start = template.baseAddress, let name = mkdtemp(start) else {
                throw BackupError.noScratch(parent, code: errno)
            }
            return String(cString: name)
        }
        file = "\(path)/\(Self.fileName)"
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// Removes it, with what SQLite has put beside the file.
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
        // A person may have given a directory such a name.
        let own = ([""] + UnfinishedFile.companions).map { fileName + $0 }
        if names.allSatisfy({ own.contains($0) }) { remove(path) }
    }
}
