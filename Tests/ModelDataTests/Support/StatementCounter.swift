import Foundation
import ModelDataSQLite

@testable import ModelData

/// Counts the statements that a context runs.
final class StatementCounter {
    private let connection: OpaquePointer
    private var count = 0

    init(_ context: ModelContext) throws {
        connection = try context.allSessions()[0].connection.handle
    }

    /// Returns the number of statements that a closure runs.
    func run(by work: () throws -> Void) rethrows -> Int {
        count = 0
        let mask = UInt32(SQLITE_TRACE_STMT)
        sqlite3_trace_v2(
            connection, mask,
            { _, counter, _, _ in
                guard let counter else { return 0 }
                Unmanaged<StatementCounter>.fromOpaque(counter).takeUnretainedValue().count += 1
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_trace_v2(connection, 0, nil, nil) }
        try work()
        return count
    }

    /// Returns the number of operations of SQLite's virtual machine that a closure causes. It grows with the number of
    /// rows that the statements visit.
    func operations(by work: () throws -> Void) rethrows -> Int {
        count = 0
        var statement = sqlite3_next_stmt(connection, nil)
        while let present = statement {
            sqlite3_stmt_status(present, SQLITE_STMTSTATUS_VM_STEP, 1)
            statement = sqlite3_next_stmt(connection, present)
        }
        sqlite3_trace_v2(
            connection, UInt32(SQLITE_TRACE_PROFILE),
            { _, counter, statement, _ in
                guard let counter, let statement else { return 0 }
                let steps = sqlite3_stmt_status(OpaquePointer(statement), SQLITE_STMTSTATUS_VM_STEP, 1)
                Unmanaged<StatementCounter>.fromOpaque(counter).takeUnretainedValue().count += Int(steps)
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_trace_v2(connection, 0, nil, nil) }
        try work()
        return count
    }

    /// The number of compiled statements that the connection caches.
    var compiled: Int {
        var count = 0
        var statement = sqlite3_next_stmt(connection, nil)
        while let present = statement {
            count += 1
            statement = sqlite3_next_stmt(connection, present)
        }
        return count
    }
}
