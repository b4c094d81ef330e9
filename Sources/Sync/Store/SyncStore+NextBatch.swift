import Foundation
import ModelData
import SyncProtocol

extension SyncStore {
    /// The maximum size of a batch, in bytes, so that the request stays within the server's limit.
    private static let batchSize = SyncLimits.bodySize * 3 / 4

    /// Marks the next batch of unsent records as pending, and reads them.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records.
    ///   - refused: Increased by the number of invalid records, which are marked as refused.
    /// - Returns: The records with their changed fields. Empty if there is nothing to send.
    func nextBatch(limit: Int, refused: inout Int) throws -> [SentRecord] {
        guard try hasUnsent() else { return [] }
        return try writing { database in
            try resolvePendingLinks(database)
            var batch: [SentRecord] = []
            var size = 0
            for shape in shapes.all {
                try addMissingMetadata(shape, limit: limit - batch.count, database)
                for row in try database.rows(
                    """
                    SELECT \(RecordSyncMetadata.columns), uuid FROM _syncRecord
                    WHERE \(SyncTables.isIn(.notSynchronized)) AND entity = ? ORDER BY _id LIMIT ?
                    """, .text(shape.name), .integer(Int64(limit - batch.count)))
                {
                    guard let metadata = RecordSyncMetadata(row[...]),
                        let id = row[7].text.flatMap(UUID.init(uuidString:))
                    else { continue }
                    let record = try Outgoing(database: database, shape: shape, shapes: shapes).record(
                        metadata, id)
                    let sent = SentRecord(
                        record: record, number: metadata.number, version: metadata.version,
                        clock: metadata.clock,
                        isWhole: metadata.isWhole)
                    if let reason = record.refusalReason {
                        try Self.refuse(sent, for: reason.rawValue, database)
                        refused += 1
                        continue
                    }
                    let recordSize = record.fields.reduce(150) {
                        $0 + $1.key.utf8.count + $1.value.value.size + 60
                    }
                    if !batch.isEmpty, size + recordSize > Self.batchSize { return batch }
                    size += recordSize
                    try database.run(
                        "UPDATE _syncRecord SET state = 1 WHERE _id = ?", .integer(metadata.number))
                    batch.append(sent)
                }
                if batch.count >= limit { break }
            }
            return batch
        }
    }

    /// Fulfils relationships to records that were made again here, as they are fulfilled where those arrive.
    private func resolvePendingLinks(_ database: SQLAccess) throws {
        let links = try database.rows(
            """
            SELECT DISTINCT r.entity, l.name, l.target FROM _syncLink AS l JOIN _syncRecord AS r ON r._id = l.record
            WHERE l.name <> ? AND r.life % 2 = 1
            """, .text(SyncAlias.field))
        if links.isEmpty { return }
        let applier = ChangeApplier(database: database, shapes: shapes)
        try SyncMode.applying.activate(in: database)
        for row in links {
            guard let owner = row[0].text, let name = row[1].text,
                let id = row[2].text.flatMap(UUID.init(uuidString:)),
                let target = shapes[owner]?.field(named: name)?.target
                    ?? SyncRecord.pair(fromFieldName: name).flatMap({
                        shapes.pairs(of: owner, named: $0.relationship)
                    })?
                    .target,
                let shape = shapes[target]
            else { continue }
            let key = SyncKey(entity: target, id: id)
            guard let number = try applier.number(of: key, shape) else { continue }
            try applier.resolveLinks(to: key, number)
        }
        try SyncMode.user.activate(in: database)
    }

    /// Creates the sync metadata of imported records that were never sent, up to a limit.
    private func addMissingMetadata(_ shape: SyncShape, limit: Int, _ database: SQLAccess) throws {
        if limit <= 0 { return }
        let rows = try database.rows(
            """
            SELECT _id, \(shape.identifier.quoted) FROM \(shape.table.table) AS e
            WHERE \(Self.isNew(shape)) ORDER BY _id LIMIT ?2
            """, .text(shape.name), .integer(Int64(limit)))
        for row in rows {
            try database.run(
                """
                INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
                SELECT ?, ?, 0, 1, 1, ?, \(SyncTriggers.importClock), 0, 1 FROM _sync
                """, .text(shape.name), row[1], .real(Date.now.timeIntervalSinceReferenceDate))
        }
        try Self.markSeen(shape, upTo: rows.count < limit ? nil : rows.last?[0], database)
    }

    /// Whether a record, `e`, was imported and never sent; ?1 is its model's name.
    static func isNew(_ shape: SyncShape) -> String {
        """
        e._id > coalesce((SELECT number FROM _syncSeen WHERE entity = ?1), 0) AND NOT EXISTS
            (SELECT 1 FROM _syncRecord AS r WHERE r.entity = ?1 AND r.uuid = e.\(shape.identifier.quoted))\
        \(shape.table.andExactly("e"))
        """
    }

    /// Notes up to which number a table was looked through; to its end where nothing else is said.
    static func markSeen(_ shape: SyncShape, upTo number: StoredValue?, _ database: SQLAccess) throws {
        let last = try database.rows("SELECT coalesce(max(_id), 0) FROM \(shape.table.table)").first?.first
        try database.run(
            """
            INSERT INTO _syncSeen (entity, number) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET number = max(number, excluded.number)
            """, .text(shape.name), number ?? last ?? .integer(0))
    }

