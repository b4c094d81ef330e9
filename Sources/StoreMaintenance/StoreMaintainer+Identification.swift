import Basics
import Foundation
import ModelData

extension StoreMaintainer {
    /// Whether the pages after the first one show that the file is a store. If SQLite nevertheless doesn't
    /// recognize the file as a database, only its beginning is lost, and the rest can be repaired.
    ///
    /// The names of the store's tables must be in a database page: a text file with these names doesn't
    /// count. This reads the log and at most about 60 pages.
    package var hasStorePages: Bool { (try? PageFile(path))?.tellsOfStore == true }

    /// Returns whether a file is a store although its header has another application ID, which means that the
    /// header is damaged.
    package func isOwnStore(applicationID id: Int32) -> Bool {
        id != StoreFile.applicationID && (try? applicationIDProblem(id)) != nil
    }
}

extension PageFile {
    /// Whether the pages show that the file is a store. A text file with the names of a store's tables
    /// doesn't count.
    var isStore: Bool { tellsOfStore(from: 1) }

    /// Whether a page after the first one contains the store's metadata.
    fileprivate var tellsOfStore: Bool { tellsOfStore(from: 2) }

    private func tellsOfStore(from first: UInt32) -> Bool {
        let tables = ["_modeldata", "_history_change"].map { Array($0.utf8) }
        // Another program's tables may contain one of these words, so require all of them.
        let keys = ["format", "generation", "identifier"].map { Array($0.utf8) }
        return (first..<max(first + 1, min(pageCount, 64) + 1)).contains { number in
            guard let page = page(number), page.isLeaf(at: number == 1 ? 100 : 0) else { return false }
            return tables.contains { page.holds($0) } || keys.allSatisfy { page.holds($0) }
        }
    }
}

extension [UInt8] {
    /// Returns whether these bytes can be a nonempty leaf page of a B-tree.
    ///
    /// - Parameter start: The offset of the page's header: 100 in the first page, which begins with the
    ///   file's header, otherwise 0.
    fileprivate func isLeaf(at start: Int) -> Bool {
        guard count > start + 8, [10, 13].contains(self[start]) else { return false }
        let (cells, content) = (short(at: start + 3), short(at: start + 5))
        return cells > 0 && start + 8 + 2 * cells <= content && content <= count
    }

    fileprivate func holds(_ part: [UInt8]) -> Bool {
        withUnsafeBufferPointer { bytes in part.withUnsafeBufferPointer { ByteSearch.contains(bytes, $0) } }
    }
}
