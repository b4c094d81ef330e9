import Foundation
import SyncProtocol
import Synchronization

/// The storage for accounts, devices and records, in SQLite or PostgreSQL. The same statements work with both.
///
/// Every function runs as a single transaction, which is durable when the function returns. All functions
/// throw ``StorageError``. The functions for accounts and devices also throw ``AccountError``.
struct SQLStorage: Sendable {
    let database: any SQLDatabase
    /// The largest size of the merged records in one answer, in bytes. Larger batches are refused.
    var mergedSizeLimit = SyncLimits.answerSize - 2 * SyncLimits.pageSize

    /// Creates the tables of a new database. Throws if another program or a newer server wrote the database.
    func prepare() async throws {
        let dialect = database.dialect
        do {
            try await database.write { try Self.prepare($0, dialect) }
        } catch StorageError.failed {
            // Another process may have created the tables at the same time. In that case, a second attempt
            // succeeds.
            try await database.write { try Self.prepare($0, dialect) }
        }
    }

    private static func prepare(_ connection: any SQLConnection, _ dialect: SQLDialect) throws {
        let tables = try connection.run(dialect.tableCountQuery, [.text("sync_meta")]).first?.integer(0) ?? 0
        if tables > 0 { return try check(connection) }
        for statement in ServerSchema.statements(dialect) { _ = try connection.run(statement) }
    }

    private static func check(_ connection: any SQLConnection) throws {
        let rows = try connection.run("SELECT number FROM sync_meta WHERE name = ?", [.text("version")])
        guard let version = try rows.first?.integer(0) else {
            throw StorageError.foreign("sync_meta names no version")
        }
        if version > ServerSchema.version { throw StorageError.newer(version: version) }
    }

    /// Throws if the database doesn't answer, or can't be written.
    func checkWritable() async throws {
        // Only a commit shows that the disk has room, and that a synchronous standby answers.
        try await database.write {
            _ = try $0.run("UPDATE sync_meta SET number = number WHERE name = 'version'")
        }
    }

    /// The state of the connections to the database; `nil` if the database is a file.
    var pool: PoolStatus? { get async { await database.pool } }

    /// Closes all connections.
    func close() async {
        await database.close()
    }

    /// Returns a random ID for a new row. A random ID doesn't reveal how many rows there are.
    static func newID() -> Int { Int.random(in: 1..<1 << 53) }
}

extension Date {
    /// A time in the format of the tables: milliseconds since 1970.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded(.down)) }

    init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

/// The server's hybrid logical clocks, one for each account: a device whose clock is ahead has no effect on other
/// accounts.
final class ServerClock: Sendable {
    private let node: String
    private let clocks = Mutex<[Int: HybridClock]>([:])

    /// Creates a clock.
    ///
    /// - Parameter node: The name of this process. Processes that use one database have different names.
    init(node: String) { self.node = node }

    /// Returns the next clock, which is later than all clocks of the account so far.
    ///
    /// - Parameters:
    ///   - account: The number of the account.
    ///   - time: The time of day.
    ///   - seen: The latest stored clock that the result must exceed. Default: none.
    func next(for account: Int, at time: Date, after seen: SyncClock = .zero) -> SyncClock {
        clocks.withLock { clocks in
            var clock = clocks[account] ?? HybridClock(node: node)
            defer { clocks[account] = clock }
            clock.observe(seen)
            return clock.next(milliseconds: Int64(time.timeIntervalSince1970 * 1000))
        }
    }
}
