import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import Sync

/// Retries, cancellation and error handling of the HTTP transport.
@Suite("Requests over HTTP")
struct HTTPTransportTests {
    private static let clock = SyncClock(milliseconds: 1_800_000_000_000, node: "s") ?? .zero
    private static let answer = ScriptedServer.Reply.answer(
        "200 OK", SyncAnswer(token: "1", clock: clock).encoded())

    private func transport(_ server: ScriptedServer, timeout: Double = 20) throws -> HTTPTransport {
        try HTTPTransport(ServerAddress("http://127.0.0.1:\(server.port)"), token: "secret", timeout: timeout)
    }

    private func request(_ number: Int = 1, limit: Int = 500) -> SyncRequest {
        let key = SyncKey(entity: "Place", id: UUID())
        let text = String(repeating: "\(number) ", count: 3_000)
        return SyncRequest(
            batch: UUID(),
            records: [SyncRecord(key, fields: ["name": SyncField(.string(text), at: Self.clock)])],
            limit: limit)
    }

    @Test func `A connection is reused for the next request`() async throws {
        let server = try ScriptedServer { _ in Self.answer }
        defer { server.stop() }
        let transport = try transport(server)
        for number in 1...3 { #expect(try await transport.send(request(number)).token == "1") }
        // On a busy machine, the next request may start before the previous connection is available again. So
        // not all requests use the same connection.
        #expect(Set(server.requests.map(\.connection)).count < 3)
        let fields = server.requests[0].head.split(separator: "\r\n")
        #expect(fields.contains("Authorization: Bearer secret"))
        #expect(fields.contains("Content-Encoding: deflate"))
    }

    /// The server may have processed a request without answering. It recognizes the repeated request by the
    /// batch's identifier.
    @Test(arguments: [true, false])
    func `A request on a closed connection is sent again byte for byte`(isRead: Bool) async throws {
        let server = try ScriptedServer { $0.number == 2 && isRead ? .hangUp : Self.answer }
        defer { server.stop() }
        let transport = try transport(server)
        #expect(try await transport.send(request()).token == "1")
        if !isRead { server.hangUpAll() }
        let second = request(2)
        #expect(try await transport.send(second).token == "1")
        let sent = server.requests.dropFirst()
        #expect(sent.count == (isRead ? 2 : 1))
        #expect(sent.allSatisfy { $0.body == second.encoded() })
        #expect(sent.last?.connection != 1)
    }

    @Test(.level(.default)) func `A request that times out isn't sent twice`() async throws {
        let server = try ScriptedServer { $0.number == 1 ? Self.answer : .silence }
        defer { server.stop() }
        let transport = try transport(server, timeout: 1)
        _ = try await transport.send(request())
        await #expect(throws: SyncError.timedOut(server: transport.name)) {
            try await transport.send(request())
        }
        #expect(server.requests.count == 2)
    }

    /// The answer arrives in pieces, with pauses that are shorter than the longest silence.
    @Test(.level(.default)) func `An answer may take long as long as it arrives`() async throws {
        let server = try ScriptedServer { _ in
            .slowly(SyncAnswer(token: "1", clock: Self.clock).encoded(), pieces: 6, pause: 0.4)
        }
        defer { server.stop() }
        #expect(try await transport(server, timeout: 1).send(request(limit: 1)).token == "1")
    }

    @Test(.level(.default)) func `A header that arrives line by line is progress`() async throws {
        let server = try ScriptedServer { _ in
            .slowHeader(SyncAnswer(token: "1", clock: Self.clock).encoded(), lines: 3, pause: 0.4)
        }
        defer { server.stop() }
        #expect(try await transport(server, timeout: 1).send(request(limit: 1)).token == "1")
    }

