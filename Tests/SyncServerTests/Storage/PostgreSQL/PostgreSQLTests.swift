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
        let database = try PostgreSQLDatabase(url: url, connections: 4, longestWait: .seconds(300))
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
        let storage = SQLStorage(
            database: try PostgreSQLDatabase(url: url, connections: 6, longestWait: .seconds(300)))
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

    @Test func `Hundreds of transactions at once wait for a connection`() async throws {
        let database = try PostgreSQLDatabase(url: url, connections: 2, longestWait: .seconds(300))
        let answered = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    try await database.write { try $0.run("SELECT CAST(1 AS BIGINT)")[0].integer(0) }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(answered == 500)
        await database.close()
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

    @Test(.timeLimit(.minutes(5)))
    func `A database that hangs is given up, and another connection is opened`() async throws {
        let database = try PostgreSQLDatabase(url: url, connections: 1, statementTime: .seconds(1))
        let query = "SELECT CAST(pg_backend_pid() AS BIGINT)"
        let process = try await database.read { try $0.run(query)[0].integer(0) }
        try #require(kill(pid_t(process), SIGSTOP) == 0)
        defer { kill(pid_t(process), SIGCONT) }
        let error = await #expect(throws: StorageError.self) { try await database.read { try $0.run(query) } }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let other = try await database.read { try $0.run(query)[0].integer(0) }
        #expect(other != process)
        #expect(await database.pool == PoolStatus(open: 1, idle: 1, waiting: 0))
        await database.close()
    }

    @Test func `A connection that has become read-only is replaced`() async throws {
        let database = try PostgreSQLDatabase(url: url, connections: 1)
        let query = "SELECT CAST(pg_backend_pid() AS BIGINT)"
        let first = try await database.write { connection in
            _ = try connection.run("CREATE TABLE r (n BIGINT)")
            return try connection.run(query)[0].integer(0)
        }
        _ = try await database.write { try $0.run("SET default_transaction_read_only = on") }
        _ = try await database.write { try $0.run("INSERT INTO r VALUES (1)") }
        #expect(try await database.read { try $0.run(query)[0].integer(0) } != first)
        await database.close()
    }

    @Test(arguments: [
        "postgres://u:p@ssw0rd@127.0.0.1/d", "postgres://u:p/ssw0rd@127.0.0.1/d",
        "postgres://u:1/ssw0rd@127.0.0.1/d", "postgres://u:p%ssw0rd@127.0.0.1/d",
        "postgres://u:p?x/ssw0rd@127.0.0.1/d", "postgres://127.0.0.1/d?user=u&password=a&ssw0rd",
    ])
    func `An address whose password is not escaped is refused without a part of it`(_ address: String) throws
    {
        #expect(throws: StorageError.address) { try PostgreSQLDatabase(url: address, connections: 1) }
    }

    @Test func `An address gets time limits unless it sets them`() throws {
        let address = try DatabaseAddress(
            "postgres://u:a%40b@h1,h2/d?connect_timeout=3&target_session_attrs=read-write", try LibPQ())
        let values = Dictionary(uniqueKeysWithValues: address.parameters.map { ($0.name, $0.value) })
        #expect(values["connect_timeout"] == "3")
        #expect(values["tcp_user_timeout"] == "30000")
        #expect(values["password"] == "a@b")
        #expect(values["host"] == "h1,h2")
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
        #expect(code == "42P01")
        #expect(!message.contains("secret"))
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
