import Foundation
import GRDB
import Shell

/// A copy of an SQLite file that nobody else can look into: the server writes to what it opens, and what is restored
/// may lie where nobody can write.
struct ScratchCopy {
    /// The copy.
    let path: String
    private let directory: ScratchDirectory?

    /// Copies a file, with what SQLite keeps beside it.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - store: The file that the copy lies beside, on the disk that has to have room for what is in it; `nil` for a
    ///     directory of its own among the temporary ones.
    init(of source: String, beside store: String?) throws {
        guard FileManager.default.fileExists(atPath: source) else { throw StorageError.missing(source) }
        if let store {
            directory = nil
            // A link may lead to it from another disk.
            path = try UnfinishedFile.make(for: FileLink.target(of: store))
        } else {
            let made = try ScratchDirectory()
            directory = made
            path = made.file
        }
        do {
            try Self.copy(source, to: path)
        } catch {
            remove()
            switch error {
            case BackupError.unwritable(_, let code): throw Self.unwritable(beside: store, code)
            case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
                throw Self.unwritable(beside: store, ENOSPC)
            case let error as DatabaseError: throw SQLiteDatabase.storageError(error, source)
            default: throw error
            }
        }
    }

    /// Removes it.
    func remove() {
        UnfinishedFile.remove(path)
        directory?.remove()
    }

    /// Names what the person knows of: the copy's own name is nobody's business.
    private static func unwritable(beside store: String?, _ code: Int32) -> BackupError {
        if let store { return .unwritable(store, code: code) }
        return .noScratch(FileManager.default.temporaryDirectory.path, code: code)
    }

    private static func copy(_ source: String, to path: String) throws {
        // What SQLite keeps beside a file is beside the one to which links lead.
        let source = FileLink.target(of: source)
        func exists(_ ending: String) -> Bool { FileManager.default.fileExists(atPath: source + ending) }
        let directory = (source as NSString).deletingLastPathComponent
        // A server may be writing to it: as long as one has it open, its log is there, and the log's index. Where that
        // isn't, SQLite would make one, and leave it.
        guard !StrayLog.isWithoutLog(source), exists("-wal"), exists("-shm"),
            access(directory.isEmpty ? "." : directory, W_OK) == 0
        else {
            try copyBytes(source, to: path)
            // A log beside a backup is another store's, and so is a journal that would leave nothing of it.
            let endings: [String] =
                (StrayLog.isWithoutLog(source) ? [] : ["-wal"])
                + (StrayLog.isTakenBackWhole(source) ? [] : ["-journal"])
            for ending in endings where exists(ending) {
                try copyBytes(source + ending, to: path + ending)
            }
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let file = try DatabaseQueue(path: source, configuration: configuration)
        // SQLite would let others read what it makes.
        close(open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600))
        let copy = try DatabaseQueue(path: path)
        try file.backup(to: copy)
        try copy.close()
        try file.close()
    }

    private static func copyBytes(_ source: String, to path: String) throws {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw unavailable(source) }
        defer { close(input) }
        let output = open(path, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw BackupError.unwritable(path, code: errno) }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw unavailable(source) }
            if count == 0 { return }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes { bytes in
                    write(output, bytes.baseAddress?.advanced(by: done), count - done)
                }
                if written < 0, errno == EINTR { continue }
                if written <= 0 { throw BackupError.unwritable(path, code: errno) }
                done += written
            }
        }
    }

    private static func unavailable(_ path: String) -> StorageError {
        .unavailable("\(path): \(String(cString: strerror(errno)))")
    }
}
