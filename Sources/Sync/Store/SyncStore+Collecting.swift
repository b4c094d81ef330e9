import Foundation
import ModelData
import SyncProtocol

extension SyncStore {
    /// What is taken for one batch at most, in bytes, so that the request stays under the server's limit.
    private static let batchSize = SyncLimits.bodySize * 3 / 4

    /// Marks a batch of what isn't synchronized as pending, and reads it.
    ///
    /// - Parameters:
    ///   - limit: How many records at most.
    ///   - refused: Grows by the records that no server would take, which are set aside.
    /// - Returns: The records with what changed in each; none when all is sent.
    func collect(limit: Int, refused: inout Int) throws -> [SentRecord] {
        guard try hasUnsent() else { return [] }
        return try writing { door in
            try fulfilLinks(door)
            var batch: [SentRecord] = []
            var size = 0
            for shape in shapes.all {
                try noteNew(shape, limit: limit - batch.count, door)
                for row in try door.rows(
                    """
                    SELECT \(RecordNote.columns), uuid FROM _syncRecord
                    WHERE \(SyncTables.isIn(.notSynchronized)) AND entity = ? ORDER BY _id LIMIT ?
                    """, .text(shape.name), .integer(Int64(limit - batch.count)))
                {
                    guard let note = RecordNote(row[...]),
                        let id = row[7].text.flatMap(UUID.init(uuidString:))
                    else { continue }
                    let record = try Outgoing(door: door, shape: shape, shapes: shapes).record(note, id)
                    let sent = SentRecord(
                        record: record, number: note.number, version: note.version, clock: note.clock,
                        isWhole: note.isWhole)
                    if let objection = record.objection {
                        try Self.refuse(sent, for: objection.rawValue, door)
                        refused += 1
                        continue
                    }
                    let recordSize = record.fields.reduce(150) {
                        $0 + $1.key.utf8.count + $1.value.value.size + 60
                    }
                    if !batch.isEmpty, size + recordSize > Self.batchSize { return batch }
                    size += recordSize
                    try door.run("UPDATE _syncRecord SET state = 1 WHERE _id = ?", .integer(note.number))
                    batch.append(sent)
                }
                if batch.count >= limit { break }
            }
            return batch
        }
    }

    /// Fulfils relationships to records that were made again here, as they are fulfilled where those arrive.
    private func fulfilLinks(_ door: StoreDoor) throws {
        let links = try door.rows(
            """
            SELECT DISTINCT r.entity, l.name, l.target FROM _syncLink AS l JOIN _syncRecord AS r ON r._id = l.record
            WHERE l.name <> ? AND r.life % 2 = 1
            """, .text(SyncAlias.field))
        if links.isEmpty { return }
        let applier = Applier(door: door, shapes: shapes)
        try SyncMode.applying.begin(door)
        for row in links {
            guard let owner = row[0].text, let name = row[1].text,
                let id = row[2].text.flatMap(UUID.init(uuidString:)),
                let target = shapes[owner]?.field(named: name)?.target
                    ?? SyncRecord.parts(ofElement: name).flatMap({
                        shapes.pairs(of: owner, named: $0.relationship)
                    })?
                    .target,
                let shape = shapes[target]
            else { continue }
            let key = SyncKey(entity: target, id: id)
            guard let number = try applier.number(of: key, shape) else { continue }
            try applier.resolveLinks(to: key, number)
        }
        try SyncMode.person.begin(door)
    }

    /// Gives records that were imported and never sent their notes, some at a time.
    private func noteNew(_ shape: SyncShape, limit: Int, _ door: StoreDoor) throws {
        if limit <= 0 { return }
        let rows = try door.rows(
            """
            SELECT _id, \(shape.identifier.quoted) FROM \(shape.table.table) AS e
            WHERE \(Self.isNew(shape)) ORDER BY _id LIMIT ?2
            """, .text(shape.name), .integer(Int64(limit)))
        for row in rows {
            try door.run(
                """
                INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
                SELECT ?, ?, 0, 1, 1, ?, \(SyncTriggers.importClock), 0, 1 FROM _sync
                """, .text(shape.name), row[1], .real(Date.now.timeIntervalSinceReferenceDate))
        }
        try Self.see(shape, upTo: rows.count < limit ? nil : rows.last?[0], door)
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
    static func see(_ shape: SyncShape, upTo number: StoredValue?, _ door: StoreDoor) throws {
        let last = try door.rows("SELECT coalesce(max(_id), 0) FROM \(shape.table.table)").first?.first
        try door.run(
            """
            INSERT INTO _syncSeen (entity, number) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET number = max(number, excluded.number)
            """, .text(shape.name), number ?? last ?? .integer(0))
    }

    /// Has records that were received not be looked through again.
    func passReceived(_ door: StoreDoor) throws {
        for shape in shapes.all where try !hasNew(shape, door) { try Self.see(shape, upTo: nil, door) }
    }

    private func hasNew(_ shape: SyncShape, _ door: StoreDoor) throws -> Bool {
        try door.number(
            "SELECT EXISTS (SELECT 1 FROM \(shape.table.table) AS e WHERE \(Self.isNew(shape)))",
            .text(shape.name)
        ) == 1
    }

    /// Whether anything is to be sent.
    func hasUnsent() throws -> Bool {
        try reading { door in
            for shape in shapes.all {
                let isUnsent = try door.number(
                    """
                    SELECT EXISTS (SELECT 1 FROM _syncRecord
                    WHERE \(SyncTables.isIn(.notSynchronized)) AND entity = ?)
                    """, .text(shape.name))
                if try isUnsent == 1 || hasNew(shape, door) { return true }
            }
            return false
        }
    }
}

/// Reads what of a record must be sent.
struct Outgoing {
    let door: StoreDoor
    let shape: SyncShape
    let shapes: SyncShapes

