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

    /// Synchronizes until both have everything.
    private func synchronize() async throws {
        for replica in [first, second, first, second] { try await replica.synchronizer.synchronize() }
    }

    @Test("A record arrives with all its values as they were")
    func aRecordArrivesWithAllItsValuesAsTheyWere() async throws {
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

    @Test("Edits to different fields of one record are both kept")
    func editsToDifferentFieldsOfOneRecordAreBothKept() async throws {
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

    @Test("Of two edits to one field the later wins everywhere")
    func ofTwoEditsToOneFieldTheLaterWinsEverywhere() async throws {
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

    @Test("A deletion spreads, and deleting, then creating again works")
    func aDeletionSpreadsAndDeletingThenCreatingAgainWorks() async throws {
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

    @Test("“undo” brings a deleted record back everywhere")
    func undoBringsADeletedRecordBackEverywhere() async throws {
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

    @Test("Who gets a deleted record back has it with its number, and with what never travelled")
    func whatIsKeptHereComesBack() async throws {
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
        // The place goes with its trip, of which alone a tombstone may come first.
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
        let left = try second.context.lookingThroughDoor(to: Place.self) {
            try $0.number("SELECT count(*) FROM _syncKept")
        }
        #expect(left == 0)
    }

    @Test(
        "What both add to one list at one time stands in one order, also after both went on with it",
        arguments: 0..<8)
    func oneOrder(_: Int) async throws {
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

    @Test("Marks that both add to one place are both there")
    func marksThatBothAddToOnePlaceAreBothThere() async throws {
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

    @Test("Marks of one name that are made on both are one afterwards")
    func marksOfOneNameMadeOnBothAreOneAfterwards() async throws {
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

    @Test("What is edited while it is sent is sent again")
    func whatIsEditedWhileItIsSentIsSentAgain() async throws {
        let place = try first.add("Prado")
        let store = try first.store()
        let sent = try store.collect()
        place.note = "meanwhile"
        try first.context.save()
        let answer = try server.answer(SyncRequest(batch: UUID(), records: sent.map(\.record)))
        let settled = try store.settle(answer, sent: sent, token: nil)
        #expect(settled.synchronized == 0)
        #expect(try first.places().first?.note == "meanwhile")
        #expect(try store.collect().map { Array($0.record.fields.keys) } == [["note"]])
    }

    @Test("What was being sent when it broke off is sent again")
    func whatWasBeingSentWhenItBrokeOffIsSentAgain() async throws {
        try first.add("Prado")
        let store = try first.store()
        #expect(try store.collect().count == 1)
        #expect(try store.collect().isEmpty)
        #expect(try first.states() == [.pending: 1])
        try store.recover()
        #expect(try first.states() == [.notSynchronized: 1])
    }

    @Test("A server that lost everything gets everything back")
    func aServerThatLostEverythingGetsEverythingBack() async throws {
        try first.add("Prado")
        try await synchronize()
        server.beginEpoch(losingRecords: true)
        try second.add("Louvre")
        let report = try await second.synchronizer.synchronize()
        #expect(report.beganAgain)
        try await synchronize()
        #expect(server.records.count == 2)
        #expect(try first.contents() == second.contents())
    }
}
