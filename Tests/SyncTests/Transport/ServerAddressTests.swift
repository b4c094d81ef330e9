import Testing

@testable import Sync

@Suite("Addresses of servers")
struct ServerAddressTests {
    @Test(arguments: [
        "https://sync.example.org", "HTTPS://Sync.Example.org", "https://sync.example.org:8443/base",
        "http://localhost:8080", "HTTP://LOCALHOST", "http://127.0.0.1:1", "http://[::1]",
        "http://[::1]:65535",
        "https://[2001:db8::1]:443/", "https://example.org/a:b",
    ])
    func `An address of a server is accepted`(text: String) throws {
        let address = try ServerAddress(text)
        #expect(address.text == (text.hasSuffix("/") ? String(text.dropLast()) : text))
        #expect(address.url.absoluteString == address.text + "/v1/sync")
    }

    @Test(arguments: [
        "", "localhost", "127.0.0.1:8080", "ftp://127.0.0.1", "https://", "https:///path", "http://[::1",
        "http://::1", "https://user@example.org", "https://user:secret@example.org", "https://example.org?a",
        "https://example.org#a", "https://exa mple.org", "https://example.org\n",
    ])
    func `Another text isn't the address of a server`(text: String) {
        #expect(throws: SyncError.badAddress(text)) { try ServerAddress(text) }
    }

    @Test(arguments: [
        "https://example.org:0", "https://example.org:65536", "https://example.org:99999999999999999999/path",
        "https://example.org:", "https://example.org:abc", "https://example.org:-1", "http://[::1]:70000",
    ])
    func `A wrong port is reported as such`(text: String) {
        #expect(throws: SyncError.badPort(text)) { try ServerAddress(text) }
    }

    @Test func `An unencrypted address is accepted only for this computer or on request`() throws {
        for text in ["http://example.org", "HTTP://192.168.0.1:80", "http://[2001:db8::1]"] {
            #expect(throws: SyncError.notEncrypted(text)) { try ServerAddress(text) }
            #expect(try ServerAddress(text, allowsUnencrypted: true).text == text)
        }
    }

    @Test func `The same server is recognized by scheme, host and port`() throws {
        let address = try ServerAddress("https://sync.example.org")
        for other in ["https://sync.example.org/elsewhere", "HTTPS://SYNC.example.org:443/"] {
            #expect(address.isSameServer(other))
        }
        for other in [
            "http://sync.example.org/v1/sync", "https://sync.example.org:8443/", "https://example.org", "",
        ] {
            #expect(!address.isSameServer(other))
        }
    }
}
