import Foundation
import ModelData
import SyncProtocol

extension Applier {
    /// Makes a record that isn't here, or not any more.
    mutating func insert(_ record: SyncRecord, _ shape: SyncShape) throws {
        let fields = try incoming(record.fields, shape)
        unreadable += fields.unreadable
        var values: [String: StoredValue] = [shape.identifier.name: .text(record.key.id.uuidString)]
        for (field, value) in fields.values { values[field.name] = value }
        let kept = try KeptHere(of: record.key, door)
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
        if let number = try kept.freeNumber(shape, door) {
            columns.append("_id")
            row.append(number)
        }
        let marks = Array(repeating: "?", count: row.count).joined(separator: ", ")
        let sql = "INSERT INTO \(shape.table.table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
        while try !door.attempt(sql, row) {
            guard try settleCollision(record, nil, fields.values, shape) else { return try wait(record) }
            // A tombstone of an earlier life says nothing of a record that was made again.
            if try isBuried(record.key, since: record.life) { return }
        }
        let number = door.lastInsertedRecord
        if !kept.isEmpty { try KeptHere.forget(record.key, door) }
        if try hasOrphans() { try Orphan.forget(record.key, door) }
        changes.insert(number, of: shape.name)
        applied += 1
        // Most fields have one clock; only the others need notes of their own.
        let common = Self.mostFrequent(fields.clocks.map(\.clock))
        let note = try writeNote(record, clock: common.description)
        try door.run("DELETE FROM _syncField WHERE record = ?", .integer(note))
        try door.run("DELETE FROM _syncLink WHERE record = ?", .integer(note))
        for (name, clock) in fields.clocks where clock != common || name.contains("/") {
            try writeNote(name, of: note, clock: clock, keepsEdited: false)
        }
        for (name, target) in fields.links { try writeLink(name, of: note, to: target) }
        try write(fields, of: number, note: note)
        try keepUnread(record, fields)
        try resolveLinks(to: record.key, number)
        try finishCollision(record.key, number, shape)
        if try hasOrphans() { try bringBackOrphans(of: record.key) }
    }

