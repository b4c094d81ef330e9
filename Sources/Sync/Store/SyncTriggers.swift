import Foundation
import ModelData

/// The triggers that notice every edit of a model's records, in the transaction that makes it.
///
/// However a record is edited (by an object, a batch, a cascade, undo, another process or another tool), SQLite
/// itself writes the note. The triggers use no function of ours.
struct SyncTriggers {
    let shapes: SyncShapes

    /// The milliseconds since 1970.
    private static let milliseconds = "(CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER) + skew)"
    /// The seconds since 2001, as dates are kept.
    private static let seconds = "((julianday('now') - 2451910.5) * 86400.0)"
    /// The last moment that a clock is believed, in the year 4199. One beyond it, which only a server that is out of its
    /// mind ever told, would leave no room for the edits after it.
    static let lastMoment: Int64 = 1 << 62
    /// The time of day as a moment of the hybrid clock.
    private static let today = "(min(\(milliseconds), \(lastMoment >> 16)) << 16)"
    /// The moment after the last one.
    static let following = "CASE WHEN clock < \(lastMoment) THEN clock + 1 ELSE \(today) END"
    /// The next moment of the hybrid clock.
    private static let next = "max(\(following), \(today))"
    /// The clock of what an import wrote: that of its time, but before all edits by hand, so that those win.
    static let importClock = "printf('%016x-%s', \(milliseconds), node)"

    private static let zero = "'0000000000000000-0'"

    /// Moves the clock, and keeps its text for the statements that follow.
    private static let tick = """
        UPDATE _sync SET
            stamp = CASE mode WHEN 1 THEN \(importClock) ELSE printf('%016x-%s', \(next), node) END,
            clock = CASE mode WHEN 1 THEN clock ELSE \(next) END;
        """

    /// The statements that make the triggers of all models.
    var creation: [String] {
        shapes.all.flatMap { shape in
            [insertion(shape), update(shape), deletion(shape), renaming(shape)].compactMap(\.self)
                + shape.pairs.flatMap { pairs(shape, $0) }
        }
    }

    /// The names of the triggers that see each record which an import writes.
    static func calledByImports(of shape: SyncShape) -> [String] {
        [plainName(shape.name, "insert"), plainName(shape.name, "update")]
    }

    private static func plainName(_ table: String, _ word: String) -> String { "_sync_\(table)_\(word)" }

    private func name(_ table: String, _ word: String) -> String { Self.plainName(table, word).asSQLName }

    /// The row of a record whose UUID is an expression.
    private func row(_ entity: String, _ uuid: String, of alias: String = "_syncRecord") -> String {
        "\(alias).entity = \(entity.asSQLText) AND \(alias).uuid = \(uuid)"
    }

    private static let mode = "(SELECT mode FROM _sync)"
    /// Whether a step is undone or redone.
    private static let isReversing = "\(mode) IN (3, 4)"
    /// Whether a person wrote a field: undoing or redoing what an import wrote leaves it as one that nobody edited.
    private static let edited =
        "CASE WHEN \(isReversing) THEN _syncField.edited ELSE excluded.edited END"

    // MARK: - Records

    /// The fields that tombstones have.
    private static let namesOfTombstones = [
        UndoDeletion.field, DeliberateDeletion.field, CascadeDeletion.field, SyncAlias.field,
    ]

    /// What a redone import makes has no note, as what an import makes, but its old number: it is looked through again.
    private func insertion(_ shape: SyncShape) -> String {
        let uuid = "NEW.\(shape.identifier.quoted)"
        let known = "EXISTS (SELECT 1 FROM _syncRecord WHERE \(row(shape.name, uuid)))"
        return """
            CREATE TRIGGER \(name(shape.name, "insert")) AFTER INSERT ON \(shape.table.table)
            WHEN CASE \(Self.mode) WHEN 0 THEN 1 WHEN 1 THEN \(known) WHEN 2 THEN 0 ELSE 1 END\
            \(shape.table.andExactly("NEW"))
            BEGIN
                \(Self.tick)
                \(birth(shape.name, uuid, where: "mode <> 4 OR \(known)"))
                UPDATE _syncSeen SET number = min(number, NEW._id - 1)
                    WHERE entity = \(shape.name.asSQLText) AND \(Self.mode) = 4;
            END
            """
    }

