import Foundation
import ModelData
import SyncProtocol

extension ChangeApplier {
    /// Inserts a record, with the local-only fields that it had before.
    ///
    /// - Parameter known: Its metadata, if it was stored here before.
    mutating func insert(_ record: SyncRecord, _ shape: SyncShape, known: RecordSyncMetadata?) throws {
        let fields = try incoming(record.fields, shape)
        unreadable += fields.unreadable
        var values: [String: StoredValue] = [shape.identifier.name: .text(record.key.id.uuidString)]
        for (field, value) in fields.values { values[field.name] = value }
        let local = try LocalOnlyFields(of: record.key, held)
        var columns: [String] = []
        var row: [StoredValue] = []
        for column in shape.table.columns where column.kind != .none {
            let isLocalOnly = shape.field(named: column.name) == nil
            guard
                let value = values[column.name] ?? (isLocalOnly ? local[column] : nil) ?? column.storedDefault
                    ?? (column.isOptional ? .null : nil) ?? (isLocalOnly ? column.emptiest : nil)
            else {
                return try held.hold(record, as: .waiting)
            }
            columns.append(column.quoted)
            row.append(value)
        }
        if fields.mustWait { return try held.hold(record, as: .waiting) }
        if let kind = shape.table.kind {
            columns.append(kind.column)
            row.append(kind.value)
        }
        if let number = try local.freeNumber(shape, database) {
            columns.append("_id")
            row.append(number)
        }
        let marks = Array(repeating: "?", count: row.count).joined(separator: ", ")
        let sql = "INSERT INTO \(shape.table.table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
        var isNew = known == nil
        while try !database.attempt(sql, row) {
            guard try resolveCollision(record, nil, fields.values, shape) else {
                return try held.hold(record, as: .waiting)
            }
            // A tombstone with a smaller causal length doesn't apply to a re-created record.
            if try isMergedAway(record.key, since: record.causalLength) { return }
            isNew = false
        }
        let number = database.lastInsertedRecord
        cache.forget(record.key.id)
        if !local.isEmpty { try held.release(record.key, .localOnly) }
        try held.release(record.key, .cascaded)
        changes.insert(number, of: shape.name)
        applied += 1
        // Most fields have the same clock. Only the others need metadata of their own.
        let common = Self.mostFrequent(fields.clocks.map(\.clock))
        let metadataID = try writeMetadata(record, clock: common.description)
        if !isNew {
            for table in ["_syncField", "_syncLink"] {
                try database.run("DELETE FROM \(table) WHERE record = ?", .integer(metadataID))
            }
        }
        try writeClocks(
            fields.clocks.filter { $0.clock != common || $0.name.contains("/") }, of: metadataID)
        for (name, target) in fields.links { try writeLink(name, of: metadataID, to: target) }
        try write(fields, of: number, metadataID: metadataID, isNew: true)
        try holdUnreadable(record, fields)
        try resolveLinks(to: record.key, number)
        try finishCollision(record.key, number, shape)
        try recreateCascaded(of: record.key)
    }

