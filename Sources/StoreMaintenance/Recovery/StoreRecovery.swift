import Foundation
import ModelData

/// Saves the readable parts of a damaged store into a new store.
///
/// Rows are read from the pages directly: first from each table's tree, then, if a tree is damaged, from
/// unreferenced pages. They are inserted into tables with the original constraints, so that the result is
/// valid for SQLite and the program.
struct StoreRecovery {
    private let file: PageFile
    private let target: SQLFile
    /// A new store of the program, which provides metadata that the damaged store has lost.
    private let model: SQLFile
    private let unreadable: UnreadableValues
    private var used = TableWalk.UsedPages()
    private var tables: [RecoveredTable] = []
    private var isSchemaDamaged = false
    private var cleared: [(table: String, record: Int64)] = []

    /// - Parameters:
    ///   - file: The pages of the damaged store.
    ///   - target: The new store, an empty file.
    ///   - model: An empty store of the program.
    ///   - schema: The program's models.
    init(
        _ file: PageFile, into target: SQLFile, like model: SQLFile,
        for schema: Schema
    ) {
        unreadable = UnreadableValues(schema)
        self.file = file
        self.target = target
        self.model = model
    }

    /// Saves the readable parts.
    ///
    /// - Returns: The saved and lost records.
    /// - Throws: `ModelDataError` if the new store can't be written.
    mutating func run() throws -> StoreRepair {
        try target.execute("PRAGMA foreign_keys = OFF; BEGIN")
        try makeTables()
        for index in tables.indices { try tables[index].readTree(file, &used) }
        try readStrayPages()
        try completeOwnTables()
        try mendFingerprint()
        try mistrustSchema()
        let unreadableValues = try insertRests()
        try beginGeneration()
        try setSequences()
        let replaced = try replaceValues(unreadableValues)
        let losses = try tables.filter { !$0.isOwn }.map { try $0.loss() }
        let isHistoryDropped = try dropBrokenHistory()
        try mendReferences()
        try target.execute("COMMIT; PRAGMA application_id = \(StoreFile.applicationID)")
        try makeIndexes(unique: false)
        // Create triggers last. Otherwise they record the recovered rows as edits.
        for item in definitions where item.kind == "trigger" { try attempt(item.sql) }
        var repair = StoreRepair(
            tables: try losses.map { loss in
                var loss = loss
                let gone = cleared.filter { $0.table == loss.name }.map(\.record)
                loss.lost += gone.map { $0...$0 }
                loss.saved = Int(try target.number("SELECT count(*) FROM \(loss.name.quotedSQL)"))
                return loss
            }, isHistoryDropped: isHistoryDropped, cutReferences: mended)
        repair.replaced = replaced
        repair.isSchemaMadeAnew = isSchemaDamaged
        repair.damagedOwnTables = tables.filter { $0.isOwn && $0.hasProblem }.map(\.name)
        return repair
    }

    // MARK: The schema

    /// A row of a store's schema: a table, an index or a trigger.
    private struct Definition {
        let kind: String
        let name: String
        let root: UInt32
        let sql: String

        /// - Parameter values: The five values of the row. Values of a wrong type count as empty.
        init?(_ values: [StoredValue]) {
            guard values.count == 5 else { return nil }
            (kind, name) = (values[0].text ?? "", values[1].text ?? "")
            root = UInt32(clamping: values[3].integer ?? 0)
            sql = values[4].text ?? ""
            let isTable = kind == "table" && values[2] == values[1] && sql.contains(name)
            guard isTable || ["index", "trigger", "view"].contains(kind) else { return nil }
        }

        /// Whether SQLite creates the table or index itself, or an R*Tree does. R*Trees are filled by their
        /// triggers.
        var isDerived: Bool {
            sql.isEmpty || name.hasPrefix("sqlite_") || name.hasPrefix(SpatialIndex.prefix)
        }
    }

    private var definitions: [Definition] = []

