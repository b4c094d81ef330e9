import Foundation

/// Brings the table of one model, or of several that inherit from one another, to its new form.
///
/// The table is made anew and its rows are copied, so that a migrated table is the same as a new one. A model that
/// had a table of its own, and now inherits from another one, brings its rows along.
struct TableMigration {
    let connection: StoreConnection
    let definition: TableDefinition
    /// The schema that the table has now.
    let storedFingerprint: String
    /// The same, read.
    let stored: StoredSchema
    /// Links that stood elsewhere.
    let links: CarriedLinks

    private var name: String { definition.name }

    func run() throws {
        let tables = try sources()
        guard let own = tables.first else {
            try connection.execute(definition.creation)
            return try createIndexes()
        }
        for table in tables where table.leavers == nil { try dropIndexes(of: table.name) }
        try refuseStrangers(tables)
        for table in tables { try checkValues(table) }
        if try tables.count > 1 || own.name != name || links.reach(name) || needsRebuilding(own) {
            try rebuild(tables)
        }
        try createIndexes()
    }

    /// Whether the table is there, and as the models need it, but for its indexes.
    func isDone() throws -> Bool {
        guard let own = try source(named: name, of: nil) else { return false }
        return try !needsRebuilding(own)
    }

    private func createIndexes() throws {
        for index in definition.indexes { try createIndex(index) }
        for statement in definition.spatialIndexes { try connection.execute(statement) }
    }

    /// Whether records leave a table that other classes keep.
    var movesOut: Bool { !leavers.isEmpty }

    /// The classes that inherited from one which isn't of the family any more, by the tables that have their records.
    private var leavers: [String: [String]] {
        let names = definition.family.classes.map(\.name)
        var leavers: [String: [String]] = [:]
        for name in names {
            let root = stored.table(of: name)
            if names.contains(root) { continue }
            leavers[root, default: []].append(name)
        }
        return leavers
    }

    /// The table as it is, those of models that had their own until now, and those that models leave.
    private func sources() throws -> [MigratedTable] {
        let own = try definition.family.classes.compactMap { try source(named: $0.name, of: nil) }
        let left = try leavers.sorted { $0.key < $1.key }.compactMap { try source(named: $0, of: $1) }
        return own + left
    }

    private func source(named name: String, of classes: [String]?) throws -> MigratedTable? {
        let columns = try storedColumns(name)
        if columns.isEmpty { return nil }
        return MigratedTable(
            name: name, columns: columns.filter { $0.name != "_id" && $0.name != ModelFamily.typeColumn },
            hasType: columns.contains { $0.name == ModelFamily.typeColumn }, leavers: classes)
    }

    private func storedColumns(_ table: String) throws -> [MigratedTable.Column] {
        try connection.rows("SELECT name, type, \"notnull\" FROM pragma_table_info(?)", [.text(table)])
            .compactMap { row in
                guard case .text(let name) = row[0], case .text(let type) = row[1] else { return nil }
                return MigratedTable.Column(name: name, type: type, isOptional: row[2] == .integer(0))
            }
    }

    /// Refuses to lose records of classes that the schema doesn't have any more, or to number records anew.
    private func refuseStrangers(_ tables: [MigratedTable]) throws {
        for table in tables where table.hasType && table.leavers == nil {
            let known = ModelFamily.condition(definition.family.classes.map(\.name))
            let strangers = try connection.rows(
                """
                SELECT _type, count(*) FROM \(table.name.quotedSQL) WHERE NOT (\(known))
                GROUP BY _type ORDER BY _type
                """)
            guard let first = strangers.first, case .integer(let count) = first[1] else { continue }
            throw ModelDataError.cannotMigrate(
                path: connection.path, model: first[0].description, property: ModelFamily.typeColumn,
                reason: .missingModel(records: Int(count)))
        }
        if tables.count < 2 { return }
        let numbers = tables.map { "SELECT _id FROM \($0.records)" }.joined(separator: " UNION ALL ")
        let shared = try connection.number(
            "SELECT count(*) FROM (SELECT _id FROM (\(numbers)) GROUP BY _id HAVING count(*) > 1)")
        if shared > 0 {
            throw ModelDataError.cannotMigrate(
                path: connection.path, model: tables[tables.count - 1].name, property: "_id",
                reason: .numbersInUse(records: Int(shared)))
        }
    }