    private static func mostFrequent(_ clocks: [SyncClock]) -> SyncClock {
        var counts: [SyncClock: Int] = [:]
        for clock in clocks { counts[clock, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? .zero
    }

    /// Updates a record to the received version, except its unsent fields.
    mutating func update(
        _ number: Int64, with record: SyncRecord, sent: [String: SyncField], metadata: RecordSyncMetadata?,
        _ shape: SyncShape
    ) throws {
        let known = try metadata.map { try FieldSyncMetadata.all(of: $0.number, database) } ?? [:]
        let zero = SyncClock.zero.description
        let taken = record.fields.filter { name, field in
            let own = known[name]
            let isPair = name.contains("/")
            let clock = own?.clock ?? (isPair ? zero : metadata?.clock ?? zero)
            if let sent = sent[name], sent.clock.description == clock { return true }
            if own?.isUnsent ?? (!isPair && metadata?.isWhole == true) { return false }
            return field.clock.description >= clock
        }
        if let metadata { try keepReplaced(by: record, taken, sent, known, metadata, number, shape) }
        let fields = try incoming(taken, shape)
        unreadable += fields.unreadable
        if fields.mustWait { try held.hold(record, as: .waiting) }
        if try !write(fields.values, to: number, record, shape) { return }
        let metadataID: Int64
        if let metadata {
            metadataID = metadata.number
            if record.causalLength > metadata.causalLength {
                try database.run(
                    "UPDATE _syncRecord SET life = ? WHERE _id = ?", .integer(Int64(record.causalLength)),
                    .integer(metadataID))
            }
        } else {
            // It was imported here and never sent. The server gets the fields that it lacks.
            let isComplete = shape.fields.allSatisfy { record.fields[$0.name] != nil }
            metadataID = try writeMetadata(record, isUnsent: !isComplete)
        }
        var (edited, others): ([IncomingFields.Clock], [IncomingFields.Clock]) = ([], [])
        for (name, clock) in fields.clocks {
            let old = known[name]
            let isSame = (old?.clock ?? metadata?.clock ?? zero) == clock.description
            if isSame, old.map({ !$0.isUnsent }) ?? !name.contains("/") { continue }
            if isSame, old?.isEdited ?? metadata?.isEdited ?? false {
                edited.append((name, clock))
            } else {
                others.append((name, clock))
            }
        }
        try writeClocks(edited, of: metadataID, isEdited: true)
        try writeClocks(others, of: metadataID)
        try removeLinks(fields.values.filter { $0.field.target != nil }.map(\.field.name), of: metadataID)
        for (name, target) in fields.links { try writeLink(name, of: metadataID, to: target) }
        try write(fields, of: number, metadataID: metadataID, isNew: false)
        try holdUnreadable(record, fields)
        try finishCollision(record.key, number, shape)
    }

    /// Writes the differing values to a record's row.
    ///
    /// - Returns: Whether the record still has a row. False if it was merged into a duplicate, or must wait.
    mutating func write(
        _ values: [(field: SyncShape.Field, value: StoredValue)], to number: Int64, _ record: SyncRecord,
        _ shape: SyncShape
    ) throws -> Bool {
        if values.isEmpty { return true }
        let selection = values.map(\.field.column.quoted).joined(separator: ", ")
        guard
            let old = try database.rows(
                "SELECT \(selection) FROM \(shape.table.table) WHERE _id = ?", .integer(number)
            ).first
        else { return true }
        let differing = zip(values, old).filter { new, old in
            // If the file of a value can't be read, the received value replaces it.
            let content = try? new.field.column.content(
                of: old, through: database, model: shape.name, record: number)
            return new.value != content ?? old
        }
        if differing.isEmpty { return true }
        let assignments = differing.map { "\($0.0.field.column.quoted) = ?" }.joined(separator: ", ")
        let sql = "UPDATE \(shape.table.table) SET \(assignments) WHERE _id = ?"
        let arguments = differing.map(\.0.value) + [.integer(number)]
        while try !database.attempt(sql, arguments) {
            guard try resolveCollision(record, number, values, shape) else {
                try held.hold(record, as: .waiting)
                return false
            }
            if try isMergedAway(record.key, since: 0) { return false }
        }
        changes.update(number, of: shape.name, differing.map { ($0.0.field.place, $0.1) })
        applied += 1
        return true
    }

    /// Returns whether a record was merged into another one and deleted while it was written.
    ///
    /// - Parameters:
    ///   - key: The record.
    ///   - causalLength: The causal length before the deletion, or an earlier one.
    private func isMergedAway(_ key: SyncKey, since causalLength: Int) throws -> Bool {
        try RecordSyncMetadata.find(key, database).map {
            $0.causalLength % 2 == 0 && $0.causalLength > causalLength
        } ?? false
    }

    /// Writes the sync metadata of a deleted record, with its alias.
    mutating func bury(_ record: SyncRecord, _ local: LocalRecord, _ shape: SyncShape) throws {
        let alias = record.tombstone?.alias
        let metadataID = try writeTombstone(record, local, wasHere: local.number != nil || alias != nil)
        if let alias {
            try writeLink(Tombstone.Field.alias.rawValue, of: metadataID, to: alias.id.uuidString)
            // References to the deleted record lead to the alias.
            if alias.id != record.key.id,
                case .present(let number, let id) = try resolution(of: alias.id, shape)
            {
                try resolveLinks(to: SyncKey(entity: shape.name, id: id), number)
            }
        }
        let undo = Tombstone.Field.undo.rawValue
        if case .undo? = record.tombstone?.cause, let clock = record.fields[undo]?.clock {
            try writeClocks([(undo, clock)], of: metadataID)
        }
    }

    /// Writes the sync metadata of a deleted record.
    ///
    /// A record that was deleted here keeps the clocks of its fields, because undoing the deletion needs
    /// them.
    private func writeTombstone(
        _ record: SyncRecord, _ local: LocalRecord, wasHere: Bool
    ) throws -> Int64 {
        if !wasHere, let known = local.metadata, known.causalLength == record.causalLength {
            let metadataID = try writeMetadata(record, clock: known.clock, isEdited: known.isEdited)
            try database.run(
                "DELETE FROM _syncField WHERE record = ? AND name IN (?, ?, ?)", .integer(metadataID),
                .text(Tombstone.Field.undo.rawValue), .text(Tombstone.Field.user.rawValue),
                .text(Tombstone.Field.cascade.rawValue))
            return metadataID
        }
        let metadataID = try writeMetadata(record)
        if local.metadata != nil || wasHere {
            try database.run("DELETE FROM _syncField WHERE record = ?", .integer(metadataID))
            if try cache.hasLinks {
                try database.run("DELETE FROM _syncLink WHERE record = ?", .integer(metadataID))
            }
        }
        return metadataID
    }

    // MARK: - Sync metadata

    /// Writes the sync metadata of a record that equals the server's version.
    ///
    /// - Returns: The number of the metadata.
    @discardableResult
    func writeMetadata(
        _ record: SyncRecord, clock: String = SyncClock.zero.description, isUnsent: Bool = false,
        isEdited: Bool = false
    ) throws -> Int64 {
        try database.number(
            """
            INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
            VALUES (?, ?, 2 - 2 * ?3, ?4, 1, ?5, ?6, ?7, ?3)
            ON CONFLICT (entity, uuid) DO UPDATE SET state = 2 - 2 * ?3, life = ?4, version = version + 1,
                updatedAt = ?5, clock = ?6, edited = ?7, whole = ?3, reason = NULL
            RETURNING _id
            """, .text(record.key.entity), .text(record.key.id.uuidString), .integer(isUnsent ? 1 : 0),
            .integer(Int64(record.causalLength)), .real(Date.now.timeIntervalSinceReferenceDate),
            .text(clock),
            .integer(isEdited ? 1 : 0))
    }

    /// Marks fields as equal to the server's version.
    func writeClocks(
        _ clocks: [IncomingFields.Clock], of record: Int64, isEdited: Bool = false
    ) throws {
        if clocks.isEmpty { return }
        let clocks = Dictionary(clocks.map { ($0.name, $0.clock) }, uniquingKeysWith: { $1 })
        try database.run(
            """
            INSERT INTO _syncField (record, name, clock, edited, unsent)
            SELECT ?1, key, value, ?2, 0 FROM json_each(?3) WHERE true
            ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, edited = excluded.edited, unsent = 0,
                base = NULL
            """, .integer(record), .integer(isEdited ? 1 : 0), .text(clocks.asJSON))
    }

    /// Holds a record with fields that can't be decoded, for a later version of the program.
    private func holdUnreadable(_ record: SyncRecord, _ fields: IncomingFields) throws {
        if fields.unreadable > 0 { try held.hold(record, as: .unreadable, unreadable: fields.unreadable) }
    }

    // MARK: - References to missing records

    /// Notes the relationships to a record before it is deleted. They are restored if it is re-created.
    func rememberLinks(to id: String, _ number: Int64, _ shape: SyncShape) throws {
        for (owner, field) in shapes.references(to: shape.name) {
            let from = """
                \(owner.table.table) AS e WHERE e.\(field.column.quoted) = ?1\(owner.table.andExactly("e"))
                """
            try remember("\(field.name.literalSQL)", owner, from, number, id)
        }
        for (owner, pairs) in shapes.pairs(toward: shape.name) {
            let from = """
                \(owner.table.table) AS e JOIN \(pairs.table) AS j ON j._source = e._id
                WHERE j._target = ?1\(owner.table.andExactly("e"))
                """
            try remember("\((pairs.relationship + "/" + id).literalSQL)", owner, from, number, id)
        }
    }

    private func remember(
        _ name: String, _ owner: SyncShape, _ from: String, _ number: Int64, _ id: String
    ) throws {
        let uuid = "e.\(owner.identifier.quoted)"
        // Most deleted records are in no relationship.
        if try database.rows("SELECT 1 FROM \(from) LIMIT 1", .integer(number)).isEmpty { return }
        try database.run(
            """
            INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
            SELECT \(owner.name.literalSQL), \(uuid), 0, 1, 1, ?2, (SELECT \(SyncTriggers.importClock) FROM _sync), 0, 1
                FROM \(from) ON CONFLICT (entity, uuid) DO NOTHING
            """, .integer(number), .real(Date.now.timeIntervalSinceReferenceDate))
        try database.run(
            """
            INSERT OR REPLACE INTO _syncLink (record, name, target)
            SELECT (SELECT r._id FROM _syncRecord AS r WHERE r.entity = \(owner.name.literalSQL) AND r.uuid = \(uuid)),
                \(name), ?2 FROM \(from)
            """, .integer(number), .text(id))
        cache.addsLink()
    }

    /// The noted relationships to a record of a model, or to its duplicates.
    ///
    /// `CROSS JOIN` fixes the order of the joins. Otherwise, SQLite would look at all records of the model for each record.
    static let notedLinks = """
        WITH RECURSIVE same (id) AS (
            VALUES (?1) UNION SELECT r.uuid FROM same CROSS JOIN _syncLink AS l ON l.target = same.id
            CROSS JOIN _syncRecord AS r ON r._id = l.record WHERE l.name = ?3 AND r.entity = ?2)
        SELECT r.entity, r.uuid, l.record, l.name, f.clock
        FROM same CROSS JOIN _syncLink AS l ON l.target = same.id
        CROSS JOIN _syncRecord AS r ON r._id = l.record
        LEFT JOIN _syncField AS f ON f.record = l.record AND f.name = l.name
        WHERE l.name <> ?3 AND r.life % 2 = 1
        """

    /// Sets the noted relationships to a record that is stored now.
    func resolveLinks(to key: SyncKey, _ number: Int64) throws {
        guard try cache.hasLinks else { return }
        let rows = try database.rows(
            Self.notedLinks, .text(key.id.uuidString), .text(key.entity),
            .text(Tombstone.Field.alias.rawValue))
        var resolved: [(number: Int64, name: String)] = []
        for row in rows {
            guard let owner = row[0].text.flatMap({ shapes[$0] }),
                let id = row[1].text.flatMap(UUID.init(uuidString:)),
                let metadataID = row[2].integer, let name = row[3].text,
                let source = try self.number(of: SyncKey(entity: owner.name, id: id), owner)
            else { continue }
            if let field = owner.field(named: name), let target = field.target,
                shapes.isKind(key.entity, of: target)
            {
                // Another record may have the other side of a one-to-one relationship by now. Then the link is kept.
                let isFree = try database.attempt(
                    "UPDATE \(owner.table.table) SET \(field.column.quoted) = ? WHERE _id = ?",
                    [.integer(number), .integer(source)])
                if !isFree { continue }
            } else if let parts = SyncRecord.pair(fromFieldName: name),
                let pairs = shapes.pairs(of: owner.name, named: parts.relationship),
                shapes.isKind(key.entity, of: pairs.target)
            {
                if parts.id == key.id {
                    try pair(source, number, pairs)
                } else {
                    let clock = row[4].text.flatMap { SyncClock($0) } ?? .zero
                    try pair(
                        source, (number, key.id.uuidString), insteadOf: name, clock, pairs,
                        metadataID: metadataID)
                }
            } else {
                continue
            }
            resolved.append((metadataID, name))
        }
        if resolved.isEmpty { return }
        try database.run(
            """
            DELETE FROM _syncLink WHERE (record, name) IN
                (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?))
            """, .list(resolved))
    }
}

extension StoreTable.Column {
    /// The value of a local-only property without a default, in a record of another device: 0, no, or empty. `nil`
    /// if the property can't have it.
    fileprivate var emptiest: StoredValue? {
        let value: StoredValue =
            switch type {
            case .integer: .integer(0)
            case .real: .real(0)
            case .text: .text("")
            case .blob: .blob(Data())
            }
        return accepts(value) ? value : nil
    }
}
