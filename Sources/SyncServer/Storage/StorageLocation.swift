import Foundation
import SyncProtocol

/// A device's request, with its sender and the time of its arrival.
struct Exchange: Sendable {
    let identity: Identity
    let request: SyncRequest
    let time: Date
    /// The maximum size of the account's records in bytes; `nil` for no limit.
    var quota: Int?
}

/// The size of all data.
struct StorageUsage: Sendable, Hashable {
    let accounts: Int
    /// The size of the records in bytes.
    let bytes: Int
}

/// The state of a pool of connections.
struct PoolStatus: Sendable, Hashable {
    /// The number of open connections.
    let open: Int
    /// The number of open connections that no transaction uses.
    let idle: Int
    /// The number of transactions that wait for a connection.
    let waiting: Int
}

/// An error of the storage.
enum StorageError: Error, Hashable {
    /// The database can't be opened, or the connection broke. A client can send the same request again.
    case unavailable(String)
    /// A statement failed. The cause is a bug in the server, or another program that changed the tables.
    case failed(code: String, String)
    /// A value doesn't have the format that the server writes.
    case unreadable(String)
    /// The file is damaged: its path and the database's message.
    case damaged(String, String)
    /// A log or journal of an earlier file exists beside the file. SQLite would apply it to the present file.
    case orphanedLog(String)
    /// The database belongs to another program.
    case foreign(String)
    /// The database was written by a newer server.
    case newer(version: Int)
    /// The address of the database can't be read, or contains unescaped special characters.
    case address
    /// PostgreSQL's client library is missing, or it lacks a function.
    case libraryMissing(String)
    /// The file doesn't exist.
    case missing(String)
}

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
    func open(connections: Int, statementTime: Duration = .seconds(30)) throws -> SQLStorage {
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
