/// The tables of a store's history.
///
/// - `_history`: one row per transaction.
/// - `_history_change`: the changes of a transaction, one row per model and kind of change in each save.
///   ``PackedChanges`` describes the bytes in `records`.
enum HistoryTables {
    static func create(_ connection: StoreConnection) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS _history (
                _id INTEGER PRIMARY KEY AUTOINCREMENT,
                at REAL NOT NULL,
                author TEXT,
                note TEXT,
                kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
                reverses INTEGER,
                reversed INTEGER NOT NULL DEFAULT 0 CHECK (reversed IN (0, 1)),
                generation INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE IF NOT EXISTS _history_change (
                _id INTEGER PRIMARY KEY,
                _transaction INTEGER NOT NULL REFERENCES _history (_id) ON DELETE CASCADE,
                model TEXT NOT NULL,
                kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
                count INTEGER NOT NULL,
                columns TEXT NOT NULL,
                records BLOB NOT NULL
            ) STRICT;
            CREATE INDEX IF NOT EXISTS _history_change_transaction ON _history_change (_transaction);
            """)
    }
}
