import Foundation
import Shell
import Testing

@testable import Suite

@Suite("Where the store lies")
struct StoreLocationTests {
    func location(_ environment: [String: String], path: String? = nil, inMemory: Bool = false) throws
        -> StoreLocation
    {
        var options = LaunchOptions()
        options.storePath = path
        options.inMemory = inMemory
        return try StoreLocation(
            programName: "mybooks", options: options,
            surroundings: Surroundings(
                environment: environment, timeZone: .gmt, now: { .distantPast }, workingDirectory: "/work"))
    }

    @Test("In the XDG data directory, or its default under the home directory")
    func standard() throws {
        #expect(
            try location(["HOME": "/h", "XDG_DATA_HOME": "/d"]) == .file(path: "/d/mybooks/mybooks.store"))
        #expect(try location(["HOME": "/h"]) == .file(path: "/h/.local/share/mybooks/mybooks.store"))
        #expect(
            try location(["HOME": "/h", "XDG_DATA_HOME": "relative"])
                == .file(path: "/h/.local/share/mybooks/mybooks.store"))
    }

    @Test("Where the command line says")
    func given() throws {
        #expect(try location(["HOME": "/h"], path: "a/b") == .file(path: "/work/a/b"))
        #expect(try location([:], path: "/b") == .file(path: "/b"))
        #expect(try location([:], inMemory: true) == .memory)
    }

    @Test("Without a home directory and without a path nobody knows")
    func nowhere() {
        #expect(throws: StoreLocationError.noHome) { try location([:]) }
        #expect(throws: StoreLocationError.emptyPath) { try location(["HOME": "/h"], path: "") }
    }
}
