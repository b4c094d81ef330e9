import Foundation
import ModelData
import StoreMaintenance
import TestSupport
import Testing

@testable import Sync

/// After damage to any part of a store and its repair, the store can still be synchronized.
@MainActor
@Suite("Repaired stores")
struct RepairedStoreTests {
    private let server = MemoryServer()
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory(inMemory: true) }

    private var url: URL { URL(fileURLWithPath: directory.file("s")) }
    private static let models: [any Synchronizable.Type] = [Trip.self, Place.self, Mark.self, Word.self]
    private var maintainer: StoreMaintainer { StoreMaintainer(url: url, for: Schema(Self.models)) }

    private func working(_ work: (Replica) async throws -> Void) async throws {
        let replica = try Replica(DirectTransport(server: server), path: directory.file("s"))
        try await work(replica)
        try replica.container.close()
    }

    /// Fills a store, sends a part of it, and deletes a place.
    private func fill() async throws -> Int {
        try await working { mine in
            let trip = Trip(name: "Spain")
            for number in 0..<40 { try mine.add("place \(number)").trip = trip }
            try mine.context.save()
            try await mine.synchronizer.synchronize()
            mine.context.delete(try #require(try mine.place("place 7")))
            try #require(try mine.place("place 8")).note = "edited"
            try mine.context.save()
            try await mine.synchronizer.synchronize()
        }
        return 39
    }

    /// Damages every third page, or every page if `SYNC_SCHEDULES` is set.
    @Test(.level(.default)) func `After damage to any page, everything sent is received again`() async throws
    {
        let isWhole = ProcessInfo.processInfo.environment["SYNC_SCHEDULES"] != nil
        let count = try await fill()
        let whole = try Data(contentsOf: url)
        var random = SeededGenerator(quiet: 5)
        var repairs = 0
        for page in stride(from: 0, to: whole.count / 4096, by: isWhole ? 1 : 3) {
            var damaged = whole
            for offset in page * 4096..<(page + 1) * 4096 {
                damaged[offset] = UInt8.random(in: 0...255, using: &random)
            }
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
            try damaged.write(to: url)
            let repair = try SyncTracking.repair(with: maintainer, models: Self.models).store
            guard let kept = repair.keptAt else { continue }
            try FileManager.default.removeItem(at: kept)
            repairs += 1
            try await working { mine in
                try await mine.synchronizer.synchronize()
                let places = try mine.places()
                #expect(places.count == count, "page \(page)")
                #expect(places.allSatisfy { $0.trip?.name == "Spain" }, "page \(page)")
                #expect(places.first { $0.name == "place 8" }?.note == "edited", "page \(page)")
                #expect(try mine.states().filter { $0.key != .synchronized } == [:], "page \(page)")
                // The repaired store still tracks edits.
                try #require(places.first).visits = page + 100
                try mine.context.save()
                #expect(try await mine.synchronizer.synchronize().sent == 1, "page \(page)")
            }
            if page % 9 > 0 { continue }
            let other = try Replica(DirectTransport(server: server))
            try await other.synchronizer.synchronize()
            #expect(try other.places().count == count, "page \(page)")
        }
        #expect(repairs > 5)
    }

    /// Simulates damage with SQL statements. The triggers are disabled, so they don't record these changes as
    /// edits.
    private func damage(_ sql: String) throws {
        let replica = try Replica(DirectTransport(server: server), path: directory.file("s"))
        try replica.context.withSQLAccess(to: Place.self) { database in
            try database.execute("UPDATE _sync SET mode = 2")
            for statement in sql.split(separator: ";") { try database.execute(String(statement)) }
            try database.execute("UPDATE _sync SET mode = 0")
        }
        try replica.container.close()
    }

    @Test(arguments: [("zzz", "zzzz"), ("", "aaaa")])
    func `An unreadable value is received from the server and doesn't replace it there`(
        note: String, rest: String
    ) async throws {
        let other = try Replica(DirectTransport(server: server))
        try await working { mine in
            let trip = Trip(name: "Spain")
            let place = try mine.add("Toledo")
            place.trip = trip
            place.note = note + "whole" + rest
            place.kind = .museum
            try mine.add("Ronda").note = "old"
            try mine.context.save()
            try await mine.synchronizer.synchronize()
            try await other.synchronizer.synchronize()
            try #require(try mine.place("Ronda")).note = "not sent"
            try mine.context.save()
        }
        try damage(
            """
            UPDATE Place SET note = '\(note)' || CAST(zeroblob(600) AS TEXT) || '\(rest)'
                WHERE name = 'Toledo'
            """)
        let repair = try SyncTracking.repair(with: maintainer, models: Self.models).store
        #expect(repair.replaced.map(\.property) == ["note"])
        try await working { mine in
            try await mine.synchronizer.synchronize()
            try await other.synchronizer.synchronize()
            for replica in [mine, other] {
                let place = try #require(try replica.place("Toledo"))
                #expect(place.note == note + "whole" + rest)
                #expect(place.kind == .museum)
                #expect(place.trip?.name == "Spain")
                #expect(try replica.place("Ronda")?.note == "not sent")
                #expect(try replica.places().count == 2)
            }
        }
    }

    @Test(arguments: ["'x' || substr(identifier, 2)", "CAST(zeroblob(36) AS TEXT)"])
    func `An unreadable identifier is recovered from the sync metadata without a duplicate`(
        damaged: String
    ) async throws {
        let count = try await fill()
        let other = try Replica(DirectTransport(server: server))
        try await other.synchronizer.synchronize()
        let identifiers = Set(try other.places().map(\.identifier))
        // A later edit by another device still wins over the repaired record.
        try #require(try other.place("place 3")).note = "edited elsewhere"
        try other.context.save()
        try await other.synchronizer.synchronize()
        try damage("UPDATE Place SET identifier = \(damaged) WHERE name = 'place 3'")
        try damage("UPDATE Trip SET identifier = \(damaged)")
        let repair = try SyncTracking.repair(with: maintainer, models: Self.models).store
        #expect(repair.keptAt != nil)
        #expect(repair.replaced == [])
        try await working { mine in
            try await mine.synchronizer.synchronize()
            try await other.synchronizer.synchronize()
            for replica in [mine, other] {
                #expect(Set(try replica.places().map(\.identifier)) == identifiers)
                #expect(try replica.places().count == count)
                #expect(try replica.places().allSatisfy { $0.trip?.name == "Spain" })
                #expect(try replica.place("place 3")?.note == "edited elsewhere")
            }
            #expect(try await mine.synchronizer.synchronize().sent == 0)
        }
    }

    @Test(arguments: [
        "ALTER TABLE _sync RENAME COLUMN node TO other", "DROP TABLE _syncRecord", "DELETE FROM _sync",
        "ALTER TABLE _syncRecord RENAME COLUMN life TO other",
        "UPDATE _sync SET clock = -1, node = ''",
    ])
    func `Invalid sync metadata is recreated`(damage: String) async throws {
        let count = try await fill()
        try await working { mine in
            try mine.context.withSQLAccess(to: Place.self) { database in
                for row in try database.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
                    if let name = row[0].text { try database.execute("DROP TRIGGER \(name.quotedSQL)") }
                }
                try database.execute(damage)
            }
        }
        var bytes = try Data(contentsOf: url)
        // Repair is needed because this page of places is invalid.
        let page = try #require(bytes.range(of: Data("place 30".utf8))).lowerBound / 4096
        for offset in page * 4096..<(page + 1) * 4096 { bytes[offset] = 0xAA }
        try bytes.write(to: url)
        #expect(try SyncTracking.repair(with: maintainer, models: Self.models).store.keptAt != nil)
        try await working { mine in
            try await mine.synchronizer.synchronize()
            #expect(try mine.places().count == count)
            #expect(try mine.states().filter { $0.key != .synchronized } == [:])
        }
    }

    /// After this damage, the store no longer shows whether it was synchronized, or with which server.
    @Test(arguments: ["DELETE FROM _sync", "DROP TABLE _sync"])
    func `Lost sync state is reported, and a program with the open store can still write`(
        damage: String
    ) async throws {
        let count = try await fill()
        let open = try Replica(DirectTransport(server: server), path: directory.file("s"))
        try #require(try open.place("place 9")).note = "not sent"
        open.context.delete(try #require(try open.place("place 11")))
        try open.context.save()
        // Repair is needed because of a page of the history, so no other data are lost.
        let page = try open.context.withSQLAccess(to: Place.self) { database in
            try database.execute(damage)
            return Int(
                try database.number("SELECT rootpage FROM sqlite_schema WHERE name = '_history_change'") - 1)
        }
        var bytes = try Data(contentsOf: url)
        for offset in page * 4096..<(page + 1) * 4096 { bytes[offset] = 0xAA }
        let file = try FileHandle(forWritingTo: url)
        try file.write(contentsOf: bytes)
        try file.close()
        #expect(try SyncTracking.repair(with: maintainer, models: Self.models).isServerLost)
        try open.add("after")
        try open.context.save()
        try open.container.close()
        try await working { mine in
            try await mine.synchronizer.synchronize()
            #expect(try mine.places().count == count)
            #expect(try mine.place("place 9")?.note == "not sent" && mine.place("place 8")?.note == "edited")
            #expect(try mine.place("place 11") == nil && mine.place("after") != nil)
            #expect(try mine.states().filter { $0.key != .synchronized } == [:])
        }
    }

    /// Unsent edits are recorded only in the sync metadata. Without it, a record doesn't show whether its
    /// values are newer than the server's.
    @Test(arguments: ["_syncRecord", "_syncField", "_syncSeen"], [true, false])
    func `Possibly lost edits are reported, whether the store is synchronized or not`(
        table: String, isOn: Bool
    ) async throws {
        _ = try await fill()
        var page = 0
        try await working { mine in
            try #require(try mine.place("place 9")).note = "not sent"
            try mine.context.save()
            page = try mine.context.withSQLAccess(to: Place.self) { database in
                _ = try database.run("UPDATE _sync SET isOn = ?", .integer(isOn ? 1 : 0))
                return Int(
                    try database.number("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'") - 1)
            }
        }
        var bytes = try Data(contentsOf: url)
        for offset in page * 4096..<(page + 1) * 4096 { bytes[offset] = 0xAA }
        try bytes.write(to: url)
        let repair = try SyncTracking.repair(with: maintainer, models: Self.models)
        #expect(repair.store.keptAt != nil)
        #expect(!repair.store.hasLosses)
        #expect(repair.mayLackEdits == (table != "_syncSeen"))
        #expect(!repair.isServerLost)
    }

    @Test func `Undoing a step from before the sync state was lost affects only local changes`()
        async throws
    {
        _ = try await fill()
        let other = try Replica(DirectTransport(server: server))
        let mine = try Replica(DirectTransport(server: server), path: directory.file("s"))
        try mine.add("latest")
        try await mine.synchronizer.synchronize()
        try await other.synchronizer.synchronize()
        // Repair is needed because the list of free pages is invalid.
        try mine.context.withSQLAccess(to: Place.self) { try $0.execute("DELETE FROM _sync") }
        try mine.container.close()
        var bytes = try Data(contentsOf: url)
        for offset in 32..<40 { bytes[offset] = 0x7A }
        try bytes.write(to: url)
        #expect(try SyncTracking.repair(with: maintainer, models: Self.models).isServerLost)
        try await working { mine in
            try await mine.synchronizer.synchronize()
            _ = try SyncTracking.undoing(mine.context, models: Replica.models) {
                try mine.context.undoLastTransaction()
            }
            for replica in [mine, other, mine] { try await replica.synchronizer.synchronize() }
            #expect(try mine.place("latest") == nil && other.place("latest") == nil)
        }
    }

    @Test(.level(.default), arguments: SyncTables.names)
    func `A missing metadata table is recreated`(table: String) async throws {
        let count = try await fill()
        try await working { mine in
            try #require(try mine.place("place 9")).note = "not sent"
            try mine.context.save()
            try mine.context.withSQLAccess(to: Place.self) { try $0.execute("DROP TABLE \(table)") }
        }
        try await working { mine in
            let made = try mine.context.withSQLReadAccess(to: Place.self) { try $0.number(SyncTables.count) }
            #expect(Int(made) == SyncTables.names.count)
            try mine.add("after")
            try await mine.synchronizer.synchronize()
            #expect(try mine.places().count == count + 1)
            #expect(try mine.place("place 8")?.note == "edited")
            #expect(try mine.states().filter { $0.key != .synchronized } == [:])
            // The repaired store still tracks edits.
            try #require(try mine.place("place 10")).visits = 3
            try mine.context.save()
            #expect(try await mine.synchronizer.synchronize().sent == 1)
        }
        let other = try Replica(DirectTransport(server: server))
        try await other.synchronizer.synchronize()
        #expect(try other.places().count == count + 1)
        #expect(try other.place("place 10")?.visits == 3)
        // Without the edit's metadata, synchronization can't recognize that the edit is newer than the
        // server's value.
        if ["_syncRecord", "_syncField"].contains(table) { return }
        #expect(try other.place("place 9")?.note == "not sent")
    }

    @Test func `A store with complete metadata sends nothing again when it is opened`() async throws {
        _ = try await fill()
        try await working { (mine: Replica) async throws -> Void in
            #expect(try await mine.synchronizer.synchronize().sent == 0)
            #expect(try mine.states().filter { $0.key != .synchronized } == [:])
        }
    }
}
