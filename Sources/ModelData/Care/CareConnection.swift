import Foundation
import GRDBSQLite

/// A connection that cares for a store as a file of SQLite's, whatever is in it: nothing is read at its opening, so
/// that damaged files can be worked on too.
final class CareConnection {
    let path: String
    let handle: OpaquePointer
    /// How many seconds to wait for others.
    let timeout: Int
    private let claim: OpenStores.Claim
    private let waiter: LockWaiter

    /// How a file is opened.
    enum Mode {
        /// To read and write what is there.
        case existing
        /// To read only.
        case reading
        /// A copy that nobody else uses; what interrupts its writing is mended by making it anew.
        case scratch
    }

    /// - Throws: ``ModelDataError/notAStore(path:reason:)`` where the log of another store is beside the file, or that
    ///   SQLite can't open it.
    init(_ path: String, _ mode: Mode, timeout: Int) throws {
        if mode != .scratch { try StoreLog.refuseStray(beside: path) }
        self.path = path
        self.timeout = timeout
        claim = OpenStores.Claim(path)
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
        // The connection keeps the waiter for as long as SQLite can call it.
        sqlite3_busy_handler(
            handle,
            { waiter, tries in
                guard let waiter else { return 0 }
                return Unmanaged<LockWaiter>.fromOpaque(waiter).takeUnretainedValue()
                    .wait(afterTries: Int(tries)) ? 1 : 0
            }, Unmanaged.passUnretained(waiter).toOpaque())
        // Triggers may write to R*Trees only where the schema is trusted.
        try execute("PRAGMA trusted_schema = \(mode == .scratch ? "ON" : "OFF")")
        if mode == .scratch { try execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF") }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Whether nobody can write to a store, so that it can be read without the files that SQLite would make beside it.
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

    /// The texts in the first column of all rows of a statement.
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

    /// The error of the last call on the connection.
    func failure(_ code: Int32, _ sql: String? = nil) -> ModelDataError {
        StatementFailure(handle, code: code, sql: sql).error(path: path, timeout: timeout)
    }

    /// Does something whose failures then name the file, and say what is wrong with it.
    func named<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch let failure as StatementFailure {
            throw broken(failure.error(path: path, timeout: timeout))
        }
    }

    /// Who doesn't wait any longer isn't told of the lock.
    private func broken(_ error: ModelDataError) -> any Error {
        if case .locked = error, Task.isCancelled { return CancellationError() }
        return error
    }

    /// What is wrong with the file, in SQLite's words: damage first, then references to what isn't there.
    ///
    /// - Parameters:
    ///   - limit: how many findings at most.
    ///   - references: whether references are looked at.
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

    /// SQLite's `SQLITE_IOERR_READ`: a page is there, and the disk can't read it.
    private static let unreadable: Int32 = 10 | 1 << 8
}

extension ModelDataError {
    /// Whether the system or another process stood in the way, which says nothing of what is in the file.
    package var isOfSystem: Bool {
        switch self {
        case .cannotOpen, .noPermission, .readOnly, .diskFull, .locked, .inputOutput, .outOfMemory: true
        default: false
        }
    }
}
