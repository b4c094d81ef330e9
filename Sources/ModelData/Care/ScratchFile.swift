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
        StoreLog.remove(beside: path)
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
    func copy(_ source: String) throws { _ = try copy(source, leavesOut: false) }

    /// Copies what can be read of a file into this one, and zeros in the place of what the disk can't read.
    ///
    /// A disk of which much can't be read is more likely to be gone for a while than to have lost all that: the file is
    /// left alone then.
    ///
    /// - Returns: where nothing could be read.
    /// - Throws: ``ModelDataError/inputOutput(path:code:)`` where more than a tenth can't be read.
    func copyReadable(_ source: String) throws -> [Range<Int>] { try copy(source, leavesOut: true) }

    /// Little is lost with as much, where one byte can't be read.
    private static let sector = 4096

    private func copy(_ source: String, leavesOut: Bool) throws -> [Range<Int>] {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw StoreFile.failure(errno, path: source) }
        defer { OpenStores.closeWhenUnused(input) }
        let output = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        guard output >= 0 else { throw StoreFile.failure(errno, path: path) }
        defer { close(output) }
        var info = stat()
        guard fstat(input, &info) == 0 else { throw StoreFile.failure(errno, path: source) }
        let size = Int(info.st_size)
        var left = leavesOut ? max(16 * Self.sector, size / 10) : 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var place = 0
        var leftOut: [Range<Int>] = []
        var isCareful = false
        while true {
            var count = pread(input, &buffer, isCareful ? Self.sector : buffer.count, off_t(place))
            if count < 0 {
                if errno == EINTR { continue }
                let sector = min(Self.sector, size - place)
                guard errno == EIO, sector > 0, left >= sector else {
                    throw ModelDataError.inputOutput(path: source, code: SQLiteCode(ofSystem: errno))
                }
                // Sector by sector, until the next large piece begins.
                if !isCareful {
                    isCareful = true
                    continue
                }
                for index in 0..<sector { buffer[index] = 0 }
                leftOut.append(place..<place + sector)
                left -= sector
                count = sector
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
