import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Output files at the store's path", .level(.default))
struct OverwrittenStoreTests {
    /// Returns a user whose store is called `own.json`, like an exported file.
    private func person(_ program: String) throws -> Person {
        let person = try Person(program)
        try change(person, "one")
        return person
    }

    private func change(_ person: Person, _ word: String) throws {
        let change = try #require(MaintenanceCommandTests.programs.first { $0.name == person.program }).change
        let result = try run(person, ["-c", change.replacing("%@", with: word)])
        try #require(result.status == .exited(0), "\(result.stderr)")
    }

    /// Runs the program on the store `own.json`.
    private func run(_ person: Person, _ arguments: [String]) throws -> ProcessResult {
        try TestSupport.run(
            person.path, ["--store", "own.json"] + arguments, environment: person.environment,
            workingDirectory: person.home.path)
    }

    private func number(of file: String) throws -> UInt64 {
        var status = stat()
        guard stat(file, &status) == 0 else { throw TestSupportError("\(file) is gone") }
        return UInt64(status.st_ino)
    }

    @Test(arguments: Transcript.programs)
    func `Neither an export nor a backup replaces the store, whatever path leads to it`(program: String)
        throws
    {
        let person = try person(program)
        let store = person.home.file("own.json")
        let history = try run(person, ["history", "--json"]).stdout
        try #require(history.contains("{"))
        let file = try number(of: store)
        try FileManager.default.createSymbolicLink(
            atPath: person.home.file("link.json"), withDestinationPath: "own.json")
        try FileManager.default.createSymbolicLink(
            atPath: person.home.file("here"), withDestinationPath: ".")
        for path in ["own.json", "./own.json", store, "link.json", "here/own.json"] {
            for command in ["export", "backup"] {
                for options in [["--overwrite"], []] {
                    let result = try run(person, [command, path] + options)
                    let place = "\(command) \(path) \(options)"
                    #expect(result.status == .exited(64), "\(place): \(result.stdout)\(result.stderr)")
                    #expect(
                        result.stderr.contains("“\(path)” is the store itself.\nGive another file."),
                        "\(place): \(result.stderr)")
                }
            }
        }
        #expect(try number(of: store) == file)
        #expect(try run(person, ["history", "--json"]).stdout == history)
        // A file of the same name in another directory can be replaced.
        try person.home.write("text\n", to: "other/own.json")
        #expect(try run(person, ["export", "other/own.json", "--overwrite"]).status == .exited(0))
        #expect(try run(person, ["backup", "other/own.json", "--overwrite"]).status == .exited(0))
    }

    @Test(arguments: Transcript.programs)
    func `Neither replaces the log of an open store or its other files`(program: String) throws {
        let person = try person(program)
        let terminal = try person.terminal("--store", "own.json")
        try change(person, "two")
        let log = person.home.file("own.json-wal")
        let file = try number(of: log)
        let history = try run(person, ["history", "--json"]).stdout
        for ending in StoreLog.endings + [".external"] {
            for options in [["--overwrite"], []] {
                let result = try run(person, ["backup", "own.json\(ending)"] + options)
                #expect(result.status == .exited(64), "\(ending) \(options): \(result.stdout)")
                #expect(
                    result.stderr.contains("“own.json\(ending)” belongs to the store.\nGive another file."),
                    "\(ending) \(options): \(result.stderr)")
            }
        }
        try person.home.write("large", to: "own.json.external/value.json")
        for command in ["export", "backup"] {
            for name in ["value.json", "new.json"] {
                let result = try run(person, [command, "own.json.external/\(name)", "--overwrite"])
                #expect(result.status == .exited(64), "\(command) \(name): \(result.stdout)")
                #expect(result.stderr.contains("belongs to the store."), "\(result.stderr)")
            }
        }
        #expect(try number(of: log) == file)
        #expect(!FileManager.default.fileExists(atPath: person.home.file("own.json-journal")))
        #expect(!FileManager.default.fileExists(atPath: person.home.file("own.json.external/new.json")))
        #expect(
            FileManager.default.contents(atPath: person.home.file("own.json.external/value.json"))
                == Data("large".utf8))
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try run(person, ["history", "--json"]).stdout == history)
    }

    @Test(arguments: Transcript.programs)
    func `The user isn't asked whether to replace the store`(program: String) throws {
        let person = try person(program)
        let terminal = try person.terminal("--store", "own.json")
        for command in ["export", "backup"] {
            try terminal.sendLine("\(command) own.json")
            let said = try terminal.expect("Give another file.")
            #expect(said.contains("“own.json” is the store itself."), "\(command): \(said)")
            #expect(!said.contains("Replace it?"), "\(command): \(said)")
            try terminal.expectPrompt("\(program)> ")
        }
        try terminal.sendLine("quit")
        #expect(try terminal.waitForExit() == .exited(0))
    }
}
