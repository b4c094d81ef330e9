import Foundation
import ModelData
import SyncProtocol

/// The edits and deletions in a store that isn't being synchronized, taken from the store's history.
///
/// A save writes nothing here. Three actions bring the log up to date from the history: an import, before it
/// decides what it may overwrite; the deletion of old history; and `sync login`, which moves the log into the
/// sync metadata. An import marks its own changes, so that they don't count as edits.
///
/// - `_editLog`: for each model or join table, the position in the history up to which the log is complete.
/// - `_editedRecord`: a row for each record that was inserted or deleted by an edit.
/// - `_editedField`: a row for each edited field, or pair of a many-to-many relationship.
/// - `_editImport`: the ranges of history rows that imports wrote.
///
/// Clocks are stamps of ``SyncClock``. The stamp of an import has no counter bits, so it is earlier than any
/// edit.
struct EditLog {
    let database: SQLAccess

    static let names = ["_editLog", "_editedRecord", "_editedField", "_editImport"]

    /// The tables whose loss means that edits may be forgotten.
    static let edits = ["_editedRecord", "_editedField"]

    static let creation = """
        CREATE TABLE IF NOT EXISTS _editLog (
            model TEXT PRIMARY KEY,
            lastTransaction INTEGER NOT NULL,
            lastChange INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _editedRecord (
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            insertedAt INTEGER,
            deletedAt INTEGER,
            isUndone INTEGER NOT NULL DEFAULT 0,
            life INTEGER NOT NULL,
            edited INTEGER NOT NULL,
            PRIMARY KEY (entity, uuid)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _editedField (
            entity TEXT NOT NULL,
            uuid TEXT NOT NULL,
            name TEXT NOT NULL,
            clock INTEGER NOT NULL,
            edited INTEGER NOT NULL,
            PRIMARY KEY (entity, uuid, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _editImport (
            firstTransaction INTEGER NOT NULL,
            firstChange INTEGER NOT NULL,
            lastTransaction INTEGER NOT NULL,
            lastChange INTEGER NOT NULL
        ) STRICT;
        """

    /// Whether the store has a log.
    static func exists(in database: SQLAccess) throws -> Bool {
        try database.hasTable("_editLog")
    }

    /// Deletes the log.
    static func drop(in database: SQLAccess) throws {
        for name in names { try database.execute("DROP TABLE IF EXISTS \(name)") }
    }

    // MARK: - Positions

    private func position(of model: String) throws -> HistoryPosition? {
        let row = try database.rows(
            "SELECT lastTransaction, lastChange FROM _editLog WHERE model = ?", .text(model)
        ).first
        guard let transaction = row?[0].integer, let change = row?[1].integer else { return nil }
        return HistoryPosition(transaction: transaction, change: change)
    }

    private func setPosition(_ position: HistoryPosition, of model: String) throws {
        try database.run(
            """
            INSERT INTO _editLog (model, lastTransaction, lastChange) VALUES (?, ?, ?)
            ON CONFLICT (model) DO UPDATE SET lastTransaction = excluded.lastTransaction,
                lastChange = excluded.lastChange
            """, .text(model), .integer(position.transaction), .integer(position.change))
    }

    /// The models and join tables with a position.
    func models() throws -> Set<String> {
        Set(try database.rows("SELECT model FROM _editLog").compactMap { $0[0].text })
    }

    /// Marks the log as complete up to the end of the history.
    func markComplete(_ shapes: SyncShapes) throws {
        let end = try database.historyPosition
        for shape in shapes.all {
            try setPosition(end, of: shape.name)
            for pairs in shape.pairs { try setPosition(end, of: pairs.name) }
        }
    }

    // MARK: - Reading the history

    /// Adds the changes of some models since the last call.
    ///
    /// A model without a position was never imported. Its existing records count as edited here, because the
    /// history may no longer contain their insertion.
    ///
    /// - Parameters:
    ///   - shapes: The models.
    ///   - keepsImports: Whether changes by imports are added, with clocks earlier than those of any edit.
    ///   - isFirstImport: Whether records that the history doesn't mention count as edited.
    func update(_ shapes: SyncShapes, keepsImports: Bool, isFirstImport: Bool = false) throws {
        let end = try database.historyPosition
        let imports = try importRanges()
        var deleted: [String: [Int64: String]] = [:]
        for shape in shapes.all {
            let start = try position(of: shape.name)
            if start == nil, isFirstImport { try addExistingRecords(shape) }
            if start == end { continue }
            let change = EditLogChange(
                database: database, shape: shape,
                deleted: try identifiersOfDeleted(shape, after: start ?? .start))
            deleted[shape.name] = change.deleted
            try database.forEachChange(of: [shape.name], after: start ?? .start) { set in
                try change.add(set, by: author(of: set, imports), keepsImports: keepsImports)
            }
            try setPosition(end, of: shape.name)
        }
        try updatePairs(shapes, imports, deleted, to: end)
        try database.execute(
            "DELETE FROM _editImport WHERE lastTransaction < (SELECT coalesce(min(_id), 0) FROM _history)")
    }

