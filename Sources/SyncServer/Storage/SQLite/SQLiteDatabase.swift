import Foundation
import GRDB
import Shell

/// SQLite in one file: nothing to install.
///
/// One connection writes and several read. Writes that arrive while another one is being put on the disk wait for each
/// other and then share a transaction, each in a savepoint of its own, so that the disk is waited for once.
final class SQLiteDatabase: SQLDatabase {
    let dialect = SQLDialect.sqlite
    /// What a file of the server says it is, in its header: “sync”.
    static let applicationID = 0x7379_6e63

    /// The file.
    let path: String
    private let pool: DatabasePool
    private let files: OpenFiles
    private let writes: WriteQueue

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file; it is readable by its owner alone.
    ///   - creates: Whether it is made where there is none.
    init(path: String, creates: Bool) throws {
        if !creates, !FileManager.default.fileExists(atPath: path) { throw StorageError.missing(path) }
        self.path = path
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        do {
            if creates { try Self.makePrivate(path) }
            pool = try DatabasePool(path: path, configuration: configuration)
            // When it has opened the file, GRDB asks the one connection that writes for less, and what was acknowledged
            // last would not outlive a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.claim(pool, path: path)
        } catch let error as DatabaseError {
            throw Self.storageError(error, path)
        }
        files = OpenFiles(path)
        writes = WriteQueue(pool, files)
    }

    /// Makes a file that its owner alone can read, where there is none.
    ///
    /// One that is there is not touched: closing any descriptor of it would end the locks that SQLite holds.
    private static func makePrivate(_ path: String) throws {
        // Where a link leads to no file yet, SQLite would let others read the one that it makes.
        let descriptor = open(FileLink.target(of: path), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Glibc.close(descriptor)
        } else if errno != EEXIST {
            throw StorageError.unavailable("\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Marks a new file as the server's, and refuses that of another program.
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
            return try await pool.read { try body(SQLiteConnection(database: $0)) }
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

    /// Copies the whole file as it is at one moment, while others go on writing.
    func copy(to path: String) async throws {
        do {
            let copy = try DatabaseQueue(path: path)
            try pool.backup(to: copy)
            try copy.close()
        } catch let error as DatabaseError {
            throw Self.storageError(error, self.path)
        }
    }

    /// Closes all connections. Where no other process has the file open, it holds everything afterwards, and no log is
    /// left beside it.
    func close() async {
        // A connection that reads can't empty the log, so that the one that writes has to be the last.
        pool.invalidateReadOnlyConnections()
        emptyLog()
        try? pool.close()
    }

    /// Puts what is in the log into the file itself, also where the task was cancelled, as when the server is asked to
    /// end.
    private func emptyLog() {
        try? pool.writeWithoutTransaction { database in
            // Who works on the file meanwhile is not waited for: the log is theirs too.
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            try database.checkpoint(.truncate)
        }
    }

    /// An error of a file, without the values that were bound: those are the users'.
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
    /// The value as GRDB binds it.
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