    /// Notes that a record is there, for the first time or again.
    ///
    /// Where its deletion is undone, or its making redone, its values are those from before, and so are their clocks: what
    /// others wrote to it meanwhile is later.
    private func birth(_ entity: String, _ uuid: String, where condition: String = "true") -> String {
        let record = "(SELECT _id FROM _syncRecord WHERE \(row(entity, uuid)))"
        let isOfTombstone =
            "name IN (\(Self.namesOfTombstones.map(\.asSQLText).joined(separator: ", ")))"
        // The tombstone of one that was deleted elsewhere has no clocks: what the server knows of it is later. One that
        // came while it was here without a note has them at its fields only.
        let isKnown = """
            (\(Self.isReversing) AND (_syncRecord.clock > \(Self.zero) OR EXISTS (SELECT 1 FROM _syncField
                WHERE record = _syncRecord._id AND instr(name, '/') = 0 AND substr(name, 1, 1) <> '_')))
            """
        // Whose clock the birth wrote, has no fields with clocks of their own.
        let isOld =
            "(SELECT s.mode IN (3, 4) AND r.clock <> s.stamp FROM _sync AS s, _syncRecord AS r WHERE r._id = record)"
        return """
            INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
            SELECT \(entity.asSQLText), \(uuid), 0, 1, 1, \(Self.seconds), stamp, mode <> 1, 1 FROM _sync WHERE \(condition)
            ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, life = life + (life % 2 = 0),
                version = version + 1, updatedAt = excluded.updatedAt,
                clock = CASE WHEN \(isKnown) THEN _syncRecord.clock
                    WHEN \(Self.isReversing) THEN (SELECT \(Self.importClock) FROM _sync) ELSE excluded.clock END,
                edited = CASE WHEN \(isKnown) THEN _syncRecord.edited ELSE excluded.edited END,
                whole = 1, reason = NULL;
            DELETE FROM _syncField WHERE record = \(record) AND instr(name, '/') = 0
                AND (\(isOfTombstone) OR NOT \(isOld));
            UPDATE _syncField SET unsent = 1 WHERE record = \(record) AND instr(name, '/') = 0;
            DELETE FROM _syncLink WHERE record = \(record) AND instr(name, '/') = 0
                AND (\(isOfTombstone) OR NOT \(isOld));
            """
    }

    /// Notes that a record is gone, and whether it was meant, and taken away by an undo. What nobody else has ever heard
    /// of needs no note. One that had none was imported, and nobody edited it here.
    ///
    /// Of the pairs of what an undo takes away nothing is said: where others keep the record, they keep its pairs.
    private func death(_ entity: String, _ uuid: String) -> String {
        """
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT \(entity.asSQLText), \(uuid), 0, 2, 1, \(Self.seconds), \(Self.importClock), 0, 0 FROM _sync
            WHERE mode <> 3 OR EXISTS (SELECT 1 FROM _syncRecord WHERE \(row(entity, uuid)))
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, life = life + (life % 2 = 1),
            version = version + 1, updatedAt = excluded.updatedAt, whole = 0, reason = NULL;
        DELETE FROM _syncField WHERE \(Self.mode) = 3 AND instr(name, '/') > 0 AND unsent = 1
            AND record = (SELECT _id FROM _syncRecord WHERE \(row(entity, uuid)));
        \(mark(DeliberateDeletion.field, of: entity, uuid, where: "s.mode NOT IN (2, 3)"))
        \(mark(UndoDeletion.field, of: entity, uuid, where: "s.mode = 3"))
        """
    }

    /// Has a tombstone say more than that the record is gone.
    private func mark(_ name: String, of entity: String, _ uuid: String, where condition: String) -> String {
        """
        INSERT INTO _syncField (record, name, clock, edited, unsent)
        SELECT r._id, \(name.asSQLText), s.stamp, 0, 1 FROM _sync AS s, _syncRecord AS r
            WHERE \(condition) AND \(row(entity, uuid, of: "r"))
        ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, unsent = 1;
        """
    }

    /// Notes that something of a record changed; one that was never sent is sent whole.
    private func touch(
        _ entity: String, selecting uuid: String, from source: String? = nil, where condition: String
    )
        -> String
    {
        """
        INSERT INTO _syncRecord (entity, uuid, state, life, version, updatedAt, clock, edited, whole)
        SELECT \(entity.asSQLText), \(uuid), 0, 1, 1, \(Self.seconds), (SELECT \(Self.importClock) FROM _sync),
            0, 1 \(source.map { "FROM \($0)" } ?? "") WHERE \(condition)
        ON CONFLICT (entity, uuid) DO UPDATE SET state = 0, version = version + 1,
            updatedAt = excluded.updatedAt, reason = NULL;
        """
    }

    private func update(_ shape: SyncShape) -> String? {
        if shape.fields.isEmpty { return nil }
        let uuid = "NEW.\(shape.identifier.quoted)"
        let known = "EXISTS (SELECT 1 FROM _syncRecord WHERE \(row(shape.name, uuid)))"
        func differs(_ columns: [StoreTable.Column]) -> String {
            columns.map { "OLD.\($0.quoted) IS NOT NEW.\($0.quoted)" }.joined(separator: " OR ")
        }
        let names = shape.fields.map { "SELECT \($0.name.asSQLText) AS name WHERE \(differs($0.group))" }
        let any = differs(shape.fields.map(\.column))
        let keys = shape.fields.filter { $0.target != nil }.map { field in
            """
            DELETE FROM _syncLink WHERE \(differs([field.column])) AND name = \(field.name.asSQLText)
                AND record = (SELECT _id FROM _syncRecord WHERE \(row(shape.name, uuid)));
            """
        }
        return """
            CREATE TRIGGER \(name(shape.name, "update")) AFTER UPDATE ON \(shape.table.table)
            WHEN CASE \(Self.mode) WHEN 1 THEN \(known) WHEN 2 THEN 0 ELSE 1 END
                AND OLD.\(shape.identifier.quoted) IS \(uuid) AND (\(any))\(shape.table.andExactly("NEW"))
            BEGIN
                \(Self.tick)
                \(touch(shape.name, selecting: uuid, where: "true"))
                INSERT INTO _syncField (record, name, clock, edited, unsent)
                SELECT r._id, f.name, s.stamp, s.mode = 0, 1
                    FROM _sync AS s, _syncRecord AS r, (\(names.joined(separator: " UNION ALL "))) AS f
                    WHERE \(row(shape.name, uuid, of: "r"))
                ON CONFLICT (record, name) DO UPDATE SET clock = excluded.clock, edited = \(Self.edited),
                    unsent = 1;
                \(keys.joined(separator: "\n"))
            END
            """
    }

