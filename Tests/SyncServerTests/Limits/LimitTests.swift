import Foundation
import NIOCore
import TestSupport
import Testing

@testable import SyncServer

@Suite("A limit on requests")
struct RateLimitTests {
    @Test("lets a burst through, then so many a second, and tells how long to wait")
    func burst() {
        let limiter = RateLimiter<String>(burst: 3, rate: 0.5)
        #expect((0..<3).map { _ in limiter.take("a", at: .zero) } == [nil, nil, nil])
        #expect(limiter.take("a", at: .zero) == 2)
        #expect(limiter.take("a", at: .seconds(1)) == 1)
        #expect(limiter.take("b", at: .seconds(1)) == nil, "others are not concerned")
        #expect(limiter.take("a", at: .seconds(2)) == nil)
        #expect(limiter.take("a", at: .seconds(2)) == 2)
        #expect((0..<4).map { _ in limiter.take("a", at: .seconds(1000)) } == [nil, nil, nil, 2])
    }

    @Test("is not reset by a flood of senders, and remembers a bounded number of them")
    func flood() {
        let limiter = RateLimiter<Int>(burst: 2, rate: 1, most: 100)
        for _ in 0..<3 { _ = limiter.take(0, at: .zero) }
        for sender in 1..<10_000 { _ = limiter.take(sender, at: .zero) }
        #expect(limiter.count == 100)
        #expect(limiter.take(0, at: .zero) == 1, "it is still known")
        #expect(limiter.take(77_777, at: .zero) != nil, "strangers share what is left")
        #expect(limiter.take(77_777, at: .seconds(60)) == nil, "the quiet ones are forgotten")
        #expect(limiter.count == 1)
    }
}

@Suite("A token")
struct DeviceTokenTests {
    @Test("is read as it was shown, and matches its digest alone")
    func roundTrip() {
        var random = SeededGenerator()
        for _ in 0..<200 {
            let token = DeviceToken(using: &random)
            #expect(DeviceToken(token.text) == token)
            #expect(token.text.utf8.count == 65 && token.secret.count == 32 && token.matches(token.digest))
            var wrong = token.digest
            wrong[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(!token.matches(wrong) && !token.matches([]) && !token.matches(token.secret))
        }
    }

    @Test(
        "is nothing else",
        arguments: ["", "sync_", "sync__", "sync_0123456789abcdef_", "x", "sync_0123456789ABCDEF_"])
    func others(_ text: String) {
        let secret = String(repeating: "A", count: 43)
        #expect(DeviceToken(text) == nil)
        #expect(DeviceToken("tsync_0123456789abcdef_" + secret) == nil)
        #expect(DeviceToken("sync_0123456789abcdef_" + secret + "A") == nil)
        #expect(DeviceToken("sync_0123456789abcdef_" + secret.dropLast() + "!") == nil)
        #expect(DeviceToken("sync_0123456789abcdef_" + secret) != nil)
    }
}

@Suite("The sender of a request")
struct ClientAddressTests {
    private func address(_ text: String, forwarded: String? = nil) throws -> String {
        ClientAddress(peer: try SocketAddress(ipAddress: text, port: 1), forwarded: forwarded).description
    }

    @Test("is an address of IPv4 or a network of IPv6, and what a proxy says last")
    func addresses() throws {
        #expect(try address("192.0.2.7") == "192.0.2.7")
        #expect(try address("::ffff:192.0.2.7") == "192.0.2.7")
        #expect(try address("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64")
        #expect(try address("127.0.0.1", forwarded: "198.51.100.9, 203.0.113.5") == "203.0.113.5")
        #expect(try address("127.0.0.1", forwarded: "what is this") == "127.0.0.1")
        #expect(ClientAddress(peer: nil, forwarded: nil).description == "unknown")
    }

    @Test("needs TLS or a promise where others reach the server")
    func loopback() throws {
        for host in ["127.0.0.1", "127.1.2.3", "::1", "localhost"] {
            #expect(throws: Never.self) { try ServingOptions(host: host).check() }
        }
        for host in ["0.0.0.0", "::", "127.example.org", "192.0.2.1", "127.0.0.1.example.org", "1270.0.0.1"] {
            #expect(throws: ServingError.plainHTTP(host: host)) { try ServingOptions(host: host).check() }
            #expect(throws: Never.self) { try ServingOptions(host: host, allowsPlainHTTP: true).check() }
        }
    }
}
