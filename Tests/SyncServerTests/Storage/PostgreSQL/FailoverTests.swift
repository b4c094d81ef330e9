import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

/// Two servers on a primary with a standby that lags behind.
@Suite(
    "Failover", .level(.default),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
struct FailoverTests {
    private let primary: PostgreSQLServer
    private let standby: PostgreSQLServer
    private let url: String
    private let servers: [SQLStorage]
    private let clock = ServerClock(node: "server")

    init() async throws {
        primary = try #require(try PostgreSQLServer())
        let database = try primary.makeDatabase()
        let first = SQLStorage(database: try PostgreSQLDatabase(url: database, connections: 2))
        try await first.prepare()
        _ = try await first.addAccount(named: "ada", at: TestStorage.time)
        for name in ["laptop", "phone", "tablet"] {
            var generator = SystemRandomNumberGenerator()
            _ = try await first.addDevice(
                named: name, account: "ada", token: DeviceToken(using: &generator), at: TestStorage.time)
        }
        await first.close()
        standby = try primary.makeStandby()
        url = primary.url(of: database, orOn: standby)
        let url = url
        servers = try (0..<2).map { _ in
            SQLStorage(database: try PostgreSQLDatabase(url: url, connections: 2))
        }
    }

    private func send(
        _ device: Int, _ records: [SyncRecord] = [], token: String? = nil, to server: Int
    ) async throws -> SyncAnswer {
        let account = try await #require(servers[server].accounts().first).id
        let device = try await servers[server].devices(ofAccount: "ada")[device].id
        return try await servers[server].exchange(
            Exchange(
                identity: Identity(account: account, device: device),
                request: SyncRequest(batch: UUID(), token: token, records: records), time: TestStorage.time),
            clock: clock)
    }

    /// Ends the primary, and makes the standby the new one.
    private func failOver() throws {
        primary.kill()
        try standby.start()
        try standby.execute("SELECT pg_promote()", in: "postgres")
    }

    @Test func `Every server notices that the promoted standby lacks acknowledged changes`() async throws {
        let early = try await send(2, to: 1).token
        let lost = try await send(0, (3...5).map { .sample($0) }, to: 0).token
        let read = try await send(1, to: 1).token
        try failOver()
        // The second server has written nothing before. It uses the numbers of the lost changes again.
        let again = try await send(2, (6...8).map { .sample($0) }, token: early, to: 1)
        #expect(again.merged.count == 3)
        #expect(again.changes.isEmpty)
        for server in [1, 0] {
            for token in [lost, read] {
                let failure = await #expect(throws: SyncFailure.self) {
                    try await send(0, token: token, to: server)
                }
                #expect(failure?.code == .tokenExpired)
            }
        }
        _ = try await send(0, (3...5).map { .sample($0) }, to: 0)
        #expect(try await send(2, token: again.token, to: 1).changes.count == 3)
        for server in servers { await server.close() }
    }

    @Test func `A standby answers no device`() async throws {
        try standby.start()
        let name = url.split(separator: "/").last?.prefix { $0 != "?" } ?? ""
        let database = try PostgreSQLDatabase(
            url: standby.url(of: String(name), orOn: standby)
                .replacing("read-write", with: "any"), connections: 1)
        let error = await #expect(throws: StorageError.self) {
            try await SQLStorage(database: database).accounts()
        }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await database.close()
    }
}
