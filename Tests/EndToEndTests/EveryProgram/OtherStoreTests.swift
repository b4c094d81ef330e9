import Foundation
import TestSupport
import Testing

@testable import ModelData

@Suite("Stores of another program", .level(.default))
struct OtherStoreTests {
    private static let changes = [
        "mybooks": "add Solaris Lem", "itour": "add Rome", "moonshot": "favourite 11",
        "portfolio": "new Fix it",
    ]

    @Test(arguments: Transcript.programs)
    func `A store of another program is refused and unchanged`(program: String) throws {
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
        #expect(history.status == .exited(0))
        #expect(history.stdout.contains("{"))
    }

    @Test(arguments: Transcript.programs)
    func `Restore and repair refuse another program's store, complete or truncated`(program: String) throws {
        let owner = try Person(program)
        let (store, cut) = (owner.home.file("their.store"), owner.home.file("cut.store"))
        _ = try owner.run("--store", store, "-c", try #require(Self.changes[program]))
        let bytes = try Data(contentsOf: URL(filePath: store))
        let half = bytes.prefix(bytes.count / 4096 * 3 / 4 * 4096)
        try half.write(to: URL(filePath: cut))
        let files = try Set(FileManager.default.contentsOfDirectory(atPath: owner.home.path))
        for other in Transcript.programs where other != program {
            let home = try TemporaryDirectory.copy(of: other) { home in
                let person = try Person(other, home: home)
                _ = try person.run("-c", try #require(Self.changes[other]))
                try #require(try person.run("backup", "good.store").status == .exited(0))
            }
            let person = try Person(other, home: home)
            for (path, command) in [
                (store, "restore good.store --yes"), (store, "repair --yes"), (cut, "repair --yes"),
            ] {
                let result = try person.run("--store", path, "-c", command)
                #expect(result.status == .exited(65), "\(other) \(command): \(result.stdout)")
                #expect(
                    result.stderr.contains("\(path)” is a database of another program"),
                    "\(other) \(command): \(result.stderr)")
            }
        }
        #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
        #expect(try Data(contentsOf: URL(filePath: cut)) == half)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: owner.home.path)) == files)
    }

    @Test(arguments: Transcript.programs)
    func `A store of a newer version is refused by every command and stays byte for byte the same`(
        program: String
    ) throws {
        let owner = try Person(program)
        let (store, change) = (owner.home.file("newer.store"), try #require(Self.changes[program]))
        _ = try owner.run("--store", store, "-c", change)
        let connection = try StoreConnection(path: store, timeout: 5)
        try connection.perform {
            try $0.execute(
                """
                INSERT INTO _schema (version, fingerprint, at) VALUES ('99.0.0', 'another form', 900000000);
                UPDATE _modeldata SET value = 'another form' WHERE key = 'schema';
                UPDATE _modeldata SET value = (SELECT max(_id) FROM _schema) WHERE key = 'generation';
                """)
        }
        try connection.close()
        let bytes = try Data(contentsOf: URL(filePath: store))
        for line in ["history", change, "undo"] {
            let result = try owner.run("--store", store, "-c", line)
            #expect(result.status == .exited(65), "\(line): \(result.stdout)")
            #expect(result.stderr.contains("newer.store” was written by a newer version"), "\(result.stderr)")
        }
        // `restore` also refuses this store as a backup.
        _ = try owner.run("-c", change)
        let restored = try owner.run("restore", "newer.store", "--yes")
        #expect(restored.status == .exited(65), "\(restored.stdout)")
        #expect(restored.stderr.contains("newer version"), "\(restored.stderr)")
        #expect(try owner.run("history", "--json").stdout.contains("{"))
        #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
    }
}
