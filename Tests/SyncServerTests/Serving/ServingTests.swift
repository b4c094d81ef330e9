import Foundation
import GRDB
import Glibc
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import SyncServer

@Suite("Serving of devices", .level(.default))
struct ServingTests {
    @Test(arguments: StorageKind.testable)
    func `Acknowledged data survive a kill`(_ kind: StorageKind) throws {
        let server = try SyncServerProcess(try kind.makeServerStorage())
        let laptop = try TestDevice(server, "laptop")
        let phone = try TestDevice(server, "phone")
        var token: String?
        for number in 1...5 {
            #expect(try laptop.sync([.sample(number)]).merged.count == 1)
            server.kill()
            try server.start()
            laptop.reconnect()
            phone.reconnect()
            let answer = try phone.sync(token: token)
            #expect(answer.changes == [.sample(number)])
            token = answer.token
        }
    }

    @Test func `Devices can read from a read-only storage, and are seen again after the clock was ahead`()
        async throws
    {
        let server = try SyncServerProcess()
        let laptop = try TestDevice(server, "laptop")
        let path = server.directory.file("sync.store")
        func change(_ sql: String) throws {
            let database = try DatabaseQueue(path: path)
            try database.write { try $0.execute(sql: sql) }
            try database.close()
        }
        func heardOf() throws -> String {
            try server.run(["device", "list", "ada", "--csv"]).stdout
        }
        // Set the time of the last contact to a date in 2096.
        try change("UPDATE sync_device SET seen = 4000000000000")
        #expect(try heardOf().contains("2096-"))
        try change(
            """
            CREATE TRIGGER full BEFORE UPDATE OF seen ON sync_device
            BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
            """)
        #expect(try laptop.sync().changes.isEmpty)
        #expect(try heardOf().contains("2096-"))
        try change("DROP TRIGGER full")
        #expect(try laptop.sync().changes.isEmpty)
        #expect(try !heardOf().contains("2096-"))
    }

