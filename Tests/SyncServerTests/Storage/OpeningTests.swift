import Foundation
import GRDB
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

@Suite("Opening of storages")
struct OpeningTests {
    @Test(arguments: StorageKind.testable)
    func `A reopened storage has its data`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1)])
        await test.storage.close()
        let again = try test.location.open(connections: 1)
        try await again.prepare()
        #expect(try await again.accounts().map(\.records) == [1])
        await again.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Several processes can prepare a storage at the same time`(_ kind: StorageKind) async throws {
        let directory = try TemporaryDirectory()
        let location = try kind.makeLocation(in: directory)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    let storage = try location.open(connections: 1)
                    try await storage.prepare()
                    await storage.close()
                }
            }
            try await group.waitForAll()
        }
        let storage = try location.open(connections: 1)
        try await storage.prepare()
        _ = try await storage.addAccount(named: "ada", at: TestStorage.time)
        #expect(try await storage.accounts().map(\.name) == ["ada"])
        await storage.close()
    }

    @Test(arguments: ["", "-wal"])
    func `SQLite storage acknowledges nothing while its file or log is replaced or missing`(_ ending: String)
        async throws
    {
        let test = try await TestStorage(.sqlite)
        guard case .file(let path) = test.location else {
            Issue.record("\(test.location)")
            return
        }
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1)])
        let files = FileManager.default
        for isReplaced in [true, false] {
            try files.moveItem(atPath: path + ending, toPath: path + ".moved")
            if isReplaced { try Data().write(to: URL(fileURLWithPath: path + ending)) }
            for _ in 0..<2 {
                let failure = await #expect(throws: StorageError.self) {
                    try await test.exchange(laptop, [.sample(2)])
                }
                guard case .unavailable(let reason)? = failure else {
                    Issue.record("\(String(describing: failure))")
                    continue
                }
                #expect(reason.contains(path + ending))
                #expect(reason.contains("put it back"))
            }
            await #expect(throws: StorageError.self) { try await test.storage.checkWritable() }
            if isReplaced { try files.removeItem(atPath: path + ending) }
            try files.moveItem(atPath: path + ".moved", toPath: path + ending)
            try await test.storage.checkWritable()
        }
        _ = try await test.exchange(laptop, [.sample(2)])
        #expect(try await test.pull(laptop).records.count == 2)
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A storage of a newer server is refused and unchanged`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let storage = test.storage
        _ = try await storage.database.write { try $0.run("UPDATE sync_meta SET number = 99") }
        await #expect(throws: StorageError.newer(version: 99)) { try await storage.prepare() }
        await storage.close()
    }

    @Test func `A linked SQLite storage is private, and restored from beside its target`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "links/here")
        try directory.write("", to: "real/there")
        let link = directory.file("links/sync.store")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "../real/sync.store")
        let storage = try StorageLocation.file(path: link).open(connections: 1)
        try await storage.prepare()
        let store = directory.file("real/sync.store")
        let attributes = try FileManager.default.attributesOfItem(atPath: store)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let backup = directory.file("backup.store")
        try await storage.backup(to: backup)
        let copy = try ScratchCopy(of: backup, beside: link)
        defer { copy.remove() }
        #expect(copy.path.hasPrefix(directory.file("real/.sync.store.")))
        await storage.close()
    }

    @Test func `A linked SQLite storage is copied with the log beside its target`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "links/here")
        try directory.write("", to: "real/there")
        let store = directory.file("real/sync.store")
        let queue = try DatabaseQueue(path: store)
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try database.execute(sql: "CREATE TABLE words (word); INSERT INTO words VALUES ('late')")
        }
        // Copy the files that a killed server would leave.
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: store + ending, toPath: directory.file("real/left.store") + ending)
        }
        try queue.close()
        let link = directory.file("links/left.store")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../real/left.store")
        let copy = try ScratchCopy(of: link, beside: nil)
        defer { copy.remove() }
        let copied = try DatabaseQueue(path: copy.path)
        #expect(try await copied.read { try String.fetchOne($0, sql: "SELECT word FROM words") } == "late")
        try copied.close()
    }

    @Test func `SQLite storage is private, and other programs' files are refused`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("new/place/sync.store")
        let storage = try StorageLocation.file(path: path).open(connections: 1)
        try await storage.prepare()
        for (name, rights) in [("new/place/sync.store", 0o600), ("new/place", 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(name))
            #expect(attributes[.posixPermissions] as? Int == rights)
        }
        await storage.close()
        let foreign = directory.file("foreign")
        let queue = try DatabaseQueue(path: foreign)
        try await queue.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
        try queue.close()
        #expect(throws: StorageError.foreign(foreign)) {
            try StorageLocation.file(path: foreign).open(connections: 1)
        }
        let text = try directory.write(String(repeating: "no database ", count: 100), to: "text")
        #expect(throws: StorageError.self) { try StorageLocation.file(path: text).open(connections: 1) }
        #expect(try String(contentsOfFile: text, encoding: .utf8).hasPrefix("no database"))
    }

    @Test(arguments: StorageKind.testable)
    func `Unreadable records don't block a storage`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1), .sample(2)])
        let storage = test.storage
        _ = try await storage.database.write {
            try $0.run("UPDATE sync_record SET body = '{broken' WHERE id LIKE '%1'")
        }
        #expect(try await test.pull(laptop).records == [.sample(2)])
        let answer = try await test.exchange(laptop, [.sample(1), .sample(3)])
        #expect(answer.refused.map(\.reason) == [.unreadable])
        #expect(answer.merged == [.sample(3)])
        await storage.close()
    }
}