    /// Creates the tables of the damaged store. If its list of tables is damaged, the tables that are missing
    /// from the list are those of a new store.
    private mutating func makeTables() throws {
        var walk = TableWalk(file: file, used: used)
        var found: [Definition] = []
        try walk.run(root: 1) { _, values in
            if let item = Definition(values) { found.append(item) } else { isSchemaDamaged = true }
        }
        used = walk.used
        let needed = ["_modeldata", "_schema", "_history", "_history_change"]
        if walk.hasProblem || !needed.allSatisfy({ name in found.contains { $0.name == name } }) {
            isSchemaDamaged = true
        }
        if isSchemaDamaged {
            found += try model.rows("SELECT type, name, tbl_name, 0, sql FROM sqlite_schema ORDER BY rowid")
                .compactMap(Definition.init)
                .filter { item in !item.sql.isEmpty && !found.contains { $0.name == item.name } }
        }
        let sequenceRoot = found.first { $0.name == "sqlite_sequence" }?.root ?? 0
        for item in found where item.kind == "table" && !item.isDerived {
            guard try make(item) else {
                isSchemaDamaged = true
                continue
            }
            tables.append(try RecoveredTable(item.name, root: item.root, in: target))
        }
        for item in found where item.sql.hasPrefix("CREATE VIRTUAL TABLE") { try attempt(item.sql) }
        for item in found where item.kind == "trigger" && item.name.hasPrefix(SpatialIndex.prefix) {
            try attempt(item.sql)
        }
        definitions = found.filter { !$0.sql.isEmpty }
        try makeIndexes(unique: true)
        readSequence(sequenceRoot)
    }

    /// Creates a table as the damaged store defines it. If that definition is invalid, and for ModelData's own
    /// tables, creates the table as a new store defines it.
    ///
    /// - Returns: Whether the table exists now.
    private func make(_ table: Definition) throws -> Bool {
        let own = try model.texts("SELECT sql FROM sqlite_schema WHERE name = ?", .text(table.name)).first
        if own == nil || !table.name.hasPrefix("_") { try attempt(table.sql) }
        if let own, try !target.hasTable(table.name) { try target.execute(own) }
        return try target.hasTable(table.name)
    }

    /// Creates the indexes. Unique ones are created before the rows are inserted, so that rows with the same
    /// values are refused.
    private func makeIndexes(unique: Bool) throws {
        for item in definitions where item.kind == "index" {
            guard item.sql.uppercased().hasPrefix("CREATE UNIQUE ") == unique else { continue }
            try attempt(item.sql)
        }
    }

    /// Runs SQL from the damaged store. Invalid SQL is skipped. Errors of the system are thrown, because
    /// otherwise an index or a trigger could be missing unnoticed.
    private func attempt(_ sql: String) throws {
        do {
            try target.execute(sql)
        } catch let error as ModelDataError where !error.isOfSystem {}
    }

    private mutating func readSequence(_ root: UInt32) {
        guard root > 0 else { return }
        var walk = TableWalk(file: file, used: used)
        var numbers: [String: Int64] = [:]
        try? walk.run(root: root) { _, values in
            if values.count == 2, case .text(let name) = values[0], case .integer(let number) = values[1] {
                numbers[name] = number
            }
        }
        used = walk.used
        for index in tables.indices { tables[index].sequence = numbers[tables[index].name] }
    }

    // MARK: Stray pages

    /// Reads the pages that no readable tree contains. Their rows belong to the damaged table that they fit,
    /// if there is only one.
    private mutating func readStrayPages() throws {
        guard tables.contains(where: \.hasProblem) else { return }
        // If the list of free pages contains used pages, it is damaged.
        let free = file.freePages.contains { used.contains($0) } ? [] : file.freePages
        var number: UInt32 = 1
        while number < file.pageCount {
            number += 1
            if used.contains(number) || free.contains(number) { continue }
            var chains: Set<UInt32> = []
            switch RecoveredPage(number, in: file, chains: &chains) {
            case .rows(let cells, isWhole: _):
                let rows = cells.compactMap { cell in
                    cell.record.flatMap { record in cell.values.map { (record, $0) } }
                }
                let fitting = tables.indices.filter { tables[$0].fits(rows) }
                guard
                    let index = fitting.count == 1
                        ? fitting.first : fitting.first(where: { tables[$0].isSchemas })
                else { continue }
                for (record, values) in rows {
                    try tables[index].insert(record, values, isStray: true)
                }
                used.chains.formUnion(chains)
            case .keyed(let cells, below: _):
                guard let index = tables.firstIndex(where: { $0.isKeyed && $0.hasProblem }) else { continue }
                let rows = cells.compactMap(\.values)
                let keys: Set<StoredValue> = [.text("identifier"), .text("format"), .text("schema")]
                guard rows.contains(where: { $0.count == 2 && keys.contains($0[0]) }) else { continue }
                for values in rows where values.count == 2 {
                    try tables[index].insert(nil, values, isStray: true)
                }
            default: continue
            }
        }
    }

