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
    func copy(_ source: String) throws { _ = try copy(source, leavingOut: 0) }

    /// Copies what can be read of a file into this one, and zeros in the place of what the disk can't read.
    ///
    /// A disk of which much can't be read is more likely to be gone for a while than to have lost all that: the file is
    /// left alone then.
    ///
    /// - Returns: where nothing could be read.
    /// - Throws: ``ModelDataError/inputOutput(path:code:)`` where more than a tenth can't be read.
    func copyReadable(_ source: String) throws -> [Range<Int>] {
        var info = stat()
        guard stat(source, &info) == 0 else { throw StoreFile.failure(errno, path: source) }
        return try copy(source, leavingOut: max(16 * Self.sector, Int(info.st_size) / 10))
    }

    /// Little is lost with as much, where one byte can't be read.
    private static let sector = 4096

    private func copy(_ source: String, leavingOut most: Int) throws -> [Range<Int>] {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw StoreFile.failure(errno, path: source) }
        defer { OpenStores.closeWhenUnused(input) }
        let output = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        guard output >= 0 else { throw StoreFile.failure(errno, path: path) }
        defer { close(output) }
        var info = stat()
        guard fstat(input, &info) == 0 else { throw StoreFile.failure(errno, path: source) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var place = 0
        var leftOut: [Range<Int>] = []
        var isCareful = false
        while true {
            var count = pread(input, &buffer, isCareful ? Self.sector : buffer.count, off_t(place))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EIO, most > 0, place < Int(info.st_size) {
                // Sector by sector, until the next large piece begins.
                if !isCareful {
                    isCareful = true
                    continue
                }
                count = min(Self.sector, Int(info.st_size) - place)
                leftOut.append(place..<place + count)
                for index in 0..<count { buffer[index] = 0 }
                errno = EIO
                if leftOut.reduce(0, { $0 + $1.count }) > most { count = -1 }
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
        return leftOut
    }
}
