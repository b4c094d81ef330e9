import Basics
import Foundation
import GRDB

extension SQLStorage {
    /// Writes a snapshot of all data to a new SQLite file, which a server can use.
    ///
    /// If a server uses the copy, devices that have seen later changes pull everything again, and send what it lacks.
    ///
    /// - Throws: ``BackupError``.
    func backup(to path: String) async throws {
        if FileManager.default.fileExists(atPath: path) { throw BackupError.exists(path) }
        try OrphanedLog.refuse(beside: path)
        // Give the copy its final name only when it is complete and durable.
        let unfinished = try UnfinishedFile(for: path)
        do {
            if let database = database as? SQLiteDatabase {
                try await database.copy(to: unfinished.path)
            } else {
                try await database.read { try BackupFile.copy($0, to: unfinished.path) }
            }
            // Check the copy: it contains the same damage as its source.
            try BackupFile.check(unfinished.path, of: (database as? SQLiteDatabase)?.path ?? path)
            try OrphanedLog.refuse(beside: path)
            try BackupFile.finish(unfinished.path, as: path)
            unfinished.release()
        } catch {
            unfinished.remove()
            guard let error = error as? DatabaseError else { throw error }
            throw SQLiteDatabase.storageError(error, path)
        }
    }
}

extension SQLStorage {
    /// Fills empty storage from a backup.
    ///
    /// - Throws: ``BackupError``.
    func restore(from path: String) async throws {
        do {
            let copy = try ScratchCopy(of: path, beside: (database as? SQLiteDatabase)?.path)
            defer { copy.remove() }
            do {
                try await fill(from: copy.path)
            } catch StorageError.damaged(copy.path, let detail) {
                throw StorageError.damaged(path, detail)
            } catch StorageError.foreign(copy.path) {
                throw StorageError.foreign(path)
            }
        } catch StorageError.damaged(path, let detail) {
            throw BackupError.damaged(path, detail)
        }
    }

    private func fill(from path: String) async throws {
        let source = SQLStorage(database: try SQLiteDatabase(path: path, creates: false))
        do {
            try await source.prepare()
            try BackupFile.check(path, of: path)
            try await database.write { connection in
                let accounts = try connection.run("SELECT count(*) FROM sync_account").first?.integer(0)
                guard accounts == 0 else { throw BackupError.notEmpty }
                try BackupFile.copyTables(from: path, to: connection)
            }
        } catch {
            await source.close()
            throw error
        }
        await source.close()
    }
}

/// An error of `backup` or `restore`.
enum BackupError: Error, Hashable {
    /// The storage already has accounts.
    case notEmpty
    /// The file already exists. `backup` never overwrites files.
    case exists(String)
    /// A log or journal of a deleted file exists beside the backup. SQLite would apply it to the backup.
    case orphanedLog(String)
    /// The file can't be written; `code` is an `errno` value.
    case unwritable(String, code: Int32)
    /// The backup can't be copied to the directory for temporary files; `code` is an `errno` value.
    case scratchUnwritable(String, code: Int32)
    /// The file is damaged, with the database's message.
    case damaged(String, String)
}

/// A copy of the whole storage in one SQLite file.
private enum BackupFile {
    /// The number of rows that are copied in one step.
    private static let pageLength = 500

    /// Copies all tables of another database to a new file, page by page in the order of their keys.
    static func copy(_ source: any SQLConnection, to path: String) throws {
        let file = try DatabaseQueue(path: path)
        try file.write { database in
            let copy = SQLiteConnection(database: database)
            try database.execute(sql: "PRAGMA application_id = \(SQLiteDatabase.applicationID)")
            for statement in ServerSchema.statements(.sqlite) { _ = try copy.run(statement) }
            for table in ServerSchema.tables { try copyRows(of: table, from: source, to: copy) }
        }
        try file.close()
    }

    /// Copies all tables of a file into another database.
    static func copyTables(from path: String, to copy: any SQLConnection) throws {
        let file = try DatabaseQueue(path: path)
        try file.read { database in
            let source = SQLiteConnection(database: database)
            for table in ServerSchema.tables { try copyRows(of: table, from: source, to: copy) }
        }
        try file.close()
    }

    private static func copyRows(
        of table: ServerSchema.Table, from source: any SQLConnection, to copy: any SQLConnection
    ) throws {
        let columns = table.columns.joined(separator: ", ")
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        let key = table.columns.prefix(table.keyLength).joined(separator: ", ")
        let keyMarks = Array(repeating: "?", count: table.keyLength).joined(separator: ", ")
        var last: [SQLValue] = []
        while true {
            let condition = last.isEmpty ? "" : "WHERE (\(key)) > (\(keyMarks))"
            let rows = try source.run(
                "SELECT \(columns) FROM \(table.name) \(condition) ORDER BY \(key) LIMIT \(pageLength)", last)
            for row in rows {
                _ = try copy.run("INSERT INTO \(table.name) (\(columns)) VALUES (\(marks))", row.values)
            }
            guard rows.count == pageLength, let row = rows.last else { return }
            last = Array(row.values.prefix(table.keyLength))
        }
    }

    /// Runs SQLite's integrity check on a file, because even a damaged file can be copied and opened.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - original: The file that errors mention.
    /// - Throws: ``StorageError``.
    static func check(_ path: String, of original: String) throws {
        let found: [String]
        do {
            let file = try DatabaseQueue(path: path)
            found = try file.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(1)") }
            try file.close()
        } catch let error as DatabaseError {
            throw SQLiteDatabase.storageError(error, original)
        }
        if found != ["ok"] { throw StorageError.damaged(original, found.joined(separator: " ")) }
    }

    /// Makes the file usable without a write-ahead log, syncs it to disk, and moves it to its final name.
    static func finish(_ unfinished: String, as path: String) throws {
        let file = try DatabaseQueue(path: unfinished)
        try file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try file.close()
        func check(_ code: Int32) throws {
            if code == EEXIST { throw BackupError.exists(path) }
            if code != 0 { throw BackupError.unwritable(path, code: code) }
        }
        try check(DurableFile.synchronize(unfinished))
        try check(DurableFile.move(unfinished, to: path))
        try check(DurableFile.synchronizeName(of: path))
    }
}
