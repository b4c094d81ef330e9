import Foundation
import GRDB
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

@Suite("A backup")
struct BackupTests {
    @Test("is a storage with everything in it, and of another epoch", arguments: StorageKind.testable)
    func isAStorage(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let other = try await test.device("phone", of: "bob")
        let records = (1...1_203).map { SyncRecord.sample($0, ["text": .string("\u{0}ő\($0)")]) }
        for part in stride(from: 0, to: records.count, by: 500) {
            _ = try await test.exchange(laptop, Array(records[part..<min(part + 500, records.count)]))
        }
        _ = try await test.exchange(other, [.sample(1, at: 3_000_000_000_000)])
        let token = try await test.pull(laptop).token
        let path = test.directory.file("backup.store")
        try await test.storage.backup(to: path)

        // What comes after the backup is not in it.
        _ = try await test.exchange(laptop, [.sample(9_999)])
        let copy = try StorageLocation.file(path: path).open(connections: 1)
        try await copy.prepare()
        let read = TestCopy(storage: copy, clock: test.clock)
        #expect(try await read.pull(laptop) == records)
        #expect(try await read.pull(other).count == 1)
        #expect(try await copy.devices(ofAccount: nil) == test.storage.devices(ofAccount: nil))
        #expect(try await copy.accounts().map(\.name).sorted() == ["ada", "bob"])
        let failure = await #expect(throws: SyncFailure.self) {
            try await copy.exchange(
                Exchange(
                    identity: laptop, request: SyncRequest(batch: UUID(), token: token),
                    time: TestStorage.time),
                clock: test.clock)
        }
        #expect(failure?.code == .tokenExpired, "devices begin at the beginning")
        #expect(try await test.exchange(laptop, token: token).changes.count == 1, "the original goes on")

        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        await copy.close()
        await test.storage.close()
    }

    @Test("never replaces a file, and leaves nothing behind where it fails", arguments: StorageKind.testable)
    func replacesNothing(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let path = try test.directory.write("mine", to: "backup")
        await #expect(throws: BackupError.exists(path)) { try await test.storage.backup(to: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        let nowhere = test.directory.file("no/such/place")
        await #expect(throws: BackupError.self) { try await test.storage.backup(to: nowhere) }
        let names = try FileManager.default.contentsOfDirectory(atPath: test.directory.path)
        #expect(!names.contains { $0.contains("unfinished") })
        await test.storage.close()
    }

    @Test("is refused where another file's log would be written into it", arguments: ["-wal", "-journal"])
    func strayLog(_ ending: String) async throws {
        let test = try await TestStorage(.sqlite)
        let path = test.directory.file("backup.store")
        let log = try test.directory.write("of a file that was deleted", to: "backup.store\(ending)")
        await #expect(throws: BackupError.strayLog(log)) { try await test.storage.backup(to: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try String(contentsOfFile: log, encoding: .utf8).hasPrefix("of a file"))
        // An empty one says nothing.
        try Data().write(to: URL(fileURLWithPath: log))
        try await test.storage.backup(to: path)
        try BackupTests.expectWhole(path)
        await test.storage.close()
    }

    @Test("that several make at once is made by one of them, and is there for the others")
    func several() async throws {
        let test = try await TestStorage(.sqlite)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, (1...300).map { .sample($0) })
        let path = test.directory.file("backup.store")
        let storage = test.storage
        let failures = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        try await storage.backup(to: path)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: [(any Error)?]()) { $0.append($1) }
        }
        #expect(failures.count { $0 == nil } == 1)
        #expect(
            failures.compactMap { $0 as? BackupError } == Array(repeating: BackupError.exists(path), count: 3)
        )
        try BackupTests.expectWhole(path)
        let names = try FileManager.default.contentsOfDirectory(atPath: test.directory.path)
        #expect(!names.contains { $0.contains("unfinished") }, "\(names)")
        await test.storage.close()
    }

    @Test("takes away what killed processes left of one, and nothing else")
    func leftovers() async throws {
        let test = try await TestStorage(.sqlite)
        // Processes have no such numbers.
        let chance = "0123456789abcdef.unfinished"
        let stale = ["a.store.999999999-\(chance)", "a.store.999999999-\(chance)-wal"]
        let kept = [
            "a.store.\(getpid())-\(chance)", "mine.unfinished", "b.store.999999999-\(chance)",
            "c-1.unfinished",
        ]
        let long = Date(timeIntervalSinceNow: -7200)
        for name in stale + kept {
            let path = try test.directory.write("x", to: name)
            // One of them may be another machine's, which is at work.
            if name.hasPrefix("b.") { continue }
            try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: path)
        }
        try await test.storage.backup(to: test.directory.file("backup.store"))
        let names = try FileManager.default.contentsOfDirectory(atPath: test.directory.path)
        #expect(names.filter { $0.contains("unfinished") }.sorted() == kept.sorted())
        await test.storage.close()
    }

    @Test("is left as it is by being restored, byte for byte", arguments: StorageKind.testable)
    func restoring(_ kind: StorageKind) async throws {
        let test = try await TestStorage(.sqlite)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1), .sample(2)])
        let path = test.directory.file("medium/backup.store")
        try FileManager.default.createDirectory(
            atPath: test.directory.file("medium"), withIntermediateDirectories: true)
        try await test.storage.backup(to: path)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // What a server has open is read as it was last saved.
        guard case .file(let open) = test.location else { return }
        for source in [path, open] {
            let other = try await TestStorage(kind)
            try await other.storage.restore(from: source)
            #expect(try await other.storage.accounts().map(\.records) == [2])
            await other.storage.close()
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        let names = try FileManager.default.contentsOfDirectory(atPath: test.directory.file("medium"))
        #expect(names == ["backup.store"])
        await test.storage.close()
    }

    @Test("is left without anything beside it by being restored, also where a killed server left its log")
    func restoringWithLog() async throws {
        let test = try await TestStorage(.sqlite)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1), .sample(2)])
        guard case .file(let store) = test.location else { return }
        let path = try test.directory.write("", to: "medium/killed.store")
        for ending in ["", "-wal"] {
            // Another process reads it: closing a descriptor of a file would end the locks that SQLite has on it.
            let copied = try run(
                "/bin/cp", [store + ending, path + ending], environment: ["PATH": "/usr/bin:/bin"])
            #expect(copied.status == .exited(0), "\(copied.stderr)")
        }
        let other = try await TestStorage(.sqlite)
        try await other.storage.restore(from: path)
        #expect(try await other.storage.accounts().map(\.records) == [2])
        let names = try FileManager.default.contentsOfDirectory(atPath: test.directory.file("medium"))
        #expect(names.sorted() == ["killed.store", "killed.store-wal"])
        await other.storage.close()
        await test.storage.close()
    }

    @Test("that a killed process was restoring is taken away by the next one, and nothing else")
    func scratchLeftovers() throws {
        let directory = try TemporaryDirectory()
        let files = FileManager.default
        let long = Date(timeIntervalSinceNow: -7200)
        func make(_ name: String, _ file: String, rights: Int = 0o700, isOld: Bool = true) throws {
            try directory.write("x", to: "\(name)/\(file)")
            let path = directory.file(name)
            try files.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
            if isOld { try files.setAttributes([.modificationDate: long], ofItemAtPath: path) }
        }
        try make("syncserver-killed", "copy.store")
        try make("syncserver-nowal0", "copy.store-wal")
        try make("syncserver-backup", "sync.store")
        try make("syncserver-shared", "copy.store", rights: 0o755)
        try make("syncserver-begins", "copy.store", isOld: false)
        try make("syncserver-of-mine", "copy.store")
        let kept = ["syncserver-backup", "syncserver-shared", "syncserver-begins", "syncserver-of-mine"]

        let working = try ScratchDirectory(in: directory.path)
        try Data("x".utf8).write(to: URL(fileURLWithPath: working.file))
        let name = try #require(working.file.split(separator: "/").dropLast().last.map(String.init))
        try files.setAttributes([.modificationDate: long], ofItemAtPath: directory.file(name))
        let next = try ScratchDirectory(in: directory.path)
        #expect(files.fileExists(atPath: working.file), "it is at work")
        working.remove()
        next.remove()
        #expect(try files.contentsOfDirectory(atPath: directory.path).sorted() == kept.sorted())
    }

    private static func expectWhole(_ path: String) throws {
        let file = try DatabaseQueue(path: path)
        #expect(try file.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
        try file.close()
    }

    /// A storage that was copied, read as a device reads it.
    private struct TestCopy {
        let storage: any SyncStorage
        let clock: ServerClock

        func pull(_ identity: Identity) async throws -> [SyncRecord] {
            var token: String?
            var records: [SyncRecord] = []
            while true {
                let request = SyncRequest(batch: UUID(), token: token)
                let answer = try await storage.exchange(
                    Exchange(identity: identity, request: request, time: TestStorage.time), clock: clock)
                records += answer.changes
                token = answer.token
                if !answer.more { return records }
            }
        }
    }
}

