import Foundation
import TestSupport
import Testing

@Suite("A computer without a library for synchronization", .level(.slow))
struct MissingLibraryTests {
    @Test(
        arguments: ["mybooks", "itour", "portfolio"],
        [
            (
                name: "libcurl", problem: "needs the library libcurl, which isn't installed",
                remedy: "sudo apt install libcurl4"
            ),
            (
                name: "libcrypto", problem: "needs the libraries libcrypto and zlib, which aren't installed",
                remedy: "sudo apt install libssl3 zlib1g"
            ),
        ])
    func `Synchronization says which library is missing, and everything else works`(
        program: String, library: (name: String, problem: String, remedy: String)
    ) throws {
        let person = try Person(
            program,
            adding: [
                "LD_PRELOAD": try FaultLibrary.path(),
                "FAULT_MISSING_LIBRARY": library.name,
            ])
        #expect(try person.run(["samples"]).status == .exited(0))
        let login = try person.run(
            ["sync", "login", "http://127.0.0.1:1", "--token-file", "-"], script: ["token"])
        #expect(login.status != .exited(0))
        #expect(login.stderr.contains(library.problem), "\(login.stderr)")
        #expect(login.stderr.contains(library.remedy), "\(login.stderr)")
        #expect(try person.run(["list"]).status == .exited(0))
        #expect(try person.run(["undo"]).status == .exited(0))
    }
}
