import Foundation
import ModelData
import SyncProtocol

/// Two records that are the same thing become one, field by field: an empty value gives way to one that isn't, and of
/// two the later stays, whichever of the two records it was written to.
extension ChangeApplier {
    /// A field of the record that goes.
    struct GivenField {
        let field: SyncShape.Field
        let value: StoredValue
        let clock: SyncClock
    }

    /// The fields of a record that is here.
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

    /// Gives a record what another one has beyond it.
    mutating func absorb(
        _ fields: [GivenField], links: [(name: String, target: String)] = [], into number: Int64,
        _ id: String, _ shape: SyncShape
    ) throws {
        guard let uuid = UUID(uuidString: id) else { return }
        let key = SyncKey(entity: shape.name, id: uuid)
        let unique = Set(shape.uniqueGroups.joined())
        // Whatever a record is unique by is the same in both, or was given up.
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
            try removeLink(name, of: metadata.number)
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

    /// Whether a relationship, if the field is one, is to another record, which didn't go with the one that gave it.
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

    /// The next moment of this store's clock.
    func nextClock() throws -> SyncClock? {
        let next = SyncTriggers.following
        try database.run("UPDATE _sync SET stamp = printf('%016x-%s', \(next), node), clock = \(next)")
        return try database.rows("SELECT stamp FROM _sync").first?.first?.text.flatMap { SyncClock($0) }
    }
}

extension StoredValue {
    /// Whether there is nothing in it that could be lost.
    fileprivate var isBlank: Bool { self == .null || self == .text("") }
}