@Suite("A storage")
struct OpeningTests {
    @Test("is opened again with what is in it", arguments: StorageKind.testable)
    func isOpenedAgain(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1)])
        await test.storage.close()
        let again = try test.location.open(connections: 1)
        try await again.prepare()
        #expect(try await again.accounts().map(\.records) == [1])
        await again.close()
    }

    @Test("is set up by several at the same moment, and works", arguments: StorageKind.testable)
    func isSetUpTogether(_ kind: StorageKind) async throws {
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

    @Test(
        "in SQLite acknowledges nothing while its file, or its log, is another or gone",
        arguments: ["", "-wal"])
    func isElsewhere(_ ending: String) async throws {
        let test = try await TestStorage(.sqlite)
        guard case .file(let path) = test.location else { return }
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
                #expect(reason.contains(path + ending) && reason.contains("put it back"))
            }
            await #expect(throws: StorageError.self) { try await test.storage.ping() }
            if isReplaced { try files.removeItem(atPath: path + ending) }
            try files.moveItem(atPath: path + ".moved", toPath: path + ending)
            try await test.storage.ping()
        }
        _ = try await test.exchange(laptop, [.sample(2)])
        #expect(try await test.pull(laptop).records.count == 2)
        await test.storage.close()
    }

    @Test("of a newer server is refused and left as it is", arguments: StorageKind.testable)
    func isNewer(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let storage = try #require(test.storage as? SQLStorage)
        _ = try await storage.database.write { try $0.run("UPDATE sync_meta SET number = 99") }
        await #expect(throws: StorageError.newer(version: 99)) { try await storage.prepare() }
        await storage.close()
    }

    @Test("in SQLite is private also where a link leads to no file yet, and is filled from beside itself")
    func isBehindLink() async throws {
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
        #expect(copy.path.hasPrefix(store + "."))
        await storage.close()
    }

    @Test("in SQLite that a link leads to is copied with the log that lies beside it")
    func isCopiedThroughLink() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "links/here")
        try directory.write("", to: "real/there")
        let store = directory.file("real/sync.store")
        let queue = try DatabaseQueue(path: store)
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try database.execute(sql: "CREATE TABLE words (word); INSERT INTO words VALUES ('late')")
        }
        // As a server leaves them that was killed.
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

    @Test("in SQLite is private, and never another program's file")
    func isPrivate() async throws {
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

    @Test("whose records can't be read any more holds nobody up", arguments: StorageKind.testable)
    func isDamaged(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1), .sample(2)])
        let storage = try #require(test.storage as? SQLStorage)
        _ = try await storage.database.write {
            try $0.run("UPDATE sync_record SET body = '{broken' WHERE id LIKE '%1'")
        }
        #expect(try await test.pull(laptop).records == [.sample(2)])
        let answer = try await test.exchange(laptop, [.sample(1), .sample(3)])
        #expect(answer.refused.map(\.reason) == [.unreadable] && answer.merged == [.sample(3)])
        await storage.close()
    }
}
