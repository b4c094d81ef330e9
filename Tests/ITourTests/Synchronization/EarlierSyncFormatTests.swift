import Foundation
import ModelData
import TestSupport
import Testing

@testable import ITour

/// A store that itour wrote while it had the sync tables of format 5.
///
/// Another device had deleted Spain with its sights. This device had added the sight “Thyssen” to it. After the last
/// synchronization, it renamed Italy, deleted the sight “Uffizi” and added “Brera”.
@MainActor
@Suite("Stores with earlier sync tables")
struct EarlierSyncFormatTests {
    @Test func `Unsent edits and held versions of a store with earlier sync tables are kept`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("trips.store")
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/synchronized-5.sqlite").path
        try FileManager.default.copyItem(atPath: fixture, toPath: path)
        let planner = try await TestPlanner(store: path)
        #expect(try planner.destinations.map(\.name) == ["Northern Italy"])
        #expect(try planner.sights(of: "Northern Italy") == ["Brera"])
        let connection = try StoreConnection(path: path, timeout: 20, isReadOnly: true)
        func numbers(_ sql: String) throws -> [[StoredValue]] {
            try connection.perform { try $0.rows(sql) }
        }
        // The content of Thyssen, and the numbers of four deleted records
        #expect(
            try numbers("SELECT kind, count(*) FROM _syncHeld GROUP BY kind ORDER BY kind")
                == [[.integer(2), .integer(1)], [.integer(3), .integer(4)]])
        #expect(
            try numbers(
                """
                SELECT count(*) FROM _syncHeld WHERE kind = 2 AND owner IN
                    (SELECT uuid FROM _syncRecord WHERE entity = 'Destination' AND life = 2)
                """) == [[.integer(1)]])
        // Italy, Uffizi and Brera are unsent.
        #expect(
            try numbers("SELECT life, count(*) FROM _syncRecord WHERE state = 0 GROUP BY life ORDER BY life")
                == [[.integer(1), .integer(2)], [.integer(2), .integer(1)]])
        #expect(
            try numbers(
                """
                SELECT count(*) FROM sqlite_schema
                WHERE name IN ('_syncWaiting', '_syncUnread', '_syncKept', '_syncOrphan')
                """) == [[.integer(0)]])
    }
}
