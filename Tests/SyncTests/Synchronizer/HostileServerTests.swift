import Foundation
import ModelData
import SyncProtocol
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// Wrong answers that a server could send, and their effects on a store.
@Suite("Servers with wrong answers")
struct HostileServerTests {
    private let clock = SyncClock(milliseconds: 1_800_000_000_000, node: "s") ?? .zero

    /// A transport that returns prepared answers instead of using a network.
    private struct Scripted: SyncTransport {
        let answer: @Sendable (SyncRequest) throws -> SyncAnswer
        var name: String { "scripted" }

        func send(_ request: SyncRequest) async throws -> SyncAnswer { try answer(request) }
    }

    private func record(
        _ entity: String, _ id: UUID, causalLength: Int = 1, _ fields: [String: SyncValue]
    ) -> SyncRecord {
        SyncRecord(
            SyncKey(entity: entity, id: id), causalLength: causalLength,
            fields: fields.mapValues { SyncField($0, at: clock) }
        )
    }

    private let whole: [String: SyncValue] = [
        "name": .string("Prado"), "visits": .int(1), "isDone": .bool(false), "kind": .string("park"),
    ]

    @Test func `Invalid values of properties are omitted, and the rest is applied`() async throws {
        let bad: [[String: SyncValue]] = [
            ["visits": .string("many")], ["kind": .string("zoo")], ["date": .string("today")],
            ["photo": .string("%%%")],
            ["rating": .bool(true)], ["name": .null], ["trip": .int(7)], ["trip": .string("not a UUID")],
            ["unknown": .string("?")], ["sqlite_master": .string("x'); DROP TABLE Place;--")],
        ]
        let id = UUID()
        for fields in bad {
            let replica = try Replica(
                Scripted { _ in
                    SyncAnswer(
                        changes: [
                            record("Place", id, whole),
                            record("Place", id, fields.merging(["note": .string("new")]) { $1 }),
                        ],
                        token: "1", clock: clock)
                })
            try await replica.synchronizer.synchronize()
            let place = try #require(try replica.places().first)
            #expect(place.name == "Prado")
            #expect(place.visits == 1)
            #expect(place.kind == .park)
        }
    }

    @Test func `Records that can't be stored wait, and others are applied`() async throws {
        let replica = try Replica(
            Scripted { _ in
                SyncAnswer(
                    changes: [
                        record("Place", UUID(), ["name": .string("half")]),
                        record("Nothing", UUID(), ["name": .string("?")]),
                        record("Place", UUID(), whole), record("Place", UUID(), causalLength: 2, [:]),
                    ], token: "1", clock: clock)
            })
        try await replica.synchronizer.synchronize()
        #expect(try replica.places().map(\.name) == ["Prado"])
    }

    @Test func `Tombstones that refer to each other in a cycle are processed`() async throws {
        let (a, b) = (UUID(), UUID())
        let replica = try Replica(
            Scripted { _ in
                SyncAnswer(
                    changes: [
                        record(
                            "Trip", a, causalLength: 2,
                            ["_sameAs": .string(b.uuidString), "_sameAsLife": .int(1)]),
                        record(
                            "Trip", b, causalLength: 2,
                            ["_sameAs": .string(a.uuidString), "_sameAsLife": .int(1)]),
                        record("Place", UUID(), whole.merging(["trip": .string(a.uuidString)]) { $1 }),
                    ], token: "1", clock: clock)
            })
        try await replica.synchronizer.synchronize()
        #expect(try replica.places().map { $0.trip == nil } == [true])
    }

    @Test(arguments: [Int64.max, Int64.max - 1, 1 << 62 + 1] as [Int64])
    func `An extremely wrong server clock is ignored, and the store can be edited`(
        stamp: Int64
    ) async throws {
        let mad = try #require(SyncClock(stamp: stamp, node: "a"))
        let replica = try Replica(
            Scripted { SyncAnswer(merged: $0.records, token: "\($0.records.count)", clock: mad) })
        try replica.add("Prado")
        await #expect(throws: SyncError.self) { try await replica.synchronizer.synchronize() }
        #expect(try SyncStatus(ModelContext(replica.container), models: Replica.models).problem == "garbled")
        try #require(try replica.place("Prado")).visits = 2
        try replica.add("Escorial")
        #expect(try replica.states() == [.notSynchronized: 2])
    }

