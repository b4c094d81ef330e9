import Foundation
import ModelData
import SyncProtocol

/// Merges two records that mean the same thing, field by field. A value replaces an empty one. Of two values, the later
/// one stays, whichever record it was written to.
extension ChangeApplier {
    /// A field of the record that is merged and deleted.
    struct GivenField {
        let field: SyncShape.Field
        let value: StoredValue
        let clock: SyncClock
    }

    /// The fields of a stored record.
    func given(_ number: Int64, _ id: String, _ shape: SyncShape) throws -> [GivenField] {
        let metadata = try UUID(uuidString: id).flatMap {
            try RecordSyncMetadata.find(SyncKey(entity: shape.name, id: $0), database)
        }
        let fieldMetadata = try metadata.map { try FieldSyncMetadata.all(of: $0.number, database) } ?? [:]
        let row = try values(of: number, shape.fields, shape)
        return zip(shape.fields, row).map { field, value in
            let clock = (fieldMetadata[field.name]?.clock ?? metadata?.clock).flatMap { SyncClock($0) }
            return GivenField(field: field, value: value, clock: clock ?? .zero)
        }
    }

    /// Gives a record the values and relationships that only the other one has, or has with later clocks.
    mutating func absorb(
        _ fields: [GivenField], links: [(name: String, target: String)] = [], into number: Int64,
        _ id: String, _ shape: SyncShape
    ) throws {
        guard let uuid = UUID(uuidString: id) else { return }
        let key = SyncKey(entity: shape.name, id: uuid)
        let unique = Set(shape.uniqueGroups.joined())
        // Unique values are equal in both records, or were released.
        let fields = fields.filter { !unique.contains($0.field.name) && $0.field.column.kind != .order }
        let row = try values(of: number, fields.map(\.field), shape)
        guard row.count == fields.count else { return }
        let metadata = try metadataOrNew(key)
        let fieldMetadata = try FieldSyncMetadata.all(of: metadata.number, database)
        var old: [(column: Int, value: StoredValue)] = []
        for (given, mine) in zip(fields, row) where given.value != mine && !given.value.isBlank {
            let name = given.field.name
            let own = SyncClock(fieldMetadata[name]?.clock ?? metadata.clock) ?? .zero
            var clock = given.clock
            if clock <= own {
                guard mine.isBlank, let now = try nextClock() else { continue }
                clock = now
            }
            if try !canBeRelated(given, number, shape) { continue }
            // A third record may have the other side of a one-to-one relationship by now.
            let isTaken = try database.attempt(
                "UPDATE \(shape.table.table) SET \(given.field.column.quoted) = ? WHERE _id = ?",
                [given.value, .integer(number)])
            if !isTaken { continue }
            old.append((given.field.place, mine))
            try removeLinks([name], of: metadata.number)
            try writeUnsent(name, of: metadata.number, clock)
        }
        for (name, target) in links {
            guard let place = fields.firstIndex(where: { $0.field.name == name }), row[place].isBlank,
                let now = try nextClock()
            else { continue }
            try writeLink(name, of: metadata.number, to: target)
            try writeUnsent(name, of: metadata.number, now)
        }
        if !old.isEmpty { changes.update(number, of: shape.name, old) }
    }

    /// Returns whether a field is a value, or a relationship to a record other than the two, which still exists.
    private func canBeRelated(_ given: GivenField, _ number: Int64, _ shape: SyncShape) throws -> Bool {
        guard let name = given.field.target, let target = shapes[name], let other = given.value.integer
        else { return true }
        if other == number, shapes.isKind(shape.name, of: name) { return false }
        return try database.number(
            "SELECT EXISTS (SELECT 1 FROM \(target.table.table) WHERE _id = ?)", .integer(other)) == 1
    }

    /// Returns a record's sync metadata. Creates that of an imported record if it is missing.
    func metadataOrNew(_ key: SyncKey) throws -> RecordSyncMetadata {
        if let metadata = try RecordSyncMetadata.find(key, database) { return metadata }
        let number = try writeMetadata(SyncRecord(key), isUnsent: true)
        try database.run(
            "UPDATE _syncRecord SET clock = (SELECT \(SyncTriggers.importClock) FROM _sync) WHERE _id = ?",
            .integer(number))
        guard let metadata = try RecordSyncMetadata.find(key, database) else {
            throw ModelDataError.transactionLost(path: database.path)
        }
        return metadata
    }

    private func writeUnsent(_ name: String, of record: Int64, _ clock: SyncClock) throws {
        try database.run(
            """
            INSERT INTO _syncField (record, name, clock, edited, unsent) VALUES (?, ?, ?, 1, 1)
            ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, edited = 1, unsent = 1
            """, .integer(record), .text(name), .text(clock.description))
        try database.run(
            "UPDATE _syncRecord SET state = 0, version = version + 1, reason = NULL WHERE _id = ?",
            .integer(record))
    }

    /// Returns the next moment of this store's clock.
    func nextClock() throws -> SyncClock? {
        let next = SyncTriggers.following
        try database.run("UPDATE _sync SET stamp = printf('%016x-%s', \(next), node), clock = \(next)")
        return try database.rows("SELECT stamp FROM _sync").first?.first?.text.flatMap { SyncClock($0) }
    }
}

extension StoredValue {
    /// Whether the value is missing or empty, so that replacing it loses nothing.
    fileprivate var isBlank: Bool { self == .null || self == .text("") }
}
