import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

@Suite(
    "PostgreSQL database", .level(.default),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
struct PostgreSQLTests {
    private let server: PostgreSQLServer
    private let url: String

    init() throws {
        server = try #require(try PostgreSQLServer.shared())
        url = try server.makeDatabase()
    }

    @Test func `A transaction that the database cancelled is retried`() async throws {
        let database = try PostgreSQLDatabase(url: url, connections: 4)
        try server.execute(
            "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT); INSERT INTO t VALUES (1, 0), (2, 0)", in: url)
        // Tasks with even and odd numbers lock the two rows in opposite orders.
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    try await database.write { connection in
                        for id in number % 2 == 0 ? [1, 2] : [2, 1] {
                            _ = try connection.run("UPDATE t SET n = n + 1 WHERE id = ?", [.number(id)])
                            usleep(2_000)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try server.execute("SELECT n FROM t ORDER BY id", in: url) == "20\n20\n")
        await database.close()
    }

    @Test func `A transaction that could not be serialized is retried`() async throws {
        // Simulates an engine that supports only serializable transactions.
        try server.execute(
            """
            ALTER DATABASE "\(url.split(separator: "/").last ?? "")" SET default_transaction_isolation = 'serializable'
            """, in: url)
        let storage = SQLStorage(database: try PostgreSQLDatabase(url: url, connections: 6))
        try await storage.prepare()
        _ = try await storage.addAccount(named: "ada", at: TestStorage.time)
        var generator = SystemRandomNumberGenerator()
        let token = DeviceToken(using: &generator)
        _ = try await storage.addDevice(named: "x", account: "ada", token: token, at: TestStorage.time)
        let identity = try #require(try await storage.token(named: token.name)).identity
        let clock = ServerClock(node: "s")
        try await withThrowingTaskGroup { group in
            for number in 1...24 {
                group.addTask {
                    let request = SyncRequest(
                        batch: UUID(), records: [.sample(number % 3 + 1, ["f\(number)": .int(1)])])
                    _ = try await storage.exchange(
                        Exchange(identity: identity, request: request, time: TestStorage.time), clock: clock)
                }
            }
            try await group.waitForAll()
        }
        let request = SyncRequest(batch: UUID())
        let answer = try await storage.exchange(
            Exchange(identity: identity, request: request, time: TestStorage.time), clock: clock)
        #expect(answer.changes.reduce(0) { $0 + $1.fields.count } == 24)
        await storage.close()
    }

    @Test func `Lost connections are restored`() async throws {
        let database = try PostgreSQLDatabase(url: url, connections: 2)
        for _ in 0..<3 {
            let rows = try await database.read { try $0.run("SELECT CAST(1 AS BIGINT)") }
            #expect(try rows[0].integer(0) == 1)
            try server.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """, in: url)
        }
        let value = try await database.write { try $0.run("SELECT CAST(2 AS BIGINT)")[0].integer(0) }
        #expect(value == 2)
        await database.close()
    }

    @Test func `Errors in a statement are reported without its values`() async throws {
        let database = try PostgreSQLDatabase(url: url, connections: 1)
        let error = await #expect(throws: StorageError.self) {
            try await database.write { try $0.run("INSERT INTO nowhere VALUES (?)", [.text("secret")]) }
        }
        guard case .failed(let code, let message) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(code == "42P01" && !message.contains("secret"))
        // After the error, the connection can still be used.
        #expect(try await database.read { try $0.run("SELECT 'ő'")[0].text(0) } == "ő")
        await #expect(throws: StorageError.self) {
            try await database.write { try $0.run("SELECT CAST(? AS TEXT)", [.text("a\u{0}b")]) }
        }
        await database.close()
    }

    @Test func `Values are returned unchanged`() async throws {
        let database = try PostgreSQLDatabase(url: url, connections: 1)
        let values: [SQLValue] = [
            .integer(.min), .integer(.max), .text(""), .text("a'\"\\\n\u{1}ő👩‍🚀"), .bytes([]),
            .bytes([0, 255, 10, 92]), .null,
        ]
        try server.execute(
            "CREATE TABLE v (a BIGINT, b BIGINT, c TEXT, d TEXT, e BYTEA, f BYTEA, g TEXT)", in: url)
        let rows = try await database.write { connection in
            _ = try connection.run("INSERT INTO v VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            return try connection.run("SELECT * FROM v")
        }
        #expect(rows.map(\.values) == [values])
        await database.close()
    }

    @Test func `A missing database or library is reported`() async throws {
        let database = try PostgreSQLDatabase(url: url + "_missing", connections: 1)
        await #expect(throws: StorageError.self) { try await database.read { try $0.run("SELECT 1") } }
        #expect(throws: StorageError.libraryMissing("libnothing.so")) { try LibPQ(paths: ["libnothing.so"]) }
    }
}
