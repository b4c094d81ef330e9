import Foundation
import TestSupport
import Testing

@Suite("A missing store at an explicit path", .level(.default))
struct ExplicitStorePathTests {
    private static let changes = [
        "mybooks": "add Solaris Lem", "itour": "add Rome", "moonshot": "favourite 11",
        "portfolio": "new Fix it",
    ]

    private func files(_ person: Person) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: person.home.path))
    }

    @Test(arguments: ["mybooks", "itour", "portfolio"])
    func `Reading commands don't create the store, but name the path and how to create it`(program: String)
        throws
    {
        let person = try Person(program)
        for path in ["typo.store", "no/such/folder/typo.store"] {
            let before = try files(person)
            for arguments in [["list"], ["-c", "list"], ["history", "--json"], ["stats"]] {
                let result = try TestSupport.run(
                    person.path, ["--store", path] + arguments, environment: person.environment,
                    workingDirectory: person.home.path)
                #expect(result.status == .exited(66), "\(arguments): \(result.stdout)")
                #expect(result.stdout.isEmpty)
                #expect(result.stderr.contains(path), "\(result.stderr)")
                #expect(result.stderr.contains("first change"), "\(result.stderr)")
            }
            #expect(try person.run("--store", path, "where").status == .exited(0))
            #expect(try files(person) == before)
        }
    }

    @Test func `Missions are shown from memory, with a warning`() throws {
        let person = try Person("moonshot")
        let before = try files(person)
        let result = try person.run("--store", "typo.store", "mission", "11", "--json")
        #expect(result.status == .exited(0))
        #expect(result.stdout.contains("Tranquility"))
        #expect(result.stderr.contains("There is no store"))
        #expect(result.stderr.contains("typo.store"))
        #expect(try files(person) == before)
    }

    @Test(arguments: Transcript.programs)
    func `Changing commands create the file but not its directory, which is probably mistyped`(
        program: String
    ) throws {
        let person = try Person(program)
        let change = try #require(Self.changes[program])
        let before = try files(person)
        let refused = try person.run("--store", "no/such/folder/typo.store", "-c", change)
        #expect(refused.status == .exited(66))
        #expect(refused.stderr.contains("no/such/folder”"), "\(refused.stderr)")
        for line in ["restore typo.store --yes", "repair --yes"] {
            #expect(try person.run("--store", "no/such/folder/typo.store", "-c", line).status == .exited(66))
        }
        #expect(try files(person) == before)
        #expect(try person.run("--store", "mine.store", "-c", change).status == .exited(0))
        #expect(try files(person).contains("mine.store"))
    }

    @Test func `Only server commands that need a new store create it, and none creates its directory`() throws
    {
        let person = try Person("syncserver")
        let before = try files(person)
        for line in [
            "account list", "account delete ada --yes", "device list", "device add ada laptop",
            "device revoke ada laptop", "backup copy.store",
        ] {
            let result = try person.run("--store", "typo.store", "-c", line)
            #expect(result.status == .exited(66), "\(line): \(result.stdout)")
            #expect(
                result.stderr.contains("There is no store “\(person.home.file("typo.store"))” yet."),
                "\(line): \(result.stderr)")
        }
        for line in ["account add ada", "serve --port 0", "restore copy.store"] {
            let result = try person.run("--store", "no/such/folder/typo.store", "-c", line)
            #expect(result.status == .exited(66), "\(line): \(result.stdout)")
            #expect(result.stderr.contains("no/such/folder” for the store"), "\(line): \(result.stderr)")
        }
        #expect(try files(person) == before)
        #expect(try person.run("--store", "mine.store", "account", "add", "ada").status == .exited(0))
        #expect(try person.run("--store", "mine.store", "backup", "copy.store").status == .exited(0))
        #expect(try person.run("--store", "other.store", "restore", "copy.store").status == .exited(0))
        #expect(try person.run("--store", "other.store", "account", "list").stdout.contains("ada"))
    }

    @Test(arguments: Transcript.programs)
    func `The prompt creates the store and announces it once`(program: String) throws {
        let person = try Person(program)
        for isNew in [true, false] {
            let terminal = try PseudoTerminal(
                person.path, ["--store", "mine.store"], environment: person.environment,
                workingDirectory: person.home.path)
            let shown = try terminal.expectPrompt("\(program)> ")
            #expect(shown.contains("is a new store") == isNew, "\(shown)")
            try terminal.sendLine("quit")
            #expect(try terminal.waitForExit() == .exited(0))
        }
    }

    @Test(arguments: ["mybooks", "itour", "portfolio"])
    func `Undo with nothing to undo writes nothing`(program: String) throws {
        let person = try Person(program)
        let store = person.home.file("mine.store")
        _ = try person.run("--store", store, "-c", try #require(Self.changes[program]), "-c", "undo")
        let bytes = try Data(contentsOf: URL(filePath: store))
        #expect(try person.run("--store", store, "undo").status == .exited(1))
        #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
    }
}
