import ModelData

/// The tables that a store has for synchronization.
///
/// - `_sync`: one row with the clock, who writes, the mode of the open transaction, and the token of the last pull.
/// - `_syncRecord`: a row for each record that was edited or deleted here, sent or received. A record without a row
///   was never sent, and nothing in it was edited here: so a mass import needs no second row for each record.
/// - `_syncField`: a row for each field, and each pair of a many-to-many relationship, whose clock is another than
///   that of its record.
/// - `_syncLink`: relationships to records that aren't here (yet, or any more).
/// - `_syncWaiting`: received records that can't be kept before others come.
/// - `_syncUnread`: received records with fields that this version of the program can't read, and how many.
/// - `_syncKept`: what only this store knew of records that were deleted elsewhere: their numbers, and the properties that
///   don't travel. They have them again where the deletion is taken back.
/// - `_syncOrphan`: records that were deleted here because their owner was deleted elsewhere, as they were, with that
///   owner. They come back with it, unless whoever deleted it deleted them too.
/// - `_syncSeen`: up to which record number each table was looked through for records that were never sent.
/// - `_syncFormer`: who wrote here, and until when, before the store was restored or repaired.
///
/// Plain SQL all the way: whichever tool edits the store, the edit is noticed.
enum SyncTables {
    /// The number of the form of these tables and triggers.
    static let format: Int64 = 5

    static let names = [
        "_sync", "_syncRecord", "_syncField", "_syncLink", "_syncWaiting", "_syncUnread", "_syncKept",
        "_syncOrphan", "_syncSeen", "_syncFormer",
    ]

    /// Those that tell what wasn't sent yet. What the others hold comes again, or is of what was sent.
    static let edits = ["_syncRecord", "_syncField"]

    /// Asks how many of them a store has.
    static let count = """
        SELECT count(*) FROM sqlite_schema
        WHERE type = 'table' AND name IN (\(names.map(\.asSQLText).joined(separator: ", ")))
        """

    static let creation = """
        CREATE TABLE IF NOT EXISTS _sync (
            _id INTEGER PRIMARY KEY CHECK (_id = 1),
            format INTEGER NOT NULL,
            shape TEXT NOT NULL,
            generation INTEGER NOT NULL,
            mode INTEGER NOT NULL,
            node TEXT NOT NULL,
            clock INTEGER NOT NULL,
            skew INTEGER NOT NULL,
            stamp TEXT NOT NULL,
            isOn INTEGER NOT NULL DEFAULT 0,
            server TEXT,
            token TEXT,
            synchronizedAt REAL,
            problem TEXT
        ) STRICT;
        CREATE TABLE IF NOT EXISTS _syncRecord (
            _id INTEGER PRIMARY KEY,
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            state INTEGER NOT NULL,
            life INTEGER NOT NULL,
            version INTEGER NOT NULL,
            updatedAt REAL NOT NULL,
            clock TEXT NOT NULL,
            edited INTEGER NOT NULL,
            whole INTEGER NOT NULL,
            reason TEXT
        ) STRICT;
        CREATE UNIQUE INDEX IF NOT EXISTS _syncRecord_key ON _syncRecord (entity, uuid);
        CREATE INDEX IF NOT EXISTS _syncRecord_state ON _syncRecord (state, entity) WHERE state <> 2;
        CREATE TABLE IF NOT EXISTS _syncField (
            record INTEGER NOT NULL REFERENCES _syncRecord (_id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            clock TEXT NOT NULL,
            edited INTEGER NOT NULL,
            unsent INTEGER NOT NULL,
            PRIMARY KEY (record, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncLink (
            record INTEGER NOT NULL REFERENCES _syncRecord (_id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            target TEXT NOT NULL,
            PRIMARY KEY (record, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS _syncLink_target ON _syncLink (target);
        CREATE TABLE IF NOT EXISTS _syncWaiting (
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (entity, uuid)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncUnread (
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            body BLOB NOT NULL,
            fields INTEGER NOT NULL,
            PRIMARY KEY (entity, uuid)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncKept (
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            name TEXT NOT NULL,
            value ANY,
            PRIMARY KEY (entity, uuid, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncOrphan (
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            ownerEntity TEXT,
            owner TEXT,
            body BLOB NOT NULL,
            PRIMARY KEY (entity, uuid)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS _syncOrphan_owner ON _syncOrphan (owner);
        CREATE TABLE IF NOT EXISTS _syncSeen (
            entity TEXT PRIMARY KEY,
            number INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _syncFormer (
            node TEXT PRIMARY KEY,
            clock INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The condition for records in a state other than synchronized, by which SQLite finds them in the index of those.
    ///
    /// It uses an index of a part of a table only where the condition of that part is said too; without it, it would look
    /// through all records, whenever there is nothing to send.
    static func isIn(_ state: SyncState) -> String { "state = \(state.rawValue) AND state <> 2" }

    /// Has everything be pulled, and everything that is here be sent with the clocks that it has.
    static let beginningAgain = """
        UPDATE _sync SET token = NULL;
        UPDATE _syncRecord SET state = 0, reason = NULL, whole = life % 2;
        UPDATE _syncField SET unsent = 1;
        """

    /// Has everything be exchanged where notes were lost, which may have been of edits that weren't sent. Notes about those
    /// that are gone would be taken for ones about others.
    static let beginningWithoutNotes = """
        INSERT INTO _syncFormer (node, clock) SELECT node, clock FROM _sync WHERE true
            ON CONFLICT (node) DO UPDATE SET clock = max(clock, excluded.clock);
        DELETE FROM _syncField WHERE record NOT IN (SELECT _id FROM _syncRecord);
        DELETE FROM _syncLink WHERE record NOT IN (SELECT _id FROM _syncRecord);
        DELETE FROM _syncSeen;
        \(beginningAgain)
        """
}

/// Who writes in the open transaction. The row says it inside that transaction only, so that no other process ever
/// sees anything but ``person``.
enum SyncMode: Int64 {
    /// A person, or another tool: what changes was edited here.
    case person = 0
    /// An import: what changes is to be sent, and wasn't edited here.
    case importing = 1
    /// What others changed: it is already everywhere else.
    case applying = 2
    /// A person who undoes a step: what it deletes was made by that step, and goes only where nobody else wrote to it.
    case undoing = 3
    /// A person who redoes a step: what it brings back is what the step had made, and what others wrote to it since is
    /// later.
    case redoing = 4

    /// Says in the open transaction whose the changes are that follow.
    func begin(_ door: StoreDoor) throws {
        try door.run("UPDATE _sync SET mode = ?", .integer(rawValue))
    }
}

/// How far a record is. The numbers are those in the store.
public enum SyncState: Int64, Sendable, CaseIterable {
    /// It changed here since it was last sent, or was never sent.
    case notSynchronized = 0
    /// It is being sent.
    case pending = 1
    /// The server has it as it is here.
    case synchronized = 2
    /// The server refuses it for good.
    case refused = 3
}
