import Foundation
import SyncProtocol

/// The storage for accounts, devices and records, in SQLite or PostgreSQL.
///
/// Every function runs as a single transaction, which is durable when the function returns. All functions
/// throw ``StorageError``. The functions for accounts and devices also throw ``AccountError``.
protocol SyncStorage: Sendable {
    /// Creates the tables of a new database. Throws if another program or a newer server wrote the database.
    func prepare() async throws

    /// Creates an account.
    func addAccount(named name: String, at time: Date) async throws -> Account
    /// Returns all accounts in the order of their creation.
    func accounts() async throws -> [Account]
    /// Deletes an account with its devices and records.
    func deleteAccount(named name: String) async throws

    /// Creates a device, and stores the digest of its token.
    func addDevice(
        named name: String, account: String, token: DeviceToken, at time: Date
    ) async throws -> Device
    /// Returns the devices of an account in the order of their creation. If the account is `nil`, returns the
    /// devices of all accounts.
    func devices(ofAccount account: String?) async throws -> [Device]
    /// Revokes a device's token immediately.
    func revokeDevice(named name: String, account: String, at time: Date) async throws -> Device
    /// Gives a device a new token. The earlier one is invalid immediately.
    func renewToken(ofDevice name: String, account: String, token: DeviceToken) async throws -> Device
    /// Returns the stored token with a name; `nil` if there is none.
    func token(named name: String) async throws -> StoredToken?
    /// Stores the time of a device's last request.
    func updateLastSeen(_ device: Int, at time: Date) async throws

    /// Returns the key and the devices of a device's account.
    ///
    /// - Parameters:
    ///   - identity: The device.
    ///   - key: The key that the account gets if it has none; `nil` for none.
    func account(of identity: Identity, proposing key: SyncAccountKey?) async throws -> SyncAccount

    /// Gives a device's account another key, and deletes all records, which the devices send again. If the account has
    /// another key than the replaced one, nothing happens.
    ///
    /// - Parameters:
    ///   - old: The identifier of the replaced key.
    ///   - identity: The device.
    ///   - key: The new key.
    ///   - time: The time of day.
    func replaceKey(
        _ old: String, of identity: Identity, with key: SyncAccountKey, at time: Date) async throws

    /// Merges the records that a device sends, and returns the changes of other devices.
    ///
    /// - Parameters:
    ///   - exchange: The request and its sender.
    ///   - clock: The server's clock.
    /// - Returns: The answer for the device.
    /// - Throws: ``SyncProtocol/SyncFailure`` if the complete request is refused.
    func exchange(_ exchange: Exchange, clock: ServerClock) async throws -> SyncAnswer

    /// Removes the contents of records that were deleted more than 90 days ago. Their tombstones stay.
    func removeDeletedContents(at time: Date) async throws

    /// Writes a snapshot of all data to a new SQLite file, which a server can use.
    ///
    /// If a server uses the copy, devices that have seen later changes pull everything again, and send what it lacks.
    ///
    /// - Throws: ``BackupError``.
    func backup(to path: String) async throws
    /// Fills empty storage from a backup.
    ///
    /// - Throws: ``BackupError``.
    func restore(from path: String) async throws
    /// Throws if the database doesn't answer, or can't be written.
    func checkWritable() async throws
    /// Returns the size of all data.
    func usage() async throws -> StorageUsage
    /// The state of the connections to the database; `nil` if the database is a file.
    var pool: PoolStatus? { get async }
    /// Closes all connections.
    func close() async
}

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
