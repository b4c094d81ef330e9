import NIOCore
import Testing

@testable import SyncServer

@Suite("Addresses of clients")
struct ClientAddressTests {
    private func address(_ text: String, forwarded: String? = nil) throws -> String {
        ClientAddress(peer: try SocketAddress(ipAddress: text, port: 1), forwarded: forwarded).description
    }

    @Test func `A client is identified by IPv4 address or IPv6 network, or by the last forwarded address`()
        throws
    {
        #expect(try address("192.0.2.7") == "192.0.2.7")
        #expect(try address("::ffff:192.0.2.7") == "192.0.2.7")
        #expect(try address("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64")
        #expect(try address("127.0.0.1", forwarded: "198.51.100.9, 203.0.113.5") == "203.0.113.5")
        #expect(try address("127.0.0.1", forwarded: "what is this") == "127.0.0.1")
        #expect(ClientAddress(peer: nil, forwarded: nil).description == "unknown")
    }

    @Test func `A public address requires TLS or an explicit option`() throws {
        for host in ["127.0.0.1", "127.1.2.3", "::1", "localhost"] {
            #expect(throws: Never.self) { try ServingOptions(host: host).check() }
        }
        for host in ["0.0.0.0", "::", "127.example.org", "192.0.2.1", "127.0.0.1.example.org", "1270.0.0.1"] {
            #expect(throws: ServingError.plainHTTP(host: host)) { try ServingOptions(host: host).check() }
            #expect(throws: Never.self) { try ServingOptions(host: host, allowsPlainHTTP: true).check() }
        }
    }
}
