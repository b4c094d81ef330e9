import Foundation
import ModelDataSQLite
import SyncProtocol
import Testing

@testable import ModelData
@testable import Sync

/// Counts the SQL statements of a page or a batch. Counts are the same on every machine, unlike times.
@Suite("Statements of a page")
struct StatementCountTests {
    /// What becomes of the 500 records.
    enum Work: String, CaseIterable {
        case inserted, edited, deleted, sent
        /// 15 of the records are duplicates, to which most of the others refer.
        case mergedDuplicates

        /// The maximum number of statements for each record.
        var limit: Double {
            switch self {
            case .mergedDuplicates: 13
            // Some statements find the records that refer to the deleted ones.
            case .deleted: 10.2
            case .inserted, .edited, .sent: 10
            }
        }
    }

    private let replica: Replica
    private let trips = (0..<5).map { _ in UUID() }
    private let words = (0..<15).map { _ in UUID() }
    private let places = (0..<480).map { _ in UUID() }

    init() throws { replica = try Replica(DirectTransport(server: MemoryServer())) }

    private func clock(_ count: UInt16) -> SyncClock {
        SyncClock(milliseconds: 1_800_000_000_000, count: count, node: "other") ?? .zero
    }

    /// A page of 500 records: places with a trip and two words, in an order in which references lead to records
    /// that arrive earlier or later.
    private func page(note: String, at time: UInt16 = 0) -> [SyncRecord] {
        func record(_ entity: String, _ id: UUID, _ values: [String: SyncValue]) -> SyncRecord {
            SyncRecord(
                SyncKey(entity: entity, id: id), causalLength: 1,
                fields: values.reduce(into: [:]) { fields, value in
                    fields[value.key] = SyncField(value.value, at: clock(value.key == "note" ? time : 0))
                })
        }
        let places = places.enumerated().map { number, id in
            record(
                "Place", id,
                [
                    "name": .string("place \(number)"), "note": .string(note), "rating": .double(4.5),
                    "visits": .int(1), "isDone": .bool(false), "date": .null, "photo": .null,
                    "kind": .string("park"), "trip": .string(trips[number % 5].uuidString),
                    SyncRecord.pairFieldName(for: words[number % 15], in: "words"): .bool(true),
                    SyncRecord.pairFieldName(for: words[(number + 7) % 15], in: "words"): .bool(true),
                ])
        }
        return places.prefix(100)
            + trips.map { record("Trip", $0, ["name": .string("trip"), "note": .string(note)]) }
            + words.map { record("Word", $0, ["key": .string("word \($0)"), "note": .string(note)]) }
            + places.dropFirst(100)
    }

    private func acknowledge(_ changes: [SyncRecord], _ store: SyncStore) throws -> AcknowledgedAnswer {
        let token = try store.token()
        return try store.acknowledge(
            SyncAnswer(changes: changes, token: UUID().uuidString, clock: clock(99)), sent: [], token: token)
    }

    @Test(arguments: Work.allCases)
    func `A page of 500 records takes few statements a record`(_ work: Work) throws {
        let store = try replica.store()
        var (statements, applied) = (0, 0)
        switch work {
        case .inserted:
            statements = try store.countingStatements {
                applied = try acknowledge(page(note: "new"), store).applied
            }
            #expect(applied == 500)
        case .edited:
            _ = try acknowledge(page(note: "old"), store)
            statements = try store.countingStatements {
                applied = try acknowledge(page(note: "new", at: 1), store).applied
            }
            #expect(applied == 480)
        case .deleted:
            _ = try acknowledge(page(note: "old"), store)
            let tombstones = page(note: "old").map { record in
                var tombstone = record
                tombstone.causalLength = 2
                return tombstone
            }
            statements = try store.countingStatements { _ = try acknowledge(tombstones, store) }
            #expect(try replica.contents().isEmpty)
        case .sent:
            let place = Place(name: "first")
            replica.context.insert(place)
            let trip = Trip(name: "trip")
            replica.context.insert(trip)
            for number in 1..<498 {
                let other = Place(name: "place \(number)")
                replica.context.insert(other)
                other.trip = trip
            }
            let word = Word(key: "word")
            replica.context.insert(word)
            word.places = [place]
            try replica.context.save()
            statements = try store.countingStatements {
                let batch = try store.nextBatch()
                let answer = SyncAnswer(
                    merged: batch.map(\.record), token: "1", clock: clock(99))
                applied = try store.acknowledge(answer, sent: batch, token: nil).synchronized
            }
            #expect(applied == 500)
        case .mergedDuplicates:
            // The same words exist here, with other identifiers.
            for id in words { replica.context.insert(Word(key: "word \(id)")) }
            try replica.context.save()
            statements = try store.countingStatements {
                applied = try acknowledge(page(note: "new"), store).applied
            }
            #expect(applied >= 500)
        }
        let perRecord = Double(statements) / 500
        print("\(work): \(statements) statements, \(perRecord) a record")
        #expect(perRecord <= work.limit)
    }
}

extension StatementCountTests {
    @Test func `The relationships that wait for a record are found by an index`() throws {
        let plan = try replica.store().reading { database in
            try database.rows(
                "EXPLAIN QUERY PLAN " + ChangeApplier.notedLinks, .text(UUID().uuidString), .text("Place"),
                .text(Tombstone.Field.alias.rawValue)
            ).compactMap { $0.last?.text }
        }
        #expect(plan.contains { $0.contains("_syncLink_target") }, "\(plan)")
        #expect(!plan.contains { $0.contains("_syncRecord_key") }, "\(plan)")
    }
}

extension SyncStore {
    /// Counts the statements that some work runs on this store's connection, without triggers and cascades.
    fileprivate func countingStatements(_ work: () throws -> Void) throws -> Int {
        final class Counter { var count = 0 }
        let counter = Counter()
        let handle = try reading { $0.session.connection.handle }
        // SQLite reports a profile at the end of each statement, but not of its triggers and cascades.
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_PROFILE),
            { _, context, _, _ in
                if let context { Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue().count += 1 }
                return 0
            }, Unmanaged.passUnretained(counter).toOpaque())
        defer { sqlite3_trace_v2(handle, 0, nil, nil) }
        try work()
        return counter.count
    }
}
