import Foundation
import ModelData
import SyncProtocol

/// Own values that another device replaced or deleted without knowledge of them, in the table `_syncConflict`.
///
/// A row contains the own values of one record. For a deleted record, these are all its values, followed by the records
/// that own it.
final class ConflictLog {
    /// How long a conflict is kept, in seconds: 90 days.
    static let age: TimeInterval = 90 * 86_400

    private let database: SQLAccess
    private var nodes: Set<String>?
    private var hasDeletions: Bool?
    /// The numbers of the conflicts that were found.
    private(set) var found: [Int64] = []

    init(_ database: SQLAccess) { self.database = database }

    /// Returns whether a clock is one of this store's edits.
    func isOwn(_ clock: SyncClock) throws -> Bool {
        if let nodes { return nodes.contains(clock.node) }
        let rows = try database.rows("SELECT node FROM _sync UNION ALL SELECT node FROM _syncFormer")
        let names = Set(rows.compactMap { $0.first?.text })
        nodes = names
        return names.contains(clock.node)
    }

    /// Adds a conflict, and deletes old ones.
    ///
    /// - Parameters:
    ///   - own: The own values.
    ///   - other: The values that replaced them; `nil` if the record was deleted.
    ///   - owners: The owners of a deleted record, the nearest first.
    func add(_ own: SyncRecord, replacedBy other: SyncRecord?, owners: [SyncRecord] = []) throws {
        let now = Date.now.timeIntervalSinceReferenceDate
        let body = SyncRequest(batch: own.key.id, records: [own] + owners).encoded()
        try database.run("DELETE FROM _syncConflict WHERE at < ?", .real(now - Self.age))
        try database.run(
            "INSERT INTO _syncConflict (entity, uuid, at, own, other) VALUES (?, ?, ?, ?, ?)",
            .text(own.key.entity), .text(own.key.id.uuidString), .real(now), .blob(body),
            other.map { .blob($0.encoded()) } ?? .null)
        found.append(database.lastInsertedRecord)
        if other == nil { hasDeletions = true }
    }

    /// Returns the conflicts about the deletion of a record: their numbers, and the own values.
    func deletions(of key: SyncKey) throws -> [(number: Int64, own: SyncRecord)] {
        try database.rows(
            "SELECT _id, own FROM _syncConflict WHERE entity = ? AND uuid = ? AND other IS NULL",
            .text(key.entity), .text(key.id.uuidString)
        ).compactMap { row in
            guard let number = row[0].integer, case .blob(let body) = row[1],
                let own = try? SyncRequest(decoding: body).records.first
            else { return nil }
            return (number, own)
        }
    }

    /// Removes a conflict.
    func remove(_ number: Int64) throws {
        try database.run("DELETE FROM _syncConflict WHERE _id = ?", .integer(number))
        found.removeAll { $0 == number }
    }

    /// Whether any deleted record is in the table.
    func containsDeletions() throws -> Bool {
        if let hasDeletions { return hasDeletions }
        let found =
            try database.number("SELECT EXISTS (SELECT 1 FROM _syncConflict WHERE other IS NULL)") == 1
        hasDeletions = found
        return found
    }
}
