import Foundation
import ModelData
import SyncProtocol

/// Reads the version of a record that must be sent.
struct Outgoing {
    let database: SQLAccess
    let shape: SyncShape
    let shapes: SyncShapes
    let held: HeldRecords

    /// Returns a record with its unsent fields.
    ///
    /// A record that was deleted with its owner keeps its content, because the owner may be re-created.
    ///
    /// - Parameters:
    ///   - metadata: The record's metadata.
    ///   - id: The record's UUID.
    ///   - isWhole: Whether all fields are read. Default: false.
    func record(_ metadata: RecordSyncMetadata, _ id: UUID, isWhole: Bool = false) throws -> SyncRecord {
        let fieldMetadata = try FieldSyncMetadata.all(of: metadata.number, database)
        let links = try links(of: metadata.number)
        var record = SyncRecord(SyncKey(entity: shape.name, id: id), causalLength: metadata.causalLength)
        var pairs: Set<String> = []
        let content = try record.isAlive ? nil : held.version(record.key, .cascaded)
        record.fields = content?.record.fields ?? [:]
        if record.isAlive, let row = try row(id) {
            pairs = try shapes.pairNames(of: row[0].integer ?? 0, shape, database)
            for (field, value) in zip(shape.fields, row.dropFirst()) {
                let own = fieldMetadata[field.name]
                guard isWhole || own?.isUnsent ?? metadata.isWhole else { continue }
                guard let clock = SyncClock(own?.clock ?? metadata.clock) else { continue }
                let link = links[field.name].map { SyncValue.string($0) }
                let content = try field.column.content(
                    of: value, through: database, model: shape.name, record: row[0].integer ?? 0)
                let wireValue =
                    field.target == nil || content != .null
                    ? field.column.wireValue(content) : link ?? .null
                record.fields[field.name] = SyncField(
                    wireValue, at: clock, base: own?.base.flatMap { SyncClock($0) })
            }
        }
        for (name, own) in fieldMetadata where isWhole || own.isUnsent {
            guard record.fields[name] == nil else { continue }
            guard let clock = SyncClock(own.clock) else { continue }
            if let field = Tombstone.Field(rawValue: name) {
                let clocks = fieldMetadata.values.map(\.clock) + [metadata.clock]
                try add(field, at: clock, to: &record, owner: content?.owner, alias: links[name], clocks)
            } else if SyncRecord.pair(fromFieldName: name) != nil {
                let isThere = pairs.contains(name) || (record.isAlive && links[name] != nil)
                record.fields[name] = SyncField(.bool(isThere), at: clock)
            }
        }
        // Pairs without metadata have the clock of their record.
        if isWhole || metadata.isWhole, let clock = SyncClock(metadata.clock) {
            for name in pairs where fieldMetadata[name] == nil {
                record.fields[name] = SyncField(.bool(true), at: clock)
            }
        }
        // A tombstone must be sent even if the server would refuse its content.
        if let content, record.refusalReason != nil {
            record.fields = record.fields.filter { content.record.fields[$0.key] == nil }
        }
        return record
    }

    /// Adds a field of the tombstone, with its present value.
    private func add(
        _ field: Tombstone.Field, at clock: SyncClock, to record: inout SyncRecord, owner: String?,
        alias: String?, _ known: [String]
    ) throws {
        func set(_ field: Tombstone.Field, _ value: SyncValue) {
            record.fields[field.rawValue] = SyncField(value, at: clock)
        }
        let causalLength = record.causalLength
        switch field {
        case .user:
            set(
                field,
                Tombstone.Field.value(causalLength: causalLength, Self.latest(known, except: clock.node)))
        case .undo: set(field, Tombstone.Field.value(causalLength: causalLength, try formerWriters()))
        case .cascade:
            if let owner { set(field, Tombstone.Field.value(causalLength: causalLength, [owner])) }
        case .alias:
            set(field, alias.map { .string($0) } ?? .null)
            guard let id = alias.flatMap(UUID.init(uuidString:)) else { return }
            let other = SyncKey(entity: shape.name, id: id)
            let known = try RecordSyncMetadata.find(other, database)?.causalLength ?? 1
            // If the other record is deleted by now, the causal length before its deletion is meant.
            set(.aliasCausalLength, .int(Int64(max(1, known % 2 == 1 ? known : known - 1))))
        case .aliasCausalLength: break
        }
    }

    /// The latest clock of each other writer.
    private static func latest(_ clocks: [String], except node: String) -> [String] {
        var latest: [String: SyncClock] = [:]
        for clock in clocks.lazy.compactMap({ SyncClock($0) })
        where clock.node != node && clock.stamp > 0 && clock > latest[clock.node] ?? .zero {
            latest[clock.node] = clock
        }
        return latest.values.sorted(by: >).prefix(Tombstone.maximumFormerWriters).map(\.description)
    }

    /// The record's number and its fields' values, those of to-one relationships as UUIDs.
    private func row(_ id: UUID) throws -> [StoredValue]? {
        let columns = shape.fields.map { field in
            guard let target = field.target.flatMap({ shapes[$0] }) else { return "e." + field.column.quoted }
            return """
                (SELECT t.\(target.identifier.quoted) FROM \(target.table.table) AS t \
                WHERE t._id = e.\(field.column.quoted))
                """
        }
        let selection = (["e._id"] + columns).joined(separator: ", ")
        return try database.rows(
            "SELECT \(selection) FROM \(shape.table.table) AS e WHERE e.\(shape.identifier.quoted) = ?",
            .text(id.uuidString)
        ).first
    }

    /// The last clocks of this store's nodes before it was restored or repaired. Their edits are by the same user.
    private func formerWriters() throws -> [String] {
        try database.rows(
            "SELECT node, clock FROM _syncFormer ORDER BY clock DESC, node LIMIT \(Tombstone.maximumFormerWriters)"
        ).compactMap { row in
            guard let node = row[0].text, let stamp = row[1].integer else { return nil }
            return SyncClock(stamp: stamp, node: node)?.description
        }
    }

    /// Relationships to records that aren't stored here, by the names of their fields.
    private func links(of record: Int64) throws -> [String: String] {
        var links: [String: String] = [:]
        for row in try database.rows("SELECT name, target FROM _syncLink WHERE record = ?", .integer(record))
        {
            if let name = row[0].text, let target = row[1].text { links[name] = target }
        }
        return links
    }
}

/// A sent record. After the answer, it is marked as synchronized only if it didn't change meanwhile.
struct SentRecord {
    let record: SyncRecord
    /// The number of its sync metadata.
    let number: Int64
    /// The version of its sync metadata when it was sent.
    let version: Int64
    /// The clock of the fields without their own metadata when it was sent.
    let clock: String
    let isWhole: Bool
}
