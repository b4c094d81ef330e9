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
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - isDamaged: whether zeros take the place of what the disk can't read, so that all else is saved.
    func copy(_ source: String, isDamaged: Bool = false) throws {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw StoreFile.failure(errno, path: source) }
        defer { OpenStores.closeWhenUnused(input) }
        let output = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        guard output >= 0 else { throw StoreFile.failure(errno, path: path) }
        defer { close(output) }
        var info = stat()
        guard fstat(input, &info) == 0 else { throw StoreFile.failure(errno, path: source) }
        // Small enough that little is lost with a sector, where one can't be read.
        let sector = 4096
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var place = 0
        var isCareful = false
        while true {
            var count = pread(input, &buffer, isCareful ? sector : buffer.count, off_t(place))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EIO, isDamaged, place < Int(info.st_size) {
                if isCareful {
                    count = min(sector, Int(info.st_size) - place)
                    for index in 0..<count { buffer[index] = 0 }
                } else {
                    isCareful = true
                    continue
                }
            }
            guard count >= 0 else {
                throw ModelDataError.inputOutput(path: source, code: SQLiteCode(ofSystem: errno))
            }
            if count == 0 { break }
            try buffer[0..<count].withUnsafeBytes { try ExternalFile.write($0, to: output, path: path) }
            place += count
            if place % buffer.count == 0 { isCareful = false }
        }
        if fsync(output) != 0 { throw StoreFile.failure(errno, path: path) }
    }
}
