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
        let start: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        guard let header = [UInt8](of: journal, at: 0, count: 28), header.starts(with: start) else {
            return nil
        }
        pageCount = Int(header.number(at: 16))
        pageSize = Int(header.number(at: 24))
    }
}