    private func dropIndexes(of name: String) throws {
        for tree in try SpatialIndex.names(on: name, connection) { try SpatialIndex.drop(tree, connection) }
        let names = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
            [.text(name)])
        for row in names {
            guard case .text(let index)? = row.first, index.hasPrefix(TableDefinition.indexPrefix(of: name))
            else { continue }
            try connection.execute("DROP INDEX \(index.quotedSQL)")
        }
    }

    private func needsRebuilding(_ table: MigratedTable) throws -> Bool {
        if table.hasType || definition.family.isShared {
            // Its checks say as much as its columns.
            let sql = try connection.value(
                "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name))
            return sql != .text(definition.creation)
        }
        guard table.columns.count == definition.columns.count, try hasSameKeys(), try hasSameUniqueKeys()
        else { return true }
        return zip(table.columns, definition.columns).contains { old, new in
            old.name != new.layout.name || old.type != new.layout.codec.columnType.rawValue
                || old.isOptional != new.isOptional
        }
    }

    /// Whether the table's foreign keys are those that the columns ask for.
    private func hasSameKeys() throws -> Bool {
        let found = try connection.rows(
            "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list(?)", [.text(name)])
        let wanted = definition.columns.compactMap { column -> [StoredValue]? in
            guard case .key(let relationship) = column.layout.role, let rule = relationship.keyRule else {
                return nil
            }
            return [.text(column.layout.name), .text(relationship.targetTable), .text(rule)]
        }
        return Set(found) == Set(wanted)
    }

    /// Whether the references that no two records may share are those that the columns ask for.
    private func hasSameUniqueKeys() throws -> Bool {
        // Other unique columns have indexes that aren't part of the table.
        let found = try connection.rows(
            """
            SELECT c.name FROM pragma_index_list(?) AS i, pragma_index_info(i.name) AS c
            WHERE i.origin = 'u'
            """, [.text(name)])
        let wanted = definition.columns.filter(\.layout.isUniqueKey).map {
            [StoredValue.text($0.layout.name)]
        }
        return Set(found) == Set(wanted)
    }

    private func rebuild(_ tables: [MigratedTable]) throws {
        let new = "_new_\(name)"
        try connection.execute(definition.creation(named: new))
        for table in tables { try copy(table, into: new) }
        // Numbers of deleted records must stay used, which the greatest number there is doesn't tell.
        var last: Int64 = 0
        for table in tables {
            last = try Swift.max(
                last,
                connection.number("SELECT seq FROM sqlite_sequence WHERE name = ?", .text(table.name)))
        }
        connection.forgetStatements()
        for table in tables {
            if table.leavers != nil {
                try connection.execute("DELETE FROM \(table.records)")
                continue
            }
            try connection.execute("DROP TABLE \(table.name.quotedSQL)")
            try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", .text(table.name))
        }
        try connection.execute("ALTER TABLE \(new.quotedSQL) RENAME TO \(name.quotedSQL)")
        try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", .text(name))
        try connection.run(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", .text(name), .integer(last))
    }

    private func copy(_ table: MigratedTable, into new: String) throws {
        var names = ["_id"]
        var sources = ["_id"]
        var arguments: [StoredValue] = []
        if definition.family.isShared {
            names.append(ModelFamily.typeColumn.quotedSQL)
            sources.append(table.type)
        }
        for column in definition.columns {
            let source = try source(of: column, in: table)
            names.append(column.layout.quoted)
            sources.append(source.sql)
            arguments += source.arguments
        }
        let copy = try connection.statement(
            """
            INSERT INTO \(new.quotedSQL) (\(names.joined(separator: ", "))) \
            SELECT \(sources.joined(separator: ", ")) FROM \(table.records)
            """)
        try copy.bind(arguments)
        do {
            try copy.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            // Only references are unique in the table itself, and SQLite names the one that isn't.
            let shared = definition.columns.first {
                $0.layout.isUniqueKey && failure.message.hasSuffix(".\($0.layout.name)")
            }
            guard let shared else { throw failure }
            throw problem(shared, .duplicateValues)
        }
        let added = definition.columns.filter {
            table.condition($0) != "0" && table.earlier($0.layout) == nil
        }
        try giveEachItsOwn(added, in: new, of: table)
    }

    /// Gives each row a UUID of its own in new columns whose default is a new one each time.
    private func giveEachItsOwn(_ columns: [TableColumn], in new: String, of table: MigratedTable) throws {
        for column in columns where column.layout.codec.wrappedType == UUID.self {
            guard let first = try defaultValue(of: column), try defaultValue(of: column) != first else {
                continue
            }
            let update = "UPDATE \(new.quotedSQL) SET \(column.layout.quoted) = ? WHERE _id = ?"
            let condition = Self.and(table.condition(column))
            for record in try connection.numbers("SELECT _id FROM \(table.records)\(condition)") {
                try connection.run(update, try defaultValue(of: column) ?? first, .integer(record))
            }
        }
    }

    private typealias Source = (sql: String, arguments: [StoredValue])

    /// Where a column's values come from: the column of that name, of its earlier name, or its default.
    private func source(of column: TableColumn, in table: MigratedTable) throws -> Source {
        guard let condition = table.condition(column) else { return try source(of: column, in: table, nil) }
        if condition == "0" { return ("NULL", []) }
        let source = try source(of: column, in: table, condition)
        return ("CASE WHEN \(condition) THEN \(source.sql) END", source.arguments)
    }

    private func source(
        of column: TableColumn, in table: MigratedTable, _ condition: String?
    ) throws -> Source {
        let layout = column.layout
        if let carried = try carriedSource(of: column, in: table, condition) { return carried }
        guard let old = table.earlier(layout) else {
            return try defaultSource(of: column, in: table, condition)
        }
        let name = old.name.quotedSQL
        let wanted = layout.codec.columnType.rawValue
        // Every whole number of ours is also a floating-point number; nothing else turns into another type.
        guard old.type == wanted || (old.type == "INTEGER" && wanted == "REAL") else {
            if try isEmpty(table, condition) { return ("NULL", []) }
            throw problem(column, .otherType(stored: old.type, wanted: wanted))
        }
        guard old.isOptional, !layout.codec.isOptional else { return (name, []) }
        let missing = try connection.number(
            """
            SELECT count(*) FROM \(table.records) AND \(name) IS NULL\(Self.and(condition))
            """)
        if missing == 0 { return (name, []) }
        guard let value = try defaultValue(of: column) else {
            throw problem(column, .missingValues(records: Int(missing)))
        }
        return ("coalesce(\(name), ?)", [value])
    }

    /// Where the links come from that stood elsewhere.
    private func carriedSource(
        of column: TableColumn, in table: MigratedTable, _ condition: String?
    ) throws -> Source? {
        let value: String
        let relationship: RelationshipShape
        switch column.layout.role {
        case .key(let key): (value, relationship) = ("_target", key)
        case .order(let key): (value, relationship) = ("_target_order", key)
        default: return nil
        }
        guard let carried = links.tables[.column(relationship)] else { return nil }
        let link = "SELECT \(value) FROM \(carried) WHERE _source = \(table.name.quotedSQL)._id"
        if column.layout.codec.isOptional { return ("(\(link))", []) }
        let missing = try connection.number(
            "SELECT count(*) FROM \(table.records)\(Self.and(condition)) AND NOT EXISTS (\(link))")
        if missing > 0 { throw problem(column, .missingValues(records: Int(missing))) }
        return ("(\(link))", [])
    }

    private static func and(_ condition: String?) -> String { condition.map { " AND (\($0))" } ?? "" }

    /// Refuses a property whose type is another one than it was, unless it can have all the values.
    private func checkValues(_ table: MigratedTable) throws {
        for column in definition.columns where column.layout.isValue {
            guard let metadata = column.layout.metadata, let old = table.earlier(column.layout),
                table.condition(column) != "0"
            else { continue }
            let models = definition.family.classes.map(\.name) + [table.name]
            try refuseLinks(old, in: table, as: column, models)
            let isSame = models.contains { model in
                SchemaFingerprint.hasColumn(old.name, like: metadata, of: model, in: storedFingerprint)
            }
            if isSame { continue }
            let wanted = column.layout.codec.columnType.rawValue
            if old.type != wanted, !(old.type == "INTEGER" && wanted == "REAL") { continue }
            try checkValues(of: old, in: table, as: column, column.layout.codec)
        }
    }

    /// Refuses a value in the place of links, whose numbers mean nothing without what they refer to.
    private func refuseLinks(
        _ old: MigratedTable.Column, in table: MigratedTable, as column: TableColumn, _ models: [String]
    ) throws {
        let found = models.lazy.compactMap { stored.property(old.name, of: $0)?.relationship }.first
        guard let link = found else { return }
        let links = "\(Self.and("\(old.name.quotedSQL) IS NOT NULL"))\(Self.and(table.condition(column)))"
        let count = try connection.number("SELECT count(*) FROM \(table.records)\(links)")
        if count == 0 { return }
        throw problem(
            column,
            .otherType(
                stored: "a relationship to \(link.target)", wanted: column.layout.codec.columnType.rawValue))
    }

    private func checkValues<C: ColumnCodec>(
        of old: MigratedTable.Column, in table: MigratedTable, as column: TableColumn, _ codec: C.Type
    ) throws {
        let name = old.name.quotedSQL
        let rows = try connection.rows(
            """
            SELECT \(name), count(*) FROM \(table.records)
            AND \(name) IS NOT NULL\(Self.and(table.condition(column))) GROUP BY \(name) ORDER BY min(_id)
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
        of column: TableColumn, in table: MigratedTable, _ condition: String?
    ) throws -> Source {
        if case .order = column.layout.role { return ("_id", []) }
        if let value = try defaultValue(of: column) { return ("?", [value]) }
        if column.layout.codec.isOptional { return ("NULL", []) }
        if try isEmpty(table, condition) { return ("NULL", []) }
        throw problem(column, .noDefault)
    }

    private func defaultValue(of column: TableColumn) throws -> StoredValue? {
        do {
            return try column.layout.storedDefault
        } catch let problem as ValueProblem {
            throw ModelDataError.invalidValue(
                model: column.owners[0], property: column.layout.name, record: nil, problem: problem)
        }
    }

    /// Whether a table has no record for which a condition holds.
    private func isEmpty(_ table: MigratedTable, _ condition: String?) throws -> Bool {
        let records = "SELECT 1 FROM \(table.records)\(Self.and(condition)) LIMIT 1"
        return try connection.number("SELECT count(*) FROM (\(records))") == 0
    }

    private func createIndex(_ index: TableDefinition.Index) throws {
        do {
            try connection.execute(index.sql)
        } catch let failure as StatementFailure where failure.primaryCode == 19 {
            throw ModelDataError.cannotMigrate(
                path: connection.path, model: index.model, property: index.properties.joined(separator: ", "),
                reason: .duplicateValues)
        }
    }

    private func problem(_ column: TableColumn, _ reason: MigrationProblem) -> ModelDataError {
        .cannotMigrate(
            path: connection.path, model: column.owners[0], property: column.layout.name, reason: reason)
    }
}

/// A table with records that a migrated one gets.
private struct MigratedTable {
    /// One column as the store has it.
    struct Column {
        let name: String
        let type: String
        let isOptional: Bool
    }

    let name: String
    let columns: [Column]
    /// Whether the records say of which class they are; otherwise they are of the class of the table's name.
    let hasType: Bool
    /// The classes whose records leave the table, which others keep; nil where all records are moved.
    let leavers: [String]?

    /// The rows that are moved, as what follows FROM; more conditions can be added.
    var records: String {
        "\(name.quotedSQL) WHERE \(leavers.map { ModelFamily.condition($0) } ?? "1")"
    }

    /// The class of a record, as SQL.
    var type: String { hasType ? ModelFamily.typeColumn.quotedSQL : name.literalSQL }

    /// The condition that a record is of one of the classes that have a column; nil where all are, or can be.
    func condition(_ column: TableColumn) -> String? {
        if column.isCommon { return nil }
        if hasType { return ModelFamily.condition(column.owners) }
        return column.owners.contains(name) ? nil : "0"
    }

    /// The column that a property had.
    func earlier(_ column: ColumnLayout) -> Column? {
        // SQL ignores case in names, so a property whose case changed is the same column.
        func find(_ name: String) -> Column? {
            columns.first { $0.name.lowercased() == name.lowercased() }
        }
        return find(column.name) ?? column.originalName.flatMap(find)
    }
}
