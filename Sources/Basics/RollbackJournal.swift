import Foundation

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
        var header = [UInt8](repeating: 0, count: 28)
        let start: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        guard pread(journal, &header, header.count, 0) == header.count, header.starts(with: start) else {
            return nil
        }
        func number(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        pageCount = number(at: 16)
        pageSize = number(at: 24)
    }
}
