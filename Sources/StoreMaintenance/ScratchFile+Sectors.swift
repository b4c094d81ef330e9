import Basics
import Foundation
import ModelData

/// Copies of files with unreadable sectors.
extension ScratchFile {
    /// Copies a file's content into this one.
    func copy(_ source: String) throws { _ = try copy(source, leavesOut: false) }

    /// Copies the readable parts of another file into this file. Unreadable parts become zeros.
    ///
    /// If a large part is unreadable, the disk is probably only temporarily unavailable, so this method
    /// throws.
    ///
    /// - Returns: The unreadable byte ranges.
    /// - Throws: `ModelDataError.inputOutput(path:code:)` if more than a tenth of the file, and more than
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
        guard let size = FileStatus(input)?.size else { throw StoreFile.failure(errno, path: source) }
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

    /// Overwrites ranges of a file with zeros.
    static func overwrite(_ places: [Range<Int>], of path: String) throws {
        if places.isEmpty { return }
        let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw StoreFile.failure(errno, path: path) }
        defer { OpenStores.closeWhenUnused(file) }
        for place in places {
            let zeros = [UInt8](repeating: 0, count: place.count)
            guard pwrite(file, zeros, zeros.count, off_t(place.lowerBound)) == zeros.count else {
                throw StoreFile.failure(errno, path: path)
            }
        }
        if fsync(file) != 0 { throw StoreFile.failure(errno, path: path) }
    }
}
