import Foundation

extension StoreCare {
    /// Whether there are pages behind the first in which a store says of itself what it is: where SQLite takes the file for
    /// no database, its beginning is gone then, and the rest can be repaired.
    ///
    /// The words alone, as a file of another kind may have them, are nothing. Some 60 pages are read at most, and the log.
    package var hasPagesOfStore: Bool { (try? PageFile(path))?.tellsOfStore == true }

    /// Whether a file is a store, though its header says that it is another program's: damage is there of all places. What
    /// has the id of stores says itself whose it is.
    package func ownsDespite(applicationID id: Int32) -> Bool {
        id != StoreFile.applicationID && (try? ownsDespite(id)) != nil
    }
}

extension PageFile {
    /// Whether the pages are those of a store: its schema, or a page that looks like what a store says of itself. The words
    /// alone, as a text may have them, are nothing.
    var isStore: Bool { tellsOfStore(from: 1) }

    /// Whether one of the pages behind the first is a store's table about itself, or tells of it.
    fileprivate var tellsOfStore: Bool { tellsOfStore(from: 2) }

    private func tellsOfStore(from first: UInt32) -> Bool {
        let tables = ["_modeldata", "_history_change"].map { Array($0.utf8) }
        // Other programs have tables with one of these words.
        let keys = ["format", "generation", "identifier"].map { Array($0.utf8) }
        return (first..<max(first + 1, min(pageCount, 64) + 1)).contains { number in
            guard let page = page(number), page.isLeaf(at: number == 1 ? 100 : 0) else { return false }
            return tables.contains { page.holds($0) } || keys.allSatisfy { page.holds($0) }
        }
    }
}

extension [UInt8] {
    /// Whether this can be a page at the end of a tree, with something in it.
    ///
    /// - Parameter start: where it begins to tell of itself, which is behind the header in the first page.
    fileprivate func isLeaf(at start: Int) -> Bool {
        guard count > start + 8, [10, 13].contains(self[start]) else { return false }
        let (cells, content) = (short(at: start + 3), short(at: start + 5))
        return cells > 0 && start + 8 + 2 * cells <= content && content <= count
    }

    fileprivate func holds(_ part: [UInt8]) -> Bool {
        withUnsafeBufferPointer { bytes in part.withUnsafeBufferPointer { ByteSearch.contains(bytes, $0) } }
    }
}
