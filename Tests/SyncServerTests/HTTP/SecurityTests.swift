import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

@Suite("Security of the server", .level(.default))
struct SecurityTests {
    private static let empty = Array(TestDevice.request().encoded())

    @Test func `Only device tokens give access`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let other = try TestDevice(server, "phone")
        let parts = device.token.split(separator: "_", maxSplits: 2).map(String.init)
        let mixed =
            parts[0] + "_" + parts[1] + "_" + (other.token.split(separator: "_", maxSplits: 2).last ?? "")
        let wrong = [
            "x", "' OR 1=1 --", mixed, device.token + "A", String(device.token.dropLast()),
            device.token.uppercased(),
            String(repeating: "A", count: 5_000),
            "sync_0123456789abcdef_" + String(repeating: "A", count: 43),
        ]
        for token in wrong {
            let answer = try device.send(Self.empty, token: token)
            #expect(answer.status == 401, "\(token)")
            #expect(answer.code == .unauthorized, "\(token)")
            #expect(answer.fields["www-authenticate"] == "Bearer")
        }
        let connection = try HTTPConnection(port: server.port)
        for field in ["", "Basic \(device.token)", "Bearer", "Bearer  \(device.token)", "\(device.token)"] {
            try connection.post(
                SyncEndpoint.path, token: nil, body: Self.empty, fields: ["Authorization": field])
            #expect(try connection.answer().status == 401)
        }
        // A request with two tokens is refused.
        try connection.send(
            "POST /v1/sync HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(device.token)\r\nAuthorization: Bearer "
                + "\(other.token)\r\nContent-Length: 0\r\n\r\n")
        #expect(try connection.answer().status == 401)
        #expect(try device.send(Self.empty).status == 200)
        #expect(
            try device.send(Self.empty, fields: ["authorization": "bearer \(device.token)"]).status == 401)
        #expect(try server.run(["device", "revoke", "ada", "laptop"]).status == .exited(0))
        let revoked = try device.send(Self.empty)
        let unknown = try device.send(Self.empty, token: wrong[7])
        #expect(
            revoked.status == 401,
            "the answer doesn't show that it was a token")
        #expect(
            revoked.body == unknown.body,
            "the answer doesn't show that it was a token")
        #expect(try other.send(Self.empty).status == 200)
        #expect(try server.run(["account", "delete", "ada", "--yes"]).status == .exited(0))
        #expect(try other.send(Self.empty).status == 401)
    }

    @Test func `A request without a key, or with another one than the account's, is refused`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let records = [SyncRecord.sample(1)]
        func answer(_ key: String?) throws -> HTTPConnection.Answer {
            try device.post(
                SyncEndpoint.path,
                Array(SyncRequest(batch: UUID(), records: records, key: key).encoded()))
        }
        // Before the account has a key, nothing is taken.
        for key in [nil, "", "0123456789abcdef"] {
            #expect(try answer(key).status == 409)
            #expect(try answer(key).code == .wrongKey)
        }
        #expect(try device.sync().changes.isEmpty)
        for key in [nil, "", "0123456789abcdee"] { #expect(try answer(key).code == .wrongKey) }
        #expect(try device.sync().changes.isEmpty)
        #expect(try answer(TestDevice.key.identifier).status == 200)
        #expect(try device.sync().changes.count == 1)
    }

    @Test func `A key is replaced only by its name, together with all records`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let token = try device.sync([.sample(1), .sample(2)]).token
        let new = SyncAccountKey(account: UUID(), identifier: "fedcba9876543210", check: "0123")
        func replace(_ old: String) throws -> SyncAccountKey? {
            let body = SyncAccount(key: new, replacedKey: old).encoded()
            let answer = try device.post(SyncEndpoint.accountPath, Array(body))
            return try SyncAccount(decoding: answer.body).key
        }
        #expect(try replace("0123456789abcdee") == TestDevice.key)
        #expect(try device.sync().changes.count == 2)
        #expect(try replace(TestDevice.key.identifier) == new)
        // A repetition after a lost answer changes nothing.
        #expect(try replace(TestDevice.key.identifier) == new)
        func answer(_ token: String?, _ key: String) throws -> HTTPConnection.Answer {
            try device.post(
                SyncEndpoint.path, Array(SyncRequest(batch: UUID(), token: token, key: key).encoded()))
        }
        #expect(try answer(token, TestDevice.key.identifier).code == .wrongKey)
        #expect(try answer(token, new.identifier).code == .tokenExpired)
        #expect(try SyncAnswer(decoding: answer(nil, new.identifier).body).changes.isEmpty)
        #expect(try server.run(["account", "list", "--csv"]).stdout.contains("ada,1,0,"))
    }

    @Test func `An account sees no data of another account`() throws {
        let server = try SyncServerProcess()
        let ada = try TestDevice(server)
        #expect(try server.run(["account", "add", "eve"]).status == .exited(0))
        let eve = try TestDevice(server, account: "eve")
        let mine = try ada.sync([.sample(1, ["name": .string("mine")], at: 9_000)])
        // Eve tries everything with which she could learn something about Ada's record and token.
        let theirs = try eve.sync([.sample(1, ["name": .string("theirs")], at: 1)])
        #expect(theirs.merged[0].fields["name"]?.value == .string("theirs"))
        #expect(theirs.changes.isEmpty)
        let body = TestDevice.request(token: mine.token).encoded()
        #expect(try eve.send(Array(body)).status == 410)
        let smuggled =
            #"{"batch":"\#(UUID())","key":"\#(TestDevice.key.identifier)","account":"ada","device":1,"identity":{"account":1},"records":[]}"#
        let answer = try eve.send(Array(smuggled.utf8))
        #expect(try SyncAnswer(decoding: answer.body).changes.map(\.fields) == theirs.merged.map(\.fields))
        #expect(try ada.sync().changes == mine.merged)
    }

    @Test func `A thousand failed logins in a minute don't stop the server from answering devices`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let connection = try HTTPConnection(port: server.port)
        var random = SeededGenerator()
        var statuses: [Int: Int] = [:]
        for number in 1...1_000 {
            try connection.post(SyncEndpoint.path, token: DeviceToken(using: &random).text, body: Self.empty)
            let answer = try connection.answer()
            statuses[answer.status, default: 0] += 1
            if answer.status == 429 {
                #expect(answer.fields["retry-after"].flatMap { Int($0) }.map { $0 > 0 } == true)
            }
            if number % 250 == 0 { #expect(try device.send(Self.empty).status == 200) }
        }
        #expect(Set(statuses.keys) == [401, 429])
        // Without a pause, the server answers 401 to 20 requests. For each minute that the test takes, it
        // answers 401 to some more requests.
        #expect((statuses[401] ?? 0) < 500 && (statuses[401] ?? 0) >= 20)
    }

    @Test func `Devices that exceed the rate limit are refused with a waiting time`() throws {
        let server = try SyncServerProcess(options: ["--device-rate", "1"])
        let device = try TestDevice(server, "laptop")
        let other = try TestDevice(server, "phone")
        var answer = try device.send(Self.empty)
        for _ in 0..<200 where answer.status == 200 { answer = try device.send(Self.empty) }
        #expect(answer.status == 429)
        #expect(answer.code == .tooManyRequests)
        #expect(answer.fields["retry-after"] == "1")
        #expect(try other.send(Self.empty).status == 200, "the limit is each device's own")

        let narrow = try SyncServerProcess(options: ["--address-rate", "1"])
        let connection = try HTTPConnection(port: narrow.port)
        var status = 200
        for _ in 0..<200 where status != 429 {
            try connection.send("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
            status = try connection.answer().status
        }
        #expect(status == 429)
        for path in ["/health", "/ready"] {
            try connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try connection.answer().status == 200, "the checks of balancers aren't limited")
        }
    }

    @Test func `One address can open only some connections, unless the server is behind a proxy`() throws {
        let options = ["--address-connections", "3"]
        let server = try SyncServerProcess(options: options)
        let open = try (0..<3).map { _ in try HTTPConnection(port: server.port) }
        for connection in open {
            try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try connection.answer().status == 200)
        }
        let refused = try HTTPConnection(port: server.port)
        #expect(try refused.waitForEnd().isEmpty)
        let metrics = try HTTPConnection(port: try #require(server.metricsPort))
        try metrics.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        let text = try metrics.answer().text
        #expect(text.contains("syncserver_connections 3\n"))
        #expect(text.contains("syncserver_connections_refused_total 1\n"))
        #expect(text.contains("syncserver_storage_writable 1\n"))
        #expect(text.contains("syncserver_storage_accounts 1\n"))

        let proxied = try SyncServerProcess(options: ["--behind-proxy"])
        let many = try (0..<120).map { _ in try HTTPConnection(port: proxied.port) }
        for connection in [many[0], many[119]] {
            try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try connection.answer().status == 200)
        }
    }

    @Test func `Connections beyond the limit are answered when others have ended`() throws {
        let server = try SyncServerProcess(options: ["--connections", "16"])
        let open = try (0..<24).map { _ in try HTTPConnection(port: server.port) }
        let begin = ContinuousClock.now
        for connection in open { try connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(try open[0].answer().status == 200)
        // The first ones are closed after five idle seconds.
        #expect(try open[23].answer().status == 200)
        #expect(ContinuousClock.now - begin > .seconds(4))
    }

    @Test func `An idle connection is closed after five seconds, before a request and after an answer`()
        throws
    {
        let server = try SyncServerProcess()
        let silent = try HTTPConnection(port: server.port)
        let used = try HTTPConnection(port: server.port)
        let begin = ContinuousClock.now
        try used.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try used.answer().status == 200)
        #expect(try silent.waitForEnd().isEmpty)
        #expect(try used.waitForEnd().isEmpty)
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        #expect(seconds > 4.5)
        #expect(seconds < 20)
    }

    @Test func `Too large bodies are refused, with or without a declared length`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let head =
            "POST \(SyncEndpoint.path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(device.token)\r\n"
            + "Content-Type: application/json\r\n"
        // The server refuses the request before the client sends any byte of the body.
        for length in ["2097153", "99999999999", "18446744073709551615"] {
            let connection = try HTTPConnection(port: server.port)
            try connection.send(head + "Content-Length: \(length)\r\n\r\n")
            let answer = try connection.answer()
            #expect(answer.status == 413, "\(length)")
            #expect(answer.fields["connection"] == "close")
            try connection.waitForEnd()
        }
        // The length of this body isn't declared, and the body doesn't end.
        let connection = try HTTPConnection(port: server.port)
        try connection.send(head + "Transfer-Encoding: chunked\r\n\r\n")
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x10000) + Array("\r\n".utf8)
        var chunks = 0
        while chunks < 10_000, try connection.send(chunk) { chunks += 1 }
        #expect(chunks < 10_000, "the server closes the connection")
        #expect(try device.send([UInt8](repeating: 0x20, count: SyncLimits.bodySize + 1)).status == 413)
        #expect(try device.sync([.sample(1)]).merged.count == 1)
    }

    @Test func `Malicious JSON is refused`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let deep = String(repeating: "[", count: 1_000_000)
        let batch = UUID()
        let bodies = [
            deep, "{\"a\":" + String(repeating: "{\"a\":", count: 300_000), "", "null", "[]", "{}", "\u{0}",
            "{\"batch\":1}",
            "{\"batch\":\"\(batch)\",\"records\":{}}",
            "{\"batch\":\"\(batch)\",\"records\":[],\"limit\":\"x\"}",
            "{\"batch\":\"\(batch)\"}{", "{\"batch\":\"\(batch)\",\"limit\":1e999}",
        ]
        for body in bodies {
            let answer = try device.send(Array(body.utf8))
            #expect(answer.status == 400, "\(body.prefix(40))")
            #expect(answer.code == .badRequest, "\(body.prefix(40))")
        }
        #expect(try device.send([0xFF, 0xFE, 0x00]).status == 400)
        let many =
            "{\"batch\":\"\(batch)\",\"records\":[\(Array(repeating: "1", count: 501).joined(separator: ","))]}"
        #expect(try device.send(Array(many.utf8)).status == 413)
        for type in ["text/plain", "application/xml", ""] {
            #expect(try device.send(Self.empty, fields: ["Content-Type": type]).status == 400)
        }
        for coding in ["gzip", "deflate, deflate", "br"] {
            #expect(try device.send(Self.empty, fields: ["Content-Encoding": coding]).status == 400)
        }
        let records = (1...3).map { "{\"entity\":\"Tag\",\"id\":\"x\(deep.prefix($0))\",\"life\":1}" }
        let key = "\"key\":\"\(TestDevice.key.identifier)\""
        let refused = try device.send(
            Array("{\(key),\"batch\":\"\(batch)\",\"records\":[\(records.joined(separator: ",")),7]}".utf8))
        #expect(
            try SyncAnswer(decoding: refused.body).refused.map(\.reason)
                == Array(repeating: .unreadable, count: 4))
    }

    @Test func `A compressed request is read, unless it is damaged or becomes too large`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let deflate = try #require(Deflate.shared)
        func send(_ packed: [UInt8]) throws -> HTTPConnection.Answer {
            try device.send(packed, fields: ["Content-Encoding": "deflate"])
        }
        let body = Array(TestDevice.request(records: (1...20).map { .sample($0) }).encoded())
        let packed = try deflate.packed(body, .fastest)
        #expect(packed.count * 4 < body.count)
        #expect(try SyncAnswer(decoding: send(packed).body).merged.count == 20)
        var wrong = packed
        wrong[wrong.count / 2] ^= 1
        for damaged in [wrong, Array(packed.dropLast()), [], body] {
            let answer = try send(damaged)
            #expect(answer.status == 400)
            #expect(answer.code == .badRequest)
        }
        // Two kilobytes that become two megabytes, and more.
        for count in [SyncLimits.bodySize, SyncLimits.bodySize + 1, 20_000_000] {
            let spaces = [UInt8](repeating: UInt8(ascii: " "), count: count)
            let answer = try send(deflate.packed(spaces, .usual))
            #expect(answer.status == (count == SyncLimits.bodySize ? 400 : 413))
        }
        #expect(try device.sync([.sample(1)]).merged.count == 1)
    }

    @Test(arguments: StorageKind.testable)
    func `SQL in any field is treated as text`(_ kind: StorageKind) throws {
        let server = try SyncServerProcess(try kind.makeServerStorage())
        let device = try TestDevice(server)
        let attacks = [
            "'; DROP TABLE sync_record; --", "\" OR \"\"=\"", "' UNION SELECT digest FROM sync_device --",
            "$1", "?", "\\'; --",
            "%00", "\u{0}', 1); --",
        ]
        for (number, attack) in attacks.enumerated() {
            let answer = try device.sync([.sample(number + 1, ["text": .string(attack)])])
            #expect(answer.merged[0].fields["text"]?.value == .string(attack))
            let escaped = String(
                decoding: try JSONSerialization.data(withJSONObject: [attack]).dropFirst().dropLast(),
                as: UTF8.self)
            let begin = #""batch":"\#(UUID())","key":"\#(TestDevice.key.identifier)""#
            let bodies = [
                #"{"batch":"\#(UUID())","key":\#(escaped)}"#,
                #"{"batch":\#(escaped)}"#, #"{\#(begin),"token":\#(escaped)}"#,
                #"{\#(begin),"entities":[\#(escaped)]}"#,
                #"{\#(begin),"records":[{"entity":\#(escaped),"id":"\#(UUID())","life":1}]}"#,
                #"{\#(begin),"records":[{"entity":"Tag","id":\#(escaped),"life":1}]}"#,
                #"{\#(begin),"records":[{"entity":"Tag","id":"\#(UUID())","life":1,"fields":{\#(escaped):[1,"0000000000010000-a"]}}]}"#,
                #"{\#(begin),"records":[{"entity":"Tag","id":"\#(UUID())","life":1,"fields":{"a":[1,\#(escaped)]}}]}"#,
            ]
            for body in bodies {
                let status = try device.send(Array(body.utf8)).status
                #expect([200, 400, 409, 410].contains(status), "\(body)")
            }
            let made = try server.run(["account", "add", "x\(number)", "--json"])
            #expect(made.status == .exited(0))
            if !attack.contains("\u{0}") {
                #expect(try server.run(["device", "add", "x\(number)", attack]).status == .exited(0))
                #expect(try server.run(["account", "add", "--", attack]).status == .exited(0))
            }
        }
        #expect(try device.sync().changes.count == attacks.count)
    }

    @Test func `Other paths return nothing`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let connection = try HTTPConnection(port: server.port)
        let paths = [
            "/", "//v1/sync", "/v1/sync/", "/v1/sync/..", "/v1/../v1/sync", "/v1%2Fsync", "/V1/SYNC",
            "/v1/sync%00", "/v1/sync;x",
            "/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/v1/sync\\..\\x", "/health/", "/metrics",
            "/.git/config",
            "/sync.store",
        ]
        for path in paths {
            try connection.post(path, token: device.token, body: Self.empty)
            #expect(try connection.answer().status == 404, "\(path)")
        }
        for method in ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "HEAD"] {
            let connection = try HTTPConnection(port: server.port)
            try connection.send("\(method) /v1/sync HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = String(decoding: try connection.waitForEnd(), as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 405"), "\(method): \(text.prefix(40))")
        }
    }

    @Test func `Slow requests are closed, and others are answered meanwhile`() throws {
        let server = try SyncServerProcess(options: ["--request-time", "1"])
        let device = try TestDevice(server)
        let body = try HTTPConnection(port: server.port)
        try body.send(
            "POST \(SyncEndpoint.path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(device.token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{")
        let heads = try (0..<20).map { _ in try HTTPConnection(port: server.port) }
        for head in heads { try head.send("POST /v1/sync HTTP/1.1\r\nHost: x\r\nX-") }
        #expect(try device.sync([.sample(1)]).merged.count == 1)
        // A client that slowly sends single bytes is disconnected, too.
        var bytes = 0
        while bytes < 10_000, try body.send(" ") {
            for head in heads { try head.send("a") }
            usleep(50_000)
            bytes += 1
        }
        #expect(bytes < 10_000, "the server closes the connection")
        let answer = try body.answer()
        #expect(answer.status == 408)
        #expect(answer.code == .tooSlow)
        for head in heads { try head.waitForEnd() }
        device.reconnect()
        #expect(try device.sync([.sample(2)]).merged.count == 1)
    }

    @Test(.level(.default)) func `A request that arrives slowly but steadily is answered`() throws {
        let server = try SyncServerProcess(options: ["--request-time", "1"])
        let device = try TestDevice(server)
        let text = SyncRecord.sample(1, ["name": .string(String(repeating: "x", count: 24_000))])
        let body = Array(TestDevice.request(records: [text]).encoded())
        _ = try device.sync()
        let connection = try HTTPConnection(port: server.port)
        try connection.send(
            "POST \(SyncEndpoint.path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(device.token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
        for start in stride(from: 0, to: body.count, by: 2_000) {
            try connection.send(String(decoding: body[start..<min(start + 2_000, body.count)], as: UTF8.self))
            usleep(200_000)
        }
        #expect(try connection.answer().status == 200)
    }

    @Test func `Too large or too many headers and invalid HTTP are refused`() throws {
        let server = try SyncServerProcess()
        let device = try TestDevice(server)
        let requests = [
            "GET /health HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n",
            "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: x\r\n" + (0..<200).map { "A\($0): 1\r\n" }.joined() + "\r\n",
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\r\n\r\n", "GET /health\r\n\r\n",
            "\r\n\r\n\r\nnonsense\r\n\r\n",
            "POST /v1/sync HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /v1/sync HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
            "POST /v1/sync HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        ]
        for request in requests {
            let connection = try HTTPConnection(port: server.port)
            try connection.send(request)
            let text = String(decoding: try connection.waitForEnd(), as: UTF8.self)
            #expect(
                !text.contains(" 200 "),
                "\(request.prefix(60)): \(text.prefix(80))")
            #expect(
                !text.contains(" 500 "),
                "\(request.prefix(60)): \(text.prefix(80))")
        }
        #expect(try device.sync([.sample(1)]).merged.count == 1)
    }
}
