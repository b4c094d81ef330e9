import Foundation
import ModelData
import SyncProtocol

extension EditLog {
    /// Moves the log into the sync metadata, which triggers update from now on.
    ///
    /// The clock of a value is the time of its last change in the history. Values that the log doesn't mention
    /// get clocks that are earlier than those of any edit when they are first sent.
    ///
    /// - Parameter shapes: All synchronized models.
    func moveToSyncMetadata(_ shapes: SyncShapes) throws {
        let known = try database.number("SELECT clock FROM _sync")
        let hasMetadata = try database.number("SELECT EXISTS (SELECT 1 FROM _syncRecord)") == 1
        // The clock may be behind that of a server, which earlier values have. Edits come after them.
        if hasMetadata {
            for (table, column) in [
                ("_editedRecord", "insertedAt"), ("_editedRecord", "deletedAt"), ("_editedField", "clock"),
            ] {
                try database.run(
                    """
                    UPDATE \(table) SET \(column) = max(\(column), ?) WHERE \(column) >= \(Self.firstEditStamp)
                    """, .integer(min(known + 1, SyncTriggers.lastMoment)))
            }
        }
        try database.execute(
            """
            \(Self.moveDeletions)
            \(Self.moveInsertions)
            \(Self.moveFields)
            UPDATE _sync SET clock = max(clock, min(\(SyncTriggers.lastMoment), coalesce((SELECT max(clock) FROM (
                SELECT max(insertedAt) AS clock FROM _editedRecord UNION ALL
                SELECT max(deletedAt) FROM _editedRecord UNION ALL SELECT max(clock) FROM _editedField)), 0)));
            """)
        try Self.drop(in: database)
    }

    /// The lowest stamp of an edit, in February 1970. Stamps of imports are lower until the year 10889.
    static let firstEditStamp: Int64 = 1 << 48

    private static func clock(_ stamp: String) -> String {
        "printf('%016x-%s', \(stamp), (SELECT node FROM _sync))"
    }

    private static func record(_ row: String) -> String {
        "(SELECT _id FROM _syncRecord AS r WHERE r.entity = \(row).entity AND r.uuid = \(row).uuid)"
    }

    /// A deletion extends the causal length of a living record. Its time is that of the tombstone's cause.
    private static let moveDeletions = """
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT e.entity, e.uuid, 0, e.life, 1, \(seconds("e.deletedAt")),
            \(clock("coalesce(e.insertedAt, e.deletedAt >> 16)")), e.edited, 0
        FROM _editedRecord AS e WHERE e.deletedAt IS NOT NULL
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, life = life + (life % 2 = 1),
            version = version + 1, updatedAt = excluded.updatedAt, whole = 0, reason = NULL;
        INSERT INTO _syncField (record, name, clock, edited, unsent)
        SELECT \(record("e")), CASE e.isUndone WHEN 1 THEN \(Tombstone.Field.undo.rawValue.literalSQL)
            ELSE \(Tombstone.Field.user.rawValue.literalSQL) END, \(clock("e.deletedAt")), 0, 1
        FROM _editedRecord AS e WHERE e.deletedAt IS NOT NULL
        ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, unsent = 1;
        """

    /// An insertion after a deletion extends the causal length again.
    private static let moveInsertions = """
        DELETE FROM _syncField WHERE instr(name, '/') = 0 AND record IN (SELECT \(record("e"))
            FROM _editedRecord AS e WHERE e.deletedAt IS NULL AND e.insertedAt IS NOT NULL);
        DELETE FROM _syncLink WHERE instr(name, '/') = 0 AND record IN (SELECT \(record("e"))
            FROM _editedRecord AS e WHERE e.deletedAt IS NULL AND e.insertedAt IS NOT NULL);
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT e.entity, e.uuid, 0, e.life, 1, \(seconds("e.insertedAt")), \(clock("e.insertedAt")), e.edited, 1
        FROM _editedRecord AS e WHERE e.deletedAt IS NULL AND e.insertedAt IS NOT NULL
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0,
            life = life + CASE WHEN life % 2 = 0 THEN 1 WHEN excluded.life > 1 THEN 2 ELSE 0 END,
            version = version + 1, updatedAt = excluded.updatedAt, clock = excluded.clock,
            edited = excluded.edited, whole = 1, reason = NULL;
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT e.entity, e.uuid, 0, e.life, 1, \(seconds("0")), \(SyncClock.zero.description.literalSQL), e.edited, 1
        FROM _editedRecord AS e WHERE e.deletedAt IS NULL AND e.insertedAt IS NULL
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, life = life + (life % 2 = 0),
            version = version + 1, whole = 1, reason = NULL;
        """

    /// An edit of a record without metadata creates it, with a clock earlier than that of any edit.
    private static let moveFields = """
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT e.entity, e.uuid, 0, 1, 1, \(seconds("max(e.clock)")), \(SyncClock.zero.description.literalSQL), 0, 1
        FROM _editedField AS e WHERE true GROUP BY e.entity, e.uuid
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, version = version + 1,
            updatedAt = max(updatedAt, excluded.updatedAt), reason = NULL;
        INSERT INTO _syncField (record, name, clock, edited, unsent)
        SELECT \(record("e")), e.name, \(clock("e.clock")), e.edited, 1 FROM _editedField AS e WHERE true
        ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock,
            edited = excluded.edited, unsent = 1;
        DELETE FROM _syncLink WHERE EXISTS (SELECT 1 FROM _editedField AS e
            JOIN _syncRecord AS r ON r.entity = e.entity AND r.uuid = e.uuid
            WHERE r._id = _syncLink.record AND e.name = _syncLink.name);
        """

    /// The seconds since 2001 of a stamp, whether of an edit or an import.
    private static func seconds(_ stamp: String) -> String {
        """
        (CASE WHEN \(stamp) >= \(firstEditStamp) THEN \(stamp) >> 16 ELSE \(stamp) END / 1000.0 - 978307200.0)
        """
    }
}
