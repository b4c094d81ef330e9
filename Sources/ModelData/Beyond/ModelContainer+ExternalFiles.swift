import Foundation

extension ModelContainer {
    /// Removes the files beside the stores that neither a record nor the history refers to any more.
    ///
    ///     let count = try container.removeOrphanedFiles()
    ///
    /// Such files are left when history is deleted, and by a program that ends in the middle of a save.
    /// Others may go on reading meanwhile; those who save wait. Not in SwiftData.
    ///
    /// - Returns: how many files were removed.
    /// - Throws: ``ModelDataError`` when a store can't be read or is locked.
    @discardableResult
    public func removeOrphanedFiles() throws -> Int {
        try core.stores.reduce(0) { count, store in count + (try store.removeOrphanedFiles()) }
    }
}

extension Store {
    /// The folder of large values; nil when the store has none.
    var externalFolder: String? {
        guard !isInMemory, configuration.allowsSave else { return nil }
        let folder = ExternalFile.folder(of: path)
        return access(folder, F_OK) == 0 ? folder : nil
    }

    func removeOrphanedFiles() throws -> Int {
        guard let folder = externalFolder else { return 0 }
        let connection = try newConnection()
        return try connection.perform { connection in
            // Whoever writes a file does it with this lock, so no file is younger than its reference.
            try connection.execute("BEGIN IMMEDIATE")
            defer { try? connection.execute("ROLLBACK") }
            let names = try ExternalFile.referenced { try connection.rows($0) }
            var count = 0
            for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let isLeft = file.hasPrefix(".") && file.hasSuffix(".partial")
                guard isLeft || (ExternalFile.isName(file) && !names.contains(file)) else { continue }
                if unlink(folder + "/" + file) == 0 { count += 1 }
            }
            return count
        }
    }
}
