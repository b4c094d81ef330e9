import Foundation
import ModelData
import SyncProtocol
import Testing

@testable import Sync

/// Every kind of edit is tracked in its own transaction.
@Suite("Tracking of edits")
struct EditTrackingTests {
    private let server = MemoryServer()
    private let replica: Replica

    init() throws { replica = try Replica(DirectTransport(server: server)) }

    /// The names of the unsent fields.
    private func unsent() throws -> Set<String> {
        let store = try replica.store()
        defer { try? store.recover() }
        return try Set(store.nextBatch().flatMap { $0.record.fields.keys })
    }

    /// The names and definitions of all triggers.
    private func triggers() throws -> [String] {
        try replica.context.withSQLReadAccess(to: Place.self) { database in
            try database.rows(
                "SELECT name || sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
            )
            .compactMap { $0[0].text }
        }
    }

    @Test func `Edits of objects and of other tools are tracked`() async throws {
        let place = try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        #expect(try unsent().isEmpty)
        place.note = "by an object"
        try replica.context.save()
        #expect(try unsent() == ["note"])
        try replica.context.withSQLAccess(to: Place.self) { database in
            try database.execute("UPDATE Place SET rating = 4.5")
        }
        #expect(try unsent() == ["note", "rating"])
        try await replica.synchronizer.synchronize()
        #expect(server.records.values.first?.fields["rating"]?.value == .double(4.5))
    }

    @Test func `Every record has its state and the time of its last edit`() async throws {
        func note() throws -> (state: SyncState?, updatedAt: Double) {
            let rows = try replica.store().reading { database in
                try database.rows("SELECT state, updatedAt FROM _syncRecord")
            }
            guard rows.count == 1, case .real(let time) = rows[0][1] else { return (nil, 0) }
            return (rows[0][0].integer.flatMap { SyncState(rawValue: $0) }, time)
        }
        let place = try replica.add("Prado")
        let made = try note()
        #expect(made.state == .notSynchronized)
        // The time is stored in seconds since 2001, like all dates.
        #expect(made.updatedAt > 700_000_000)
        try await replica.synchronizer.synchronize()
        #expect(try note().state == .synchronized)
        try await Task.sleep(for: .milliseconds(5))
        place.note = "edited"
        try replica.context.save()
        let edited = try note()
        #expect(edited.state == .notSynchronized)
        #expect(edited.updatedAt > made.updatedAt)
    }

    @Test func `An edit in a rolled-back transaction isn't tracked`() async throws {
        let place = try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        try replica.context.beginTransaction()
        place.note = "never"
        try replica.context.save()
        replica.context.rollbackTransaction()
        #expect(try unsent().isEmpty)
    }

    @Test func `Batch and cascade deletions reach the server`() async throws {
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

    @Test func `An import needs no tracking and detects local edits and deletions`() async throws {
        let place = try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        place.note = "mine"
        try replica.context.save()
        var imports = try #require(try ImportEdits(Place.self, in: replica.context))
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

    @Test func `Opening a store creates its missing triggers, so that edits are tracked again`() async throws
    {
        try replica.add("Prado")
        try await replica.synchronizer.synchronize()
        let before = try triggers()
        // A migration that copies a table drops its triggers.
        try replica.context.withSQLAccess(to: Place.self) { database in
            let names = try database.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '_sync_*'")
            for name in names.compactMap({ $0[0].text }) { try database.execute("DROP TRIGGER \"\(name)\"") }
        }
        #expect(try triggers() != before)
        try SyncTracking.prepare(replica.context, models: Replica.models)
        #expect(try triggers() == before)
        try replica.place("Prado")?.note = "mine"
        try replica.context.save()
        #expect(try unsent() == ["note"])
    }

    @Test func `Edits after an import are tracked, whether it succeeded or failed`() throws {
        _ = try replica.store()
        let before = try triggers()
        for endsWell in [false, true] {
            var imports = try #require(try ImportEdits(Place.self, in: replica.context))
            try replica.context.beginTransaction()
            try imports.begin()
            // During a large import, triggers that aren't needed are dropped.
            #expect(try triggers().count == before.count - 2)
            replica.context.insert(Place(name: "imported \(endsWell)"))
            try replica.context.save()
            if endsWell {
                try imports.end()
                try replica.context.commitTransaction()
            } else {
                replica.context.rollbackTransaction()
            }
            #expect(try triggers() == before)
        }
        try replica.place("imported true")?.note = "mine"
        try replica.context.save()
        #expect(try replica.states() == [.notSynchronized: 1])
        // Now sync metadata exists, so an import needs all triggers.
        var imports = try #require(try ImportEdits(Place.self, in: replica.context))
        try replica.context.transaction {
            try imports.begin()
            #expect(try triggers() == before)
            try imports.end()
        }
    }
}
