import Foundation
import SyncProtocol
import TestSupport
import Testing

@testable import SyncServer

/// If a database returns to an earlier state, it uses the numbers of lost changes again. The server must not
/// confuse these changes with new ones.
@Suite("Chains of accounts") struct ChainTests {
    private let clock = ServerClock(node: "server")

    private func send(
        _ identity: Identity, _ records: [SyncRecord] = [], token: String? = nil, to storage: SQLStorage
    ) async throws -> SyncAnswer {
        try await storage.exchange(
            Exchange(
                identity: identity, request: SyncRequest(batch: UUID(), token: token, records: records),
                time: TestStorage.time), clock: clock)
    }

    private func isExpired(
        _ identity: Identity, _ token: String, at storage: SQLStorage
    ) async throws -> Bool {
        do {
            _ = try await send(identity, token: token, to: storage)
            return false
        } catch let failure as SyncFailure {
            return failure.code == .tokenExpired
        }
    }

    private func serve(_ path: String) async throws -> SQLStorage {
        let storage = try StorageLocation.file(path: path).open(connections: 1)
        try await storage.prepare()
        return storage
    }

    @Test func `A device that has read changes that a copied file lacks begins again`() async throws {
        let test = try await TestStorage(.sqlite)
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        let first = try await test.exchange(laptop, [.sample(1)])
        let path = test.directory.file("copy.store")
        let database = try #require(test.storage.database as? SQLiteDatabase)
        try await database.copy(to: path)
        let lost = try await test.exchange(laptop, (2...4).map { .sample($0) }, token: first.token)

        let copy = try await serve(path)
        #expect(try await isExpired(laptop, lost.token, at: copy), "the token is beyond the copy's end")
        // A device can continue if it has read only changes that the copy contains.
        let second = try await send(phone, (5...8).map { .sample($0) }, token: first.token, to: copy)
        #expect(second.changes.isEmpty)
        #expect(!second.more)
        #expect(
            try await isExpired(laptop, lost.token, at: copy), "the copy's numbers have exceeded the token")
        #expect(try await send(laptop, token: first.token, to: copy).changes.count == 4)
        #expect(
            try await isExpired(phone, second.token, at: test.storage),
            "the original doesn't know the copy's changes")
        await copy.close()
        await test.storage.close()
    }

    @Test func `A device that wrote after the copy begins again, however little it read`() async throws {
        let test = try await TestStorage(.sqlite)
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        _ = try await test.exchange(laptop, (1...5).map { .sample($0) })
        let path = test.directory.file("copy.store")
        let database = try #require(test.storage.database as? SQLiteDatabase)
        try await database.copy(to: path)
        let request = SyncRequest(batch: UUID(), token: nil, records: [.sample(9)], limit: 2)
        let begun = try await test.storage.exchange(
            Exchange(identity: phone, request: request, time: TestStorage.time), clock: clock)
        #expect(begun.more)
        #expect(begun.changes.count == 2)

        let copy = try await serve(path)
        #expect(try await isExpired(phone, begun.token, at: copy), "the copy lacks its records")
        _ = try await send(laptop, (6...8).map { .sample($0) }, to: copy)
        #expect(
            try await isExpired(phone, begun.token, at: copy),
            "also after the numbers have exceeded the token")
        #expect(try await !isExpired(phone, begun.token, at: test.storage))
        await copy.close()
        await test.storage.close()
    }

    @Test func `A backup that is served several times is a new beginning each time`() async throws {
        let test = try await TestStorage(.sqlite)
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        _ = try await test.exchange(laptop, [.sample(1)])
        let path = test.directory.file("backup.store")
        try await test.storage.backup(to: path)
        var lost: String?
        for number in 1...3 {
            let copy = test.directory.file("\(number).store")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let served = try await serve(copy)
            if let lost { #expect(try await isExpired(laptop, lost, at: served)) }
            let start = try await send(phone, to: served)
            // Each round sends more records than the previous one, so that the new change numbers exceed the
            // lost ones.
            let records = (0..<3 * number).map { SyncRecord.sample(100 * number + $0) }
            let sent = try await send(phone, records, token: start.token, to: served)
            if let lost { #expect(try await isExpired(laptop, lost, at: served)) }
            #expect(try await send(laptop, token: start.token, to: served).changes.count == records.count)
            lost = sent.token
            await served.close()
        }
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Restarting the server doesn't affect devices`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        let before = try await test.exchange(laptop, [.sample(1)]).token
        #expect(try await test.exchange(laptop, token: before).changes.isEmpty)
        var token = before
        for number in 2...4 {
            let again = try test.location.open(connections: 2)
            try await again.prepare()
            #expect(try await send(laptop, token: token, to: again).changes.isEmpty)
            _ = try await send(phone, [.sample(number)], to: again)
            let next = try await send(laptop, token: token, to: again)
            #expect(next.changes == [.sample(number)])
            #expect(try await send(laptop, token: before, to: again).changes.count == number - 1)
            token = next.token
            await again.close()
        }
        await test.storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Servers on one database share the chain`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        let other = try test.location.open(connections: 2)
        try await other.prepare()
        var token: String?
        for number in 1...10 {
            let server = number % 2 == 0 ? other : test.storage
            _ = try await send(phone, [.sample(number)], to: server)
            for server in [test.storage, other] {
                #expect(try await send(laptop, token: token, to: server).changes.count == 1)
            }
            token = try await send(laptop, token: token, to: server).token
        }
        let storage = test.storage
        let rows = try await storage.database.read {
            try $0.run("SELECT count(*) FROM sync_chain").first?.integer(0)
        }
        #expect(rows == 11, "the beginning, and one for each push")
        await other.close()
        await storage.close()
    }

    /// The order in which two servers once diverged without any notice: one acknowledges changes, the database loses
    /// them, and the other one, which has written nothing, uses their numbers again.
    @Test(arguments: StorageKind.testable)
    func `Each of two servers notices that the database was rewound`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let storage = test.storage
        let other = try test.location.open(connections: 2)
        try await other.prepare()
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        let tablet = try await test.device("tablet")
        let early = try await send(tablet, [.sample(1), .sample(2)], to: storage).token
        let state = try await DatabaseState(storage)
        let lost = try await send(laptop, (3...5).map { .sample($0) }, token: early, to: storage).token
        let read = try await send(phone, token: early, to: storage).token
        try await state.restore(in: storage)

        for token in [lost, read] {
            for server in [other, storage] { #expect(try await isExpired(laptop, token, at: server)) }
        }
        let again = try await send(tablet, (6...9).map { .sample($0) }, token: early, to: other)
        #expect(again.changes.isEmpty, "the tablet knows nothing of the lost changes")
        for token in [lost, read] {
            for server in [storage, other] {
                #expect(
                    try await isExpired(phone, token, at: server), "also after the numbers were used again")
            }
        }
        // The laptop sends what the server lacks, and the tablet receives it.
        _ = try await send(laptop, (3...5).map { .sample($0) }, to: storage)
        #expect(try await send(tablet, token: again.token, to: other).changes.count == 3)
        await other.close()
        await storage.close()
    }

    @Test(arguments: StorageKind.testable)
    func `Old rows of a chain are deleted, but not the last one`(_ kind: StorageKind) async throws {
        let test = try await TestStorage(kind)
        let (laptop, phone) = (try await test.device("laptop"), try await test.device("phone"))
        let first = try await test.exchange(laptop, (0..<499).map { .sample($0) }).token
        let last = try await test.exchange(laptop, (499..<998).map { .sample($0) }).token
        // The next changes arrive a year later.
        _ = try await test.exchange(
            phone, (0..<10).map { .sample(1_000 + $0) },
            at: TestStorage.time.addingTimeInterval(366 * 86_400))
        #expect(try await isExpired(laptop, first, at: test.storage))
        #expect(try await test.exchange(laptop, token: last, limit: 1).changes.count == 1)
        await test.storage.close()
    }
}

/// The content of all tables, to which a test rewinds a database.
private struct DatabaseState {
    private let rows: [[SQLRow]]

    init(_ storage: SQLStorage) async throws {
        rows = try await storage.database.read { connection in
            try ServerSchema.tables.map { table in
                try connection.run("SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name)")
            }
        }
    }

    /// Replaces the content of all tables.
    func restore(in storage: SQLStorage) async throws {
        let rows = rows
        try await storage.database.write { connection in
            _ = try connection.run("DELETE FROM sync_account")
            for (table, rows) in zip(ServerSchema.tables, rows) {
                let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
                let names = table.columns.joined(separator: ", ")
                for row in rows {
                    _ = try connection.run(
                        "INSERT INTO \(table.name) (\(names)) VALUES (\(marks))", row.values)
                }
            }
        }
    }
}
