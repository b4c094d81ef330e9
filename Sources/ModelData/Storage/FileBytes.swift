import Foundation

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
