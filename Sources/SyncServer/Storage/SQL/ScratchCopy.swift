import Foundation
import GRDB

/// A copy of an SQLite file, in a directory that nobody else can look into: the server writes to what it opens, and what
/// is restored may lie where nobody can write.
struct ScratchCopy {
    /// The copy.
    let path: String
    private let directory: String

    /// Copies a file, with what SQLite keeps beside it.
    init(of source: String) throws {
        guard FileManager.default.fileExists(atPath: source) else { throw StorageError.missing(source) }
        directory = try Self.makeDirectory()
        path = directory + "/copy.store"
        do {
            try Self.copy(source, to: path)
        } catch {
            try? FileManager.default.removeItem(atPath: directory)
            guard let error = error as? DatabaseError else { throw error }
            throw SQLiteDatabase.storageError(error, source)
        }
    }

    /// Removes it.
    func remove() { try? FileManager.default.removeItem(atPath: directory) }

    private static func makeDirectory() throws -> String {
        var template = FileManager.default.temporaryDirectory.appending(path: "syncserver-XXXXXX").path
            .utf8CString
        return try template.withUnsafeMutableBufferPointer { template in
            guard let start = template.baseAddress, let name = mkdtemp(start) else {
                throw BackupError.unwritable(FileManager.default.temporaryDirectory.path, code: errno)
            }
            return String(cString: name)
        }
    }

    private static func copy(_ source: String, to path: String) throws {
        func exists(_ ending: String) -> Bool { FileManager.default.fileExists(atPath: source + ending) }
        let directory = (source as NSString).deletingLastPathComponent
        // A server may be writing to it: as long as one has it open, its log is there.
        guard exists("-wal"), access(directory.isEmpty ? "." : directory, W_OK) == 0 else {
            try copyBytes(source, to: path)
            for ending in ["-wal", "-journal"] where exists(ending) {
                try copyBytes(source + ending, to: path + ending)
            }
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let file = try DatabaseQueue(path: source, configuration: configuration)
        // SQLite would let others read what it makes.
        close(open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600))
        let copy = try DatabaseQueue(path: path)
        try file.backup(to: copy)
        try copy.close()
        try file.close()
    }

    private static func copyBytes(_ source: String, to path: String) throws {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw unavailable(source) }
        defer { close(input) }
        let output = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
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
