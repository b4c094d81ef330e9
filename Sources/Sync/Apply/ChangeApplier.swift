import Foundation
import ModelData
import SyncProtocol

/// Applies received records to a store, in one transaction.
///
/// Unsent local edits are never overwritten. The answer to their push contains the merged version, which is
/// applied then.
struct ChangeApplier {
    let database: SQLAccess
    let shapes: SyncShapes
    /// What changed, for the store's history.
    var changes = HistoryChangeSet()
    /// How many records changed.
    var applied = 0
    /// How many records, or fields of them, couldn't be understood.
    var unreadable = 0

    /// Values that were taken out of the way, since another record gets them.
    var releasedRows: [ReleasedRow] = []
    /// Records that turned out to be the same as one that is being written, by that one's key.
    var collided: [SyncKey: (number: Int64, id: String)] = [:]
    /// Whether the store contains cascade tombstones, or `nil` if unknown.
    var hasKnownCascadeTombstones: Bool?

    init(database: SQLAccess, shapes: SyncShapes) {
        self.database = database
        self.shapes = shapes
    }

    /// Takes the merged version of a record that was sent.
    ///
    /// - Returns: Whether the record is synchronized now; it isn't where it changed meanwhile.
    mutating func acknowledge(_ sent: SentRecord, with version: SyncRecord) throws -> Bool {
        guard let metadata = try RecordSyncMetadata.find(sent.record.key, database),
            metadata.number == sent.number
        else {
            return false
        }
        for (name, field) in sent.record.fields {
            try database.run(
                "UPDATE _syncField SET unsent = 0 WHERE record = ? AND name = ? AND clock = ?",
                .integer(sent.number), .text(name), .text(field.clock.description))
        }
        if sent.isWhole, metadata.clock == sent.clock {
            try database.run("UPDATE _syncRecord SET whole = 0 WHERE _id = ?", .integer(sent.number))
        }
        let isUnchanged = metadata.version == sent.version
        if isUnchanged {
            try database.run(
                "UPDATE _syncRecord SET state = 2, reason = NULL WHERE _id = ?", .integer(sent.number))
        }
        // Whether it lives, the next push decides for one that changed meanwhile.
        if isUnchanged || version.causalLength == metadata.causalLength {
            try apply(version, sent: sent.record.fields)
        }
        return isUnchanged
    }

    /// Takes a page of what others changed.
    mutating func apply(page: [SyncRecord]) throws {
        try releaseUniqueValues(for: page)
        var contested: [SyncRecord] = []
        for record in page {
            if let metadata = try RecordSyncMetadata.find(record.key, database), metadata.isUnsent {
                if record.isDeletedOnItsOwn, try hasCascadeTombstones() {
                    try CascadeTombstone.leave(record.key, database)
                }
                // The answer to its push has all this, unless the server refuses what was edited here.
                try wait(record)
            } else if try isInUse(record) {
                // What uses it may go, or use something else, later in the page.
                contested.append(record)
            } else {
                try apply(record, mayBeInUse: false)
            }
        }
        for record in contested { try apply(record) }
        try applyWaiting()
        try restoreReleasedValues()
        try recreateCascaded()
    }

    /// Takes a version of a record.
    ///
    /// - Parameters:
    ///   - record: The version, with all its fields.
    ///   - sent: What was sent of it: where that is still so, the version's value counts, whatever its clock.
    ///   - mayBeInUse: Whether to ask for what uses it, where an undo deleted it.
    mutating func apply(
        _ record: SyncRecord, sent: [String: SyncField] = [:], mayBeInUse: Bool = true
    ) throws {
        guard let shape = shapes[record.key.entity] else { return }
        let metadata = try RecordSyncMetadata.find(record.key, database)
        let number = try self.number(of: record.key, shape)
        let causalLength = metadata?.causalLength ?? (number == nil ? 0 : 1)
        if record.causalLength < causalLength { return }
        if record.isUndoneDespiteOtherEdits { return try recreate(record, shape, sent: sent) }
        if mayBeInUse, try isInUse(record) { return try recreate(record, shape, sent: sent) }
        if let owner = record.cascadeOwner, let number, try hasNewOwner(owner, record, number, shape) {
            return try recreate(record, shape, sent: sent)
        }
        if !record.isAlive { return try applyDeletion(record, number, shape) }
        try forgetWaiting(record.key)
        if let number {
            try update(number, with: record, sent: sent, metadata: metadata, shape)
        } else {
            try insert(record, shape)
        }
    }

    /// Recreates a record that an undo deleted although other devices changed it, or that was deleted with a
    /// former owner.
    private mutating func recreate(
        _ record: SyncRecord, _ shape: SyncShape, sent: [String: SyncField]
    ) throws {
        var again = record
        again.causalLength += 1
        again.fields[UndoDeletion.field] = nil
        try apply(again, sent: sent)
        let number = try number(of: record.key, shape)
        if try number == nil || isOwnerDeleted(record.key, shape) {
            // Something that it needs isn't here. Whoever wrote to it has all that, and brings it back.
            try forgetWaiting(record.key)
            return try applyDeletion(record, number, shape)
        }
        try sendAgain(record.key)
    }

