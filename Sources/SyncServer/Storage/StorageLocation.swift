import Foundation

/// Where the data lies.
enum StorageLocation: Sendable, Hashable {
    /// In an SQLite file.
    case file(path: String)
    /// In a PostgreSQL database.
    case postgreSQL(url: String)

    /// Opens the storage.
    ///
    /// - Parameter connections: How many connections to PostgreSQL are made at most.
    func open(connections: Int) throws -> any SyncStorage {
        switch self {
        case .file(let path):
            let directory = (path as NSString).deletingLastPathComponent
            do {
                // Nobody else may look into a directory that is made here.
                try FileManager.default.createDirectory(
                    atPath: directory.isEmpty ? "." : directory, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw StorageError.unavailable("\(directory): it can't be made")
            }
            return SQLStorage(database: try SQLiteDatabase(path: path, creates: true))
        case .postgreSQL(let url):
            return SQLStorage(database: try PostgreSQLDatabase(url: url, connections: connections))
        }
    }
}

/// Why no place for the data is known.
enum LocationError: Error, Hashable {
    case noHome
    case emptyPath
    /// Nothing is at the path that was named.
    case noStore(path: String)
    /// The directory of the path that was named isn't there.
    case noDirectory(path: String)
    case inMemory
    case both
    case notAnAddress
}