    private func updatePairs(
        _ shapes: SyncShapes, _ imports: [ClosedRange<Position>], _ deleted: [String: [Int64: String]],
        to end: HistoryPosition
    ) throws {
        var done: Set<String> = []
        for pairs in shapes.all.flatMap(\.pairs) where done.insert(pairs.name).inserted {
            let start = try position(of: pairs.name) ?? .start
            if start == end { continue }
            let change = EditLogPairChange(
                database: database, pairs: pairs, shapes: shapes, deleted: deleted,
                deletedRows: try deletedRows(pairs, after: start))
            try database.forEachChange(of: [pairs.name], after: start) { set in
                if author(of: set, imports) != .importer { try change.add(set) }
            }
            try setPosition(end, of: pairs.name)
        }
    }

    /// Marks all records of a model as edited.
    private func addExistingRecords(_ shape: SyncShape) throws {
        try database.run(
            """
            INSERT OR IGNORE INTO _editedRecord (entity, uuid, life, edited)
            SELECT ?, \(shape.identifier.quoted), 1, 1 FROM \(shape.table.table) AS e
            WHERE true\(shape.table.andExactly("e"))
            """, .text(shape.name))
    }

    /// The UUIDs of records that the history says were deleted, by record number.
    private func identifiersOfDeleted(_ shape: SyncShape, after start: HistoryPosition) throws -> [Int64:
        String]
    {
        var identifiers: [Int64: String] = [:]
        try database.forEachChange(of: [shape.name], after: start, onlyDeletions: true) { set in
            guard case .deletes(let records) = set.changes else { return }
            for record in records {
                identifiers[record.record] = record.old[shape.identifier.name]?.text
            }
        }
        return identifiers
    }

    /// The deleted rows of a join table, by row number.
    private func deletedRows(
        _ pairs: StoreTable.Pairs, after start: HistoryPosition
    ) throws -> [Int64: EditLogPairChange.Row] {
        var rows: [Int64: EditLogPairChange.Row] = [:]
        try database.forEachChange(of: [pairs.name], after: start, onlyDeletions: true) { set in
            guard case .deletes(let records) = set.changes else { return }
            for record in records { rows[record.record] = .init(record.old) }
        }
        return rows
    }

    // MARK: - Imports

    /// Who made a change.
    enum Author { case user, undo, redo, importer }

    /// A history position that can be compared.
    private struct Position: Comparable {
        let transaction: Int64
        let change: Int64

        init(_ position: HistoryPosition) { (transaction, change) = (position.transaction, position.change) }

        init(_ transaction: Int64, _ change: Int64) {
            (self.transaction, self.change) = (transaction, change)
        }

        static func < (first: Position, second: Position) -> Bool {
            (first.transaction, first.change) < (second.transaction, second.change)
        }
    }

    private func author(of set: RecordedChangeSet, _ imports: [ClosedRange<Position>]) -> Author {
        switch set.origin {
        case .undo: return .undo
        case .redo: return .redo
        case .change:
            // Values from a server are as old as those of an import: the server has their clocks.
            if set.author == SyncTracking.author { return .importer }
            let position = Position(set.position)
            return imports.contains { $0.contains(position) } ? .importer : .user
        }
    }

    private func importRanges() throws -> [ClosedRange<Position>] {
        try database.rows(
            "SELECT firstTransaction, firstChange, lastTransaction, lastChange FROM _editImport"
        ).compactMap { row in
            let numbers = row.compactMap(\.integer)
            guard numbers.count == 4 else { return nil }
            let (first, last) = (Position(numbers[0], numbers[1]), Position(numbers[2], numbers[3]))
            return first <= last ? first...last : nil
        }
    }

    /// Marks the changes since a position as those of an import.
    func addImport(since start: HistoryPosition) throws {
        let end = try database.historyPosition
        if end == start { return }
        // Batches of one import follow each other directly.
        let extended = try database.run(
            """
            UPDATE _editImport SET lastTransaction = ?1, lastChange = ?2
            WHERE lastTransaction = ?3 AND lastChange = ?4
            """, .integer(end.transaction), .integer(end.change), .integer(start.transaction),
            .integer(start.change))
        if extended > 0 { return }
        try database.run(
            "INSERT INTO _editImport VALUES (?, ?, ?, ?)", .integer(start.transaction),
            .integer(start.change + 1), .integer(end.transaction), .integer(end.change))
    }
}