    // MARK: ModelData's own tables

    /// Adds the required metadata that was lost.
    private func completeOwnTables() throws {
        try target.execute(
            """
            INSERT OR IGNORE INTO _modeldata (key, value)
                SELECT 'schema', fingerprint FROM _schema ORDER BY _id DESC LIMIT 1;
            INSERT OR IGNORE INTO _modeldata (key, value)
                SELECT 'generation', CAST(_id AS TEXT) FROM _schema ORDER BY _id DESC LIMIT 1;
            """)
        for row in try model.rows("SELECT key, value FROM _modeldata") {
            try target.run("INSERT OR IGNORE INTO _modeldata (key, value) VALUES (?, ?)", row[0], row[1])
        }
        guard try target.number("SELECT count(*) FROM _schema") == 0 else { return }
        // The schema is recorded twice. The record that is left describes the tables, even if the program has
        // another schema.
        let present = try target.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first ?? ""
        let version = SchemaFingerprint.version(in: present)
        for row in try model.rows("SELECT version, at FROM _schema ORDER BY _id DESC LIMIT 1") {
            try target.run(
                "INSERT INTO _schema (version, fingerprint, at) VALUES (?, ?, ?)",
                version.map { StoredValue.text("\($0)") } ?? row[0], .text(present), row[1])
        }
    }

    /// If tables or triggers were created again, starts a new schema generation, so that other modules check
    /// theirs.
    private func beginGeneration() throws {
        guard isSchemaDamaged else { return }
        try target.execute(
            """
            INSERT INTO _schema (version, fingerprint, at)
                SELECT version, fingerprint, at FROM _schema ORDER BY _id DESC LIMIT 1;
            INSERT OR REPLACE INTO _modeldata (key, value)
                SELECT 'generation', CAST(max(_id) AS TEXT) FROM _schema;
            """)
    }

    /// The schema is recorded twice. If the records differ, replaces the damaged one.
    private func mendFingerprint() throws {
        let latest = "(SELECT max(_id) FROM _schema)"
        let recorded = try target.texts("SELECT fingerprint FROM _schema WHERE _id = \(latest)").first
        let present = try target.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        guard let recorded, let present, recorded != present else { return }
        let own = try model.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        let right = present == own ? present : recorded
        try target.run("UPDATE _modeldata SET value = ? WHERE key = 'schema'", .text(right))
        try target.run("UPDATE _schema SET fingerprint = ? WHERE _id = \(latest)", .text(right))
    }

    /// If tables lack columns of the recorded schema, they have another schema, which is unknown. Then no
    /// schema is recorded, and the next opening migrates the tables by their columns.
    private func mistrustSchema() throws {
        let own = try model.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        let present = try target.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        guard let present, present == own,
            try !target.missingColumns(like: model).isEmpty
        else { return }
        try target.run("UPDATE _modeldata SET value = '' WHERE key = 'schema'")
        try target.run("UPDATE _schema SET fingerprint = '' WHERE fingerprint = ?", .text(present))
    }

    /// Saves the readable parts of records with unreadable values. Returns the unreadable values.
    private mutating func insertRests() throws -> [UnreadableValues.Place: String?] {
        // The columns of another schema are unknown.
        guard try unreadable.isSchema(of: target) else { return [:] }
        let names = Set(unreadable.tables.map(\.tableName))
        var values: [UnreadableValues.Place: String?] = [:]
        for index in tables.indices where names.contains(tables[index].name) {
            values.merge(try tables[index].insertRests()) { $1 }
        }
        return values
    }

    /// Replaces unreadable values. If no replacement is possible, deletes the record.
    private mutating func replaceValues(
        _ known: [UnreadableValues.Place: String?]
    ) throws -> [StoreRepair.Value] {
        var gone: [String: Set<Int64>] = [:]
        var replaced: [StoreRepair.Value] = []
        for value in try unreadable.find(in: target, known: known) {
            let table = value.table
            if gone[table.tableName, default: []].contains(value.record) { continue }
            if try replace(value) {
                replaced.append(
                    StoreRepair.Value(
                        model: table.name, record: value.record, property: value.column.name,
                        table: table.table, content: value.content))
            } else {
                try target.run("DELETE FROM \(table.table) WHERE _id = ?", .integer(value.record))
                replaced.removeAll { $0.table == table.table && $0.record == value.record }
                gone[table.tableName, default: []].insert(value.record)
                cleared.append((table.tableName, value.record))
            }
        }
        return replaced
    }

