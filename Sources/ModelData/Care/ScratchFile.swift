import Foundation

/// A file that a store is made in before it gets its name, or that nobody needs afterwards; it goes with its owner, with
/// all that SQLite has put beside it.
final class ScratchFile {
    let path: String
    /// Holds the lock that tells others that somebody works on the file.
    private let descriptor: Int32
    private var isTemporary = true

    /// Makes an empty file beside another, whose name nobody can know before, that only its owner can read. What killed
    /// processes left of the same kind goes.
    init(beside other: String) throws {
        let directory = (other as NSString).deletingLastPathComponent
        try StoreFile.createDirectory(directory)
        PartialFile.removeStale(beside: other)
        (path, descriptor) = try PartialFile.make(
            in: directory, for: (other as NSString).lastPathComponent)
    }

    deinit {
        for ending in ["-wal", "-shm", "-journal"] { unlink(path + ending) }
        let folder = ExternalFile.folder(of: path)
        var info = stat()
        if lstat(folder, &info) == 0 { try? FileManager.default.removeItem(atPath: folder) }
        if isTemporary { unlink(path) }
        OpenStores.closeWhenUnused(descriptor)
    }

    /// Gives the file its name, durably.
    func move(to target: String, replacing: Bool) throws {
        if replacing {
            try StoreFile.synchronize(path)
            guard rename(path, target) == 0 else { throw StoreFile.failure(errno, path: target) }
            try StoreFile.synchronize((target as NSString).deletingLastPathComponent)
        } else {
            try StoreFile.move(path, to: target)
        }
        isTemporary = false
    }

    /// Copies a file's bytes into this one.
    func copy(_ source: String) throws {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw StoreFile.failure(errno, path: source) }
        defer { OpenStores.closeWhenUnused(input) }
        let output = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        guard output >= 0 else { throw StoreFile.failure(errno, path: path) }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StoreFile.failure(errno, path: source) }
            if count == 0 { break }
            try buffer[0..<count].withUnsafeBytes { try ExternalFile.write($0, to: output, path: path) }
        }
        if fsync(output) != 0 { throw StoreFile.failure(errno, path: path) }
    }
}
