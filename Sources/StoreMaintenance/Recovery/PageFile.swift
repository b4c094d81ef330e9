import Basics
import Foundation
import ModelData

/// The pages of a database file, read without SQLite. Pages in the write-ahead log replace those in the file.
///
/// SQLite's documentation describes the format (“Database File Format”). All numbers in the file are checked
/// against the file's size.
final class PageFile {
    /// The size of a page, in bytes. Rows use all bytes of a page, because ModelData reserves none.
    let pageSize: Int
    /// The number of pages in the file and the log.
    let pageCount: UInt32
    /// The free pages, as far as their list is readable.
    private(set) var freePages: Set<UInt32> = []
    private let file: Int32
    private let log: Int32
    /// The offset of the last committed content of each page in the log.
    private let logged: [UInt32: Int]

    /// Opens a file.
    ///
    /// - Throws: `ModelDataError` if the file can't be opened.
    init(_ path: String) throws {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StoreFile.failure(errno, path: path) }
        self.file = file
        log = Glibc.open(path + "-wal", O_RDONLY | O_CLOEXEC)
        let wal = WriteAheadLog(log)
        pageSize = wal?.pageSize ?? Self.likelyPageSize(file)
        logged = wal?.pages ?? [:]
        pageCount = max(UInt32(clamping: (FileStatus(file)?.size ?? 0) / pageSize), logged.keys.max() ?? 0)
        readFreeList()
    }

    deinit {
        OpenStores.closeWhenUnused(file)
        if log >= 0 { close(log) }
    }

    /// Returns the page size in the file's header. If the header is damaged, returns the size at whose
    /// multiples the most pages of B-trees begin.
    private static func likelyPageSize(_ file: Int32) -> Int {
        let header = [UInt8](of: file, at: 0, count: 100) ?? []
        let fileSize = FileStatus(file)?.size ?? 0
        // Look at the odd multiples of a size. If the size is too small, no page begins there; if it is too
        // large, only some pages do. Free pages and pages of long texts count for nothing.
        func score(_ size: Int) -> Double {
            let odd = fileSize / size / 2
            let count = min(odd, 65536)
            let starts = (0..<count).compactMap {
                [UInt8](of: file, at: (2 * ($0 * odd / count) + 1) * size, count: 8)
            }
            let trees = starts.count { start in
                let content = start.short(at: 5)
                return [2, 5, 10, 13].contains(start[0]) && start.short(at: 3) * 2 + 8 <= content
                    && content <= size
            }
            return Double(trees) / Double(starts.count + 2)
        }
        let scores = (9...16).map { (size: 1 << $0, score: score(1 << $0)) }
        let best = scores.map(\.score).max() ?? 0
        if header.isDatabaseHeader,
            scores.contains(where: { $0.size == header.pageSizeInHeader && ($0.score > 0 || best == 0) })
        {
            return header.pageSizeInHeader
        }
        return best == 0 ? 4096 : scores.first { $0.score >= best / 8 }?.size ?? 4096
    }

    /// Returns a page, or nil if it doesn't exist or can't be read.
    func page(_ number: UInt32) -> [UInt8]? {
        guard number >= 1, number <= pageCount else { return nil }
        if let place = logged[number] { return [UInt8](of: log, at: place, count: pageSize) }
        return [UInt8](of: file, at: Int(number - 1) * pageSize, count: pageSize)
    }

    private func readFreeList() {
        var trunk = page(1)?.number(at: 32) ?? 0
        while trunk != 0, freePages.insert(trunk).inserted, let page = page(trunk) {
            let count = Int(page.number(at: 4))
            guard count <= pageSize / 4 - 2 else { return }
            for index in 0..<count { freePages.insert(page.number(at: 8 + 4 * index)) }
            trunk = page.number(at: 0)
        }
    }
}

extension [UInt8] {
    /// Returns SQLite's variable-length integer and the offset after it, or nil if the bytes end within it.
    func variable(at offset: Int) -> (value: UInt64, end: Int)? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard offset + index < count else { return nil }
            let byte = self[offset + index]
            if index == 8 { return (value << 8 | UInt64(byte), offset + 9) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return (value, offset + index + 1) }
        }
        return nil
    }
}