    private func replace(_ value: UnreadableValues.Value) throws -> Bool {
        // An unreadable reference is already NULL.
        if value.column.kind != .value { return true }
        for replacement in value.replacements {
            do {
                try target.run(
                    "UPDATE \(value.table.table) SET \(value.column.quoted) = ? WHERE _id = ?", replacement,
                    .integer(value.record))
                return true
            } catch let error as ModelDataError where !error.isOfSystem {
                // Another record has this value of a unique property.
            }
        }
        return false
    }

    /// Makes sure that new records don't get the numbers of lost ones.
    private func setSequences() throws {
        for table in tables where table.hasSequence {
            let greatest = try target.number("SELECT coalesce(max(_id), 0) FROM \(table.name.quotedSQL)")
            let number = max(table.sequence ?? 0, greatest, table.greatestLost)
            try target.connection.perform { try $0.reserveNumbers(of: table.name, to: number) }
        }
    }

    /// Deletes a history with gaps, because undo would revert only a part of a step.
    private func dropBrokenHistory() throws -> Bool {
        guard
            try tables.contains(where: { $0.name.hasPrefix("_history") && $0.hasProblem })
                || UnreadableHistory.transaction(in: target) != nil
        else { return false }
        try target.execute("DELETE FROM _history_change; DELETE FROM _history")
        return true
    }

    // MARK: References

    private var mended = 0

    /// Removes the references to lost records. A record that requires a lost one is deleted, too.
    private mutating func mendReferences() throws {
        while true {
            let before = mended
            var unnumbered: Set<KeyPlace> = []
            for row in try target.rows("PRAGMA foreign_key_check") {
                guard case .text(let table) = row[0], case .integer(let key) = row[3] else { continue }
                if case .integer(let record) = row[1] {
                    try mend(record, of: table, key)
                } else {
                    unnumbered.insert(KeyPlace(table: table, key: key))
                }
            }
            let notes = try unnumbered.reduce(0) { try $0 + clear($1) }
            // If nothing was removed, the rest can't be.
            if mended == before, notes == 0 { return }
        }
    }

    private mutating func mend(_ record: Int64, of table: String, _ key: Int64) throws {
        let column = try target.texts(
            "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ?", .text(table), .integer(key)
        ).first
        let isNeeded =
            try target.number(
                "SELECT \"notnull\" FROM pragma_table_info(?) WHERE name = ?", .text(table),
                .text(column ?? "")) != 0
        if let column, !isNeeded {
            try target.run(
                "UPDATE \(table.quotedSQL) SET \(column.quotedSQL) = NULL WHERE _id = ?", .integer(record))
        } else {
            try target.run("DELETE FROM \(table.quotedSQL) WHERE rowid = ?", .integer(record))
            cleared.append((table, record))
        }
        mended += 1
    }

    /// A foreign key of a `WITHOUT ROWID` table, such as the sync metadata.
    private struct KeyPlace: Hashable {
        let table: String
        let key: Int64
    }

    /// Deletes rows of such a table whose reference is lost, and returns their number. These rows never
    /// contain a user's data.
    private func clear(_ place: KeyPlace) throws -> Int {
        let found = try target.rows(
            "SELECT \"table\", \"from\", coalesce(\"to\", '_id') FROM pragma_foreign_key_list(?) WHERE id = ?",
            .text(place.table), .integer(place.key))
        guard let row = found.first, case .text(let parent) = row[0], case .text(let column) = row[1],
            case .text(let wanted) = row[2]
        else { return 0 }
        let rest =
            try target.hasTable(parent)
            ? " AND \(column.quotedSQL) NOT IN (SELECT \(wanted.quotedSQL) FROM \(parent.quotedSQL))" : ""
        try target.run(
            "DELETE FROM \(place.table.quotedSQL) WHERE \(column.quotedSQL) IS NOT NULL\(rest)")
        return Int(try target.number("SELECT changes()"))
    }
}

extension SQLFile {
    /// Returns messages about the columns that a new store has and this store lacks.
    func missingColumns(like fresh: SQLFile) throws -> [String] {
        let columns = """
            SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table'
            """
        let present = Set(try texts(columns))
        return try fresh.texts(columns).filter { !present.contains($0) }.map { "no such column: \($0)" }
    }
}
