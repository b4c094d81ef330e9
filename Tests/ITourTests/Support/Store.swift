import Foundation
import ModelDataSQLite
import TestSupport
import Testing

@testable import ModelData

/// Reads a store with SQLite alone.
enum StoreFile {
    /// Returns the result of a query, with one line for each row.
    static func query(_ path: String, _ sql: String) throws -> [String] {
        try rows(sql, path).map { $0.joined(separator: "|") }
    }

    /// Returns whether the store is intact and every sight's destination exists.
    static func isClean(_ path: String) throws -> Bool {
        let orphans = try query(
            path,
            "SELECT count(*) FROM Sight WHERE destination IS NULL OR destination NOT IN (SELECT _id FROM Destination)"
        )
        return try orphans == ["0"] && query(path, "PRAGMA integrity_check") == ["ok"]
            && query(path, "PRAGMA foreign_key_check").isEmpty
    }
}

/// Records the SQL statements that SQLite runs for a context.
final class StatementLog {
    private(set) var statements: [String] = []

    /// Returns the SQL statements that run during a closure.
    @MainActor
    static func during(_ context: ModelContext, _ work: () throws -> Void) throws -> [String] {
        let handle = try context.allSessions()[0].connection.handle
        let log = try StatementLog(tracing: handle)
        defer { sqlite3_trace_v2(handle, 0, nil, nil) }
        try work()
        return log.statements
    }

    /// Returns the SQL statements that run during an asynchronous closure.
    @MainActor
    static func duringTask(
        _ context: ModelContext, _ work: @MainActor () async throws -> Void
    ) async throws -> [String] {
        let handle = try context.allSessions()[0].connection.handle
        let log = try StatementLog(tracing: handle)
        defer { sqlite3_trace_v2(handle, 0, nil, nil) }
        try await work()
        return log.statements
    }

    private init(tracing handle: OpaquePointer) throws {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        let code = sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, context, statement, _ in
                guard let context, let statement else { return 0 }
                let log = Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue()
                if let sql = sqlite3_sql(OpaquePointer(statement)) {
                    log.statements.append(String(cString: sql))
                }
                return 0
            }, pointer)
        try #require(code == SQLITE_OK)
    }
}
