import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

/// Edits of one field on two devices that don't know each other's.
@Suite("Conflicts")
struct ConflictTests {
    private let server = MemoryServer()
    private let first: Replica
    private let second: Replica

    init() throws {
        first = try Replica(DirectTransport(server: server))
        second = try Replica(DirectTransport(server: server))
    }

    private func note(_ replica: Replica, _ note: String, of name: String = "Prado") throws {
        try #require(try replica.place(name)).note = note
        try replica.context.save()
    }

    private func synchronize(_ replicas: Replica...) async throws {
        for replica in replicas { try await replica.synchronizer.synchronize() }
    }

    private func conflicts(_ replica: Replica) throws -> [SyncConflict] {
        try SyncTracking.conflicts(replica.context, models: Replica.models)
    }

    private func keep(_ replica: Replica) throws {
        let conflict = try #require(try conflicts(replica).first)
        try SyncTracking.keep(
            conflict: conflict.number, ModelContext(replica.container), models: Replica.models, note: "kept")
        _ = try replica.context.storeChangedElsewhere()
    }

    /// Adds a record that both replicas have.
    private func begin() async throws {
        try first.add("Prado")
        try await synchronize(first, second)
    }

    @Test(arguments: [true, false])
    func `The earlier text is kept where it was written, whichever was sent first`(isLaterFirst: Bool)
        async throws
    {
        try await begin()
        try note(first, "earlier")
        if !isLaterFirst { try await synchronize(first) }
        try note(second, "later")
        try await synchronize(second, first, second)
        #expect(try first.place("Prado")?.note == "later" && second.place("Prado")?.note == "later")
        let conflict = try #require(try conflicts(first).first)
        #expect(conflict.model == "Place")
        #expect(!conflict.isDeleted)
        #expect(conflict.record != nil)
        #expect(conflict.values.map(\.name) == ["note"])
        #expect(conflict.values.first?.own == .string("earlier"))
        #expect(conflict.values.first?.other == .string("later"))
        #expect(try conflicts(second).isEmpty)

        try keep(first)
        #expect(try conflicts(first).isEmpty)
        try await synchronize(first, second)
        for replica in [first, second] { #expect(try replica.place("Prado")?.note == "earlier") }
        #expect(try conflicts(second).isEmpty, "the text was brought back by someone who knew the later one")
        // It is an edit like any other.
        let step = try SyncTracking.undoing(first.context, models: Replica.models) {
            try first.context.undoLastTransaction()
        }
        #expect(step?.note == "kept")
        #expect(try first.place("Prado")?.note == "later")
    }

    @Test func `An edit that knew the other one is no conflict`() async throws {
        try await begin()
        try note(first, "one")
        try await synchronize(first, second)
        try note(second, "two")
        try note(second, "three")
        try await synchronize(second, first)
        try note(first, "four")
        try await synchronize(first, second)
        for replica in [first, second] { #expect(try conflicts(replica).isEmpty) }
    }

    @Test func `An unsent text is kept even if the later one replaced an earlier one of its writer`()
        async throws
    {
        try await begin()
        try note(first, "unsent")
        try note(second, "two")
        try await synchronize(second)
        try note(second, "three")
        try await synchronize(second, first)
        #expect(try conflicts(first).map { $0.values.map(\.own) } == [[.string("unsent")]])
    }

    @Test func `Equal values, other fields and imports cause no conflict`() async throws {
        try await begin()
        try note(first, "same")
        try note(second, "same")
        try #require(try second.place("Prado")).visits = 3
        try second.context.save()
        try await synchronize(first, second, first)
        for replica in [first, second] { #expect(try conflicts(replica).isEmpty) }
    }

    @Test(arguments: [true, false])
    func `A record that another device deletes without knowing an edit can be brought back`(isSent: Bool)
        async throws
    {
        try await begin()
        try note(first, "mine")
        if isSent { try await synchronize(first) }
        let place = try #require(try second.place("Prado"))
        second.context.delete(place)
        try second.context.save()
        try await synchronize(second, first, second)
        #expect(try first.places().isEmpty)
        let conflict = try #require(try conflicts(first).first)
        #expect(conflict.isDeleted)
        #expect(conflict.record == nil)
        #expect(conflict.values.first { $0.name == "note" }?.own == .string("mine"))
        // The tombstone arrives once more.
        server.beginEpoch(losingRecords: false)
        try await synchronize(first)
        #expect(try conflicts(first).map(\.number) == [conflict.number])

        try keep(first)
        try await synchronize(first, second, first)
        for replica in [first, second] { #expect(try replica.place("Prado")?.note == "mine") }
        #expect(try first.contents() == second.contents())
    }

    @Test(arguments: [true, false])
    func `A record inside a deleted one is brought back with its owner`(isKnown: Bool) async throws {
        let trip = Trip(name: "Spain")
        first.context.insert(trip)
        if isKnown { trip.places.append(Place(name: "Prado")) }
        try first.context.save()
        try await synchronize(first, second)
        if isKnown {
            try note(first, "mine")
        } else {
            let place = Place(name: "Prado")
            place.note = "mine"
            trip.places.append(place)
            try first.context.save()
        }
        second.context.delete(try #require(try second.context.fetch(FetchDescriptor<Trip>()).first))
        try second.context.save()
        try await synchronize(second, first, second, first)
        #expect(try first.contents().isEmpty && second.contents().isEmpty)
        #expect(try conflicts(first).map(\.model) == ["Place"])
        #expect(try conflicts(second).isEmpty)

        try keep(first)
        try await synchronize(first, second, first)
        for replica in [first, second] {
            #expect(try replica.place("Prado")?.note == "mine")
            #expect(try replica.place("Prado")?.trip?.name == "Spain")
        }
        #expect(try first.contents() == second.contents())
    }

    @Test func `A deletion that knew all edits is no conflict`() async throws {
        try await begin()
        try note(first, "mine")
        try await synchronize(first, second)
        second.context.delete(try #require(try second.place("Prado")))
        try second.context.save()
        try await synchronize(second, first)
        #expect(try first.places().isEmpty && conflicts(first).isEmpty)
    }

    @Test func `A conflict whose record is deleted can't be kept, and an unknown one neither`() async throws {
        try await begin()
        try note(first, "earlier")
        try note(second, "later")
        try await synchronize(second, first)
        let conflict = try #require(try conflicts(first).first)
        first.context.delete(try #require(try first.place("Prado")))
        try first.context.save()
        for (number, error) in [(conflict.number, SyncConflictError.deleted), (99, .unknown(99))] {
            #expect(throws: error) {
                try SyncTracking.keep(
                    conflict: number, ModelContext(first.container), models: Replica.models, note: nil)
            }
        }
        #expect(try conflicts(first).count == 1)
    }

    @Test func `A conflict is kept for 90 days`() async throws {
        try await begin()
        try note(first, "earlier")
        try note(second, "later")
        try await synchronize(second, first)
        try first.context.withSQLAccess(to: Place.self) { database in
            _ = try database.run("UPDATE _syncConflict SET at = at - ?", .real(91 * 86_400))
        }
        #expect(try conflicts(first).isEmpty)
    }
}
