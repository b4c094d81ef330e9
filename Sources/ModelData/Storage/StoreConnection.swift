import Foundation
import GRDB
import GRDBSQLite

/// One connection to a store, with its prepared statements.
///
/// GRDB opens, configures and closes the connection. Statements run through SQLite's C functions, because that
/// makes reading a row much faster. A lock serializes them, because GRDB's dispatch queue takes as long as a
/// look-up.
final class StoreConnection: @unchecked Sendable {
    let path: String
    /// How long the connection waits for another process, in seconds.
    var timeout: Int {
        get { waiter.timeout }
        set { waiter.timeout = newValue }
    }
    private let queue: DatabaseQueue
    /// Held within `perform`. Recursive, because loading one object can require loading another.
    private let lock = NSRecursiveLock()
    private let claim: OpenStores.Registration?
    private let waiter: LockWaiter
    let handle: OpaquePointer
    // Used only within `perform`, on one thread at a time.
    private var statements: [String: CompiledStatement] = [:]
    private var hasRegisteredFunctions = false

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - path: The store's file, or nil for an in-memory store.
    ///   - timeout: How long to wait for another process, in seconds.
    ///   - isReadOnly: Whether the connection can only read. Default: false.
    ///   - isImmutable: Whether no process can change the file, so that SQLite needs no locks. Default:
    ///     false.
    /// - Throws: ``ModelDataError`` if the file can't be opened.
    init(path: String?, timeout: Int, isReadOnly: Bool = false, isImmutable: Bool = false) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.readonly = isReadOnly
        let waiter = LockWaiter(timeout: timeout)
        self.waiter = waiter
        configuration.busyMode = .callback { waiter.wait(afterTries: $0) }
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            // GRDB tracks statements to notify its observers. There are none, so remove the hooks.
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            sqlite3_commit_hook(database.sqliteConnection, nil, nil)
            sqlite3_rollback_hook(database.sqliteConnection, nil, nil)
            sqlite3_extended_result_codes(database.sqliteConnection, 1)
        }
        self.path = path ?? ":memory:"
        claim = path.map { OpenStores.Registration($0) }
        do {
            if let path {
                let name = isImmutable ? Self.immutableName(path) : path
                queue = try DatabaseQueue(path: name, configuration: configuration)
            } else {
                queue = try DatabaseQueue(configuration: configuration)
            }
        } catch let error as DatabaseError {
            throw StatementFailure(
                code: error.extendedResultCode.rawValue, message: error.message ?? "", sql: error.sql
            ).error(path: path ?? ":memory:", timeout: timeout)
        }
        guard let handle = queue.unsafeReentrantWrite({ $0.sqliteConnection }) else {
            throw ModelDataError.cannotOpen(
                path: self.path, code: SQLiteCode(code: SQLITE_MISUSE, message: "no connection"))
        }
        self.handle = handle
    }

    deinit {
        // The statements must be finalized before GRDB closes the connection.
        statements.removeAll()
    }

    /// Returns the URI of a file that no process can change. SQLite reads it without locks and without a WAL.
    static func immutableName(_ path: String) -> String {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file:\(escaped)?immutable=1"
    }

    /// Closes the connection. If it was the last one, SQLite moves the content of the WAL into the file.
    func close() throws {
        do {
            lock.withLock { statements.removeAll() }
            try queue.close()
            claim?.end()
        } catch let error as DatabaseError {
            throw StatementFailure(
                code: error.extendedResultCode.rawValue, message: error.message ?? "", sql: nil
            ).error(path: path, timeout: timeout)
        }
    }

    /// Runs work on the connection, on one thread at a time, and converts SQLite's errors to
    /// ``ModelDataError``.
    func perform<T>(_ work: (StoreConnection) throws -> T) throws -> T {
        lock.lock()
        defer { lock.unlock() }
        do {
            return try work(self)
        } catch {
            throw modelDataError(error)
        }
    }

    /// Converts an error of SQLite to the ``ModelDataError`` that callers see.
    func modelDataError(_ error: any Error) -> any Error {
        guard let failure = error as? StatementFailure else { return error }
        let error = failure.error(path: path, timeout: timeout)
        // If the task was cancelled while it waited for a lock, report the cancellation.
        if case .locked = error, Task.isCancelled { return CancellationError() }
        return error
    }

    /// Repeats work that fails immediately while another process has the file locked, until the lock is free
    /// or the timeout ends.
    func retryingWhileBusy<T>(_ work: (StoreConnection) throws -> T) throws -> T {
        var tries = 0
        while true {
            do {
                return try work(self)
            } catch let failure as StatementFailure where failure.primaryCode == SQLITE_BUSY {
                guard waiter.wait(afterTries: tries) else { throw failure }
                tries += 1
            }
        }
    }

    /// Runs a statement that fails at once if another connection has locked the file.
    ///
    /// - Returns: Whether the statement succeeded. False if the file is locked.
    func executeWithoutWaiting(_ sql: String) throws -> Bool {
        let before = timeout
        timeout = 0
        defer { timeout = before }
        do {
            try execute(sql)
            return true
        } catch let failure as StatementFailure where failure.primaryCode == SQLITE_BUSY {
            return false
        }
    }

    /// Returns the prepared statement for some SQL, from the cache if possible.
    func statement(_ sql: String) throws -> CompiledStatement {
        if let statement = statements[sql] {
            if !statement.isInUse { return statement }
            return try CompiledStatement(sql, on: handle, isPersistent: false)
        }
        let statement = try CompiledStatement(sql, on: handle)
        // Statements for different lists of columns fill the cache. Empty it if it gets too large.
        if statements.count > 500 { statements.removeAll(keepingCapacity: true) }
        statements[sql] = statement
        return statement
    }

    /// Runs statements without results.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw StatementFailure(handle, code: code, sql: sql) }
    }

    /// Runs one statement with arguments and without results.
    func run(_ sql: String, _ arguments: StoredValue...) throws {
        let statement = try statement(sql)
        try statement.bind(arguments)
        try statement.run()
    }

    /// Returns all rows of a statement.
    func rows(_ sql: String, _ arguments: [StoredValue] = []) throws -> [[StoredValue]] {
        let statement = try statement(sql)
        try statement.bind(arguments)
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        let width = sqlite3_column_count(statement.handle)
        var rows: [[StoredValue]] = []
        while try statement.step() {
            rows.append((0..<width).map { StoredValue(statement.handle, at: $0) })
        }
        return rows
    }

    /// Returns the first column of all rows as numbers.
    func numbers(_ sql: String, _ arguments: [StoredValue] = []) throws -> [Int64] {
        let statement = try statement(sql)
        try statement.bind(arguments)
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(sqlite3_column_int64(statement.handle, 0)) }
        return numbers
    }

    /// Returns the first column of the first row.
    func value(_ sql: String, _ arguments: StoredValue...) throws -> StoredValue? {
        try rows(sql, arguments).first?.first
    }

    /// Returns the number in the first column of the first row, or zero without a row.
    func number(_ sql: String, _ arguments: StoredValue...) throws -> Int64 {
        guard case .integer(let number)? = try rows(sql, arguments).first?.first else { return 0 }
        return number
    }

    var lastInsertedRecord: Int64 { sqlite3_last_insert_rowid(handle) }

    var changedRows: Int { Int(sqlite3_changes(handle)) }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// A number that changes whenever any process changes the file, as of this connection's last read.
    var dataVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }

    /// Registers the SQL functions that predicates need. Further calls have no effect.
    func registerFunctions() throws {
        if hasRegisteredFunctions { return }
        try SQLFunctions.register(on: handle)
        hasRegisteredFunctions = true
    }

    /// Finalizes all statements, as required before a schema change.
    func finalizeStatements() { statements.removeAll() }
}