    @Test func `A store that adopted such a clock can be edited and sent, and recovers`()
        async throws
    {
        let server = MemoryServer()
        let replica = try Replica(DirectTransport(server: server))
        let other = try Replica(DirectTransport(server: server))
        for clock in [Int64.max, 1 << 62 + 5] as [Int64] {
            try replica.context.withSQLAccess(to: Place.self) { database in
                _ = try database.run("UPDATE _sync SET clock = ?", .integer(clock))
            }
            try replica.add("Prado \(clock)")
            try #require(try replica.places().first).visits += 1
            try replica.context.save()
            try await replica.synchronizeFully(with: other)
            let now = try replica.store().reading { try $0.number("SELECT clock FROM _sync") }
            #expect(now <= (server.now + SyncLimits.clockTolerance) << 16)
        }
    }

    @Test func `An endless series of pages is aborted`() async throws {
        let replica = try Replica(Scripted { _ in SyncAnswer(token: "1", more: true, clock: clock) })
        await #expect(throws: SyncError.self) { try await replica.synchronizer.synchronize() }
    }

    @Test func `Records that the server doesn't mention stay in the queue`() async throws {
        let replica = try Replica(Scripted { _ in SyncAnswer(token: "1", clock: clock) })
        try replica.add("Prado")
        await #expect(throws: SyncError.self) { try await replica.synchronizer.synchronize() }
        #expect(try replica.states() == [.notSynchronized: 1])
        #expect(try SyncStatus(ModelContext(replica.container), models: Replica.models).problem == "garbled")
    }

    @Test func `Permanently refused records are set aside, and others are sent`() async throws {
        let server = MemoryServer()
        let replica = try Replica(
            Scripted { request in
                let bad = request.records.filter { $0.fields["name"]?.value == .string("bad") }
                let good = SyncRequest(
                    batch: request.batch, token: request.token,
                    records: request.records.filter { !bad.contains($0) })
                let answer = try server.answer(good)
                return SyncAnswer(
                    merged: answer.merged,
                    refused: bad.map { SyncRefusal($0.key, reason: .quotaExceeded, message: "\u{1B}[2J") },
                    changes: answer.changes, token: answer.token, clock: answer.clock)
            })
        try replica.add("bad")
        try replica.add("good")
        let report = try await replica.synchronizer.synchronize()
        #expect((report.sent, report.refused) == (1, 1))
        let status = try SyncStatus(ModelContext(replica.container), models: Replica.models)
        #expect(status.refused.map(\.reason) == ["quotaExceeded"])
        #expect(status.refused.first?.number == 1)
        // After another edit of a refused record, the record is sent again.
        let place = try #require(try replica.place("bad"))
        place.name = "better"
        try replica.context.save()
        #expect(try await replica.synchronizer.synchronize().sent == 1)
        #expect(try replica.states() == [.synchronized: 2])
    }

    @Test
    func
        `A refused record receives changes of others, even if it was processed after them`()
        async throws
    {
        let server = MemoryServer()
        let other = try Replica(DirectTransport(server: server))
        let place = try other.add("Prado")
        try await other.synchronizer.synchronize()
        let replica = try Replica(
            Scripted { request in
                let bad = request.records.filter { $0.fields["note"] != nil && $0.fields["name"] == nil }
                let good = SyncRequest(
                    batch: request.batch, token: request.token,
                    records: request.records.filter { !bad.contains($0) }, limit: request.limit)
                let answer = try server.answer(good)
                return SyncAnswer(
                    merged: answer.merged,
                    refused: bad.map { SyncRefusal($0.key, reason: .quotaExceeded, message: "full") },
                    changes: answer.changes, token: answer.token, more: answer.more, clock: answer.clock)
            }, batchSize: 1)
        try await replica.synchronizer.synchronize()
        place.rating = 5
        try other.context.save()
        try await other.synchronizer.synchronize()
        // Each batch has one record. The trip is sent first, and the answer contains the other device's edit.
        replica.context.insert(Trip(name: "Spain"))
        try #require(try replica.place("Prado")).note = "mine"
        try replica.context.save()
        #expect(try await replica.synchronizer.synchronize().refused == 1)
        try await replica.synchronizer.synchronize()
        let mine = try #require(try replica.place("Prado"))
        #expect((mine.rating, mine.note) == (5, "mine"))
        #expect(try replica.states() == [.synchronized: 1, .refused: 1])
    }