    private static func mostFrequent(_ clocks: [SyncClock]) -> SyncClock {
        var counts: [SyncClock: Int] = [:]
        for clock in clocks { counts[clock, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? .zero
    }

    /// Brings a record that is here to the received version, but for what was edited and not sent.
    mutating func update(
        _ number: Int64, with record: SyncRecord, sent: [String: SyncField], note: RecordNote?,
        _ shape: SyncShape
    ) throws {
        let notes = try note.map { try FieldNote.all(of: $0.number, door) } ?? [:]
        let zero = SyncClock.zero.description
        let taken = record.fields.filter { name, field in
            let own = notes[name]
            let isPair = name.contains("/")
            let clock = own?.clock ?? (isPair ? zero : note?.clock ?? zero)
            if let sent = sent[name], sent.clock.description == clock { return true }
            if own?.isUnsent ?? (!isPair && note?.isWhole == true) { return false }
            return field.clock.description >= clock
        }
        let fields = try incoming(taken, shape)
        unreadable += fields.unreadable
        if fields.mustWait { try wait(record) }
        if try !write(fields.values, to: number, record, shape) { return }
        let noteNumber: Int64
        if let note {
            noteNumber = note.number
            if record.life > note.life {
                try door.run(
                    "UPDATE _syncRecord SET life = ? WHERE _id = ?", .integer(Int64(record.life)),
                    .integer(noteNumber))
            }
        } else {
            // It was imported here and never sent. What the server doesn't have of it, it gets.
            let isComplete = shape.fields.allSatisfy { record.fields[$0.name] != nil }
            noteNumber = try writeNote(record, isUnsent: !isComplete)
        }
        for (name, clock) in fields.clocks {
            let old = notes[name]
            let oldClock = old?.clock ?? note?.clock ?? zero
            if old == nil, oldClock == clock.description, !name.contains("/") { continue }
            let keeps = oldClock == clock.description && (old?.isEdited ?? note?.isEdited ?? false)
            try writeNote(name, of: noteNumber, clock: clock, keepsEdited: keeps)
        }
        for (field, _) in fields.values where field.target != nil {
            try removeLink(field.name, of: noteNumber)
        }
        for (name, target) in fields.links { try writeLink(name, of: noteNumber, to: target) }
        try write(fields, of: number, note: noteNumber)
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
            let old = try door.rows(
                "SELECT \(selection) FROM \(shape.table.table) WHERE _id = ?", .integer(number)
            ).first
        else { return true }
        let differing = zip(values, old).filter { new, old in
            // Of a file that can't be read here, what is received is the value.
            let content = try? new.field.column.content(
                of: old, through: door, model: shape.name, record: number)
            return new.value != content ?? old
        }
        if differing.isEmpty { return true }
        let assignments = differing.map { "\($0.0.field.column.quoted) = ?" }.joined(separator: ", ")
        let sql = "UPDATE \(shape.table.table) SET \(assignments) WHERE _id = ?"
        let arguments = differing.map(\.0.value) + [.integer(number)]
        while try !door.attempt(sql, arguments) {
            guard try settleCollision(record, number, values, shape) else {
                try wait(record)
                return false
            }
            if try isBuried(record.key, since: 0) { return false }
        }
        changes.update(number, of: shape.name, differing.map { ($0.0.field.place, $0.1) })
        applied += 1
        return true
    }

    /// Whether a record that was to be written turned out to be the same as another one, and is gone.
    ///
    /// - Parameters:
    ///   - key: The record.
    ///   - life: The life that its tombstone ends, or an earlier one.
    private func isBuried(_ key: SyncKey, since life: Int) throws -> Bool {
        try RecordNote.find(key, door).map { $0.life % 2 == 0 && $0.life > life } ?? false
    }

    /// Deletes a record that was deleted elsewhere, and remembers what was related to it.
    mutating func bury(_ record: SyncRecord, _ number: Int64?, _ shape: SyncShape) throws {
        let id = record.key.id.uuidString
        let alias: UUID? =
            if case .string(let text)? = record.fields[SyncAlias.field]?.value { UUID(uuidString: text) } else
            { nil }
        // Nothing stands for itself, whatever a server says.
        let other =
            try alias.map { $0 == record.key.id ? .gone : try fate(of: $0, for: record, shape) } ?? .gone
        if let number {
            switch other {
            case .here(let otherNumber, let otherID) where otherNumber != number:
                try unite(number, id, into: otherNumber, otherID.uuidString, shape)
            case .here, .awaited:
                // Whatever it has, the other one gets, once that is here.
                return try wait(record)
            case .gone:
                try rememberLinks(to: id, number, shape)
                guard try delete(number, shape) else { return try wait(record) }
            }
            applied += 1
        }
        let note = try writeTombstone(record, wasHere: number != nil || alias != nil)
        if record.isGoneByItself, try hasOrphans() { try Orphan.forget(record.key, door) }
        try forgetWaiting(record.key)
        if let alias {
            try writeLink(SyncAlias.field, of: note, to: alias.uuidString)
            // What waited for it has the record that stands for it.
            if case .here(let number, let id) = other {
                try resolveLinks(to: SyncKey(entity: shape.name, id: id), number)
            }
        }
        if record.isUndone, let undone = record.fields[SyncUndone.field] {
            try writeNote(SyncUndone.field, of: note, clock: undone.clock, keepsEdited: false)
        }
    }

    /// Writes the note of a deleted record.
    ///
    /// One that was deleted here keeps the clocks of its fields: an undo of the deletion needs them.
    private func writeTombstone(_ record: SyncRecord, wasHere: Bool) throws -> Int64 {
        guard !wasHere, let known = try RecordNote.find(record.key, door), known.life == record.life else {
            let note = try writeNote(record)
            try door.run("DELETE FROM _syncField WHERE record = ?", .integer(note))
            try door.run("DELETE FROM _syncLink WHERE record = ?", .integer(note))
            return note
        }
        let note = try writeNote(record, clock: known.clock, isEdited: known.isEdited)
        try door.run(
            "DELETE FROM _syncField WHERE record = ? AND name IN (?, ?, ?)", .integer(note),
            .text(SyncUndone.field), .text(SyncMeant.field), .text(SyncOrphaned.field))
        return note
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
        try door.run(
            """
            INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
            SELECT \(owner.name.asSQLText), \(uuid), 0, 1, 1, ?2, (SELECT \(SyncTriggers.importClock) FROM _sync), 0, 1
                FROM \(from) ON CONFLICT (entity, uuid) DO NOTHING
            """, .integer(number), .real(Date.now.timeIntervalSinceReferenceDate))
        try door.run(
            """
            INSERT OR REPLACE INTO _syncLink (record, name, target)
            SELECT (SELECT r._id FROM _syncRecord AS r WHERE r.entity = \(owner.name.asSQLText) AND r.uuid = \(uuid)),
                \(name), ?2 FROM \(from)
            """, .integer(number), .text(id))
    }

    /// Fulfils the relationships to a record that is here now, or again.
    func resolveLinks(to key: SyncKey, _ number: Int64) throws {
        let rows = try door.rows(
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
                let note = row[2].integer, let name = row[3].text,
                let source = try self.number(of: SyncKey(entity: owner.name, id: id), owner)
            else { continue }
            if let field = owner.field(named: name), let target = field.target,
                shapes.isKind(key.entity, of: target)
            {
                // Of a one-to-one relationship, another record may have the other side by now: the link waits on.
                let isFree = try door.attempt(
                    "UPDATE \(owner.table.table) SET \(field.column.quoted) = ? WHERE _id = ?",
                    [.integer(number), .integer(source)])
                if !isFree { continue }
            } else if let parts = SyncRecord.parts(ofElement: name),
                let pairs = shapes.pairs(of: owner.name, named: parts.relationship),
                shapes.isKind(key.entity, of: pairs.target)
            {
                if parts.id == key.id {
                    try pair(source, number, pairs)
                } else {
                    let clock = row[4].text.flatMap { SyncClock($0) } ?? .zero
                    try pair(
                        source, (number, key.id.uuidString), insteadOf: name, clock, pairs, note: note)
                }
            } else {
                continue
            }
            try removeLink(name, of: note)
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
