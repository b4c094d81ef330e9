import Foundation
import ModelData
import SyncProtocol

extension ChangeApplier {
    /// Makes a record that isn't here, or not any more.
    mutating func insert(_ record: SyncRecord, _ shape: SyncShape) throws {
        let fields = try incoming(record.fields, shape)
        unreadable += fields.unreadable
        var values: [String: StoredValue] = [shape.identifier.name: .text(record.key.id.uuidString)]
        for (field, value) in fields.values { values[field.name] = value }
        let kept = try LocalOnlyFields(of: record.key, database)
        var columns: [String] = []
        var row: [StoredValue] = []
        for column in shape.table.columns where column.kind != .none {
            let isKeptHere = shape.field(named: column.name) == nil
            guard
                let value = values[column.name] ?? (isKeptHere ? kept[column] : nil) ?? column.storedDefault
                    ?? (column.isOptional ? .null : nil) ?? (isKeptHere ? column.emptiest : nil)
            else {
                return try wait(record)
            }
            columns.append(column.quoted)
            row.append(value)
        }
        if fields.mustWait { return try wait(record) }
        if let kind = shape.table.kind {
            columns.append(kind.column)
            row.append(kind.value)
        }
        if let number = try kept.freeNumber(shape, database) {
            columns.append("_id")
            row.append(number)
        }
        let marks = Array(repeating: "?", count: row.count).joined(separator: ", ")
        let sql = "INSERT INTO \(shape.table.table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
        while try !database.attempt(sql, row) {
            guard try resolveCollision(record, nil, fields.values, shape) else { return try wait(record) }
            // A tombstone with a smaller causal length doesn't apply to a recreated record.
            if try isMergedAway(record.key, since: record.causalLength) { return }
        }
        let number = database.lastInsertedRecord
        if !kept.isEmpty { try LocalOnlyFields.forget(record.key, database) }
        if try hasCascadeTombstones() { try CascadeTombstone.forget(record.key, database) }
        changes.insert(number, of: shape.name)
        applied += 1
        // Most fields have one clock; only the others need notes of their own.
        let common = Self.mostFrequent(fields.clocks.map(\.clock))
        let metadataID = try writeMetadata(record, clock: common.description)
        try database.run("DELETE FROM _syncField WHERE record = ?", .integer(metadataID))
        try database.run("DELETE FROM _syncLink WHERE record = ?", .integer(metadataID))
        for (name, clock) in fields.clocks where clock != common || name.contains("/") {
            try writeMetadata(name, of: metadataID, clock: clock, keepsEdited: false)
        }
        for (name, target) in fields.links { try writeLink(name, of: metadataID, to: target) }
        try write(fields, of: number, metadataID: metadataID)
        try keepUnread(record, fields)
        try resolveLinks(to: record.key, number)
        try finishCollision(record.key, number, shape)
        if try hasCascadeTombstones() { try recreateCascaded(of: record.key) }
    }

