import Foundation
import GRDB
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

@Suite("Backups of the server")
struct BackupTests {
    @Test(arguments: StorageKind.testable)
    func `A backup contains everything, and devices with later changes begin again`(_ kind: StorageKind)
        async throws
    {
        let test = try await TestStorage(kind)
        let laptop = try await test.device("laptop")
        let other = try await test.device("phone", of: "bob")
        let records = (1...1_203).map { SyncRecord.sample($0, ["text": .string("\u{0}ő\($0)")]) }
        for part in stride(from: 0, to: records.count, by: 500) {
            _ = try await test.exchange(laptop, Array(records[part..<min(part + 500, records.count)]))
        }
        _ = try await test.exchange(other, [.sample(1, at: 2_000)])
        let token = try await test.pull(laptop).token
        let path = test.directory.file("backup.store")
        try await test.storage.backup(to: path)

        // The backup doesn't contain changes that were made after it.
        let later = try await test.exchange(laptop, [.sample(9_999)], token: token).token
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
                    identity: laptop, request: SyncRequest(batch: UUID(), token: later),
                    time: TestStorage.time),
                clock: test.clock)
        }
        #expect(failure?.code == .tokenExpired, "the device has seen a change that the backup lacks")
        #expect(try await test.exchange(laptop, token: later).changes.isEmpty, "the original goes on")

        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        await copy.close()
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A backup never replaces a file, and a failing one leaves no files`(_ kind: StorageKind) async throws
    {
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

    @Test(arguments: ["-wal", "-journal"])
    func `A backup is refused if another file's log would be applied to it`(_ ending: String) async throws {
        let test = try await TestStorage(.sqlite)
        let path = test.directory.file("backup.store")
        let log = try test.directory.write("of a file that was deleted", to: "backup.store\(ending)")
        await #expect(throws: BackupError.orphanedLog(log)) { try await test.storage.backup(to: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try String(contentsOfFile: log, encoding: .utf8).hasPrefix("of a file"))
        // An empty log of another file doesn't prevent the backup.
        try Data().write(to: URL(fileURLWithPath: log))
        try await test.storage.backup(to: path)
        try BackupTests.expectWhole(path)
        await test.storage.close()
    }

    @Test func `Of several simultaneous backups to one path, one succeeds and its file is complete`()
        async throws
    {
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

    @Test func `A backup deletes only leftovers of killed processes`() async throws {
        let test = try await TestStorage(.sqlite)
        let end = "\(UUID().uuidString).unfinished"
        let stale = [".a.store.\(end)", ".a.store.\(end)-wal"]
        let kept = [".claimed.store.\(end)", "mine.unfinished", "c.store.\(end)", ".d.unfinished"]
        for name in stale + kept { _ = try test.directory.write("x", to: name) }
        // Another process that still runs holds this lock.
        let claimed = open(test.directory.file(".claimed.store.\(end)"), O_RDONLY | O_CLOEXEC)
        defer { close(claimed) }
        #expect(flock(claimed, LOCK_EX | LOCK_NB) == 0)
        try await test.storage.backup(to: test.directory.file("backup.store"))
        let names = try FileManager.default.contentsOfDirectory(atPath: test.directory.path)
        #expect(names.filter { $0.contains("unfinished") }.sorted() == kept.sorted())
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `A restored backup stays byte for byte the same`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(.sqlite)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1), .sample(2)])
        let path = test.directory.file("medium/backup.store")
        try FileManager.default.createDirectory(
            atPath: test.directory.file("medium"), withIntermediateDirectories: true)
        try await test.storage.backup(to: path)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // A store that a server has open can also be used as a backup. Its last committed state is restored.
        guard case .file(let open) = test.location else {
            Issue.record("SQLite's storage is a file")
            return
        }
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

    @Test(.level(.default))
    func `Restoring leaves no files beside the backup, even if it has the log of a killed server`()
        async throws
    {
        let test = try await TestStorage(.sqlite)
        let laptop = try await test.device()
        _ = try await test.exchange(laptop, [.sample(1), .sample(2)])
        guard case .file(let store) = test.location else {
            Issue.record("\(test.location)")
            return
        }
        let path = try test.directory.write("", to: "medium/killed.store")
        for ending in ["", "-wal"] {
            // Another process reads the file. If this process closed a descriptor of the file, SQLite's locks
            // would be released.
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

    @Test func `A scratch copy is in a private directory, and those of killed processes are deleted`() throws
    {
        let directory = try TemporaryDirectory()
        let source = try directory.write("content", to: "backup.store")
        let name = "syncserver-\(geteuid())"
        let place = directory.file(name)
        let killed = try directory.write("x", to: "\(name)/.copy.store.\(UUID().uuidString).unfinished")
        try directory.write("x", to: "\(name)/mine")
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
        #expect(throws: BackupError.scratchUnwritable(place, code: EPERM)) {
            try ScratchCopy(of: source, beside: nil, in: directory.path)
        }
        try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place)
        let copy = try ScratchCopy(of: source, beside: nil, in: directory.path)
        #expect(!files.fileExists(atPath: killed))
        let second = try ScratchCopy(of: source, beside: nil, in: directory.path)
        #expect(try String(contentsOfFile: copy.path, encoding: .utf8) == "content", "it is at work")
        copy.remove()
        second.remove()
        #expect(try files.contentsOfDirectory(atPath: place) == ["mine"])
    }

    @Test func `A scratch copy that can't be made names the store, not the target of its link`() throws {
        let directory = try TemporaryDirectory()
        let source = try directory.write("content", to: "backup.store")
        let store = directory.file("link.store")
        try FileManager.default.createSymbolicLink(
            atPath: store, withDestinationPath: directory.file("missing/sync.store"))
        #expect(throws: BackupError.unwritable(store, code: ENOENT)) {
            try ScratchCopy(of: source, beside: store)
        }
    }

    private static func expectWhole(_ path: String) throws {
        let file = try DatabaseQueue(path: path)
        #expect(try file.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
        try file.close()
    }

    /// A copy of a storage, from which a test reads like a device.
    private struct TestCopy {
        let storage: SQLStorage
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
