import Foundation
import TestSupport
import Testing

@Suite("A computer without libcurl", .level(.slow))
struct MissingLibraryTests {
    @Test(arguments: ["mybooks", "itour", "portfolio"])
    func `Synchronization says which library is missing, and everything else works`(program: String) throws {
        let person = try Person(
            program,
            adding: [
                "LD_PRELOAD": try FaultLibrary.path(),
                "FAULT_MISSING_LIBRARY": "libcurl",
            ])
        #expect(try person.run(["samples"]).status == .exited(0))
        let login = try person.run(
            ["sync", "login", "http://127.0.0.1:1", "--token-file", "-"], script: ["token"])
        #expect(login.status != .exited(0))
        #expect(login.stderr.contains("needs the library libcurl, which isn't installed"), "\(login.stderr)")
        #expect(login.stderr.contains("sudo apt install libcurl4"), "\(login.stderr)")
        #expect(try person.run(["list"]).status == .exited(0))
        #expect(try person.run(["undo"]).status == .exited(0))
    }
}
