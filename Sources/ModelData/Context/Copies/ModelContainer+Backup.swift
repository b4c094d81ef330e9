import Foundation

extension ModelContainer {
    /// Copies the last saved state of a store to a new file that only its owner can read.
    ///
    /// ```swift
    /// try container.backup(to: URL(fileURLWithPath: "/tmp/books-backup.store"))
    /// ```
    ///
    /// Other processes can read and write during the copy. The copy is a complete store, including its
    /// history. The file gets its name only when it is complete. The method blocks its caller during the copy.
    /// If a process has locked the store for readers, too, it first waits for at most
    /// ``ModelConfiguration/lockTimeout``. Not in SwiftData.
    ///
    /// - Parameters:
    ///   - url: The new file.
    ///   - configuration: The name of the store's configuration. Default: the first configuration.
    ///   - replacing: Whether an existing file is replaced. Default: `false`.
    /// - Returns: The new path of an orphaned write-ahead log that was beside `url`, or `nil` if there was
    ///   none.
    /// - Throws: ``ModelDataError/alreadyExists(path:)``, ``ModelDataError/locked(path:seconds:)`` if another
    ///   process has the replaced file open, or another ``ModelDataError`` if writing fails.
    @discardableResult
    public func backup(to url: URL, configuration: String? = nil, replacing: Bool = false) throws -> URL? {
        guard
            let store = core.stores.first(where: {
                configuration == nil || $0.configuration.name == configuration
            })
        else { return nil }
        try core.custom(store)?.refuse("backups")
        return try store.backup(to: url.path, replacing: replacing).map { URL(fileURLWithPath: $0) }
    }

    /// Returns SQLite's descriptions of damage in the stores; empty if there is none.
    ///
    /// The check reads every page, which takes about a second per gigabyte. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if a store can't be read at all.
    public func integrityCheck() throws -> [String] {
        try core.stores.flatMap { try $0.integrityCheck() }
    }
}

extension ModelContainer {
    /// Closes the connections of the container and of its main context.
    ///
    /// ```swift
    /// try container.close()
    /// ```
    ///
    /// Call this method before the program ends, so that the store is a single file afterwards. Close other
    /// contexts with ``ModelContext/close()``. Not in SwiftData.
    ///
    /// - Throws: ``ModelDataError`` if SQLite can't close a store.
    @_disfavoredOverload
    @MainActor public func close() throws {
        try openedMainContext?.close()
        try closeSpareConnections()
    }

    /// Closes the connections that no context has taken.
    package func closeSpareConnections() throws {
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
            let own = layouts.flatMap {
                EntityLayout.spatialIndexes(of: $0.entity, $0.columns, onlyOwn: true)
            }
            let trees = try own.flatMap { try $0.problems(connection) }
            return try connection.damage() + connection.brokenReferences() + trees
        }
    }
}
