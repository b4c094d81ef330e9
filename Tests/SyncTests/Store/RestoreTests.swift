import Foundation
import ModelData
import StoreMaintenance
import TestSupport
import Testing

@testable import Sync

/// A restored store can still be synchronized, and other devices lose no data.
@MainActor
@Suite("Restored stores")
struct RestoreTests {
    private let server = MemoryServer()
    private let directory: TemporaryDirectory
    private let other: Replica

    init() throws {
        directory = try TemporaryDirectory()
        other = try Replica(DirectTransport(server: server))
    }

    private var maintainer: StoreMaintainer {
        StoreMaintainer(
            url: URL(fileURLWithPath: directory.file("s")),
            for: Schema([Trip.self, Place.self, Mark.self, Word.self]))
    }

    private var copy: URL { URL(fileURLWithPath: directory.file("copy")) }

    /// Opens the store, runs a closure with it, and closes it, as a program does.
    private func working(_ work: (Replica) async throws -> Void) async throws {
        let replica = try Replica(DirectTransport(server: server), path: directory.file("s"))
        try await work(replica)
        try replica.container.close()
    }

    private func node() async throws -> String {
        var node = ""
        try await working { node = try $0.store().node() }
        return node
    }

    @Test
    func
        `A synchronized store with a damaged header is still synchronized after a restore`()
        async throws
    {
        try await working { try $0.add("Prado") }
        try maintainer.backup(to: copy)
        try await working { mine in
            try SyncTracking.turnOn(mine.context, models: Replica.models, server: "memory")
            try mine.add("Toledo")
            try await mine.synchronizer.synchronize()
        }
        let url = URL(fileURLWithPath: directory.file("s"))
        var bytes = try Data(contentsOf: url)
        bytes[68] ^= 0x7C
        try bytes.write(to: url)
        let restored = try SyncTracking.restore(copy, with: maintainer)
        #expect(restored.kept != nil)
        #expect(restored.isSynchronized)
        try await working { mine in
            try await mine.synchronizer.synchronize()
            #expect(try mine.places().map(\.name) == ["Prado", "Toledo"])
        }
    }

    @Test func `Edits sent since the backup are received again, and deletions stay deletions`() async throws {
        try await working { mine in
            for name in ["Prado", "Escorial", "Toledo"] { try mine.add(name) }
            try await mine.synchronizer.synchronize()
            // This edit isn't sent before the backup is made.
            try #require(try mine.place("Toledo")).note = "unsent"
            try mine.context.save()
        }
        let before = try await node()
        try maintainer.backup(to: copy)
        try await working { mine in
            try #require(try mine.place("Prado")).note = "sent"
            mine.context.delete(try #require(try mine.place("Escorial")))
            try mine.add("Ávila")
            try mine.context.save()
            try await mine.synchronizer.synchronize()
        }
        try await other.synchronizer.synchronize()
        try #require(try other.place("Prado")).visits = 7
        try other.context.save()
        try await other.synchronizer.synchronize()

        let restored = try SyncTracking.restore(copy, with: maintainer)
        #expect(restored.kept != nil)
        #expect(try await node() != before)
        try await working { mine in
            #expect(try mine.places().map(\.name) == ["Escorial", "Prado", "Toledo"])
            // A new edit in the restored store is later than the edits that the backup lacks.
            try #require(try mine.place("Prado")).rating = 5
            try mine.context.save()
            for replica in [mine, other, mine] { try await replica.synchronizer.synchronize() }
            #expect(try mine.contents() == other.contents())
            #expect(try mine.places().map(\.name) == ["Prado", "Toledo", "Ávila"])
            #expect(try mine.places().map(\.note) == ["sent", "unsent", nil])
            #expect(try mine.places().map(\.visits) == [7, 0, 0])
            #expect(try mine.places().map(\.rating) == [5, nil, nil])
            #expect(try mine.states().filter { $0.key != .synchronized } == [:])
        }
    }

    /// After one or two restores, a device is still regarded as the author of its earlier records.
    @Test(
        arguments: [1, 2],
        [false, true])
    func `Undoing an addition from before the backup is permanent unless others edited it`(
        restores: Int, othersEdit: Bool
    ) async throws {
        try await working { mine in
            try mine.add("Prado")
            try await mine.synchronizer.synchronize()
        }
        try maintainer.backup(to: copy)
        for _ in 0..<restores { _ = try SyncTracking.restore(copy, with: maintainer) }
        try await other.synchronizer.synchronize()
        if othersEdit {
            try #require(try other.place("Prado")).visits = 7
            try other.context.save()
        }
        try await working { mine in
            let step = try SyncTracking.undoing(mine.context, models: Replica.models) {
                try mine.context.undoLastTransaction()
            }
            #expect(step != nil)
            for replica in [mine, other, mine, other] { try await replica.synchronizer.synchronize() }
            #expect(try mine.contents() == other.contents())
            #expect(try mine.places().map(\.visits) == (othersEdit ? [7] : []))
            for replica in [mine, other] {
                #expect(try replica.states().filter { $0.key != .synchronized } == [:])
            }
        }
    }

    @Test func `A clock that was ahead isn't behind after a restore`() async throws {
        try await working { try $0.add("Prado") }
        try maintainer.backup(to: copy)
        try await working { mine in
            try mine.context.withSQLAccess(to: Place.self) { database in
                _ = try database.run("UPDATE _sync SET clock = clock + (600000 << 16)")
            }
        }
        var ahead: Int64 = 0
        try await working { mine in
            ahead = try mine.store().reading { try $0.number("SELECT clock FROM _sync") }
        }
        _ = try SyncTracking.restore(copy, with: maintainer)
        try await working { mine in
            let clock = try mine.store().reading { try $0.number("SELECT clock FROM _sync") }
            #expect(clock == ahead)
        }
    }

    @Test func `An extremely wrong clock isn't restored`() async throws {
        try await working { try $0.add("Prado") }
        try maintainer.backup(to: copy)
        try await working { mine in
            try mine.context.withSQLAccess(to: Place.self) { database in
                _ = try database.run("UPDATE _sync SET clock = ?", .integer(.max))
            }
        }
        _ = try SyncTracking.restore(copy, with: maintainer)
        try await working { mine in
            try mine.add("Escorial")
            let clock = try mine.store().reading { try $0.number("SELECT clock FROM _sync") }
            #expect(clock < 1 << 62)
        }
    }

    @Test func `A backup from before the login is merged with the server's data`() async throws {
        try await working { try $0.add("Prado") }
        try maintainer.backup(to: copy)
        try await working { mine in
            try SyncTracking.turnOn(mine.context, models: Replica.models, server: "memory")
            try await mine.synchronizer.synchronize()
        }
        try await other.synchronizer.synchronize()
        try #require(try other.place("Prado")).note = "theirs"
        try other.context.save()
        try await other.synchronizer.synchronize()
        #expect(try SyncTracking.restore(copy, with: maintainer).isSynchronized)
        try await working { mine in
            for replica in [mine, other] { try await replica.synchronizer.synchronize() }
            #expect(try mine.contents() == other.contents())
            #expect(try mine.places().map(\.note) == ["theirs"])
        }
    }
}
