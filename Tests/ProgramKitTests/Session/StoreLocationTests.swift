import Foundation
import Shell
import Testing

@testable import ProgramKit

@Suite("Store location")
struct StoreLocationTests {
    func location(_ environment: [String: String], path: String? = nil, inMemory: Bool = false) throws
        -> StoreLocation
    {
        var options = LaunchOptions()
        options.storePath = path
        options.inMemory = inMemory
        return try StoreLocation(
            programName: "mybooks", options: options,
            environment: ProcessEnvironment(
                variables: environment, timeZone: .gmt, now: { .distantPast }, workingDirectory: "/work"))
    }

    @Test func `The default is the XDG data directory`() throws {
        #expect(
            try location(["HOME": "/h", "XDG_DATA_HOME": "/d"]) == .file(path: "/d/mybooks/mybooks.store"))
        #expect(try location(["HOME": "/h"]) == .file(path: "/h/.local/share/mybooks/mybooks.store"))
        #expect(
            try location(["HOME": "/h", "XDG_DATA_HOME": "relative"])
                == .file(path: "/h/.local/share/mybooks/mybooks.store"))
    }

    @Test func `The command line overrides the location`() throws {
        #expect(try location(["HOME": "/h"], path: "a/b") == .file(path: "/work/a/b"))
        #expect(try location([:], path: "/b") == .file(path: "/b"))
        #expect(try location([:], inMemory: true) == .memory)
    }

    @Test func `Without a home directory and a path, the location is an error`() {
        #expect(throws: StoreLocationError.noHome) { try location([:]) }
        #expect(throws: StoreLocationError.emptyPath) { try location(["HOME": "/h"], path: "") }
    }
}
