import Foundation
import ModelData
import SyncProtocol

/// The triggers that track every edit of a model's records, in the transaction of the edit.
///
/// They track all edits: by an object, a batch, a cascade, undo, another process or another tool. They use only
/// functions of SQLite. The modes in the statements are the raw values of ``SyncMode``.
///
/// A changed statement makes each store pull everything again, see ``SyncTracking``.
struct SyncTriggers {
    let shapes: SyncShapes

    /// The milliseconds since 1970.
    private static let milliseconds = "(CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER) + skew)"
    /// The seconds since 2001, as dates are stored.
    private static let seconds = "((julianday('now') - 2451910.5) * 86400.0)"
    /// The last accepted stamp, in the year 4199. A later one, which only a faulty server sends, would leave no stamps
    /// for later edits.
    static let lastMoment: Int64 = 1 << 62
    /// The time of day as a moment of the hybrid clock.
    private static let currentMoment = "(min(\(milliseconds), \(lastMoment >> 16)) << 16)"
    /// The moment after the last one.
    static let following = "CASE WHEN clock < \(lastMoment) THEN clock + 1 ELSE \(currentMoment) END"
    /// The next moment of the hybrid clock.
    private static let nextMoment = "max(\(following), \(currentMoment))"
    /// The clock of an import: its time, in the range before all edits by users, so that those win.
    static let importClock = "printf('%016x-%s', \(milliseconds), node)"

    private static let zero = "'0000000000000000-0'"

    /// Advances the clock, and stores its text for the following statements.
    private static let tick = """
        UPDATE _sync SET
            stamp = CASE mode WHEN 1 THEN \(importClock) ELSE printf('%016x-%s', \(nextMoment), node) END,
            clock = CASE mode WHEN 1 THEN clock ELSE \(nextMoment) END;
        """

    /// The statements that create the triggers of all models.
    var creation: [String] {
        shapes.all.flatMap { shape in
            [insertTrigger(shape), updateTrigger(shape), deleteTrigger(shape), identifierTrigger(shape)]
                .compactMap(\.self)
                + shape.pairs.flatMap { pairTriggers(shape, $0) }
        }
    }

    /// The names of the triggers that run for each record of an import.
    static func calledByImports(of shape: SyncShape) -> [String] {
        [plainName(shape.name, "insert"), plainName(shape.name, "update")]
    }

    private static func plainName(_ table: String, _ word: String) -> String { "_sync_\(table)_\(word)" }

    private func name(_ table: String, _ word: String) -> String { Self.plainName(table, word).quotedSQL }

    /// The row of a record whose UUID is an expression.
    private func recordIdentity(_ entity: String, _ uuid: String, of alias: String = "_syncRecord") -> String
    {
        "\(alias).entity = \(entity.literalSQL) AND \(alias).uuid = \(uuid)"
    }

    private static let mode = "(SELECT mode FROM _sync)"
    /// Whether a step is undone or redone.
    private static let isReversing = "\(mode) IN (3, 4)"
    /// Whether a user wrote a field. Undoing or redoing an import doesn't count as an edit.
    private static let edited =
        "CASE WHEN \(isReversing) THEN _syncField.edited ELSE excluded.edited END"

    // MARK: - Records

    /// The fields of tombstones.
    private static let namesOfTombstones = [
        Tombstone.Field.undo, .user, .cascade, .alias,
    ]

    /// Records of a redone import have no metadata, like those of an import, but their old numbers. They are searched
    /// again.
    private func insertTrigger(_ shape: SyncShape) -> String {
        let uuid = "NEW.\(shape.identifier.quoted)"
        let known = "EXISTS (SELECT 1 FROM _syncRecord WHERE \(recordIdentity(shape.name, uuid)))"
        return """
            CREATE TRIGGER \(name(shape.name, "insert")) AFTER INSERT ON \(shape.table.table)
            WHEN CASE \(Self.mode) WHEN 0 THEN 1 WHEN 1 THEN \(known) WHEN 2 THEN 0 ELSE 1 END\
            \(shape.table.andExactly("NEW"))
            BEGIN
                \(Self.tick)
                \(insertionMetadata(shape.name, uuid, where: "mode <> 4 OR \(known)"))
                UPDATE _syncSeen SET number = min(number, NEW._id - 1)
                    WHERE entity = \(shape.name.literalSQL) AND \(Self.mode) = 4;
            END
            """
    }

