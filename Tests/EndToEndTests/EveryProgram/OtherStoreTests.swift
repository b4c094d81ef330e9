import Foundation
import TestSupport
import Testing

@Suite("The store of another program")
struct OtherStoreTests {
    private static let changes = [
        "mybooks": "add Solaris Lem", "itour": "add Rome", "moonshot": "favourite 11",
        "portfolio": "new Fix it",
    ]

    @Test("It is refused, and left as it is", arguments: Transcript.programs)
    func refused(program: String) throws {
        let owner = try Person(program)
        let store = owner.home.file("their.store")
        _ = try owner.run("--store", store, "-c", try #require(Self.changes[program]))
        let bytes = try Data(contentsOf: URL(filePath: store))
        for other in Transcript.programs where other != program {
            let result = try Person(other).run("--store", store, "history")
            #expect(result.status == .exited(65), "\(other): \(result.stdout)")
            #expect(result.stderr.contains("their.store"), "\(other): \(result.stderr)")
        }
        #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
        let history = try owner.run("--store", store, "history", "--json")
        #expect(history.status == .exited(0) && history.stdout.contains("{"))
    }
}
