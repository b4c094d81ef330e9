import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

@Suite("Two replicas")
struct TwoReplicasTests {
    let server = MemoryServer()
    let first: Replica
    let second: Replica

    init() throws {
        first = try Replica(DirectTransport(server: server))
        second = try Replica(DirectTransport(server: server))
    }

    /// Synchronizes until both replicas have all records.
    private func synchronize() async throws {
        for replica in [first, second, first, second] { try await replica.synchronizer.synchronize() }
    }

    @Test func `A record arrives with all its values`() async throws {
        let trip = Trip(name: "Łódź")
        let place = Place(name: "e\u{301}t\u{0}é 👩‍🚀")
        place.note = ""
        place.rating = 0.1 + 0.2
        place.visits = .min
        place.isDone = true
        place.date = Date(timeIntervalSinceReferenceDate: 1.1)
        place.photo = Data([0, 255, 10])
        place.kind = .museum
        place.remark = "mine"
        place.isPinned = true
        place.trip = trip
        first.context.insert(place)
        try first.context.save()
        try await synchronize()
        #expect(try second.contents() == first.contents())
        let copy = try #require(try second.places().first)
        #expect(copy.rating == 0.1 + 0.2)
        #expect(copy.date == place.date)
        #expect(copy.photo == place.photo)
        #expect(copy.remark == nil)
        #expect(!copy.isPinned)
        #expect(try first.states() == [.synchronized: 2])
        #expect(try second.states() == [.synchronized: 2])
    }

    @Test func `Edits to different fields of a record are both kept`() async throws {
        let mine = try first.add("Prado")
        try await synchronize()
        let theirs = try #require(try second.place("Prado"))
        mine.note = "mine"
        try first.context.save()
        theirs.visits = 3
        try second.context.save()
        try await synchronize()
        #expect(try first.contents() == second.contents())
        #expect(theirs.note == "mine")
        #expect(mine.visits == 3)
    }

    @Test func `The later of two edits to a field wins everywhere`() async throws {
        let mine = try first.add("Prado")
        try await synchronize()
        let theirs = try #require(try second.place("Prado"))
        mine.note = "earlier"
        try first.context.save()
        try await Task.sleep(for: .milliseconds(5))
        theirs.note = "later"
        try second.context.save()
        try await second.synchronizer.synchronize()
        try await synchronize()
        #expect(try first.contents() == second.contents())
        #expect(try first.place("Prado")?.note == "later")
    }

    @Test func `A deletion arrives everywhere, and the record can be created again`() async throws {
        let place = try first.add("Prado")
        let id = place.identifier
        try await synchronize()
        first.context.delete(place)
        try first.context.save()
        try await synchronize()
        #expect(try second.places().isEmpty)
        let again = Place(identifier: id, name: "Prado again")
        second.context.insert(again)
        try second.context.save()
        try await synchronize()
        #expect(try first.places().map(\.name) == ["Prado again"])
        #expect(try first.contents() == second.contents())
    }

    @Test func `Undo restores a deleted record everywhere`() async throws {
        let trip = Trip(name: "Spain")
        let place = try first.add("Prado")
        place.trip = trip
        try first.context.save()
        try await synchronize()
        first.context.delete(trip)
        try first.context.save()
        try await synchronize()
        #expect(try second.contents().isEmpty)
        try first.context.undoLastTransaction()
        try await synchronize()
        #expect(try second.places().map(\.trip?.name) == ["Spain"])
        #expect(try first.contents() == second.contents())
    }

    @Test func `A restored record has its number and its local-only values`()
        async throws
    {
        let trip = Trip(name: "Spain")
        let place = try first.add("Prado")
        place.trip = trip
        try first.context.save()
        try await synchronize()
        try second.add("Louvre")
        let theirs = try #require(try second.place("Prado"))
        theirs.isPinned = true
        theirs.remark = "mine"
        try second.context.save()
        let number = theirs.persistentModelID.recordNumber
        // Deleting a trip deletes its places. The other replica may receive the trip's tombstone first.
        first.context.delete(trip)
        try first.context.save()
        try await synchronize()
        #expect(try second.place("Prado") == nil)
        try second.add("Tate")
        try first.context.undoLastTransaction()
        try await synchronize()
        let back = try #require(try second.place("Prado"))
        #expect(back.persistentModelID.recordNumber == number)
        #expect((back.isPinned, back.remark) == (true, "mine"))
        #expect(back.trip?.name == "Spain")
        #expect(try first.contents() == second.contents())
        let left = try second.context.withSQLReadAccess(to: Place.self) {
            try $0.number("SELECT count(*) FROM _syncHeld WHERE kind = 3")
        }
        #expect(left == 0)
    }

