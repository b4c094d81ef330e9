import Foundation
import GRDBSQLite

/// A connection for backup, restore, check and repair of a store's file. Opening it reads nothing, so it also
/// works for damaged files.
final class MaintenanceConnection {
    let path: String
    let handle: OpaquePointer
    /// How long to wait for other processes, in seconds.
    let timeout: Int
    private let claim: OpenStores.Registration
    private let waiter: LockWaiter

    /// The ways to open a file.
    enum Mode {
        /// Reads and writes an existing file.
        case existing
        /// Only reads.
        case reading
        /// Reads and writes a private copy. The copy isn't protected from an interruption, because it can be
        /// made again.
        case scratch
    }

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: The way to open it.
    ///   - timeout: How long to wait for other processes, in seconds.
    /// - Throws: ``ModelDataError/notAStore(path:reason:)`` if an orphaned log is beside the file or SQLite
    ///   can't open it.
    init(_ path: String, _ mode: Mode, timeout: Int) throws {
        if mode != .scratch { try StoreLog.refuseOrphanedLog(beside: path) }
        self.path = path
        self.timeout = timeout
        claim = OpenStores.Registration(path)
        waiter = LockWaiter(timeout: timeout)
        let flags = mode == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        var opened: OpaquePointer?
        let name = mode == .reading && Self.isImmutable(path) ? StoreConnection.immutableName(path) : path
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_URI, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw StatementFailure(code: code, message: message, sql: nil).error(path: path, timeout: timeout)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        // SQLite doesn't retain the waiter. Therefore, the connection retains it as long as SQLite can call
        // it.
        sqlite3_busy_handler(
            handle,
            { waiter, tries in
                guard let waiter else { return 0 }
                return Unmanaged<LockWaiter>.fromOpaque(waiter).takeUnretainedValue()
                    .wait(afterTries: Int(tries)) ? 1 : 0
            }, Unmanaged.passUnretained(waiter).toOpaque())
        // Triggers may write to R*Trees only if the schema is trusted.
        try execute("PRAGMA trusted_schema = \(mode == .scratch ? "ON" : "OFF")")
        if mode == .scratch { try execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF") }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Returns whether no process can write to a store, so that it can be read without SQLite's files beside
    /// it.
    private static func isImmutable(_ path: String) -> Bool {
        access((path as NSString).deletingLastPathComponent, W_OK) != 0 && access(path + "-wal", F_OK) != 0
    }

    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw broken(failure(code, sql)) }
    }

    func prepare(_ sql: String) throws -> CompiledStatement {
        try named { try CompiledStatement(sql, on: handle, isPersistent: false) }
    }

    func run(_ sql: String, _ arguments: StoredValue...) throws { try run(sql, arguments) }

    func run(_ sql: String, _ arguments: [StoredValue]) throws {
        try named {
            let statement = try CompiledStatement(sql, on: handle, isPersistent: false)
            try statement.bind(arguments)
            try statement.run()
        }
    }

    func rows(_ sql: String, _ arguments: StoredValue...) throws -> [[StoredValue]] {
        try named {
            let statement = try CompiledStatement(sql, on: handle, isPersistent: false)
            try statement.bind(arguments)
            let width = sqlite3_column_count(statement.handle)
            var rows: [[StoredValue]] = []
            while try statement.step() {
                rows.append((0..<width).map { StoredValue(statement.handle, at: $0) })
            }
            return rows
        }
    }

    /// Returns the texts in the first column of all rows of a statement.
    func texts(_ sql: String, _ arguments: StoredValue...) throws -> [String] {
        try named {
            let statement = try CompiledStatement(sql, on: handle, isPersistent: false)
            try statement.bind(arguments)
            var texts: [String] = []
            while try statement.step() {
                if case .text(let text) = StoredValue(statement.handle, at: 0) { texts.append(text) }
            }
            return texts
        }
    }

    func number(_ sql: String, _ arguments: StoredValue...) throws -> Int64 {
        try named {
            let statement = try CompiledStatement(sql, on: handle, isPersistent: false)
            try statement.bind(arguments)
            guard try statement.step() else { return 0 }
            return sqlite3_column_int64(statement.handle, 0)
        }
    }

    /// Returns the error of the connection's last call.
    func failure(_ code: Int32, _ sql: String? = nil) -> ModelDataError {
        StatementFailure(handle, code: code, sql: sql).error(path: path, timeout: timeout)
    }

    /// Runs work and adds the file's path to its errors.
    func named<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch let failure as StatementFailure {
            throw broken(failure.error(path: path, timeout: timeout))
        }
    }

    /// Returns the error to throw: a cancellation if the task was cancelled while it waited for a lock.
    private func broken(_ error: ModelDataError) -> any Error {
        if case .locked = error, Task.isCancelled { return CancellationError() }
        return error
    }

    /// Returns SQLite's descriptions of the file's problems: damage first, then references with missing
    /// targets.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of problems. Default: 100.
    ///   - references: Whether references are checked. Default: true.
    /// - Throws: ``ModelDataError`` if the file can't be read for a reason other than damage.
    func problems(limit: Int = 100, references: Bool = true) throws -> [String] {
        do {
            var found = try texts("PRAGMA integrity_check(\(limit))").filter { $0 != "ok" }
            if found.isEmpty, references {
                found = try rows("PRAGMA foreign_key_check").prefix(limit).map { row in
                    "foreign key: " + row.map(\.description).joined(separator: " ")
                }
            }
            return found
        } catch ModelDataError.damaged(_, let detail) {
            return [detail]
        } catch ModelDataError.notAStore(_, let reason) where reason.isDamage {
            return [reason.description]
        } catch ModelDataError.inputOutput(_, let code) where code.code == Self.unreadable {
            return [code.message]
        }
    }

    /// SQLite's `SQLITE_IOERR_READ`, which means that the disk can't read an existing page.
    private static let unreadable: Int32 = 10 | 1 << 8
}

extension ModelDataError {
    /// Whether the system or another process caused the error, independently of the file's content.
    package var isOfSystem: Bool {
        switch self {
        case .cannotOpen, .noPermission, .readOnly, .diskFull, .locked, .inputOutput, .outOfMemory: true
        default: false
        }
    }
}