    /// The record with the fields that changed, or all of them where it was never sent. One that went with its owner has
    /// what it had: its owner may come back.
    ///
    /// - Parameter isWhole: Whether all fields are wanted.
    func record(_ note: RecordNote, _ id: UUID, isWhole: Bool = false) throws -> SyncRecord {
        let notes = try FieldNote.all(of: note.number, door)
        let links = try links(of: note.number)
        var record = SyncRecord(SyncKey(entity: shape.name, id: id), life: note.life)
        var pairs: Set<String> = []
        let (orphaned, owner) = record.isAlive ? ([:], nil) : try Orphan.content(of: record.key, door)
        record.fields = orphaned
        if record.isAlive, let row = try row(id) {
            pairs = try self.pairs(of: row[0])
            for (field, value) in zip(shape.fields, row.dropFirst()) {
                let own = notes[field.name]
                guard isWhole || own?.isUnsent ?? note.isWhole else { continue }
                guard let clock = SyncClock(own?.clock ?? note.clock) else { continue }
                let link = links[field.name].map { SyncValue.string($0) }
                let content = try field.column.content(
                    of: value, through: door, model: shape.name, record: row[0].integer ?? 0)
                let travelling =
                    field.target == nil || content != .null
                    ? field.column.travelling(content) : link ?? .null
                record.fields[field.name] = SyncField(travelling, at: clock)
            }
        }
        for (name, own) in notes where isWhole || own.isUnsent {
            guard record.fields[name] == nil else { continue }
            guard let clock = SyncClock(own.clock) else { continue }
            if name == SyncMeant.field {
                record.fields[name] = SyncField(SyncMeant.value(life: note.life), at: clock)
            } else if name == SyncOrphaned.field {
                record.fields[name] = owner.map {
                    SyncField(SyncOrphaned.value(life: note.life, owner: $0), at: clock)
                }
            } else if name == SyncUndone.field {
                record.fields[name] = SyncField(
                    SyncUndone.value(life: note.life, formers: try formers()), at: clock)
            } else if name == SyncAlias.field {
                record.fields[name] = SyncField(links[name].map { .string($0) } ?? .null, at: clock)
                if let other = links[name].flatMap(UUID.init(uuidString:)) {
                    let life = try RecordNote.find(SyncKey(entity: shape.name, id: other), door)?.life ?? 1
                    // Where it is deleted by now, the life before that is meant.
                    let meant = max(1, life % 2 == 1 ? life : life - 1)
                    record.fields[SyncAlias.lifeField] = SyncField(.int(Int64(meant)), at: clock)
                }
            } else if SyncRecord.parts(ofElement: name) != nil {
                let isThere = pairs.contains(name) || (record.isAlive && links[name] != nil)
                record.fields[name] = SyncField(.bool(isThere), at: clock)
            }
        }
        // Pairs from before the notes have the clock of their record.
        if isWhole || note.isWhole, let clock = SyncClock(note.clock) {
            for name in pairs where notes[name] == nil {
                record.fields[name] = SyncField(.bool(true), at: clock)
            }
        }
        // That it is gone must be told, also where what it had is more than a server takes.
        if !orphaned.isEmpty, record.objection != nil {
            record.fields = record.fields.filter { orphaned[$0.key] == nil }
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
        return try door.rows(
            "SELECT \(selection) FROM \(shape.table.table) AS e WHERE e.\(shape.identifier.quoted) = ?",
            .text(id.uuidString)
        ).first
    }

    /// The last moments of those who wrote here before the store was restored or repaired.
    private func formers() throws -> [SyncClock] {
        try door.rows(
            "SELECT node, clock FROM _syncFormer ORDER BY clock DESC, node LIMIT \(SyncUndone.mostFormers)"
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
            for row in try door.rows(
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
        for row in try door.rows("SELECT name, target FROM _syncLink WHERE record = ?", .integer(record)) {
            if let name = row[0].text, let target = row[1].text { links[name] = target }
        }
        return links
    }
}
