import TestSupport
import Testing

@testable import SyncServer

@Suite("Device tokens")
struct DeviceTokenTests {
    @Test func `A token is parsed from its text and matches only its own digest`() {
        var random = SeededGenerator()
        for _ in 0..<200 {
            let token = DeviceToken(using: &random)
            #expect(DeviceToken(token.text) == token)
            #expect(token.text.utf8.count == 65)
            #expect(token.secret.count == 32)
            #expect(token.matches(token.digest))
            var wrong = token.digest
            wrong[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(!token.matches(wrong))
            #expect(!token.matches([]))
            #expect(!token.matches(token.secret))
        }
    }

    @Test(arguments: ["", "sync_", "sync__", "sync_0123456789abcdef_", "x", "sync_0123456789ABCDEF_"])
    func `Other texts aren't tokens`(_ text: String) {
        let secret = String(repeating: "A", count: 43)
        #expect(DeviceToken(text) == nil)
        #expect(DeviceToken("tsync_0123456789abcdef_" + secret) == nil)
        #expect(DeviceToken("sync_0123456789abcdef_" + secret + "A") == nil)
        #expect(DeviceToken("sync_0123456789abcdef_" + secret.dropLast() + "!") == nil)
        #expect(DeviceToken("sync_0123456789abcdef_" + secret) != nil)
    }
}
