import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

/// An edit is noted in its own transaction, whatever way it is made.
@Suite struct NotingTests {
    private let server = MemoryServer()
    private let replica: Replica

    init() throws { replica = try Replica(DirectTransport(server: server)) }

    /// The names of the fields that would be sent.
    private func unsent() throws -> Set<String> {
        let store = try replica.store()
        defer { try? store.recover() }
        return try Set(store.collect().flatMap { $0.record.fields.keys })
    }

    @Test func editsOfObjectsAndOfOtherToolsAreNoted() async throws {
        let place = try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        #expect(try unsent().isEmpty)
        place.note = "by an object"
        try replica.context.save()
        #expect(try unsent() == ["note"])
        try replica.context.throughDoor(to: Place.self) { door in
            try door.execute("UPDATE Place SET rating = 4.5")
        }
        #expect(try unsent() == ["note", "rating"])
        try await replica.synchronizer.synchronize()
        #expect(server.records.values.first?.fields["rating"]?.value == .double(4.5))
    }

    @Test func anEditThatIsTakenBackWithItsTransactionIsNotNoted() async throws {
        let place = try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        try replica.context.beginTransaction()
        place.note = "never"
        try replica.context.save()
        replica.context.rollbackTransaction()
        #expect(try unsent().isEmpty)
    }

    @Test func batchDeletionsAndCascadesSpread() async throws {
        let trip = Trip(name: "Spain")
        try replica.add("Prado").trip = trip
        try replica.add("Escorial")
        try replica.context.save()
        try await replica.synchronizer.synchronize()
        replica.context.delete(trip)
        try replica.context.save()
        try replica.context.delete(model: Place.self, where: #Predicate { $0.name == "Escorial" })
        try replica.context.save()
        try await replica.synchronizer.synchronize()
        #expect(server.records.values.map(\.isAlive) == [false, false, false])
    }

    @Test func anImportNeedsNoNotesAndWritesNotOverWhatWasEditedHere() async throws {
        let place = try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        place.note = "mine"
        try replica.context.save()
        let imports = try #require(try ImportEdits(Place.self, in: replica.context))
        let id = place.identifier
        #expect(try imports.of([id, UUID()])[id]?.properties.contains("note") == true)
        try replica.context.transaction {
            try imports.begin()
            for number in 0..<10 { replica.context.insert(Place(name: "new \(number)")) }
            try replica.context.save()
            try imports.end()
        }
        #expect(try replica.states() == [.notSynchronized: 1])
        #expect(try SyncStatus(replica.context, models: Replica.models).counts[.notSynchronized] == 11)
        replica.context.delete(place)
        try replica.context.save()
        #expect(try imports.of([id])[id]?.isDeleted == true)
        #expect(try await replica.synchronizer.synchronize().sent == 11)
    }
}
