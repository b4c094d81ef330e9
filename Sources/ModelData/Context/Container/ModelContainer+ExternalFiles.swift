import Basics
import Foundation

extension ModelContainer {
    /// Removes files of large values that neither a record nor the history refers to.
    ///
    /// Such files remain when history is deleted, or when a program ends during a save. While this method
    /// runs, other processes can read the stores, but their saves wait. While another process has locked a
    /// store, the method blocks its caller for at most ``ModelConfiguration/lockTimeout``. Not in SwiftData.
    ///
    /// - Returns: The number of removed files.
    /// - Throws: ``ModelDataError`` if a store can't be read or is locked.
    @discardableResult
    public func removeOrphanedFiles() throws -> Int {
        try core.stores.reduce(0) { count, store in count + (try store.removeOrphanedFiles()) }
    }
}

extension Store {
    /// The folder with the store's large values; nil if the store has none.
    var externalFolder: String? {
        guard !isInMemory, configuration.allowsSave else { return nil }
        let folder = ExternalFile.folder(of: path)
        return access(folder, F_OK) == 0 ? folder : nil
    }

    func removeOrphanedFiles() throws -> Int {
        guard let folder = externalFolder else { return 0 }
        let connection = try newConnection()
        return try connection.perform { connection in
            // A save holds this write lock while it writes files and their references. Therefore, a file that
            // has no reference now is unused.
            try connection.execute("BEGIN IMMEDIATE")
            defer { try? connection.execute("ROLLBACK") }
            let names = try ExternalFile.referencedNames(in: connection)
            var count = 0
            for file in Directory.names(in: folder, startingWith: "") {
                guard IncompleteFile.isName(file) || (ExternalFile.isName(file) && !names.contains(file))
                else { continue }
                if unlink(folder + "/" + file) == 0 { count += 1 }
            }
            return count
        }
    }
}
