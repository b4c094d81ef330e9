import Basics
import Foundation
import GRDB
import Shell

/// A database in one SQLite file.
///
/// One connection writes, and several connections read. Writes that arrive during a commit share the next
/// transaction, so that they need only one sync of the disk. Within it, each write has its own savepoint.
final class SQLiteDatabase: SQLDatabase {
    let dialect = SQLDialect.sqlite
    let pool: PoolStatus? = nil
    /// The application ID in the header of the server's files: “sync”.
    static let applicationID = 0x7379_6e63

    /// The path of the file.
    let path: String
    private let connections: DatabasePool
    private let files: OpenFiles
    private let writes: WriteQueue

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file. A new one is readable by its owner only.
    ///   - creates: Whether to create the file if it doesn't exist.
    /// - Throws: ``StorageError``.
    init(path: String, creates: Bool) throws {
        if !creates, !FileManager.default.fileExists(atPath: path) { throw StorageError.missing(path) }
        self.path = path
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA trusted_schema = OFF")
            // Deleted accounts and contents are overwritten with zeros.
            try $0.execute(sql: "PRAGMA secure_delete = ON")
        }
        do {
            if creates { try Self.makePrivate(path) }
            connections = try DatabasePool(path: path, configuration: configuration)
            // GRDB opens the writing connection with a weaker setting. With that setting, a power cut could
            // lose the last acknowledged changes.
            try connections.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.claim(connections, path: path)
        } catch let error as DatabaseError {
            throw Self.storageError(error, path)
        }
        files = OpenFiles(path)
        writes = WriteQueue(connections, files)
    }

    /// If no file exists, creates a file that only its owner can read.
    ///
    /// An existing file isn't opened: closing any descriptor of the file would release the locks that SQLite
    /// holds.
    private static func makePrivate(_ path: String) throws {
        // Follow a dangling symbolic link; otherwise, SQLite would create its target with read access for
        // other users.
        let descriptor = open(SymbolicLink.target(of: path), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Glibc.close(descriptor)
        } else if errno != EEXIST {
            throw StorageError.unavailable("\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Sets the application ID of a new file, and refuses files of other programs.
    ///
    /// - Throws: ``StorageError/foreign(_:)``.
    private static func claim(_ pool: DatabasePool, path: String) throws {
        try pool.write { database in
            let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            if id == applicationID { return }
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            guard id == 0, tables == 0 else { throw StorageError.foreign(path) }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try files.check()
        do {
            return try await connections.read { try body(SQLiteConnection(database: $0)) }
        } catch let error as DatabaseError {
            throw Self.storageError(error, path)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await writes.run { try body(SQLiteConnection(database: $0)) }
        } catch let error as DatabaseError {
            throw Self.storageError(error, path)
        }
    }

    /// Copies a snapshot of the file. Other connections can write during the copy.
    func copy(to path: String) async throws {
        do {
            let copy = try DatabaseQueue(path: path)
            try connections.backup(to: copy)
            try copy.close()
        } catch let error as DatabaseError {
            throw Self.storageError(error, self.path)
        }
    }

    /// Closes all connections. If no other process has the file open, the file then contains all data, and
    /// its log is deleted.
    func close() async {
        // Close the writing connection last, because a reading connection can't empty the log.
        connections.invalidateReadOnlyConnections()
        emptyLog()
        try? connections.close()
    }

    /// Moves the log's content into the file, even if the task is cancelled, as when the server is stopped.
    private func emptyLog() {
        try? connections.writeWithoutTransaction { database in
            // Don't wait for other processes, because they use the log, too.
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            try database.checkpoint(.truncate)
        }
    }

    /// Converts an error of GRDB. Leaves out the bound values, because they are the users' data.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - path: The file that the error mentions.
    static func storageError(_ error: DatabaseError, _ path: String) -> StorageError {
        let message = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_READONLY,
            .SQLITE_NOMEM, .SQLITE_INTERRUPT:
            return .unavailable(message)
        case .SQLITE_NOTADB:
            return .foreign(path)
        case .SQLITE_CORRUPT:
            return .damaged(path, message)
        default:
            return .failed(code: "\(error.extendedResultCode.rawValue)", message)
        }
    }
}

/// A connection to SQLite within a transaction.
struct SQLiteConnection: SQLConnection {
    let database: Database

    func run(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
        let statement = try database.cachedStatement(sql: sql)
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments.map(\.database)))
        var rows: [SQLRow] = []
        while let row = try cursor.next() {
            var values: [SQLValue] = []
            values.reserveCapacity(row.count)
            for index in 0..<row.count { values.append(SQLValue(row[index] as DatabaseValue)) }
            rows.append(SQLRow(values: values))
        }
        return rows
    }
}

extension SQLValue {
    /// The value in GRDB's type.
    fileprivate var database: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }

    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null, .double: self = .null
        case .int64(let number): self = .integer(number)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .bytes(Array(data))
        }
    }
}
