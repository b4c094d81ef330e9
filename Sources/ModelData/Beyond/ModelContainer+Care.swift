import Foundation

extension ModelContainer {
    /// Copies a store, as it was last saved, into a new file that only its owner can read.
    ///
    ///     try container.backup(to: URL(fileURLWithPath: "/tmp/books-backup.store"))
    ///
    /// Others may go on reading and writing meanwhile. The copy is a complete store of its own, history
    /// included; it appears under its name only when it is whole. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - url: the new file.
    ///   - configuration: the name of the configuration whose store is copied; the first one's when nil.
    ///   - replacing: whether a file that is there is replaced.
    /// - Returns: where a log is kept that was beside the file's name, and belonged to no store of that name; nil where
    ///   there was none.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, ``ModelDataError/locked(path:seconds:)`` where somebody has the
    ///   file open that would be replaced, or what writing files can throw.
    @discardableResult
    public func backup(to url: URL, configuration: String? = nil, replacing: Bool = false) throws -> URL? {
        guard
            let store = core.stores.first(where: {
                configuration == nil || $0.configuration.name == configuration
            })
        else { return nil }
        return try store.backup(to: url.path, replacing: replacing).map { URL(fileURLWithPath: $0) }
    }

    /// What is wrong in the stores, in SQLite's words; nothing when all is well.
    ///
    ///     let problems = try container.integrityCheck()
    ///
    /// It reads every page, which takes about a second per gigabyte. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` when a store can't be read at all.
    public func integrityCheck() throws -> [String] {
        try core.stores.flatMap { try $0.integrityCheck() }
    }
}

extension ModelContainer {
    /// Ends the connections of the container and of its main context.
    ///
    ///     try container.close()
    ///
    /// A program calls it when it ends, so that the store is left as a single file. Other contexts have
    /// their own ``ModelContext/close()``. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` when SQLite can't close a store.
    @MainActor public func close() throws {
        try openedMainContext?.close()
        for store in core.stores { try store.closeSpareConnection() }
    }
}

extension Store {
    fileprivate func backup(to path: String, replacing: Bool) throws -> String? {
        let timeout = configuration.lockTimeout
        if isInMemory {
            return try StoreBackup.write(connection(), to: path, replacing: replacing, timeout: timeout)
        }
        return try StoreBackup.write(of: self.path, to: path, replacing: replacing, timeout: timeout)
    }

    fileprivate func integrityCheck() throws -> [String] {
        try connection().perform { connection in
            let pages = try connection.rows("PRAGMA integrity_check").compactMap { row -> String? in
                guard case .text(let line)? = row.first, line != "ok" else { return nil }
                return line
            }
            let keys = try connection.rows("PRAGMA foreign_key_check").map { row in
                "foreign key: " + row.map(\.description).joined(separator: " ")
            }
            let own = layouts.flatMap {
                EntityLayout.spatialIndexes(of: $0.entity, $0.columns, onlyOwn: true)
            }
            let trees = try own.flatMap { try $0.problems(connection) }
            return pages + keys + trees
        }
    }
}