    /// Writes the metadata of an inserted or re-created record.
    ///
    /// After the undo of a deletion or the redo of an insertion, the record has its former values and clocks, so that
    /// changes of other devices in the meantime are later.
    private func insertionMetadata(_ entity: String, _ uuid: String, where condition: String = "true")
        -> String
    {
        let record = "(SELECT _id FROM _syncRecord WHERE \(recordIdentity(entity, uuid)))"
        let isOfTombstone =
            "name IN (\(Self.namesOfTombstones.map(\.rawValue.literalSQL).joined(separator: ", ")))"
        // The tombstone of a record that another device deleted has no clocks, because the server's are later. If the
        // record had no metadata when its tombstone arrived, only its fields have clocks.
        let isKnown = """
            (\(Self.isReversing) AND (_syncRecord.clock > \(Self.zero) OR EXISTS (SELECT 1 FROM _syncField
                WHERE record = _syncRecord._id AND instr(name, '/') = 0 AND substr(name, 1, 1) <> '_')))
            """
        // If this statement wrote the record's clock, no field has a clock of its own.
        let keepsClocks =
            "(SELECT s.mode IN (3, 4) AND r.clock <> s.stamp FROM _sync AS s, _syncRecord AS r WHERE r._id = record)"
        return """
            INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
            SELECT \(entity.literalSQL), \(uuid), 0, 1, 1, \(Self.seconds), stamp, mode <> 1, 1 FROM _sync WHERE \(condition)
            ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, life = life + (life % 2 = 0),
                version = version + 1, updatedAt = excluded.updatedAt,
                clock = CASE WHEN \(isKnown) THEN _syncRecord.clock
                    WHEN \(Self.isReversing) THEN (SELECT \(Self.importClock) FROM _sync) ELSE excluded.clock END,
                edited = CASE WHEN \(isKnown) THEN _syncRecord.edited ELSE excluded.edited END,
                whole = 1, reason = NULL;
            DELETE FROM _syncField WHERE record = \(record) AND instr(name, '/') = 0
                AND (\(isOfTombstone) OR NOT \(keepsClocks));
            UPDATE _syncField SET unsent = 1 WHERE record = \(record) AND instr(name, '/') = 0;
            DELETE FROM _syncLink WHERE record = \(record) AND instr(name, '/') = 0
                AND (\(isOfTombstone) OR NOT \(keepsClocks));
            """
    }

    /// Writes the metadata of a deleted record, with the cause: a user or an undo.
    ///
    /// If an undo deletes a record without metadata, no other device knows it, and it needs none. A record without
    /// metadata was imported and never edited here. The pairs of a record that an undo deletes aren't marked as removed:
    /// if other devices keep the record, they keep its pairs.
    private func deletionMetadata(_ entity: String, _ uuid: String) -> String {
        """
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT \(entity.literalSQL), \(uuid), 0, 2, 1, \(Self.seconds), \(Self.importClock), 0, 0 FROM _sync
            WHERE mode <> 3 OR EXISTS (SELECT 1 FROM _syncRecord WHERE \(recordIdentity(entity, uuid)))
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, life = life + (life % 2 = 1),
            version = version + 1, updatedAt = excluded.updatedAt, whole = 0, reason = NULL;
        DELETE FROM _syncField WHERE \(Self.mode) = 3 AND instr(name, '/') > 0 AND unsent = 1
            AND record = (SELECT _id FROM _syncRecord WHERE \(recordIdentity(entity, uuid)));
        \(tombstoneField(Tombstone.Field.user.rawValue, of: entity, uuid, where: "s.mode NOT IN (2, 3)"))
        \(tombstoneField(Tombstone.Field.undo.rawValue, of: entity, uuid, where: "s.mode = 3"))
        """
    }

