import Foundation

/// The pages of a database file, read without SQLite. Pages in the write-ahead log replace those in the file.
///
/// The format is described in SQLite's documentation, “Database File Format”. All numbers in the file are
/// checked against the file's size.
final class PageFile {
    let pageSize: Int
    /// The number of pages in the file and the log.
    let pageCount: UInt32
    /// The free pages, as far as their list is readable.
    private(set) var freePages: Set<UInt32> = []
    /// Whether there are as many free pages as the file's header says.
    private(set) var isFreeListComplete = false
    /// The rows' claims to overflow pages, once they are collected.
    var claims = OverflowPageClaims()
    /// Whether the claims are being collected.
    var isCollectingClaims = false
    private let file: Int32
    private let log: Int32
    /// Where in the log the last committed content of a page begins.
    private let logged: [UInt32: Int]

    /// How many bytes of a page are used: all, since nothing of ours reserves any.
    var usableSize: Int { pageSize }

    init(_ path: String) throws {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StoreFile.failure(errno, path: path) }
        self.file = file
        log = Glibc.open(path + "-wal", O_RDONLY | O_CLOEXEC)
        let wal = WriteAheadLog(log)
        pageSize = wal?.pageSize ?? Self.likelyPageSize(file)
        logged = wal?.pages ?? [:]
        var info = stat()
        fstat(file, &info)
        let inFile = UInt32(clamping: Int(info.st_size) / pageSize)
        pageCount = max(inFile, logged.keys.max() ?? 0)
        readFreeList()
    }

    deinit {
        OpenStores.closeWhenUnused(file)
        if log >= 0 { close(log) }
    }

    /// The size with which pages look like those of trees; the header may be what is damaged.
    private static func likelyPageSize(_ file: Int32) -> Int {
        let header = bytes(of: file, at: 0, count: 100) ?? []
        let said = header.short(at: 16) == 1 ? 65536 : header.short(at: 16)
        var info = stat()
        fstat(file, &info)
        // How much of what is at odd multiples of a size looks like that: where the size is too small, no page begins
        // there, and where it is too large, one does. A few pages prove little, neighbours are often of one kind, and there
        // may be few pages of trees among those of long texts.
        func score(_ size: Int) -> Double {
            let odd = Int(info.st_size) / size / 2
            let count = min(odd, 65536)
            let starts = (0..<count).compactMap {
                bytes(of: file, at: (2 * ($0 * odd / count) + 1) * size, count: 8)
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
        if header.starts(with: Array("SQLite format 3\0".utf8)),
            scores.contains(where: { $0.size == said && ($0.score > 0 || best == 0) })
        {
            return said
        }
        // Among pages of trees are those of long texts, and free ones.
        return best == 0 ? 4096 : scores.first { $0.score >= best / 8 }?.size ?? 4096
    }

    /// Returns a page, or nil if it doesn't exist or can't be read.
    func page(_ number: UInt32) -> [UInt8]? {
        guard number >= 1, number <= pageCount else { return nil }
        if let place = logged[number] { return Self.bytes(of: log, at: place, count: pageSize) }
        return Self.bytes(of: file, at: Int(number - 1) * pageSize, count: pageSize)
    }

    static func bytes(of file: Int32, at offset: Int, count: Int) -> [UInt8]? {
        guard file >= 0 else { return nil }
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while done < count {
                let got = pread(
                    file, buffer.baseAddress?.advanced(by: done), count - done, off_t(offset + done))
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                done += got
            }
            initialized = done
        }
        return done == count ? bytes : nil
    }

    private func readFreeList() {
        guard let first = page(1) else { return }
        var trunk = first.number(at: 32)
        while trunk != 0, freePages.insert(trunk).inserted, let page = page(trunk) {
            let count = Int(page.number(at: 4))
            guard count <= usableSize / 4 - 2 else { return }
            for index in 0..<count { freePages.insert(page.number(at: 8 + 4 * index)) }
            trunk = page.number(at: 0)
        }
        isFreeListComplete = freePages.count == Int(first.number(at: 36))
    }
}

extension [UInt8] {
    /// Returns four bytes as a big-endian number, or zero after the end.
    func number(at offset: Int) -> UInt32 {
        guard offset >= 0, offset + 4 <= count else { return 0 }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns two bytes as a big-endian number, or zero after the end.
    func short(at offset: Int) -> Int {
        guard offset >= 0, offset + 2 <= count else { return 0 }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

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