    @Test func `An answer is compressed if the device accepts it`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        _ = try device.sync((1...200).map { .sample($0, ["name": .string("The same text")]) })
        let deflate = try #require(Deflate.shared)
        let body = Array(TestDevice.request().encoded())
        let plain = try device.send(body)
        #expect(plain.fields["content-encoding"] == nil)
        for accepted in ["deflate", "gzip, DEFLATE;q=0.5, br", "*"] {
            let packed = try device.send(body, fields: ["Accept-Encoding": accepted])
            #expect(packed.status == 200)
            #expect(packed.fields["content-encoding"] == "deflate")
            #expect(packed.body.count * 10 < plain.body.count)
            let unpacked = try deflate.unpacked(packed.body, limit: SyncLimits.answerSize)
            #expect(try SyncAnswer(decoding: unpacked).changes.count == 200)
        }
        for refused in ["deflate;q=0", "br", "identity"] {
            let answer = try device.send(body, fields: ["Accept-Encoding": refused])
            #expect(answer.fields["content-encoding"] == nil)
        }
        // A short answer isn't worth it.
        let short = try device.send(Array("{}".utf8), fields: ["Accept-Encoding": "deflate"])
        #expect(short.status == 400)
        #expect(short.code == .badRequest)
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `Several processes can serve one database`() throws {
        let storage = try StorageKind.postgreSQL.makeServerStorage()
        let first = try SyncServerProcess(storage)
        let second = try SyncServerProcess(storage)
        let laptop = try TestDevice(first, "laptop")
        let phone = try TestDevice(second, "phone")
        var tokens: [String?] = [nil, nil]
        for number in 1...10 {
            let mine = try laptop.sync([.sample(number, ["a": .int(Int64(number))])], token: tokens[0])
            let theirs = try phone.sync([.sample(number, ["b": .int(Int64(number))])], token: tokens[1])
            #expect(theirs.merged[0].fields.count == 2)
            #expect(mine.changes.map(\.key) == (number == 1 ? [] : [SyncRecord.sample(number - 1).key]))
            tokens = [mine.token, theirs.token]
        }
        // A token that is revoked on one server is invalid on the other server, too.
        #expect(try first.run(["device", "revoke", "ada", "phone"]).status == .exited(0))
        #expect(try phone.send(Array(TestDevice.request().encoded())).status == 401)
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `Uploads to several processes at once are all stored and visible`() throws {
        let storage = try StorageKind.postgreSQL.makeServerStorage()
        let servers = [try SyncServerProcess(storage), try SyncServerProcess(storage)]
        let tokens = try servers.indices.map { try servers[$0].addDevice("device-\($0)") }
        let rounds = 40
        let barrier = DeviceBarrier()
        let server = servers[1]
        let token = tokens[1]
        let other = ThreadWork {
            try Self.exchange(1, rounds, TestDevice(server, token: token), barrier)
        }
        let device = TestDevice(servers[0], token: tokens[0])
        let here = try Self.exchange(0, rounds, device, barrier)
        let there = try other.value()
        #expect(here == there)
        #expect(here.count == 8 + 2 * rounds)
        for number in 0..<8 {
            let fields = here[SyncRecord.sample(number).key]?.fields ?? [:]
            let last = Int64((rounds - 7...rounds).first { $0 % 8 == number } ?? 0)
            for name in ["a", "b"] { #expect(fields[name]?.value == .int(last), "\(number) \(name)") }
        }
        #expect(try Set(device.sync().changes) == Set(here.values))
    }

    /// Makes two devices wait for each other before each round.
    private final class DeviceBarrier: Sendable {
        private let arrived = Mutex(0)

        /// Waits until both devices have arrived for this round.
        func arrive(_ time: Int) throws {
            arrived.withLock { $0 += 1 }
            try wait(for: "the other device") { arrived.withLock(\.self) >= 2 * time }
        }
    }

    /// In each round, sends a record that the other device edits, too, and a record that only this device
    /// edits. Returns all records that the server has sent.
    private static func exchange(
        _ index: Int, _ rounds: Int, _ device: TestDevice, _ barrier: DeviceBarrier
    ) throws -> [SyncKey: SyncRecord] {
        var seen: [SyncKey: SyncRecord] = [:]
        var position: String?
        func take(_ answer: SyncAnswer) {
            for record in answer.merged + answer.changes { seen[record.key] = record }
            position = answer.token
        }
        take(try device.sync())
        try barrier.arrive(1)
        for round in 1...rounds {
            let shared = SyncRecord.sample(
                round % 8, [index == 0 ? "a" : "b": .int(Int64(round))], at: Int64(round) * 1_000,
                node: "\(index)")
            take(try device.sync([shared, .sample(1_000 * (index + 1) + round)], token: position))
        }
        try barrier.arrive(2)
        take(try device.sync(token: position))
        return seen
    }

    @Test func `At shutdown, a request in progress is completed`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let body = Array(TestDevice.request(records: [.sample(1)]).encoded())
        _ = try device.sync()
        let connection = try HTTPConnection(port: server.port)
        try connection.send(
            "POST \(SyncEndpoint.path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(device.token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
        try connection.send(Array(body.prefix(10)))
        // The server must have received a part of the request before it is asked to stop.
        let metrics = try HTTPConnection(port: try #require(server.metricsPort))
        try wait(for: "the request is in progress") {
            try metrics.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            return try metrics.answer().text.contains("syncserver_requests_in_progress 1\n")
        }
        server.process?.send(SIGTERM)
        // While the server stops, it refuses new connections.
        try wait(for: "the port is closed") { (try? HTTPConnection(port: server.port)) == nil }
        try connection.send(Array(body.dropFirst(10)))
        let answer = try connection.answer()
        #expect(answer.status == 200)
        #expect(try SyncAnswer(decoding: answer.body).merged.count == 1)
        #expect(try server.process?.waitForEnd() == .exited(128 + SIGTERM))
        #expect(server.log.contains(#""message":"stopped""#))
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `A process on a read-only database is healthy but not ready`() throws {
        let database = try #require(try PostgreSQLServer())
        let url = try database.makeDatabase()
        let server = try SyncServerProcess(.postgreSQL(url: url))
        let device = try TestDevice(server)
        _ = try device.sync([.sample(1)])
        func status(_ path: String) throws -> Int {
            let connection = try HTTPConnection(port: server.port)
            try connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            return try connection.answer().status
        }
        #expect(try status("/ready") == 200)
        let name = url.split(separator: "/").last ?? ""
        try database.execute(
            "ALTER DATABASE \(name) SET default_transaction_read_only = on; "
                + "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'",
            in: "postgres")
        try wait(for: "the server notices it") { try status("/ready") == 503 }
        #expect(try status("/health") == 200)
        let refused = try device.send(Array(TestDevice.request(records: [.sample(2)]).encoded()))
        #expect(refused.status == 503)
        #expect(refused.fields["retry-after"] != nil)
        try database.execute("ALTER DATABASE \(name) SET default_transaction_read_only = off", in: "postgres")
        try wait(for: "the server recovers") { try status("/ready") == 200 }
        #expect(try device.sync([.sample(2)]).merged.count == 1)
    }

    @Test(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL or libpq is not installed"))
    func `With a database that hangs, a process is healthy but not ready`() throws {
        let database = try #require(try PostgreSQLServer())
        let url = try database.makeDatabase()
        let server = try SyncServerProcess(.postgreSQL(url: url))
        func status(_ path: String) throws -> Int {
            let connection = try HTTPConnection(port: server.port)
            try connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            return try connection.answer().status
        }
        #expect(try status("/ready") == 200)
        let lock = ThreadWork {
            try database.execute("BEGIN; LOCK TABLE sync_meta; SELECT pg_sleep(12); COMMIT", in: url)
        }
        // Each attempt is given up after five seconds.
        try wait(for: "the database hangs") { try status("/ready") == 503 }
        let begin = ContinuousClock.now
        #expect(try status("/health") == 200)
        #expect(ContinuousClock.now - begin < .seconds(3))
        _ = try lock.value()
        try wait(for: "the server recovers") { try status("/ready") == 200 }
    }

    @Test func `Health is public, and metrics are only available locally`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        _ = try device.sync([.sample(1), .sample(2)])
        let connection = try HTTPConnection(port: server.port)
        try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        let health = try connection.answer()
        #expect(health.status == 200)
        #expect(health.text == #"{"status":"ok"}"#)
        try connection.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try connection.answer().status == 404)

        let administrator = try HTTPConnection(port: try #require(server.metricsPort))
        try administrator.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        let metrics = try administrator.answer()
        #expect(metrics.fields["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        let lines = metrics.text.split(separator: "\n")
        #expect(lines.contains(#"syncserver_requests_total{route="sync",status="200"} 1"#))
        #expect(lines.contains("syncserver_records_received_total 2"))
        // The first request was refused, because the account had no key; the second one brought it.
        #expect(lines.contains(#"syncserver_requests_total{route="sync",status="409"} 1"#))
        #expect(lines.contains("syncserver_request_duration_seconds_count 5"))
        for line in lines where !line.hasPrefix("#") {
            #expect(
                line.firstMatch(of: /^syncserver_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+$/)
                    != nil)
        }
        try administrator.send("GET /v1/sync HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try administrator.answer().status == 404)
    }

    @Test func `The log is JSON without tokens or content`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server, "workbook")
        _ = try device.sync([.sample(1, ["SecretField": .string("SecretText")], entity: "SecretModel")])
        _ = try device.send(Array(#"{"batch":"SecretBroken"#.utf8))
        _ = try device.send(Array("{}".utf8), token: "sync_SecretToken")
        let connection = try HTTPConnection(port: server.port)
        try connection.send(
            "GET /SecretPath?token=\(device.token) HTTP/1.1\r\nHost: SecretHost\r\nSecret-Header: SecretValue\r\n\r\n"
        )
        _ = try connection.answer()
        try server.process?.wait(for: #""route":"unknown""#)
        _ = try server.stop()
        // The secret part of the token can contain “_”, so split only at the first two.
        let secret = try #require(device.token.split(separator: "_", maxSplits: 2).last)
        try #require(secret.count == 43)
        #expect(!server.log.contains("Secret"))
        #expect(!server.log.contains(secret))
        #expect(server.log.contains(#""accountName":"ada""#))
        #expect(server.log.contains(#""deviceName":"workbook""#))
        let number = try #require(server.log.firstMatch(of: /"device":(\d+)/)).1
        #expect(try server.run(["device", "list", "--csv"]).stdout.contains(number))
        var answered = 0
        for line in server.log.split(separator: "\n") {
            let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let time = try #require(json["time"] as? String)
            #expect(time.firstMatch(of: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) != nil)
            #expect(json["level"] is String)
            #expect(json["message"] is String)
            if json["message"] as? String == "answered" {
                answered += 1
                #expect(json["status"] is Int)
                #expect(json["route"] is String)
                #expect(json["address"] as? String == "127.0.0.1")
            }
        }
        #expect(answered == 6)
    }

    @Test(.enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl is not installed"))
    func `TLS works with a certificate`() throws {
        let fixtures = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures").path
        let files = ["\(fixtures)/localhost.certificate.pem", "\(fixtures)/localhost.key.pem"]
        let server = try SyncServerProcess(
            options: ["--host", "0.0.0.0", "--certificate", files[0], "--key", files[1]])
        let token = try server.addDevice("laptop")
        let body = String(
            decoding: TestDevice.request(records: [.sample(1)]).encoded(), as: UTF8.self)
        let address = "https://127.0.0.1:\(server.port)\(SyncEndpoint.path)"
        func post(_ path: String, _ body: String) throws -> ProcessResult {
            try run(
                "/usr/bin/curl",
                [
                    "-s", "--cacert", files[0], "-H", "Authorization: Bearer \(token)", "-H",
                    "Content-Type: application/json", "-d", body, "https://127.0.0.1:\(server.port)\(path)",
                ])
        }
        let key = SyncAccount(key: TestDevice.key)
        let account = try post(SyncEndpoint.accountPath, String(decoding: key.encoded(), as: UTF8.self))
        #expect(try SyncAccount(decoding: account.outputBytes).key == TestDevice.key)
        let result = try post(SyncEndpoint.path, body)
        #expect(try SyncAnswer(decoding: result.outputBytes).merged == [.sample(1)])
        let old = try run("/usr/bin/curl", ["-s", "--cacert", files[0], "--tls-max", "1.1", address])
        #expect(old.status != .exited(0), "old versions of TLS are refused")
        for (cipher, isAccepted) in [
            ("ECDHE-ECDSA-AES128-GCM-SHA256", true), ("ECDHE-ECDSA-AES256-SHA", false), ("AES128-SHA", false),
        ] {
            let result = try run(
                "/usr/bin/curl",
                ["-s", "--cacert", files[0], "--tls-max", "1.2", "--ciphers", cipher, address])
            #expect((result.status == .exited(0)) == isAccepted, "\(cipher)")
        }
        let plain = try HTTPConnection(port: server.port)
        try plain.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(!String(decoding: try plain.waitForEnd(), as: UTF8.self).contains("200"))
    }
}