    /// Marks a recreated record as unsent.
    ///
    /// - Parameter isWhole: Whether all fields are sent. Default: false, for the changed fields only.
    func sendAgain(_ key: SyncKey, isWhole: Bool = false) throws {
        try database.run(
            """
            UPDATE _syncRecord SET state = 0, whole = max(whole, ?), version = version + 1
            WHERE entity = ? AND uuid = ?
            """, .integer(isWhole ? 1 : 0), .text(key.entity), .text(key.id.uuidString))
    }

    /// The number of a record here.
    func number(of key: SyncKey, _ shape: SyncShape) throws -> Int64? {
        try database.rows(
            """
            SELECT _id FROM \(shape.table.table)
            WHERE \(shape.identifier.quoted) = ?\(shape.table.andKind())
            """, .text(key.id.uuidString)
        ).first?.first?.integer
    }

    // MARK: - Sync metadata

    /// Writes the sync metadata of a record that equals the server's version.
    @discardableResult
    func writeMetadata(
        _ record: SyncRecord, clock: String = SyncClock.zero.description, isUnsent: Bool = false,
        isEdited: Bool = false
    ) throws -> Int64 {
        let unsent = StoredValue.integer(isUnsent ? 1 : 0)
        try database.run(
            """
            INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
            VALUES (?, ?, 2 - 2 * ?3, ?4, 1, ?5, ?6, ?7, ?3)
            ON CONFLICT (entity, uuid) DO UPDATE SET state = 2 - 2 * ?3, life = ?4, version = version + 1,
                updatedAt = ?5, clock = ?6, edited = ?7, whole = ?3, reason = NULL
            """, .text(record.key.entity), .text(record.key.id.uuidString), unsent,
            .integer(Int64(record.causalLength)),
            .real(Date.now.timeIntervalSinceReferenceDate), .text(clock), .integer(isEdited ? 1 : 0))
        return try database.number(
            "SELECT _id FROM _syncRecord WHERE entity = ? AND uuid = ?", .text(record.key.entity),
            .text(record.key.id.uuidString))
    }

    /// Marks a field as equal to the server's version.
    func writeMetadata(_ name: String, of record: Int64, clock: SyncClock, keepsEdited: Bool) throws {
        try database.run(
            """
            INSERT INTO _syncField (record, name, clock, edited, unsent) VALUES (?, ?, ?, ?, 0)
            ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, edited = excluded.edited, unsent = 0
            """, .integer(record), .text(name), .text(clock.description), .integer(keepsEdited ? 1 : 0))
    }

    // MARK: - Waiting

    /// Keeps a record that can't be kept before others come.
    func wait(_ record: SyncRecord) throws {
        try database.run(
            "INSERT OR REPLACE INTO _syncWaiting (entity, uuid, body) VALUES (?, ?, ?)",
            .text(record.key.entity),
            .text(record.key.id.uuidString), .blob(record.encoded()))
    }

    /// Nothing that is known of a record waits any more.
    func forgetWaiting(_ key: SyncKey) throws {
        for table in ["_syncWaiting", "_syncUnread"] {
            try database.run(
                "DELETE FROM \(table) WHERE entity = ? AND uuid = ?", .text(key.entity),
                .text(key.id.uuidString))
        }
    }

    /// Keeps a record of which not every field could be read, for a later version of the program.
    func keepUnread(_ record: SyncRecord, _ fields: IncomingFields) throws {
        if fields.unreadable == 0 { return }
        try database.run(
            "INSERT OR REPLACE INTO _syncUnread (entity, uuid, body, fields) VALUES (?, ?, ?, ?)",
            .text(record.key.entity), .text(record.key.id.uuidString), .blob(record.encoded()),
            .integer(Int64(fields.unreadable)))
    }

    /// Takes what an earlier version of the program couldn't read, and this one can.
    mutating func applyUnread() throws {
        for row in try database.rows("SELECT body, fields FROM _syncUnread ORDER BY entity, uuid") {
            guard case .blob(let body) = row[0], let record = try? SyncRecord(decoding: body),
                let shape = shapes[record.key.entity], let count = row[1].integer,
                count > shape.unreadable(in: record)
            else { continue }
            if let metadata = try RecordSyncMetadata.find(record.key, database), metadata.isUnsent {
                continue
            }
            try apply(record)
        }
        try applyWaiting()
        try restoreReleasedValues()
    }

    /// Tries those that wait again, as long as one of them finds what it waits for.
    mutating func applyWaiting() throws {
        // What couldn't be read of them was counted when they came.
        let unreadable = unreadable
        defer { self.unreadable = unreadable }
        var count = Int64.max
        while true {
            let waiting = try database.number("SELECT count(*) FROM _syncWaiting")
            if waiting == 0 || waiting >= count { return }
            count = waiting
            for row in try database.rows("SELECT body FROM _syncWaiting ORDER BY entity, uuid") {
                guard case .blob(let body) = row[0], let record = try? SyncRecord(decoding: body) else {
                    continue
                }
                if let metadata = try RecordSyncMetadata.find(record.key, database), metadata.isUnsent {
                    continue
                }
                try apply(record)
            }
        }
    }
}