    /// Has records that were received not be looked through again.
    func markReceivedSeen(_ database: SQLAccess) throws {
        for shape in shapes.all where try !hasNew(shape, database) {
            try Self.markSeen(shape, upTo: nil, database)
        }
    }

    private func hasNew(_ shape: SyncShape, _ database: SQLAccess) throws -> Bool {
        try database.number(
            "SELECT EXISTS (SELECT 1 FROM \(shape.table.table) AS e WHERE \(Self.isNew(shape)))",
            .text(shape.name)
        ) == 1
    }

    /// Whether anything is to be sent.
    func hasUnsent() throws -> Bool {
        try reading { database in
            for shape in shapes.all {
                let isUnsent = try database.number(
                    """
                    SELECT EXISTS (SELECT 1 FROM _syncRecord
                    WHERE \(SyncTables.isIn(.notSynchronized)) AND entity = ?)
                    """, .text(shape.name))
                if try isUnsent == 1 || hasNew(shape, database) { return true }
            }
            return false
        }
    }
}

/// Reads the fields of a record that must be sent.
struct Outgoing {
    let database: SQLAccess
    let shape: SyncShape
    let shapes: SyncShapes

    /// The record with the fields that changed, or all of them where it was never sent. One that went with its owner has
    /// what it had: its owner may come back.
    ///
    /// - Parameter isWhole: Whether all fields are wanted.
    func record(_ metadata: RecordSyncMetadata, _ id: UUID, isWhole: Bool = false) throws -> SyncRecord {
        let fieldMetadata = try FieldSyncMetadata.all(of: metadata.number, database)
        let links = try links(of: metadata.number)
        var record = SyncRecord(SyncKey(entity: shape.name, id: id), causalLength: metadata.causalLength)
        var pairs: Set<String> = []
        let (cascaded, owner) =
            record.isAlive ? ([:], nil) : try CascadeTombstone.content(of: record.key, database)
        record.fields = cascaded
        if record.isAlive, let row = try row(id) {
            pairs = try self.pairs(of: row[0])
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
                record.fields[field.name] = SyncField(wireValue, at: clock)
            }
        }
        for (name, own) in fieldMetadata where isWhole || own.isUnsent {
            guard record.fields[name] == nil else { continue }
            guard let clock = SyncClock(own.clock) else { continue }
            if name == DeliberateDeletion.field {
                record.fields[name] = SyncField(
                    DeliberateDeletion.value(causalLength: metadata.causalLength), at: clock)
            } else if name == CascadeDeletion.field {
                record.fields[name] = owner.map {
                    SyncField(
                        CascadeDeletion.value(causalLength: metadata.causalLength, owner: $0), at: clock)
                }
            } else if name == UndoDeletion.field {
                record.fields[name] = SyncField(
                    UndoDeletion.value(
                        causalLength: metadata.causalLength, formerWriters: try formerWriters()), at: clock)
            } else if name == SyncAlias.field {
                record.fields[name] = SyncField(links[name].map { .string($0) } ?? .null, at: clock)
                if let other = links[name].flatMap(UUID.init(uuidString:)) {
                    let causalLength =
                        try RecordSyncMetadata.find(SyncKey(entity: shape.name, id: other), database)?
                        .causalLength ?? 1
                    // If it is deleted by now, the causal length before the deletion is meant.
                    let meant = max(1, causalLength % 2 == 1 ? causalLength : causalLength - 1)
                    record.fields[SyncAlias.causalLengthField] = SyncField(.int(Int64(meant)), at: clock)
                }
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
        // That it is gone must be told, also where what it had is more than a server takes.
        if !cascaded.isEmpty, record.refusalReason != nil {
            record.fields = record.fields.filter { cascaded[$0.key] == nil }
        }
        return record
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

    /// The last moments of those who wrote here before the store was restored or repaired.
    private func formerWriters() throws -> [SyncClock] {
        try database.rows(
            "SELECT node, clock FROM _syncFormer ORDER BY clock DESC, node LIMIT \(UndoDeletion.maximumFormerWriters)"
        ).compactMap { row in
            guard let node = row[0].text, let stamp = row[1].integer else { return nil }
            return SyncClock(stamp: stamp, node: node)
        }
    }

    /// The names of the fields of all pairs that a record has.
    private func pairs(of number: StoredValue) throws -> Set<String> {
        var names: Set<String> = []
        for pairs in shape.pairs {
            guard let target = shapes[pairs.target] else { continue }
            for row in try database.rows(
                """
                SELECT t.\(target.identifier.quoted) FROM \(pairs.table) AS j
                JOIN \(target.table.table) AS t ON t._id = j._target WHERE j._source = ?
                """, number)
            {
                if let text = row[0].text { names.insert(pairs.relationship + "/" + text) }
            }
        }
        return names
    }

    /// Relationships to records that aren't here, by the names of their fields.
    private func links(of record: Int64) throws -> [String: String] {
        var links: [String: String] = [:]
        for row in try database.rows("SELECT name, target FROM _syncLink WHERE record = ?", .integer(record))
        {
            if let name = row[0].text, let target = row[1].text { links[name] = target }
        }
        return links
    }
}
