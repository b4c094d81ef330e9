import Foundation
import ModelData
import SyncProtocol
import TestSupport
import Testing

@testable import Sync

/// Stores whose held versions are in the tables of format 5.
@MainActor
@Suite("Stores with earlier sync tables")
struct EarlierFormatTests {
    private let directory: TemporaryDirectory
    private let server = MemoryServer()

    init() throws { directory = try TemporaryDirectory() }

    private func clock(_ milliseconds: Int64) -> SyncClock {
        SyncClock(milliseconds: 1_800_000_000_000 + milliseconds, node: "other") ?? .zero
    }

    /// Moves the content of `_syncHeld` to the tables of format 5.
    private static let inEarlierForm = """
        CREATE TABLE _syncWaiting (entity TEXT NOT NULL, uuid TEXT NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (entity, uuid)) STRICT, WITHOUT ROWID;
        CREATE TABLE _syncUnread (entity TEXT NOT NULL, uuid TEXT NOT NULL, body BLOB NOT NULL,
            fields INTEGER NOT NULL, PRIMARY KEY (entity, uuid)) STRICT, WITHOUT ROWID;
        CREATE TABLE _syncKept (entity TEXT NOT NULL, uuid TEXT NOT NULL, name TEXT NOT NULL, value ANY,
            PRIMARY KEY (entity, uuid, name)) STRICT, WITHOUT ROWID;
        CREATE TABLE _syncOrphan (entity TEXT NOT NULL, uuid TEXT NOT NULL, ownerEntity TEXT, owner TEXT,
            body BLOB NOT NULL, PRIMARY KEY (entity, uuid)) STRICT, WITHOUT ROWID;
        CREATE INDEX _syncOrphan_owner ON _syncOrphan (owner);
        INSERT INTO _syncWaiting SELECT entity, uuid, body FROM _syncHeld WHERE kind = 0;
        INSERT INTO _syncUnread SELECT entity, uuid, body, unreadable FROM _syncHeld WHERE kind = 1;
        INSERT INTO _syncOrphan SELECT entity, uuid, ownerEntity, owner, body FROM _syncHeld WHERE kind = 2;
        INSERT INTO _syncKept SELECT entity, uuid, f.key, json_extract(f.value, '$[0]')
            FROM _syncHeld, json_each(json_extract(CAST(body AS TEXT), '$.fields')) AS f WHERE kind = 3;
        DROP TABLE _syncHeld;
        UPDATE _sync SET format = 5;
        """

    private func held(_ replica: Replica) throws -> [[StoredValue]] {
        try replica.context.withSQLReadAccess(to: Place.self) { database in
            try database.rows("SELECT * FROM _syncHeld ORDER BY kind, entity, uuid")
        }
    }

    private func working(_ work: (Replica) async throws -> Void) async throws {
        let replica = try Replica(DirectTransport(server: server), path: directory.file("mine"))
        try await work(replica)
        try replica.container.close()
    }

    @Test(arguments: [true, false])
    func `Held versions, unsent edits and deletions of format 5 are kept`(isOn: Bool) async throws {
        let other = try Replica(DirectTransport(server: server))
        var before: [[StoredValue]] = []
        var number: Int64?
        try await working { mine in
            let trip = Trip(name: "Spain")
            mine.context.insert(trip)
            for name in ["Prado", "Escorial"] { try mine.add(name).trip = trip }
            try mine.add("Uffizi")
            let prado = try #require(try mine.place("Prado"))
            (prado.isPinned, prado.remark) = (true, "mine")
            try mine.context.save()
            number = prado.persistentModelID.recordNumber
            try await mine.synchronizer.synchronize()
            try await other.synchronizer.synchronize()
            other.context.delete(try #require(try other.context.fetch(FetchDescriptor<Trip>()).first))
            try other.context.save()
            try await other.synchronizer.synchronize()
            // The other device didn't know this place when it deleted the trip.
            try mine.add("Thyssen").trip = trip
            try mine.context.save()
            try await mine.synchronizer.synchronize()
            // These edits and this deletion aren't sent.
            try #require(try mine.place("Uffizi")).note = "not sent"
            try mine.add("Brera")
            try mine.add("Accademia")
            try mine.context.save()
            mine.context.delete(try #require(try mine.place("Accademia")))
            try mine.context.save()
            // A version of an unsent record, and one with a rating that isn't a number.
            let waiting = try #require(try mine.place("Uffizi")).identifier
            let changes = [(waiting, SyncValue.null), (UUID(), .string("many"))].map { id, rating in
                SyncRecord(
                    SyncKey(entity: "Place", id: id),
                    fields: [
                        "name": SyncField(.string("theirs"), at: clock(-1)),
                        "visits": SyncField(.int(1), at: clock(1)),
                        "isDone": SyncField(.bool(false), at: clock(1)),
                        "kind": SyncField(.string("park"), at: clock(1)),
                        "rating": SyncField(rating, at: clock(1)),
                        "note": SyncField(.string("theirs"), at: clock(-1)),
                    ])
            }
            let store = try mine.store()
            _ = try store.acknowledge(
                SyncAnswer(changes: changes, token: "t", clock: clock(2)), sent: [], token: try store.token())
            before = try held(mine)
            #expect(Set(before.map { $0[0] }) == [.integer(0), .integer(1), .integer(2), .integer(3)])
            try mine.context.withSQLAccess(to: Place.self) { database in
                try database.execute(Self.inEarlierForm)
                // The server doesn't know the token of this test.
                try database.execute("UPDATE _sync SET token = NULL, isOn = \(isOn ? 1 : 0)")
            }
        }
        try await working { mine in
            #expect(try held(mine) == before)
            let earlier = try mine.context.withSQLReadAccess(to: Place.self) { database in
                try database.number(
                    """
                    SELECT count(*) FROM sqlite_schema
                    WHERE name IN ('_syncWaiting', '_syncUnread', '_syncKept', '_syncOrphan')
                    """)
            }
            #expect(earlier == 0)
            try await mine.synchronizer.synchronize()
            try await other.synchronizer.synchronize()
            #expect(try other.place("Brera") != nil && other.place("Accademia") == nil)
            let uffizi = try other.places().first { $0.name == "Uffizi" }
            #expect(uffizi?.note == "not sent")
            try other.context.undoLastTransaction()
            for replica in [other, mine, other, mine] { try await replica.synchronizer.synchronize() }
            let prado = try #require(try mine.place("Prado"))
            #expect(prado.persistentModelID.recordNumber == number)
            #expect(prado.isPinned && prado.remark == "mine" && prado.trip?.name == "Spain")
            for replica in [mine, other] {
                #expect(
                    try replica.places().filter { $0.trip != nil }.map(\.name)
                        == ["Escorial", "Prado", "Thyssen"])
            }
        }
    }
}