    /// Another UUID is another record.
    private func renaming(_ shape: SyncShape) -> String? {
        let (old, new) = ("OLD.\(shape.identifier.quoted)", "NEW.\(shape.identifier.quoted)")
        return """
            CREATE TRIGGER \(name(shape.name, "rename")) AFTER UPDATE OF \(shape.identifier.quoted)
            ON \(shape.table.table) WHEN \(Self.mode) <> 2 AND \(old) IS NOT \(new)\
            \(shape.table.andExactly("NEW"))
            BEGIN
                \(Self.tick)
                \(death(shape.name, old))
                \(birth(shape.name, new))
            END
            """
    }

    /// Before the deletion, while the record's pairs are still there. What cascades from a deletion that was made
    /// elsewhere is noted too: whoever doesn't have the owner any more, deletes what it owned.
    private func deletion(_ shape: SyncShape) -> String {
        let uuid = "OLD.\(shape.identifier.quoted)"
        var statements = [Self.tick, death(shape.name, uuid)]
        for pairs in shape.pairs {
            guard let target = shapes[pairs.target] else { continue }
            statements.append(
                pairChange(
                    pairs, record: row(shape.name, uuid, of: "r"),
                    from: "\(pairs.table) AS j JOIN \(target.table.table) AS t ON t._id = j._target",
                    target: "t.\(target.identifier.quoted)",
                    where: "j._source = OLD._id AND s.mode NOT IN (2, 3)"))
        }
        for (source, pairs) in shapes.pairs(toward: shape.name) {
            let from = "\(pairs.table) AS j JOIN \(source.table.table) AS o ON o._id = j._source"
            let owner = "o.\(source.identifier.quoted)"
            statements.append(
                touch(
                    source.name, selecting: owner, from: from,
                    where: "j._target = OLD._id AND \(Self.mode) <> 2\(source.table.andExactly("o"))"))
            statements.append(
                pairChange(
                    pairs, record: row(source.name, owner, of: "r"), from: from, target: uuid,
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

    /// Notes that pairs changed. What they are now, is seen when they are sent.
    ///
    /// - Parameters:
    ///   - new: When a pair changed that has no note.
    ///   - clock: When one changed that has a note.
    private func pairChange(
        _ pairs: StoreTable.Pairs, record: String, from: String, target: String, where condition: String,
        at new: String = "s.stamp", _ clock: String = "excluded.clock"
    ) -> String {
        """
        INSERT INTO _syncField (record, name, clock, edited, unsent)
        SELECT r._id, \((pairs.relationship + "/").asSQLText) || \(target), \(new), s.mode = 0, 1
            FROM _sync AS s, _syncRecord AS r, \(from) WHERE \(record) AND \(condition)
        ON CONFLICT (record, name) DO UPDATE SET clock = \(clock), edited = \(Self.edited),
            unsent = 1;
        """
    }

    private func pairs(_ shape: SyncShape, _ pairs: StoreTable.Pairs) -> [String] {
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
                "\(Self.mode) NOT IN (1, 4) OR EXISTS (SELECT 1 FROM _syncRecord WHERE \(self.row(shape.name, owner)))"
            let kind = shape.table.andExactly("o")
            // An undo or a redo that brings a pair back is as old as its going, over which it wins: what others wrote to
            // it since is later. Of what was taken back together with its record, only that one's moment is known.
            let isBack = event == "INSERT"
            let new = isBack ? "CASE s.mode WHEN 4 THEN r.clock ELSE s.stamp END" : "s.stamp"
            let clock =
                isBack
                ? "CASE WHEN \(Self.isReversing) THEN _syncField.clock ELSE excluded.clock END"
                : "excluded.clock"
            return """
                CREATE TRIGGER \(name(owners, event.lowercased())) AFTER \(event) ON \(pairs.table)
                WHEN \(Self.mode) <> 2
                BEGIN
                    \(Self.tick)
                    \(touch(shape.name, selecting: owner, from: from, where: kind.isEmpty ? known : "(\(known))\(kind)"))
                    \(pairChange(
                        pairs, record: self.row(shape.name, owner, of: "r"), from: from,
                        target: "t.\(target.identifier.quoted)", where: "true\(kind)", at: new, clock))
                END
                """
        }
    }
}
