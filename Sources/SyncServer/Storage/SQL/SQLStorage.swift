import Foundation
import SyncProtocol

/// The storage in a database that understands SQL: every statement stands here once, for all of them.
struct SQLStorage: SyncStorage {
    let database: any SQLDatabase
    /// What this process has written.
    let writing = WritingProcess()
    /// The bytes of merged records in one answer. What is more must be sent in smaller batches.
    var mergedSize = SyncLimits.answerSize - 2 * SyncLimits.pageSize

    func prepare() async throws {
        let dialect = database.dialect
        do {
            try await database.write { try Self.prepare($0, dialect) }
        } catch StorageError.failed {
            // Another process may have set the database up at the same moment. It is there now, or the fault stays.
            try await database.write { try Self.prepare($0, dialect) }
        }
    }

    private static func prepare(_ connection: any SQLConnection, _ dialect: SQLDialect) throws {
        let tables = try connection.run(dialect.countsTables, [.text("sync_meta")]).first?.integer(0) ?? 0
        if tables > 0 {
            try check(connection)
            let epochs = try connection.run(dialect.countsTables, [.text("sync_epoch")]).first?.integer(0)
            if epochs == 0 { _ = try connection.run(Schema.epochs(dialect)) }
            return
        }
        for statement in Schema.statements(dialect) { _ = try connection.run(statement) }
    }

    private static func check(_ connection: any SQLConnection) throws {
        let rows = try connection.run("SELECT number FROM sync_meta WHERE name = ?", [.text("version")])
        guard let version = try rows.first?.integer(0) else {
            throw StorageError.foreign("sync_meta names no version")
        }
        if version > Schema.version { throw StorageError.newer(version: version) }
    }

    func ping() async throws {
        _ = try await database.read { try $0.run("SELECT number FROM sync_meta WHERE name = 'version'") }
    }

    func close() async {
        await database.close()
    }

    /// A number for a new row: nobody can tell from it how many there are.
    static func newNumber() -> Int { Int.random(in: 1..<1 << 53) }

    /// A new epoch of an account's data.
    static func newEpoch() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}

extension Date {
    /// Milliseconds since 1970, as the tables keep times.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded(.down)) }

    init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