    private static func mostFrequent(_ clocks: [SyncClock]) -> SyncClock {
        var counts: [SyncClock: Int] = [:]
        for clock in clocks { counts[clock, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? .zero
    }

    /// Brings a record that is here to the received version, but for what was edited and not sent.
    mutating func update(
        _ number: Int64, with record: SyncRecord, sent: [String: SyncField], metadata: RecordSyncMetadata?,
        _ shape: SyncShape
    ) throws {
        let fieldMetadata = try metadata.map { try FieldSyncMetadata.all(of: $0.number, database) } ?? [:]
        let zero = SyncClock.zero.description
        let taken = record.fields.filter { name, field in
            let own = fieldMetadata[name]
            let isPair = name.contains("/")
            let clock = own?.clock ?? (isPair ? zero : metadata?.clock ?? zero)
            if let sent = sent[name], sent.clock.description == clock { return true }
            if own?.isUnsent ?? (!isPair && metadata?.isWhole == true) { return false }
            return field.clock.description >= clock
        }
        let fields = try incoming(taken, shape)
        unreadable += fields.unreadable
        if fields.mustWait { try wait(record) }
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
            // It was imported here and never sent. What the server doesn't have of it, it gets.
            let isComplete = shape.fields.allSatisfy { record.fields[$0.name] != nil }
            metadataID = try writeMetadata(record, isUnsent: !isComplete)
        }
        for (name, clock) in fields.clocks {
            let old = fieldMetadata[name]
            let oldClock = old?.clock ?? metadata?.clock ?? zero
            if old == nil, oldClock == clock.description, !name.contains("/") { continue }
            let keeps = oldClock == clock.description && (old?.isEdited ?? metadata?.isEdited ?? false)
            try writeMetadata(name, of: metadataID, clock: clock, keepsEdited: keeps)
        }
        for (field, _) in fields.values where field.target != nil {
            try removeLink(field.name, of: metadataID)
        }
        for (name, target) in fields.links { try writeLink(name, of: metadataID, to: target) }
        try write(fields, of: number, metadataID: metadataID)
        try keepUnread(record, fields)
        try finishCollision(record.key, number, shape)
    }

    /// Writes what differs to a record's row.
    ///
    /// - Returns: Whether the record is still there: it may be the same as another one.
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
            // Of a file that can't be read here, what is received is the value.
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
                try wait(record)
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

    /// Deletes a record that was deleted elsewhere, and remembers what was related to it.
    mutating func applyDeletion(_ record: SyncRecord, _ number: Int64?, _ shape: SyncShape) throws {
        let id = record.key.id.uuidString
        let alias: UUID? =
            if case .string(let text)? = record.fields[SyncAlias.field]?.value { UUID(uuidString: text) } else
            { nil }
        // Nothing stands for itself, whatever a server says.
        let other =
            try alias.map { $0 == record.key.id ? .deleted : try resolution(of: $0, for: record, shape) }
            ?? .deleted
        if let number {
            switch other {
            case .present(let otherNumber, let otherID) where otherNumber != number:
                try mergeDuplicate(number, id, into: otherNumber, otherID.uuidString, shape)
            case .present, .awaited:
                // Whatever it has, the other one gets, once that is here.
                return try wait(record)
            case .deleted:
                try rememberLinks(to: id, number, shape)
                guard try delete(number, shape) else { return try wait(record) }
            }
            applied += 1
        }
        let metadataID = try writeTombstone(record, wasHere: number != nil || alias != nil)
        if record.isDeletedOnItsOwn, try hasCascadeTombstones() {
            try CascadeTombstone.forget(record.key, database)
        }
        try forgetWaiting(record.key)
        if let alias {
            try writeLink(SyncAlias.field, of: metadataID, to: alias.uuidString)
            // What waited for it has the record that stands for it.
            if case .present(let number, let id) = other {
                try resolveLinks(to: SyncKey(entity: shape.name, id: id), number)
            }
        }
        if record.isUndone, let undone = record.fields[UndoDeletion.field] {
            try writeMetadata(UndoDeletion.field, of: metadataID, clock: undone.clock, keepsEdited: false)
        }
    }

    /// Writes the sync metadata of a deleted record.
    ///
    /// A record that was deleted here keeps the clocks of its fields, because undoing the deletion needs
    /// them.
    private func writeTombstone(_ record: SyncRecord, wasHere: Bool) throws -> Int64 {
        guard !wasHere, let known = try RecordSyncMetadata.find(record.key, database),
            known.causalLength == record.causalLength
        else {
            let metadataID = try writeMetadata(record)
            try database.run("DELETE FROM _syncField WHERE record = ?", .integer(metadataID))
            try database.run("DELETE FROM _syncLink WHERE record = ?", .integer(metadataID))
            return metadataID
        }
        let metadataID = try writeMetadata(record, clock: known.clock, isEdited: known.isEdited)
        try database.run(
            "DELETE FROM _syncField WHERE record = ? AND name IN (?, ?, ?)", .integer(metadataID),
            .text(UndoDeletion.field), .text(DeliberateDeletion.field), .text(CascadeDeletion.field))
        return metadataID
    }

    /// Keeps the relationships to a record that goes: were it made again, they would hold again.
    func rememberLinks(to id: String, _ number: Int64, _ shape: SyncShape) throws {
        for (owner, field) in shapes.references(to: shape.name) {
            let from = """
                \(owner.table.table) AS e WHERE e.\(field.column.quoted) = ?1\(owner.table.andExactly("e"))
                """
            try remember("\(field.name.asSQLText)", owner, from, number, id)
        }
        for (owner, pairs) in shapes.pairs(toward: shape.name) {
            let from = """
                \(owner.table.table) AS e JOIN \(pairs.table) AS j ON j._source = e._id
                WHERE j._target = ?1\(owner.table.andExactly("e"))
                """
            try remember("\((pairs.relationship + "/" + id).asSQLText)", owner, from, number, id)
        }
    }

    private func remember(
        _ name: String, _ owner: SyncShape, _ from: String, _ number: Int64, _ id: String
    ) throws {
        let uuid = "e.\(owner.identifier.quoted)"
        try database.run(
            """
            INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
            SELECT \(owner.name.asSQLText), \(uuid), 0, 1, 1, ?2, (SELECT \(SyncTriggers.importClock) FROM _sync), 0, 1
                FROM \(from) ON CONFLICT (entity, uuid) DO NOTHING
            """, .integer(number), .real(Date.now.timeIntervalSinceReferenceDate))
        try database.run(
            """
            INSERT OR REPLACE INTO _syncLink (record, name, target)
            SELECT (SELECT r._id FROM _syncRecord AS r WHERE r.entity = \(owner.name.asSQLText) AND r.uuid = \(uuid)),
                \(name), ?2 FROM \(from)
            """, .integer(number), .text(id))
    }

    /// Fulfils the relationships to a record that is here now, or again.
    func resolveLinks(to key: SyncKey, _ number: Int64) throws {
        let rows = try database.rows(
            """
            WITH RECURSIVE same (id) AS (
                VALUES (?1) UNION SELECT r.uuid FROM _syncLink AS l JOIN same ON l.target = same.id
                JOIN _syncRecord AS r ON r._id = l.record WHERE l.name = ?3 AND r.entity = ?2)
            SELECT r.entity, r.uuid, l.record, l.name, f.clock FROM same JOIN _syncLink AS l ON l.target = same.id
            JOIN _syncRecord AS r ON r._id = l.record
            LEFT JOIN _syncField AS f ON f.record = l.record AND f.name = l.name
            WHERE l.name <> ?3 AND r.life % 2 = 1
            """, .text(key.id.uuidString), .text(key.entity), .text(SyncAlias.field))
        for row in rows {
            guard let owner = row[0].text.flatMap({ shapes[$0] }),
                let id = row[1].text.flatMap(UUID.init(uuidString:)),
                let metadataID = row[2].integer, let name = row[3].text,
                let source = try self.number(of: SyncKey(entity: owner.name, id: id), owner)
            else { continue }
            if let field = owner.field(named: name), let target = field.target,
                shapes.isKind(key.entity, of: target)
            {
                // Of a one-to-one relationship, another record may have the other side by now: the link waits on.
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
            try removeLink(name, of: metadataID)
        }
    }
}

extension StoreTable.Column {
    /// What a property that doesn't travel has in a record that comes from elsewhere, where it has no default: nothing,
    /// no, or none. `nil` where it can't have that.
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
