import Foundation

/// The committed pages in a write-ahead log, up to the first frame with a wrong checksum.
package struct WriteAheadLog {
    /// The size of a page, in bytes.
    package let pageSize: Int
    /// The offset of the last committed content of each page in the log, by page number.
    package private(set) var pages: [UInt32: Int] = [:]
    /// The number of pages that the database has after the last commit, or zero without a commit.
    package private(set) var pageCount: UInt32 = 0

    /// Reads the log in an open file. Nil if the file isn't a log.
    package init?(_ file: Int32) {
        guard let header = [UInt8](of: file, at: 0, count: 32) else { return nil }
        let magic = header.number(at: 0)
        guard magic == 0x377F_0682 || magic == 0x377F_0683 else { return nil }
        let isBigEndian = magic & 1 == 1
        let size = Int(header.number(at: 8))
        guard size >= 512, size <= 65536, size & (size - 1) == 0 else { return nil }
        pageSize = size
        var sum = Checksum()
        sum.add(header[0..<24], isBigEndian)
        guard sum.first == header.number(at: 24), sum.second == header.number(at: 28) else { return nil }
        var offset = 32
        var uncommitted: [UInt32: Int] = [:]
        while let frame = [UInt8](of: file, at: offset, count: 24 + size) {
            guard frame[8..<16].elementsEqual(header[16..<24]) else { break }
            sum.add(frame[0..<8], isBigEndian)
            sum.add(frame[24...], isBigEndian)
            guard sum.first == frame.number(at: 16), sum.second == frame.number(at: 20) else { break }
            uncommitted[frame.number(at: 0)] = offset + 24
            if frame.number(at: 4) != 0 {
                pages.merge(uncommitted) { $1 }
                pageCount = frame.number(at: 4)
                uncommitted = [:]
            }
            offset += 24 + size
        }
    }

    /// The running checksum of a log.
    private struct Checksum {
        var first: UInt32 = 0
        var second: UInt32 = 0

        mutating func add(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) {
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                    let one = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    let two = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
                    second &+= (isBigEndian ? two.bigEndian : two.littleEndian) &+ first
                }
            }
        }
    }
}

/// Bytes of a file, and the big-endian numbers that SQLite stores in its files.
extension [UInt8] {
    /// Reads bytes of an open file. Nil if the file ends before, or can't be read.
    package init?(of file: Int32, at offset: Int, count: Int) {
        guard file >= 0 else { return nil }
        var done = 0
        self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
            while done < count {
                let got = pread(
                    file, buffer.baseAddress?.advanced(by: done), count - done, off_t(offset + done))
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                done += got
            }
            initialized = done
        }
        if done < count { return nil }
    }

    /// Returns four bytes as a number, or zero after the end.
    package func number(at offset: Int) -> UInt32 {
        guard offset >= 0, offset + 4 <= count else { return 0 }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns two bytes as a number, or zero after the end.
    package func short(at offset: Int) -> Int {
        guard offset >= 0, offset + 2 <= count else { return 0 }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    /// Whether a database file begins with these bytes.
    package var isDatabaseHeader: Bool { starts(with: Array("SQLite format 3\0".utf8)) }

    /// The page size in the header of a database file, in bytes.
    package var pageSizeInHeader: Int { short(at: 16) == 1 ? 65536 : short(at: 16) }
}

/// The header of a rollback journal that an interrupted write has left beside a database file (a hot journal).
package struct RollbackJournal {
    /// The number of pages to which SQLite will roll the file back.
    package let pageCount: Int
    /// The size of a page, in bytes.
    package let pageSize: Int

    /// Reads the journal of a file. Nil if there is none.
    package init?(beside path: String) {
        let journal = Glibc.open(path + "-journal", O_RDONLY | O_CLOEXEC)
        guard journal >= 0 else { return nil }
        defer { close(journal) }
        let start: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        guard let header = [UInt8](of: journal, at: 0, count: 28), header.starts(with: start) else {
            return nil
        }
        pageCount = Int(header.number(at: 16))
        pageSize = Int(header.number(at: 24))
    }
}
