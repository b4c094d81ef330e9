import Foundation

/// Brings the table of one model to its new form.
///
/// The table is made anew and its rows are copied, so that a migrated table is the same as a new one.
struct TableMigration {
    let connection: StoreConnection
    let entity: Schema.Entity
    /// The schema that the table has now.
    let storedFingerprint: String

    /// One column as the store has it.
    private struct StoredColumn {
        let name: String
        let type: String
        let isOptional: Bool
    }

    func run() throws {
        let stored = try storedColumns()
        try dropIndexes()
        try checkValues(stored)
        if try needsRebuilding(stored) { try rebuild(stored) }
        let definition = TableDefinition(entity)
        for (group, index) in zip(definition.indexedGroups, definition.indexes) {
            try createIndex(index, group)
        }
        for statement in definition.spatialIndexes { try connection.execute(statement) }
    }

    private func storedColumns() throws -> [StoredColumn] {
        try connection.rows("SELECT name, type, \"notnull\" FROM pragma_table_info(?)", [.text(entity.name)])
            .compactMap { row in
                guard case .text(let name) = row[0], case .text(let type) = row[1], name != "_id" else {
                    return nil
                }
                return StoredColumn(name: name, type: type, isOptional: row[2] == .integer(0))
            }
    }

    private func dropIndexes() throws {
        for name in try SpatialIndex.names(on: entity.name, connection) {
            try SpatialIndex.drop(name, connection)
        }
        let names = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
            [.text(entity.name)])
        for row in names {
            guard case .text(let name)? = row.first,
                name.hasPrefix(TableDefinition.indexPrefix(of: entity.name))
            else { continue }
            try connection.execute("DROP INDEX \(name.quotedSQL)")
        }
    }

    private func needsRebuilding(_ stored: [StoredColumn]) throws -> Bool {
        let columns = TableDefinition(entity).columns
        guard stored.count == columns.count, try hasSameKeys(columns) else { return true }
        return zip(stored, columns).contains { old, new in
            old.name != new.name || old.type != new.codec.columnType.rawValue
                || old.isOptional != new.codec.isOptional
        }
    }

    /// Whether the table's foreign keys are those that the columns ask for.
    private func hasSameKeys(_ columns: [ColumnLayout]) throws -> Bool {
        let found = try connection.rows(
            "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list(?)", [.text(entity.name)])
        let wanted = columns.compactMap { column -> [StoredValue]? in
            guard case .key(let relationship) = column.role, let rule = relationship.keyRule else {
                return nil
            }
            return [.text(column.name), .text(relationship.target._$entityName), .text(rule)]
        }
        return Set(found) == Set(wanted)
    }

    private func rebuild(_ stored: [StoredColumn]) throws {
        let new = "_new_\(entity.name)"
        try connection.execute(TableDefinition(entity).creation(named: new))
        var sources = ["_id"]
        var arguments: [StoredValue] = []
        let columns = TableDefinition(entity).columns
        for column in columns {
            let source = try source(of: column, in: stored)
            sources.append(source.sql)
            arguments += source.arguments
        }
        let names = (["_id"] + columns.map(\.quoted)).joined(separator: ", ")
        let statement = Self.copying(
            into: new, columns: names, sources: sources.joined(separator: ", "), from: entity.name)
        let copy = try connection.statement(statement)
        try copy.bind(arguments)
        try copy.run()
        try giveEachItsOwn(columns.filter { earlier($0, in: stored) == nil }, in: new)
        // Numbers of deleted records must stay used, which the greatest number there is doesn't tell.
        let last = try connection.number(
            "SELECT seq FROM sqlite_sequence WHERE name = ?", .text(entity.name))
        connection.forgetStatements()
        try connection.execute("DROP TABLE \(entity.name.quotedSQL)")
        try connection.execute("ALTER TABLE \(new.quotedSQL) RENAME TO \(entity.name.quotedSQL)")
        try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", .text(entity.name))
        try connection.run(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", .text(entity.name), .integer(last))
    }

    /// Gives each row a UUID of its own in new columns whose default is a new one each time.
    private func giveEachItsOwn(_ columns: [ColumnLayout], in table: String) throws {
        for column in columns where column.codec.wrappedType == UUID.self {
            guard let first = try defaultValue(of: column), try defaultValue(of: column) != first else {
                continue
            }
            let update = "UPDATE \(table.quotedSQL) SET \(column.quoted) = ? WHERE _id = ?"
            for record in try connection.numbers("SELECT _id FROM \(table.quotedSQL)") {
                try connection.run(update, try defaultValue(of: column) ?? first, .integer(record))
            }
        }
    }

    private static func copying(
        into new: String, columns: String, sources: String, from old: String
    ) -> String {
        "INSERT INTO \(new.quotedSQL) (\(columns)) SELECT \(sources) FROM \(old.quotedSQL)"
    }

    /// Where a column's values come from: the column of that name, of its earlier name, or its default.
    private func source(
        of column: ColumnLayout, in stored: [StoredColumn]
    ) throws -> (sql: String, arguments: [StoredValue]) {
        guard let old = earlier(column, in: stored) else { return try defaultSource(of: column) }
        let name = old.name.quotedSQL
        let wanted = column.codec.columnType.rawValue
        // Every whole number of ours is also a floating-point number; nothing else turns into another type.
        guard old.type == wanted || (old.type == "INTEGER" && wanted == "REAL") else {
            if try isEmpty() { return ("NULL", []) }
            throw problem(column, .otherType(stored: old.type, wanted: wanted))
        }
        guard old.isOptional, !column.codec.isOptional else { return (name, []) }
        let missing = try connection.number(
            "SELECT count(*) FROM \(entity.name.quotedSQL) WHERE \(name) IS NULL")
        if missing == 0 { return (name, []) }
        guard let value = try defaultValue(of: column) else {
            throw problem(column, .missingValues(records: Int(missing)))
        }
        return ("coalesce(\(name), ?)", [value])
    }

    /// The column that a property had.
    private func earlier(
        _ column: ColumnLayout, in stored: [StoredColumn]
    ) -> StoredColumn? {
        // SQL ignores case in names, so a property whose case changed is the same column.
        func find(_ name: String) -> StoredColumn? {
            stored.first { $0.name.lowercased() == name.lowercased() }
        }
        return find(column.name) ?? column.originalName.flatMap(find)
    }

    /// Refuses a property whose type is another one than it was, unless it can have all the values.
    private func checkValues(_ stored: [StoredColumn]) throws {
        for column in TableDefinition(entity).columns where column.isValue {
            guard let metadata = column.metadata, let old = earlier(column, in: stored) else { continue }
            let isSame = SchemaFingerprint.hasColumn(
                old.name, like: metadata, of: entity.name, in: storedFingerprint)
            if isSame { continue }
            let wanted = column.codec.columnType.rawValue
            if old.type != wanted, !(old.type == "INTEGER" && wanted == "REAL") { continue }
            try checkValues(of: old, as: column, column.codec)
        }
    }

    private func checkValues<C: ColumnCodec>(
        of old: StoredColumn, as column: ColumnLayout, _ codec: C.Type
    ) throws {
        let name = old.name.quotedSQL
        let rows = try connection.rows(
            """
            SELECT \(name), count(*) FROM \(entity.name.quotedSQL)
            WHERE \(name) IS NOT NULL GROUP BY \(name) ORDER BY min(_id)
            """)
        let unfit = rows.filter { !Self.fits($0[0], codec) }
        guard let first = unfit.first else { return }
        let count = unfit.reduce(0) { count, row in
            if case .integer(let number) = row[1] { count + Int(number) } else { count }
        }
        throw problem(
            column, .unfitValues(count: count, example: first[0].description, type: "\(codec.wrappedType)"))
    }

    private static func fits<C: ColumnCodec>(_ value: StoredValue, _ codec: C.Type) -> Bool {
        guard codec.columnType == .real, case .integer(let number) = value else {
            return (try? codec.value(from: value)) != nil
        }
        // A floating-point number has 53 bits for a whole one.
        guard Int64(exactly: Double(number)) == number else { return false }
        return (try? codec.value(from: .real(Double(number)))) != nil
    }

    private func defaultSource(
        of column: ColumnLayout
    ) throws -> (sql: String, arguments: [StoredValue]) {
        if case .order = column.role { return ("_id", []) }
        if let value = try defaultValue(of: column) { return ("?", [value]) }
        if column.codec.isOptional { return ("NULL", []) }
        if try isEmpty() { return ("NULL", []) }
        throw problem(column, .noDefault)
    }

    private func defaultValue(of column: ColumnLayout) throws -> StoredValue? {
        do {
            return try column.storedDefault
        } catch let problem as ValueProblem {
            throw ModelDataError.invalidValue(
                model: entity.name, property: column.name, record: nil, problem: problem)
        }
    }

    private func isEmpty() throws -> Bool {
        try connection.number("SELECT count(*) FROM (SELECT 1 FROM \(entity.name.quotedSQL) LIMIT 1)") == 0
    }

    private func createIndex(_ sql: String, _ group: [String]) throws {
        do {
            try connection.execute(sql)
        } catch let failure as StatementFailure where failure.primaryCode == 19 {
            throw ModelDataError.cannotMigrate(
                path: connection.path, model: entity.name, property: group.joined(separator: ", "),
                reason: .duplicateValues)
        }
    }

    private func problem(_ column: ColumnLayout, _ reason: MigrationProblem) -> ModelDataError {
        .cannotMigrate(path: connection.path, model: entity.name, property: column.name, reason: reason)
    }
}
