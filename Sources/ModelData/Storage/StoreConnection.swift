import Foundation
import ModelDataSQLite

/// One connection to a store's file, with its prepared statements.
///
/// A lock serializes the callers. Therefore, SQLite needs no mutexes of its own.
package final class StoreConnection: RowSource, @unchecked Sendable {
    /// The path of the file, or “:memory:”.
    let path: String
    /// How long the connection waits for another process, in seconds.
    var timeout: Int {
        get { waiter.timeout }
        set { waiter.timeout = newValue }
    }
    /// SQLite's connection.
    package let handle: OpaquePointer
    /// Held within `perform`. Recursive, because loading one object can require loading another.
    private let lock = NSRecursiveLock()
    private let claim: OpenStores.Registration?
    private let waiter: LockWaiter
    // Used only within `perform`, on one thread at a time.
    private var statements: [String: CompiledStatement] = [:]
    private var hasRegisteredFunctions = false
    private var isClosed = false

    /// Opens a connection. This reads nothing, so it also succeeds for a damaged file.
    ///
    /// - Parameters:
    ///   - path: The store's file, or nil for an in-memory store.
    ///   - timeout: How long to wait for another process, in seconds.
    ///   - isReadOnly: Whether the connection can only read. Default: false.
    ///   - isImmutable: Whether no process can change the file, so that SQLite needs no locks. Default:
    ///     false.
    ///   - mayCreate: Whether a missing file is created. Default: true.
    ///   - checksReferences: Whether SQLite enforces foreign keys. Default: true.
    /// - Throws: ``ModelDataError`` if the file can't be opened.
    package init(
        path: String?, timeout: Int, isReadOnly: Bool = false, isImmutable: Bool = false,
        mayCreate: Bool = true, checksReferences: Bool = true
    ) throws {
        self.path = path ?? ":memory:"
        claim = path.map { OpenStores.Registration($0) }
        waiter = LockWaiter(timeout: timeout)
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
        flags |= isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        if mayCreate, !isReadOnly { flags |= SQLITE_OPEN_CREATE }
        var opened: OpaquePointer?
        let name = isImmutable ? Self.immutableName(self.path) : self.path
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw StatementFailure(code: code, message: message, sql: nil)
                .error(path: self.path, timeout: timeout)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        // Otherwise, SQLite takes a misspelled column in quotation marks for a text.
        for setting in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
            _ = modeldata_db_config(handle, setting, 0)
        }
        _ = modeldata_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, checksReferences ? 1 : 0)
        // SQLite doesn't retain the waiter. The connection retains it as long as SQLite can call it.
        sqlite3_busy_handler(
            handle,
            { waiter, tries in
                guard let waiter else { return 0 }
                return Unmanaged<LockWaiter>.fromOpaque(waiter).takeUnretainedValue()
                    .wait(afterTries: Int(tries)) ? 1 : 0
            }, Unmanaged.passUnretained(waiter).toOpaque())
    }

    deinit {
        // The statements must be finalized before the connection is closed.
        statements.removeAll()
        if !isClosed { sqlite3_close_v2(handle) }
    }

    /// Returns the URI of a file that no process can change. SQLite reads it without locks and without a WAL.
    private static func immutableName(_ path: String) -> String {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file:\(escaped)?immutable=1"
    }

    /// Closes the connection. If it was the last one, SQLite moves the content of the WAL into the file.
    func close() throws {
        lock.lock()
        defer { lock.unlock() }
        if isClosed { return }
        statements.removeAll()
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK else {
            throw StatementFailure(handle, code: code, sql: nil).error(path: path, timeout: timeout)
        }
        isClosed = true
        claim?.end()
    }

    /// Runs work on the connection, on one thread at a time, and converts SQLite's errors to
    /// ``ModelDataError``.
    package func perform<T>(_ work: (StoreConnection) throws -> T) throws -> T {
        lock.lock()
        defer { lock.unlock() }
        do {
            return try work(self)
        } catch {
            throw modelDataError(error)
        }
    }

    /// Converts an error of SQLite to the ``ModelDataError`` that callers see.
    package func modelDataError(_ error: any Error) -> any Error {
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
    package func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw StatementFailure(handle, code: code, sql: sql) }
    }

    /// Runs one statement with arguments and without results.
    func run(_ sql: String, _ arguments: StoredValue...) throws { try run(sql, arguments) }

    /// Runs one statement with arguments and without results.
    package func run(_ sql: String, _ arguments: [StoredValue]) throws {
        let statement = try statement(sql)
        try statement.bind(arguments)
        try statement.run()
    }

    /// Passes the rows of a statement to a closure, which reads them from the statement.
    @inline(__always)
    func forEach(
        _ sql: String, _ arguments: [StoredValue], _ body: (CompiledStatement) throws -> Void
    ) throws {
        let statement = try statement(sql)
        try statement.bind(arguments)
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        while try statement.step() { try body(statement) }
    }

    /// Returns all rows of a statement.
    package func rows(_ sql: String, _ arguments: [StoredValue]) throws -> [[StoredValue]] {
        var rows: [[StoredValue]] = []
        try forEach(sql, arguments) { rows.append($0.values) }
        return rows
    }

    /// Returns the first column of all rows as numbers.
    func numbers(_ sql: String, _ arguments: [StoredValue] = []) throws -> [Int64] {
        var numbers: [Int64] = []
        try forEach(sql, arguments) { numbers.append(sqlite3_column_int64($0.handle, 0)) }
        return numbers
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

    /// Whether the file was removed, renamed or replaced since it was opened. Changes would be lost with it.
    var hasMoved: Bool {
        var moved: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return moved != 0
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

extension StoreConnection {
    /// Returns SQLite's descriptions of damage. This reads every page.
    ///
    /// - Parameter limit: The maximum number of descriptions. Default: 100.
    func damage(limit: Int = 100) throws -> [String] {
        try texts("PRAGMA integrity_check(\(limit))").filter { $0 != "ok" }
    }

    /// Returns descriptions of the references with missing targets.
    ///
    /// - Parameter limit: The maximum number of descriptions. Default: no limit.
    func brokenReferences(limit: Int = .max) throws -> [String] {
        try rows("PRAGMA foreign_key_check").prefix(limit).map { row in
            "foreign key: " + row.map(\.description).joined(separator: " ")
        }
    }

    /// Checks all foreign keys of the store. Returns the first row with a missing target, or nil.
    func brokenReference() throws -> (table: String, column: String, record: Int64)? {
        guard let row = try rows("PRAGMA foreign_key_check").first, row.count > 3,
            case .text(let table) = row[0], case .integer(let record) = row[1],
            case .integer(let key) = row[3]
        else { return nil }
        let column = try value(
            "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ?", .text(table), .integer(key))
        return (table, column?.description ?? "", record)
    }
}

extension StatementFailure {
    /// Whether a foreign key constraint failed, immediately or at the end of a transaction.
    var isReference: Bool { code == 787 || code == 1811 }
}
