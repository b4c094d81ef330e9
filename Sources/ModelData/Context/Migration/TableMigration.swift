import Foundation

/// Migrates the table of a model or of an inheritance hierarchy.
///
/// The table is recreated and its rows are copied, so a migrated table is identical to a new one. If a model
/// starts to inherit from another one, its rows move from its own table.
struct TableMigration {
    let connection: StoreConnection
    let definition: TableDefinition
    /// The recorded schema of the current tables.
    let stored: StoredSchema
    /// The links that move from another place into this table.
    let links: MovedLinks

    private var name: String { definition.name }

    func run() throws {
        let tables = try sources()
        guard let own = tables.first else {
            try connection.execute(definition.creation)
            return try createIndexes()
        }
        for table in tables where table.departingClasses == nil { try dropIndexes(of: table.name) }
        try refuseUnknownClasses(tables)
        for table in tables { try checkValues(table) }
        if try tables.count > 1 || own.name != name || links.hasColumnLinks(for: name) || needsRebuilding(own)
        {
            try rebuild(tables)
        }
        try createIndexes()
    }

    /// Returns whether the table exists in the needed form, apart from its indexes.
    func isDone() throws -> Bool {
        guard let own = try source(named: name, of: nil) else { return false }
        return try !needsRebuilding(own)
    }

    private func createIndexes() throws {
        for index in definition.indexes { try createIndex(index) }
        for statement in definition.spatialIndexes { try connection.execute(statement) }
    }

    /// Whether records move here from a table that continues to exist for other classes.
    var hasDepartingClasses: Bool { !departingClasses.isEmpty }

    /// The classes whose records move here from another hierarchy's table, by the name of that table.
    private var departingClasses: [String: [String]] {
        let names = definition.hierarchy.classes.map(\.name)
        return Dictionary(grouping: names, by: stored.table).filter { !names.contains($0.key) }
    }

    /// Returns all tables whose records are copied: the current table, the separate tables of models that
    /// joined the hierarchy, and the tables of other hierarchies that models leave.
    private func sources() throws -> [MigratedTable] {
        let own = try definition.hierarchy.classes.compactMap { try source(named: $0.name, of: nil) }
        let left = try departingClasses.sorted { $0.key < $1.key }.compactMap {
            try source(named: $0, of: $1)
        }
        return own + left
    }

    private func source(named name: String, of classes: [String]?) throws -> MigratedTable? {
        let columns = try storedColumns(name)
        if columns.isEmpty { return nil }
        return MigratedTable(
            name: name, columns: columns.filter { $0.name != "_id" && $0.name != ModelHierarchy.typeColumn },
            hasType: columns.contains { $0.name == ModelHierarchy.typeColumn }, departingClasses: classes)
    }

    private func storedColumns(_ table: String) throws -> [MigratedTable.Column] {
        try connection.rows("SELECT name, type, \"notnull\" FROM pragma_table_info(?)", [.text(table)])
            .map {
                MigratedTable.Column(
                    name: $0[0].description, type: $0[1].description, isOptional: $0[2] == .integer(0))
            }
    }

    /// Refuses the migration if the schema no longer has a class with records, or if tables with the same
    /// record numbers would be merged.
    private func refuseUnknownClasses(_ tables: [MigratedTable]) throws {
        for table in tables where table.hasType && table.departingClasses == nil {
            let known = ModelHierarchy.condition(definition.hierarchy.classes.map(\.name))
            let unknown = try connection.rows(
                """
                SELECT _type, count(*) FROM \(table.name.quotedSQL) WHERE NOT (\(known))
                GROUP BY _type ORDER BY _type
                """)
            guard let first = unknown.first, case .integer(let count) = first[1] else { continue }
            throw connection.cannotMigrate(
                first[0].description, ModelHierarchy.typeColumn, .missingModel(records: Int(count)))
        }
        if tables.count < 2 { return }
        let numbers = tables.map { "SELECT _id FROM \($0.records)" }.joined(separator: " UNION ALL ")
        let shared = try connection.number(
            "SELECT count(*) FROM (SELECT _id FROM (\(numbers)) GROUP BY _id HAVING count(*) > 1)")
        if shared > 0 {
            throw connection.cannotMigrate(
                tables[tables.count - 1].name, "_id", .numbersInUse(records: Int(shared)))
        }
    }