    /// Adds a field to a tombstone.
    private func tombstoneField(_ name: String, of entity: String, _ uuid: String, where condition: String)
        -> String
    {
        """
        INSERT INTO _syncField (record, name, clock, edited, unsent)
        SELECT r._id, \(name.literalSQL), s.stamp, 0, 1 FROM _sync AS s, _syncRecord AS r
            WHERE \(condition) AND \(recordIdentity(entity, uuid, of: "r"))
        ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, unsent = 1;
        """
    }

    /// Marks a record as changed. A record that was never sent is sent with all fields.
    private func recordChange(
        _ entity: String, selecting uuid: String, from source: String? = nil, where condition: String
    )
        -> String
    {
        """
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT \(entity.literalSQL), \(uuid), 0, 1, 1, \(Self.seconds), (SELECT \(Self.importClock) FROM _sync),
            0, 1 \(source.map { "FROM \($0)" } ?? "") WHERE \(condition)
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, version = version + 1,
            updatedAt = excluded.updatedAt, reason = NULL;
        """
    }

    private func updateTrigger(_ shape: SyncShape) -> String? {
        if shape.fields.isEmpty { return nil }
        let uuid = "NEW.\(shape.identifier.quoted)"
        let known = "EXISTS (SELECT 1 FROM _syncRecord WHERE \(recordIdentity(shape.name, uuid)))"
        func differs(_ columns: [StoreTable.Column]) -> String {
            columns.map { "OLD.\($0.quoted) IS NOT NEW.\($0.quoted)" }.joined(separator: " OR ")
        }
        let names = shape.fields.map { "SELECT \($0.name.literalSQL) AS name WHERE \(differs($0.group))" }
        let any = differs(shape.fields.map(\.column))
        let keys = shape.fields.filter { $0.target != nil }.map { field in
            """
            DELETE FROM _syncLink WHERE \(differs([field.column])) AND name = \(field.name.literalSQL)
                AND record = (SELECT _id FROM _syncRecord WHERE \(recordIdentity(shape.name, uuid)));
            """
        }
        return """
            CREATE TRIGGER \(name(shape.name, "update")) AFTER UPDATE ON \(shape.table.table)
            WHEN CASE \(Self.mode) WHEN 1 THEN \(known) WHEN 2 THEN 0 ELSE 1 END
                AND OLD.\(shape.identifier.quoted) IS \(uuid) AND (\(any))\(shape.table.andExactly("NEW"))
            BEGIN
                \(Self.tick)
                \(recordChange(shape.name, selecting: uuid, where: "true"))
                INSERT INTO _syncField (record, name, clock, edited, unsent, base)
                SELECT r._id, f.name, s.stamp, s.mode = 0, 1, r.clock
                    FROM _sync AS s, _syncRecord AS r, (\(names.joined(separator: " UNION ALL "))) AS f
                    WHERE \(recordIdentity(shape.name, uuid, of: "r"))
                ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, edited = \(Self.edited),
                    base = iif(unsent = 1, base, clock), unsent = 1;
                \(keys.joined(separator: "\n"))
            END
            """
    }

    /// A changed UUID is the deletion of one record and the insertion of another.
    private func identifierTrigger(_ shape: SyncShape) -> String? {
        let (old, new) = ("OLD.\(shape.identifier.quoted)", "NEW.\(shape.identifier.quoted)")
        return """
            CREATE TRIGGER \(name(shape.name, "rename")) AFTER UPDATE OF \(shape.identifier.quoted)
            ON \(shape.table.table) WHEN \(Self.mode) <> 2 AND \(old) IS NOT \(new)\
            \(shape.table.andExactly("NEW"))
            BEGIN
                \(Self.tick)
                \(deletionMetadata(shape.name, old))
                \(insertionMetadata(shape.name, new))
            END
            """
    }

