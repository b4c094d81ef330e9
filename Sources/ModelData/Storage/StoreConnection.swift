import Foundation
import GRDB
import GRDBSQLite

/// One connection to a store, with its compiled statements.
///
/// GRDB opens, configures, serializes and closes the connection; statements are run through SQLite's own
/// functions, since that is what makes a row cost little.
final class StoreConnection: @unchecked Sendable {
    let path: String
    /// How long the connection waits for another process, in seconds.
    private let timeout: Int
    private let queue: DatabaseQueue
    private let claim: OpenStores.Claim?
    private let waiter: LockWaiter
    let handle: OpaquePointer
    // Statements are reached through `perform` only, one thread at a time.
    private var statements: [String: CompiledStatement] = [:]
    private var knowsFunctions = false

    /// Opens a file, or a store in memory when `path` is nil.
    init(path: String?, timeout: Int, isReadOnly: Bool = false, isImmutable: Bool = false) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.readonly = isReadOnly
        let waiter = LockWaiter(timeout: timeout)
        self.waiter = waiter
        configuration.busyMode = .callback { waiter.wait(afterTries: $0) }
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            // GRDB follows what statements do in order to notify its observers, of which there are none.
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            sqlite3_commit_hook(database.sqliteConnection, nil, nil)
            sqlite3_rollback_hook(database.sqliteConnection, nil, nil)
            sqlite3_extended_result_codes(database.sqliteConnection, 1)
        }
        self.path = path ?? ":memory:"
        self.timeout = timeout
        claim = path.map { OpenStores.Claim($0) }
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

    /// The address of a file that nobody can change, which SQLite reads without locks or a WAL.
    static func immutableName(_ path: String) -> String {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file:\(escaped)?immutable=1"
    }

    /// Closes the connection; SQLite then brings the WAL into the store, if it was the last one.
    func close() throws {
        do {
            queue.unsafeReentrantWrite { _ in statements.removeAll() }
            try queue.close()
            claim?.end()
        } catch let error as DatabaseError {
            throw StatementFailure(
                code: error.extendedResultCode.rawValue, message: error.message ?? "", sql: nil
            ).error(path: path, timeout: timeout)
        }
    }

    /// Runs work on the connection, one thread at a time, and gives SQLite's failures their typed form.
    func perform<T>(_ work: (StoreConnection) throws -> T) throws -> T {
        do {
            return try queue.unsafeReentrantWrite { _ in try work(self) }
        } catch {
            throw shown(error)
        }
    }

    /// The error as a caller sees it, which is SQLite's own until then.
    func shown(_ error: any Error) -> any Error {
        guard let failure = error as? StatementFailure else { return error }
        let error = failure.error(path: path, timeout: timeout)
        // Who doesn't wait any longer isn't told of the lock.
        if case .locked = error, Task.isCancelled { return CancellationError() }
        return error
    }

    /// Runs work that SQLite breaks off at once where another process has the file locked, again and again until the
    /// lock is free, or as long as is waited for any lock.
    func tryingAgain<T>(_ work: (StoreConnection) throws -> T) throws -> T {
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

    /// The compiled form of the SQL, kept for the next time.
    func statement(_ sql: String) throws -> CompiledStatement {
        if let statement = statements[sql] {
            if !statement.isInUse { return statement }
            return try CompiledStatement(sql, on: handle, isPersistent: false)
        }
        let statement = try CompiledStatement(sql, on: handle)
        // Statements with literal numbers of columns or sets come in many forms; the oldest matter least.
        if statements.count > 500 { statements.removeAll(keepingCapacity: true) }
        statements[sql] = statement
        return statement
    }

    /// Runs statements that return nothing.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw StatementFailure(handle, code: code, sql: sql) }
    }

    /// Runs a statement with arguments that returns nothing.
    func run(_ sql: String, _ arguments: StoredValue...) throws {
        let statement = try statement(sql)
        try statement.bind(arguments)
        try statement.run()
    }

    /// All rows of a statement.
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

    /// The numbers in the first column of all rows of a statement.
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

    /// The first column of the first row of a statement.
    func value(_ sql: String, _ arguments: StoredValue...) throws -> StoredValue? {
        try rows(sql, arguments).first?.first
    }

    /// The number in the first column of the first row, zero where there is none.
    func number(_ sql: String, _ arguments: StoredValue...) throws -> Int64 {
        guard case .integer(let number)? = try rows(sql, arguments).first?.first else { return 0 }
        return number
    }

    var lastInsertedRecord: Int64 { sqlite3_last_insert_rowid(handle) }

    var changedRows: Int { Int(sqlite3_changes(handle)) }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// A number that changes with every change of the file by whomever, as of the last read.
    var dataVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }

    /// Registers the functions that predicates need, once.
    func registerFunctions() throws {
        if knowsFunctions { return }
        try SQLFunctions.register(on: handle)
        knowsFunctions = true
    }

    /// Finalizes all statements, as a change of the schema needs.
    func forgetStatements() { statements.removeAll() }
}