    @Test(arguments: 0..<8)
    func `Entries that two devices add to a list at the same time have one order, also after more edits`(
        _: Int
    )
        async throws
    {
        first.context.insert(Trip(name: "Spain"))
        try first.context.save()
        try await synchronize()
        func trip(_ context: ModelContext) throws -> Trip {
            try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        }
        func names(_ replica: Replica) throws -> [String] {
            let context = ModelContext(replica.container)
            return try withExtendedLifetime(context) { try trip(context).places.map(\.name) }
        }
        for round in 0..<2 {
            for (index, replica) in [first, second].enumerated() {
                let context = ModelContext(replica.container)
                let trip = try trip(context)
                for number in 0..<3 { trip.places.append(Place(name: "\(round).\(index).\(number)")) }
                try context.save()
            }
            try await synchronize()
            #expect(try names(first).count == 6 * (round + 1))
            #expect(try names(first) == names(second))
        }
    }

    @Test func `Marks that two devices add to one place are both kept`() async throws {
        let mine = try first.add("Prado")
        try await synchronize()
        let theirs = try #require(try second.place("Prado"))
        mine.marks.append(Mark(key: "art"))
        try first.context.save()
        theirs.marks.append(Mark(key: "far"))
        try second.context.save()
        try await synchronize()
        #expect(try first.contents() == second.contents())
        #expect(try first.place("Prado")?.marks.map(\.key).sorted() == ["art", "far"])
        try #require(try first.place("Prado")).marks.removeAll { $0.key == "far" }
        try first.context.save()
        try await synchronize()
        #expect(try second.contents() == first.contents())
        #expect(try second.place("Prado")?.marks.map(\.key) == ["art"])
    }

    @Test func `Marks of the same name from two devices are merged`() async throws {
        try first.add("Prado").marks.append(Mark(key: "art"))
        try first.context.save()
        try second.add("Louvre").marks.append(Mark(key: "art"))
        try second.context.save()
        try await synchronize()
        try await synchronize()
        #expect(try first.contents() == second.contents())
        #expect(try first.context.fetchCount(FetchDescriptor<Mark>()) == 1)
        #expect(try first.places().map { $0.marks.map(\.key) } == [["art"], ["art"]])
        #expect(try first.states()[.notSynchronized] == nil)
        #expect(try second.states()[.notSynchronized] == nil)
    }

    @Test func `Edits during a synchronization are sent by the next one`() async throws {
        let place = try first.add("Prado")
        let store = try first.store()
        let sent = try store.nextBatch()
        place.note = "meanwhile"
        try first.context.save()
        let answer = try server.answer(SyncRequest(batch: UUID(), records: sent.map(\.record)))
        let result = try store.acknowledge(answer, sent: sent, token: nil)
        #expect(result.synchronized == 0)
        #expect(try first.places().first?.note == "meanwhile")
        #expect(try store.nextBatch().map { Array($0.record.fields.keys) } == [["note"]])
    }

    @Test func `An interrupted batch is sent again`() async throws {
        try first.add("Prado")
        let store = try first.store()
        #expect(try store.nextBatch().count == 1)
        #expect(try store.nextBatch().isEmpty)
        #expect(try first.states() == [.pending: 1])
        try store.recover()
        #expect(try first.states() == [.notSynchronized: 1])
    }

    @Test func `A server that lost its data receives everything again`() async throws {
        try first.add("Prado")
        try await synchronize()
        server.beginEpoch(losingRecords: true)
        try second.add("Louvre")
        let report = try await second.synchronizer.synchronize()
        #expect(report.restarted)
        try await synchronize()
        #expect(server.records.count == 2)
        #expect(try first.contents() == second.contents())
    }
}
