import Foundation

/// A temporary file in which a store is created. When the store is complete, the file gets its final name.
/// Otherwise, the file and its companion files are deleted with this object.
final class ScratchFile {
    let path: String
    /// The descriptor whose lock shows other processes that the file is in use.
    private let descriptor: Int32
    private var isTemporary = true

    /// Creates an empty file beside another one. Its name is unpredictable, and only its owner can read it.
    /// Stale files of killed processes are deleted.
    ///
    /// - Throws: ``ModelDataError`` if the file can't be created.
    init(beside other: String) throws {
        let directory = (other as NSString).deletingLastPathComponent
        try StoreFile.createDirectory(directory)
        IncompleteFile.removeStale(beside: other)
        (path, descriptor) = try IncompleteFile.make(
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

    /// Gives the file its final name, and waits until the name is on the disk.
    ///
    /// - Parameters:
    ///   - target: The final name.
    ///   - replacing: Whether an existing file is replaced.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, or another ``ModelDataError`` if the file can't be
    ///   moved.
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

    /// Copies a file's content into this one.
    func copy(_ source: String) throws { _ = try copy(source, leavesOut: false) }

    /// Copies the readable parts of another file into this file. Unreadable parts become zeros.
    ///
    /// If a large part is unreadable, the disk is probably only temporarily unavailable, so this method
    /// throws.
    ///
    /// - Returns: The unreadable byte ranges.
    /// - Throws: ``ModelDataError/inputOutput(path:code:)`` if more than a tenth of the file, and more than
    ///   64 KiB, is unreadable.
    func copyReadable(_ source: String) throws -> [Range<Int>] { try copy(source, leavesOut: true) }

    /// The size of the block that is skipped if one of its bytes is unreadable, in bytes.
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
                // After a read error, read sector by sector until the next large block begins.
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