    /// Runs before the deletion, while the record's pairs exist. Cascading deletions after another device's deletion are
    /// tracked, too, because they are sent.
    private func deleteTrigger(_ shape: SyncShape) -> String {
        let uuid = "OLD.\(shape.identifier.quoted)"
        var statements = [Self.tick, deletionMetadata(shape.name, uuid)]
        for pairs in shape.pairs {
            guard let target = shapes[pairs.target] else { continue }
            statements.append(
                pairChange(
                    pairs, record: recordIdentity(shape.name, uuid, of: "r"),
                    from: "\(pairs.table) AS j JOIN \(target.table.table) AS t ON t._id = j._target",
                    target: "t.\(target.identifier.quoted)",
                    where: "j._source = OLD._id AND s.mode NOT IN (2, 3)"))
        }
        for (source, pairs) in shapes.pairs(toward: shape.name) {
            let from = "\(pairs.table) AS j JOIN \(source.table.table) AS o ON o._id = j._source"
            let owner = "o.\(source.identifier.quoted)"
            statements.append(
                recordChange(
                    source.name, selecting: owner, from: from,
                    where: "j._target = OLD._id AND \(Self.mode) <> 2\(source.table.andExactly("o"))"))
            statements.append(
                pairChange(
                    pairs, record: recordIdentity(source.name, owner, of: "r"), from: from, target: uuid,
                    where: "j._target = OLD._id AND s.mode <> 2\(source.table.andExactly("o"))"))
        }
        return """
            CREATE TRIGGER \(name(shape.name, "delete")) BEFORE DELETE ON \(shape.table.table)
            WHEN EXISTS (SELECT 1 FROM _sync)\(shape.table.andExactly("OLD"))
            BEGIN
                \(statements.joined(separator: "\n"))
            END
            """
    }

    // MARK: - Pairs

    /// Marks pairs as changed. Their state is read when they are sent.
    ///
    /// - Parameters:
    ///   - new: The clock of a pair without metadata.
    ///   - clock: The clock of a pair with metadata.
    private func pairChange(
        _ pairs: StoreTable.Pairs, record: String, from: String, target: String, where condition: String,
        at new: String = "s.stamp", _ clock: String = "excluded.clock"
    ) -> String {
        """
        INSERT INTO _syncField (record, name, clock, edited, unsent)
        SELECT r._id, \((pairs.relationship + "/").literalSQL) || \(target), \(new), s.mode = 0, 1
            FROM _sync AS s, _syncRecord AS r, \(from) WHERE \(record) AND \(condition)
        ON CONFLICT (record, name) DO UPDATE SET clock = \(clock), edited = \(Self.edited),
            unsent = 1;
        """
    }

    private func pairTriggers(_ shape: SyncShape, _ pairs: StoreTable.Pairs) -> [String] {
        guard let target = shapes[pairs.target] else { return [] }
        // Classes that inherit the relationship have triggers of their own.
        let owners = shape.name == pairs.source ? pairs.name : "\(pairs.name)_\(shape.name)"
        return [("INSERT", "NEW"), ("DELETE", "OLD")].map { event, row in
            let from = """
                \(shape.table.table) AS o JOIN \(target.table.table) AS t
                    ON t._id = \(row)._target AND o._id = \(row)._source
                """
            let owner = "o.\(shape.identifier.quoted)"
            let known =
                "\(Self.mode) NOT IN (1, 4) OR EXISTS (SELECT 1 FROM _syncRecord WHERE \(recordIdentity(shape.name, owner)))"
            let kind = shape.table.andExactly("o")
            // A pair that an undo or a redo restores has the clock of its removal, over which it wins, so that changes of
            // other devices since then are later. For a pair removed with its record, only that record's clock is known.
            let isAddition = event == "INSERT"
            let new = isAddition ? "CASE s.mode WHEN 4 THEN r.clock ELSE s.stamp END" : "s.stamp"
            let clock =
                isAddition
                ? "CASE WHEN \(Self.isReversing) THEN _syncField.clock ELSE excluded.clock END"
                : "excluded.clock"
            return """
                CREATE TRIGGER \(name(owners, event.lowercased())) AFTER \(event) ON \(pairs.table)
                WHEN \(Self.mode) <> 2
                BEGIN
                    \(Self.tick)
                    \(recordChange(shape.name, selecting: owner, from: from, where: kind.isEmpty ? known : "(\(known))\(kind)"))
                    \(pairChange(
                        pairs, record: recordIdentity(shape.name, owner, of: "r"), from: from,
                        target: "t.\(target.identifier.quoted)", where: "true\(kind)", at: new, clock))
                END
                """
        }
    }
}
