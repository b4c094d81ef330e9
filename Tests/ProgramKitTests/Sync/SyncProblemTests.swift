import Localization
import Sync
import Testing

@testable import ProgramKit

@Suite("Synchronization errors")
struct SyncProblemTests {
    private func remedy(_ error: SyncError) -> String {
        SyncProblem(error, isLogin: true).remedy.map { Localizer(.english).string($0) } ?? ""
    }

    @Test(arguments: [
        ("localhost:18399", "http://localhost:18399"), ("127.0.0.1:18399", "http://127.0.0.1:18399"),
        ("[::1]:18399/path", "http://[::1]:18399/path"), ("sync.example.org", "https://sync.example.org"),
        ("sync.example.org:8443", "https://sync.example.org:8443"),
    ])
    func `An address without a scheme is completed in the line to type`(typed: String, meant: String) {
        #expect(remedy(.badAddress(typed)) == "Write “sync login \(meant)”.")
    }

    @Test(arguments: ["", "two words", "ftp://sync.example.org", "https://"])
    func `For another text, the remedy shows how an address begins`(typed: String) {
        #expect(remedy(.badAddress(typed)).hasPrefix("An address begins with “https://”"))
    }

    @Test func `If the server of this computer doesn't use encryption, the line has the address without it`()
    {
        func refused(_ server: String) -> String {
            remedy(.unreachable(server: server, detail: "", cause: .unencrypted))
        }
        #expect(refused("https://127.0.0.1:18399") == "Write “sync login http://127.0.0.1:18399”.")
        #expect(!refused("https://sync.example.org").contains("http://"))
    }
}
