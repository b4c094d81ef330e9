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
            let names = try referencedFiles(connection)
            var count = 0
            for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let isLeft = file.hasPrefix(".") && file.hasSuffix(".partial")
                guard isLeft || (ExternalFile.isName(file) && !names.contains(file)) else { continue }
                if unlink(folder + "/" + file) == 0 { count += 1 }
            }
            return count
        }
    }

    /// The files that any record of any table, or the history, refers to.
    private func referencedFiles(_ connection: StoreConnection) throws -> Set<String> {
        var names: Set<String> = []
        let columns = try connection.rows(
            """
            SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.type = 'BLOB'
            """)
        for row in columns {
            guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
            let found = try connection.rows(
                """
                SELECT \(column.quotedSQL) FROM \(table.quotedSQL)
                WHERE instr(\(column.quotedSQL), CAST('modeldata-external:' AS BLOB)) > 0
                """)
            for case .blob(let data) in found.compactMap(\.first) {
                names.formUnion(ExternalFile.names(within: data))
            }
        }
        return names
    }

    /// Copies the files of large values beside a copy of the store.
    func copyExternalFiles(to path: String) throws {
        guard let folder = externalFolder else { return }
        let target = ExternalFile.folder(of: path)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where ExternalFile.isName(name) {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            try ExternalFile.write(data, name, in: target)
        }
    }
}
