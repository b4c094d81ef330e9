import Foundation

/// The location of the server's data.
enum StorageLocation: Sendable, Hashable {
    /// An SQLite file.
    case file(path: String)
    /// A PostgreSQL database.
    case postgreSQL(url: String)

    /// Opens the storage. If necessary, creates the file and its directories.
    ///
    /// - Parameters:
    ///   - connections: The largest number of connections to PostgreSQL, at least 1.
    ///   - statementTime: The time limit of a statement on PostgreSQL. Default: 30 seconds.
    /// - Throws: ``StorageError``.
    func open(connections: Int, statementTime: Duration = .seconds(30)) throws -> any SyncStorage {
        switch self {
        case .file(let path):
            let directory = (path as NSString).deletingLastPathComponent
            do {
                // Make a new directory accessible only to its owner.
                try FileManager.default.createDirectory(
                    atPath: directory.isEmpty ? "." : directory, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw StorageError.unavailable("\(directory): it can't be made")
            }
            return SQLStorage(database: try SQLiteDatabase(path: path, creates: true))
        case .postgreSQL(let url):
            return SQLStorage(
                database: try PostgreSQLDatabase(
                    url: url, connections: connections, statementTime: statementTime))
        }
    }
}

/// An error in the data location that the administrator chose.
enum LocationError: Error, Hashable {
    case noHome
    case emptyPath
    /// The store doesn't exist.
    case noStore(path: String)
    /// The directory for the store doesn't exist.
    case noDirectory(path: String)
    case inMemory
    case both
    case notAnAddress
}
