import Foundation

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
    private var used = UsedPages()
    private var tables: [RecoveredTable] = []
    private var isSchemaDamaged = false
    private var cleared: [(table: String, record: Int64)] = []

    /// - Parameters:
    ///   - file: the damaged store's pages.
    ///   - target: the new store, an empty file.
    ///   - model: an empty store of the program.
    ///   - schema: the program's models.
    init(
        _ file: PageFile, into target: SQLFile, like model: SQLFile,
        for schema: Schema
    ) {
        unreadable = UnreadableValues(schema)
        self.file = file
        self.target = target
        self.model = model
    }

    mutating func run() throws -> StoreRepair {
        try target.execute("PRAGMA foreign_keys = OFF; BEGIN")
        try makeTables()
        try collectClaims()
        for index in tables.indices { try tables[index].readTree(file, &used) }
        try readStrayPages()
        try completeOwnTables()
        try mendFingerprint()
        try mistrustSchema()
        let unknown = try insertRests()
        try beginGeneration()
        try setSequences()
        let replaced = try replaceValues(unknown)
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
        let table: String
        var root: UInt32
        let sql: String

        /// - Parameter values: the five of the row; those of another type than they must have are blank.
        init(_ values: [StoredValue]) {
            func text(_ value: StoredValue) -> String { if case .text(let text) = value { text } else { "" } }
            (kind, name, table) = (text(values[0]), text(values[1]), text(values[2]))
            root = if case .integer(let number) = values[3] { UInt32(clamping: number) } else { 0 }
            sql = text(values[4])
        }

        /// Whether its parts agree.
        var makesSense: Bool {
            if kind == "index" || kind == "trigger" || kind == "view" { return !sql.isEmpty }
            return kind == "table" && name == table && sql.contains(name)
        }

        var words: String { "\(kind) \(name) \(table) \(sql)" }
    }

    private var definitions: [Definition] = []

    /// What a new store of the program has.
    private func ownDefinitions() throws -> [Definition] {
        try model.rows(
            "SELECT type, name, tbl_name, 0, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
        ).map { Definition($0) }
    }

    private mutating func makeTables() throws {
        var walk = TableWalk(file: file, used: used)
        let own = try ownDefinitions()
        var found: [Definition] = []
        var hasNonsense = false
        var sequenceRoot: UInt32 = 0
        try walk.run(root: 1) { _, values, _ in
            guard values.count == 5 else { return hasNonsense = true }
            let item = Definition(values)
            if item.name == "sqlite_sequence" { sequenceRoot = item.root }
            // SQLite's own indexes have no SQL.
            if item.kind == "index", values[4] == .null { return }
            if item.makesSense { return found.append(item) }
            hasNonsense = true
            guard var twin = own.first(where: { Self.isNearly(item.words, $0.words) }) else { return }
            twin.root = item.root
            found.append(twin)
        }
        used = walk.used
        let needed = ["_modeldata", "_schema", "_history", "_history_change"]
        isSchemaDamaged =
            walk.hasProblem || hasNonsense || needed.contains { name in !found.contains { $0.name == name } }
        if isSchemaDamaged {
            found += own.filter { item in !found.contains { $0.name == item.name } }
        }
        for item in found where item.kind == "table" && !Self.isDerived(item.name) {
            guard try make(item.name, item.sql) else {
                isSchemaDamaged = true
                continue
            }
            tables.append(try RecoveredTable(item.name, root: item.root, in: target))
        }
        // R*Trees are filled by their triggers, as the rows come.
        for item in found where item.sql.hasPrefix("CREATE VIRTUAL TABLE") { try attempt(item.sql) }
        for item in found where item.kind == "trigger" && item.name.hasPrefix(SpatialIndex.prefix) {
            try attempt(item.sql)
        }
        definitions = found
        try makeIndexes(unique: true)
        readSequence(sequenceRoot)
    }

    /// Whether a table is SQLite's own, or one of an R*Tree, which is made of what is in others.
    private static func isDerived(_ name: String) -> Bool {
        name.hasPrefix("sqlite_") || name.hasPrefix(SpatialIndex.prefix)
    }

    /// Makes a table as the damaged store says, or else as a new one has it; whether it could be made.
    private func make(_ name: String, _ sql: String) throws -> Bool {
        func exists() throws -> Bool {
            try target.number("SELECT count(*) FROM pragma_table_info(?)", .text(name)) > 0
        }
        let own = try model.texts("SELECT sql FROM sqlite_schema WHERE name = ?", .text(name)).first
        // What every store has for itself is known, and needn't be believed; nor what differs by a few bytes from what
        // it must be, which damage may have done.
        if !name.hasPrefix("_"), own.map({ !Self.isNearly(sql, $0) }) ?? true { try attempt(sql) }
        if try exists() { return true }
        if let own { try target.execute(own) } else { try attempt(sql) }
        return try exists()
    }

    private static func isNearly(_ sql: String, _ own: String) -> Bool {
        // A byte that makes no sense any more has become one scalar.
        let (first, second) = (Array(sql.unicodeScalars), Array(own.unicodeScalars))
        guard abs(first.count - second.count) <= 8 else { return false }
        return zip(first, second).count { $0 != $1 } <= 16
    }

    /// Unique indexes are there before the rows, so that what damage has doubled is left out.
    private func makeIndexes(unique: Bool) throws {
        for item in definitions where item.kind == "index" {
            guard item.sql.uppercased().hasPrefix("CREATE UNIQUE ") == unique else { continue }
            try attempt(item.sql)
        }
    }

    /// Runs SQL from the damaged store. Invalid SQL is skipped. Errors of the system are thrown, because otherwise
    /// an index or a trigger could be missing unnoticed.
    private func attempt(_ sql: String) throws {
        do {
            try target.execute(sql)
        } catch let error as ModelDataError where !error.isOfSystem {}
    }

    /// Collects the overflow pages of all rows. Only then can it be decided which pointers are plausible.
    private func collectClaims() throws {
        file.isCollectingClaims = true
        if file.isFreeListComplete { file.claims.free = file.freePages }
        var walk = TableWalk(file: file, used: used)
        for table in tables where table.root > 0 { try walk.run(root: table.root) { _, _, _ in } }
        file.isCollectingClaims = false
        file.claims.trees = walk.used.trees
    }

    private mutating func readSequence(_ root: UInt32) {
        guard root > 0 else { return }
        var walk = TableWalk(file: file, used: used)
        var numbers: [String: Int64] = [:]
        try? walk.run(root: root) { _, values, _ in
            if values.count == 2, case .text(let name) = values[0], case .integer(let number) = values[1] {
                numbers[name] = number
            }
        }
        used = walk.used
        for index in tables.indices { tables[index].sequence = numbers[tables[index].name] }
    }

    // MARK: Pages that nothing leads to

    /// Rows on pages that a broken tree would have led to belong to the one broken table that they fit.
    private mutating func readStrayPages() throws {
        guard tables.contains(where: \.hasProblem) else { return }
        // A list of free pages that has pages in use is damaged too.
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
                    try tables[index].insert(record, values, mayBeDoubled: true)
                }
                used.chains.formUnion(chains)
            case .keyed(let cells, below: _):
                guard let index = tables.firstIndex(where: { $0.isKeyed && $0.hasProblem }) else { continue }
                let rows = cells.compactMap(\.values)
                let keys: Set<StoredValue> = [.text("identifier"), .text("format"), .text("schema")]
                guard rows.contains(where: { $0.count == 2 && keys.contains($0[0]) }) else { continue }
                for values in rows where values.count == 2 {
                    try tables[index].insert(nil, values, mayBeDoubled: true)
                }
            default: continue
            }
        }
    }

    // MARK: What the store keeps of itself

    /// Gives the store what every store must say of itself, where that was lost.
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
        // The schema is recorded twice. What the store said of its tables is what they are, be the program's another.
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

    /// The schema is recorded twice; where the two differ, one of them is damaged.
    private func mendFingerprint() throws {
        let latest = "(SELECT max(_id) FROM _schema)"
        let recorded = try target.texts("SELECT fingerprint FROM _schema WHERE _id = \(latest)").first
        let present = try target.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        guard let recorded, let present, recorded != present else { return }
        let own = try model.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        let isOwn = own.map { SchemaFingerprint.isSame(present, as: $0) } == true
        let right = isOwn ? present : recorded
        try target.run("UPDATE _modeldata SET value = ? WHERE key = 'schema'", .text(right))
        try target.run("UPDATE _schema SET fingerprint = ? WHERE _id = \(latest)", .text(right))
    }

    /// Tables that lack what the program's schema has are of another one, though nothing says so any more. Of which, is
    /// left unsaid: then they are brought to the program's by what they are.
    private func mistrustSchema() throws {
        let own = try model.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        let present = try target.texts("SELECT value FROM _modeldata WHERE key = 'schema'").first
        guard let own, let present, SchemaFingerprint.isSame(present, as: own),
            try !StoreMaintainer.missingColumns(in: target, like: model).isEmpty
        else { return }
        try target.run("UPDATE _modeldata SET value = '' WHERE key = 'schema'")
        try target.run("UPDATE _schema SET fingerprint = '' WHERE fingerprint = ?", .text(present))
    }

    /// Saves records of which a part is on a broken page; says which values aren't whole.
    private mutating func insertRests() throws -> [UnreadableValues.Place: String?] {
        // Of others it can't be told what their values mean.
        guard try unreadable.isSchema(of: target) else { return [:] }
        var unknown: [UnreadableValues.Place: String?] = [:]
        for index in tables.indices where unreadable.tables.contains(tables[index].name) {
            unknown.merge(try tables[index].insertRests()) { $1 }
        }
        return unknown
    }

    /// Gives properties a value that they can have in place of what can't be read; a record that can't do without goes.
    private mutating func replaceValues(
        _ unknown: [UnreadableValues.Place: String?]
    ) throws -> [StoreRepair.Value] {
        var gone: [String: Set<Int64>] = [:]
        var replaced: [StoreRepair.Value] = []
        for value in try unreadable.find(in: target, unknown: unknown) {
            if gone[value.tableName, default: []].contains(value.record) { continue }
            if try replace(value) {
                replaced.append(
                    StoreRepair.Value(
                        model: value.model, record: value.record, property: value.column.name,
                        table: value.table, content: value.content))
            } else {
                try target.run("DELETE FROM \(value.table) WHERE _id = ?", .integer(value.record))
                replaced.removeAll { $0.table == value.table && $0.record == value.record }
                gone[value.tableName, default: []].insert(value.record)
                cleared.append((value.tableName, value.record))
            }
        }
        return replaced
    }

    private func replace(_ value: UnreadableValues.Value) throws -> Bool {
        // References have none already.
        if !value.column.isValue { return true }
        for replacement in value.replacements {
            do {
                try target.run(
                    "UPDATE \(value.table) SET \(value.column.quoted) = ? WHERE _id = ?", replacement,
                    .integer(value.record))
                return true
            } catch let error as ModelDataError where !error.isOfSystem {
                // Another record has that value of a property that is unique.
            }
        }
        return false
    }

    /// Numbers of records are never used again, be they lost.
    private func setSequences() throws {
        for table in tables where table.hasSequence {
            let greatest = try target.number("SELECT coalesce(max(_id), 0) FROM \(table.name.quotedSQL)")
            let number = max(table.sequence ?? 0, greatest, table.greatestLost)
            if number == 0 { continue }
            try target.run("DELETE FROM sqlite_sequence WHERE name = ?", .text(table.name))
            try target.run(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", .text(table.name), .integer(number))
        }
    }

    /// A history with holes would undo half of a step, so that it goes as a whole.
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

    /// References to records that were lost are cut; what can't be without them goes too.
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
            // Where a pass mends nothing, the next wouldn't either.
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

    /// A foreign key of a table whose rows have no numbers (`WITHOUT ROWID`), as notes for synchronizing have.
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
        let isThere = try target.number(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(parent))
        let rest =
            isThere == 0
            ? "" : " AND \(column.quotedSQL) NOT IN (SELECT \(wanted.quotedSQL) FROM \(parent.quotedSQL))"
        try target.run(
            "DELETE FROM \(place.table.quotedSQL) WHERE \(column.quotedSQL) IS NOT NULL\(rest)")
        return Int(try target.number("SELECT changes()"))
    }
}