    @Test(.level(.default)) func `A request for several records ends if the line is slower than 1 KiB/s`()
        async throws
    {
        let server = try ScriptedServer { _ in
            .slowly(SyncAnswer(token: "1", clock: Self.clock).encoded(), pieces: 30, pause: 0.2)
        }
        defer { server.stop() }
        let transport = try transport(server, timeout: 1)
        await #expect(throws: SyncError.slowLine(server: transport.name)) {
            try await transport.send(SyncRequest(batch: UUID()))
        }
    }

    @Test func `Cancelling ends the request`() async throws {
        let arrived = AsyncStream.makeStream(of: Void.self)
        let server = try ScriptedServer { _ in
            arrived.continuation.yield()
            return .silence
        }
        defer { server.stop() }
        let transport = try transport(server)
        let sending = Task { try await transport.send(request()) }
        for await _ in arrived.stream { break }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
    }

    @Test func `The kinds of answers of a server are distinguished`() async throws {
        let name = "http://127.0.0.1"
        let message = SyncFailure(.badRequest, message: "no").encoded()
        let cases: [(ScriptedServer.Reply, SyncError)] = [
            (.answer("401 Unauthorized"), .unauthorized(server: name)),
            (.answer("403 Forbidden"), .unauthorized(server: name)),
            (.answer("410 Gone"), .tokenExpired), (.answer("413 Too Large"), .tooLarge),
            (.answer("408 Request Timeout"), .slowLine(server: name)),
            (.answer("429 Too Many", fields: ["Retry-After: 7"]), .tooManyRequests(seconds: 7)),
            (.answer("429 Too Many", fields: ["Retry-After: 1e300"]), .tooManyRequests(seconds: 3_600)),
            (
                .answer("503 Unavailable", fields: ["Retry-After: soon"]),
                .unavailable(server: name, seconds: 30)
            ),
            (
                .answer("500 Error", SyncFailure(.internalError, message: "The server failed.").encoded()),
                .unavailable(server: name, seconds: 30)
            ),
            (.answer("500 Error"), .refused(status: 500, message: "")),
            (.answer("502 Bad Gateway"), .unreachable(server: name, detail: "HTTP 502", cause: .noAnswer)),
            (.answer("400 Bad", message), .refused(status: 400, message: "no")),
            // A redirect is refused, so that the token isn't sent to another address.
            (.answer("307 Away", fields: ["Location: /elsewhere"]), .refused(status: 307, message: "")),
        ]
        for (reply, expected) in cases {
            let server = try ScriptedServer { _ in reply }
            defer { server.stop() }
            let error = await #expect(throws: SyncError.self) { try await transport(server).send(request()) }
            // The error contains the server's address, whose port differs in each run.
            switch (error, expected) {
            case (.unauthorized?, .unauthorized), (.slowLine?, .slowLine): break
            case (.unavailable(_, let seconds)?, .unavailable(_, let wanted)): #expect(seconds == wanted)
            case (.unreachable(_, let detail, let cause)?, .unreachable(_, let wanted, let wantedCause)):
                #expect(detail == wanted)
                #expect(cause == wantedCause)
            default: #expect(error == expected)
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A redirect to another server is reported with its address`() async throws {
        for other in [
            "https://sync.example.org/v1/sync", "http://127.0.0.1:1/v1/sync", "https://127.0.0.1/v1/sync",
        ] {
            let server = try ScriptedServer { _ in .answer("301 Moved", fields: ["Location: \(other)"]) }
            defer { server.stop() }
            let transport = try transport(server)
            await #expect(throws: SyncError.redirected(server: transport.name, to: other)) {
                try await transport.send(request())
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A server without this version of the protocol is reported`() async throws {
        for status in ["404 Not Found", "405 Method Not Allowed"] {
            let server = try ScriptedServer { _ in .answer(status) }
            defer { server.stop() }
            let transport = try transport(server)
            await #expect(throws: SyncError.noService(server: transport.name)) {
                try await transport.send(request())
            }
        }
    }

    @Test func `Missing or too long answers are refused`() async throws {
        let long = Data(repeating: UInt8(ascii: " "), count: SyncLimits.answerSize + 1)
        for body in [Data("<html>".utf8), Data(), Data("{\"token\":7}".utf8), long] {
            let server = try ScriptedServer { _ in .answer("200 OK", body) }
            defer { server.stop() }
            let error = await #expect(throws: SyncError.self) { try await transport(server).send(request()) }
            guard case .garbled? = error else {
                Issue.record("\(String(describing: error)) of \(body.count) bytes")
                continue
            }
        }
    }
}
