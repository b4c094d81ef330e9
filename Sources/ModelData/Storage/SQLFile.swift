import Foundation

/// A store's file, opened for SQL without a container. Opening it reads nothing, so damaged files can be
/// opened, too.
///
/// ```swift
/// let file = try SQLFile(path, .existing, timeout: 20)
/// let rows = try file.rows("SELECT * FROM Book")
/// ```
///
/// Each call converts SQLite's errors to ``ModelDataError``. Foreign keys aren't enforced.
package struct SQLFile: RowSource {
    /// The ways to open a file.
    package enum Mode {
        /// Reads and writes an existing file.
        case existing
        /// Only reads.
        case reading
        /// Reads and writes a private copy. The copy isn't protected from an interruption, because it can be
        /// made again.
        case scratch

        /// Returns the mode for reading a file. It is read-only only if the file isn't writable, because a
        /// read-only connection leaves SQLite's files beside it.
        package static func forReading(_ path: String) -> Mode {
            access(path, W_OK) == 0 ? .existing : .reading
        }
    }

    /// The connection to the file.
    package let connection: StoreConnection

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: The way to open it.
    ///   - timeout: How long to wait for other processes, in seconds.
    /// - Throws: ``ModelDataError/notAStore(path:reason:)`` if an orphaned log is beside the file, or another
    ///   ``ModelDataError`` if SQLite can't open it.
    package init(_ path: String, _ mode: Mode, timeout: Int) throws {
        if mode != .scratch { try StoreLog.refuseOrphanedLog(beside: path) }
        // Without write access to the directory, SQLite can't create its files beside a store. Then no process
        // can write to a store without a log.
        let isImmutable =
            mode == .reading && access((path as NSString).deletingLastPathComponent, W_OK) != 0
            && access(path + "-wal", F_OK) != 0
        connection = try StoreConnection(
            path: path, timeout: timeout, isReadOnly: mode == .reading, isImmutable: isImmutable,
            mayCreate: false, checksReferences: false)
        // Triggers may write to R*Trees only if the schema is trusted.
        try execute("PRAGMA trusted_schema = \(mode == .scratch ? "ON" : "OFF")")
        if mode == .scratch { try execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF") }
    }

    /// The file's path.
    package var path: String { connection.path }

    /// Runs statements without arguments.
    package func execute(_ sql: String) throws { try connection.perform { try $0.execute(sql) } }

    /// Runs a statement.
    package func run(_ sql: String, _ arguments: StoredValue...) throws {
        try connection.perform { try $0.run(sql, arguments) }
    }

    /// Returns the rows of a statement.
    package func rows(_ sql: String, _ arguments: [StoredValue]) throws -> [[StoredValue]] {
        try connection.perform { try $0.rows(sql, arguments) }
    }

    /// Passes the rows of a statement to a function, which reads them from the statement.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - body: Reads a row. Returns whether the next row is needed.
    package func forEachRow(_ sql: String, _ body: (CompiledStatement) throws -> Bool) throws {
        try connection.perform { connection in
            let statement = try CompiledStatement(sql, on: connection.handle, isPersistent: false)
            while try statement.step(), try body(statement) {}
        }
    }

    /// Returns SQLite's descriptions of the file's problems: damage first, then references with missing
    /// targets.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of problems. Default: 100.
    ///   - references: Whether references are checked. Default: true.
    /// - Throws: ``ModelDataError`` if the file can't be read for a reason other than damage.
    package func problems(limit: Int = 100, references: Bool = true) throws -> [String] {
        do {
            return try connection.perform { connection in
                let damage = try connection.damage(limit: limit)
                return damage.isEmpty && references ? try connection.brokenReferences(limit: limit) : damage
            }
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

extension StoreFileProblem {
    /// Whether this problem can be the result of damage.
    package var isDamage: Bool {
        switch self {
        case .notADatabase, .truncated: true
        case .foreignDatabase, .isDirectory, .notAFile, .isLink, .orphanedLog, .replacedInUse: false
        }
    }
}