    @Test func `A too large batch is split, and a single too large record is set aside`()
        async throws
    {
        let server = MemoryServer()
        let replica = try Replica(
            Scripted { request in
                let isTooLarge =
                    request.records.count > 2
                    || request.records.contains { $0.fields["name"]?.value == .string("3") }
                if isTooLarge { throw SyncError.tooLarge }
                return try server.answer(request)
            })
        for number in 0..<7 { try replica.add("\(number)") }
        // A record that exceeds the size limit isn't sent at all.
        try replica.add(String(repeating: "x", count: SyncLimits.fieldSize + 1))
        let report = try await replica.synchronizer.synchronize()
        #expect((report.sent, report.refused) == (6, 2))
        #expect(try replica.states() == [.synchronized: 6, .refused: 2])
    }

    @Test func `The interval grows after each failure, and only one synchronization runs`() async throws {
        let pauses = AsyncStream.makeStream(of: Double.self)
        let replica = try Replica(Scripted { _ in SyncAnswer(token: "1", clock: clock) })
        let attempts = Mutex(0)
        let synchronizer = try Synchronizer(
            replica.container, models: Replica.models,
            transport: Scripted { _ in
                let attempt = attempts.withLock { count in
                    count += 1
                    return count
                }
                switch attempt {
                case 1...4: throw SyncError.unreachable(server: "scripted", detail: "cut")
                case 5: throw SyncError.tooManyRequests(seconds: 90)
                case 8: throw SyncError.unreachable(server: "scripted", detail: "cut")
                default: return SyncAnswer(token: "1", clock: clock)
                }
            },
            environment: .init(
                sleep: { pauses.continuation.yield($0) }, random: { 1 }))
        await synchronizer.start()
        await synchronizer.start(every: 1)
        var seen: [Double] = []
        for await pause in pauses.stream {
            seen.append(pause)
            if seen.count == 9 { break }
        }
        await synchronizer.stop()
        // After failures 1 to 4, the pause doubles from 2 seconds. The fifth answer demands 90 seconds. After
        // a success, the pause is 20 seconds, and the next failure begins with 2 seconds again.
        #expect(seen == [2, 4, 8, 16, 90, 20, 20, 2, 20])
        #expect(await !synchronizer.isRunning)
    }

    @Test(.level(.default)) func `Batches have at most 500 records`() async throws {
        let server = MemoryServer()
        let sizes = Mutex<[Int]>([])
        let replica = try Replica(
            Scripted { request in
                sizes.withLock { $0.append(request.records.count) }
                return try server.answer(request)
            }, batchSize: 5_000)
        for number in 0..<1_201 { replica.context.insert(Place(name: "\(number)")) }
        try replica.context.save()
        #expect(try await replica.synchronizer.synchronize().sent == 1_201)
        #expect(sizes.withLock { $0.filter { $0 > 0 } } == [500, 500, 201])
    }

    @Test func `Pauses grow up to a limit and vary randomly`() async throws {
        var backoff = Backoff(first: 2, longest: 10)
        #expect([0.0, 1, 1, 1, 1].map { chance in backoff.next { chance } } == [1, 4, 8, 10, 10])
        backoff.reset()
        #expect(backoff.next { 1 } == 2)
    }
}