    private func dropIndexes(of name: String) throws {
        for tree in try SpatialIndex.names(on: name, connection) { try SpatialIndex.drop(tree, connection) }
        let indexes = try connection.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
            .text(name))
        for index in indexes where index.hasPrefix(TableDefinition.indexPrefix(of: name)) {
            try connection.execute("DROP INDEX \(index.quotedSQL)")
        }
    }

    private func needsRebuilding(_ table: MigratedTable) throws -> Bool {
        if table.hasType || definition.hierarchy.isShared {
            // The CHECK constraints depend on the classes, so compare the whole statement.
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

    /// Returns whether the table has the foreign keys that the columns need.
    private func hasSameKeys() throws -> Bool {
        let found = try connection.rows(
            "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list(?)", [.text(name)])
        let wanted = definition.columns.compactMap { column -> [StoredValue]? in
            guard case .key(let relationship) = column.layout.role, relationship.isChecked else { return nil }
            return [.text(column.layout.name), .text(relationship.targetTable), .text("NO ACTION")]
        }
        return Set(found) == Set(wanted)
    }

    /// Returns whether exactly the foreign keys of one-to-one relationships are declared UNIQUE.
    private func hasSameUniqueKeys() throws -> Bool {
        // Other unique columns have separate indexes instead.
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
        // Copy the sequence instead of taking the greatest number, so that numbers of deleted records aren't
        // reused.
        let last = try tables.map { try connection.lastNumber(of: $0.name) }.max() ?? 0
        connection.finalizeStatements()
        for table in tables {
            if table.departingClasses != nil {
                try connection.execute("DELETE FROM \(table.records)")
                continue
            }
            try connection.execute("DROP TABLE \(table.name.quotedSQL)")
        }
        try connection.execute("ALTER TABLE \(new.quotedSQL) RENAME TO \(name.quotedSQL)")
        try connection.reserveNumbers(of: name, to: last)
    }

    private func copy(_ table: MigratedTable, into new: String) throws {
        var names = ["_id"]
        var sources = ["_id"]
        var arguments: [StoredValue] = []
        if definition.hierarchy.isShared {
            names.append(ModelHierarchy.typeColumn.quotedSQL)
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
            // In this table, only foreign keys are UNIQUE. Find the one that SQLite's message names.
            let shared = definition.columns.first {
                $0.layout.isUniqueKey && failure.message.hasSuffix(".\($0.layout.name)")
            }
            guard let shared else { throw failure }
            throw problem(shared, .duplicateValues)
        }
        let added = definition.columns.filter {
            table.condition($0) != "0" && table.earlier($0.layout) == nil
        }
        try assignNewUUIDs(added, in: new, of: table)
    }

    /// Gives each row its own UUID in new columns whose default value is random.
    private func assignNewUUIDs(_ columns: [TableColumn], in new: String, of table: MigratedTable) throws {
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

    /// Returns the SQL for a column's values: the earlier column with the current or the original name, or
    /// else the default value.
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
        // Integers can be converted to floating-point numbers. No other types can be converted.
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

    /// Returns the SQL for links that move into this column.
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

    /// Refuses a property with a new type, unless the new type can represent all values.
    private func checkValues(_ table: MigratedTable) throws {
        for column in definition.columns where column.layout.isValue {
            guard let metadata = column.layout.metadata, let old = table.earlier(column.layout),
                table.condition(column) != "0"
            else { continue }
            let models = definition.hierarchy.classes.map(\.name) + [table.name]
            let known = models.compactMap { stored.property(old.name, of: $0) }
            if let link = known.lazy.compactMap(\.relationship).first {
                try refuseLinks(link, in: table, as: column, old)
            }
            if known.contains(where: { $0.isStored(like: metadata) }) { continue }
            let wanted = column.layout.codec.columnType.rawValue
            if old.type != wanted, !(old.type == "INTEGER" && wanted == "REAL") { continue }
            try checkValues(of: old, in: table, as: column)
        }
    }

    /// Refuses to turn a relationship into a value, because record numbers are meaningless as values.
    private func refuseLinks(
        _ link: StoredSchema.Relationship, in table: MigratedTable, as column: TableColumn,
        _ old: MigratedTable.Column
    ) throws {
        let links = "\(Self.and("\(old.name.quotedSQL) IS NOT NULL"))\(Self.and(table.condition(column)))"
        let count = try connection.number("SELECT count(*) FROM \(table.records)\(links)")
        if count == 0 { return }
        throw problem(
            column,
            .otherType(
                stored: "a relationship to \(link.target)", wanted: column.layout.codec.columnType.rawValue))
    }

    private func checkValues(
        of old: MigratedTable.Column, in table: MigratedTable, as column: TableColumn
    ) throws {
        let codec = column.layout.codec
        let name = old.name.quotedSQL
        let rows = try connection.rows(
            """
            SELECT \(name), count(*) FROM \(table.records)
            AND \(name) IS NOT NULL\(Self.and(table.condition(column))) GROUP BY \(name) ORDER BY min(_id)
            """)
        let unfit = rows.filter { !Self.fits($0[0], codec) }
        guard let first = unfit.first else { return }
        let count = unfit.reduce(0) { $0 + Int($1[1].integer ?? 0) }
        throw problem(
            column,
            .unconvertibleValues(count: count, example: first[0].description, type: "\(codec.wrappedType)"))
    }

    private static func fits(_ value: StoredValue, _ codec: any ColumnCodec.Type) -> Bool {
        guard codec.columnType == .real, case .integer(let number) = value else {
            return codec.accepts(value)
        }
        // Integers of more than 53 bits may have no exact floating-point number.
        guard Int64(exactly: Double(number)) == number else { return false }
        return codec.accepts(.real(Double(number)))
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

    /// Returns whether no record of a table fulfils a condition.
    private func isEmpty(_ table: MigratedTable, _ condition: String?) throws -> Bool {
        try connection.value("SELECT 1 FROM \(table.records)\(Self.and(condition)) LIMIT 1") == nil
    }

    private func createIndex(_ index: TableDefinition.Index) throws {
        do {
            try connection.execute(index.sql)
        } catch let failure as StatementFailure where failure.primaryCode == 19 {
            throw connection.cannotMigrate(
                index.model, index.properties.joined(separator: ", "), .duplicateValues)
        }
    }

    private func problem(_ column: TableColumn, _ reason: MigrationProblem) -> ModelDataError {
        connection.cannotMigrate(column.owners[0], column.layout.name, reason)
    }
}

/// A previous table whose records are copied to the new one.
private struct MigratedTable {
    /// A column of the previous table.
    struct Column {
        let name: String
        let type: String
        let isOptional: Bool
    }

    let name: String
    let columns: [Column]
    /// Whether the table has a class column. Without it, all records belong to the class with the table's
    /// name.
    let hasType: Bool
    /// The classes whose records move to another table, or nil if all records are moved.
    let departingClasses: [String]?

    /// The table and a condition for the rows to copy, for use after `FROM`. More conditions can be appended.
    var records: String {
        "\(name.quotedSQL) WHERE \(departingClasses.map { ModelHierarchy.condition($0) } ?? "1")"
    }

    /// The SQL expression for a record's class.
    var type: String { hasType ? ModelHierarchy.typeColumn.quotedSQL : name.literalSQL }

    /// Returns the condition that a record's class has a column, or nil if all records have it.
    func condition(_ column: TableColumn) -> String? {
        if column.isCommon { return nil }
        if hasType { return ModelHierarchy.condition(column.owners) }
        return column.owners.contains(name) ? nil : "0"
    }

    /// Returns the column in which a property was stored before, by its current or its original name.
    func earlier(_ column: EntityColumn) -> Column? {
        // SQL ignores case in names, so a property that only changed its case has the same column.
        func find(_ name: String) -> Column? {
            columns.first { $0.name.lowercased() == name.lowercased() }
        }
        return find(column.name) ?? column.originalName.flatMap(find)
    }
}
