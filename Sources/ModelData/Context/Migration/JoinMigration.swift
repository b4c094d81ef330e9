/// Migrates the join tables of many-to-many relationships to a schema.
struct JoinMigration {
    let connection: StoreConnection
    let entities: [ModelEntity]
    /// The links that move from another place into these tables.
    let links: MovedLinks

    private var joins: [JoinLayout] { JoinLayout.all(entities) }

    func run() throws {
        for join in joins {
            if links.abandoned.contains(join.name), try connection.hasTable(join.name),
                try !hasNeededColumns(join) || !hasNeededReferences(join)
            {
                try connection.dropPairTable(join.name)
            }
            try rename(join)
            if try connection.hasTable(join.name), try !hasNeededColumns(join) {
                // Without a recorded schema, compare the columns. If only the order column of the other side
                // differs, the table belongs to the same relationship.
                if links.renamed == nil, try differsOnlyInTargetOrder(join) {
                    try rebuild(join)
                    continue
                }
                throw connection.cannotMigrate(
                    join.relationship.owner._$entityName, join.relationship.name,
                    .otherType(stored: "another relationship", wanted: join.relationship.name))
            }
            if try !connection.hasTable(join.name) {
                try connection.execute(join.creation)
                try connection.reserveNumbers(of: join.name)
                for index in join.indexes { try connection.execute(index) }
            } else if try !hasNeededReferences(join) {
                try rebuild(join)
            }
            if let carried = links.tables[.pairs(join)] { try fill(join, from: carried) }
        }
    }

    private func fill(_ join: JoinLayout, from carried: String) throws {
        let columns = join.columns.joined(separator: ", ")
        // Insert the rows in the order of the lists, so that the row numbers have the same order.
        try connection.execute(
            """
            INSERT OR IGNORE INTO \(join.table) (\(columns))
            SELECT \(columns) FROM \(carried) ORDER BY _source, _source_order
            """)
    }

    private func hasNeededColumns(_ join: JoinLayout) throws -> Bool {
        try columns(of: join) == ["_id"] + join.columns
    }

    /// Returns whether a join table differs from the schema at most by the order column of the other side.
    private func differsOnlyInTargetOrder(_ join: JoinLayout) throws -> Bool {
        let order = "_target_order"
        return try columns(of: join).filter { $0 != order } == (["_id"] + join.columns).filter { $0 != order }
    }

    private func columns(of join: JoinLayout) throws -> [String] {
        try connection.columnNames(of: join.name)
    }

    /// Returns whether the foreign keys of a join table refer to the tables that contain the records now.
    private func hasNeededReferences(_ join: JoinLayout) throws -> Bool {
        let found = try connection.rows(
            "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", [.text(join.name)])
        let relationship = join.relationship
        return Set(found) == [
            [.text("_source"), .text(relationship.ownerTable)],
            [.text("_target"), .text(relationship.targetTable)],
        ]
    }

    /// Recreates a join table, because the related records moved to another table, or the inverse was added
    /// or removed. The lists of a new inverse have the order in which the join rows were created.
    private func rebuild(_ join: JoinLayout) throws {
        let old = "_old_\(join.name)".quotedSQL
        let last = try connection.lastNumber(of: join.name)
        try dropIndexes(of: join.name)
        let present = try columns(of: join)
        let values = (["_id"] + join.columns).map { present.contains($0) ? $0 : "_id" }
        try connection.execute("ALTER TABLE \(join.table) RENAME TO \(old)")
        try connection.execute(join.creation)
        try connection.execute(
            "INSERT INTO \(join.table) (\(join.selection)) SELECT \(values.joined(separator: ", ")) FROM \(old)"
        )
        try connection.execute("DROP TABLE \(old)")
        try connection.reserveNumbers(of: join.name, to: last)
        for index in join.indexes { try connection.execute(index) }
    }

    private func dropIndexes(of name: String) throws {
        for index in ["unique", "target"] {
            try connection.execute("DROP INDEX IF EXISTS \("_index_\(name)_\(index)".quotedSQL)")
        }
    }

    /// Renames the join table if the relationship was renamed, or if another class of the inheritance
    /// hierarchy declares it now.
    private func rename(_ join: JoinLayout) throws {
        if try connection.hasTable(join.name) { return }
        if let renamed = links.renamed {
            if let old = renamed[join.name] { try rename(old, to: join) }
            return
        }
        let relationship = join.relationship
        let names = [relationship.name] + (relationship.relationship.earlierName.map { [$0] } ?? [])
        let hierarchy = ModelHierarchy(of: relationship.owner, in: entities).classes.map(\.name)
        let owners = [relationship.owner._$entityName] + hierarchy
        let candidates = owners.flatMap { owner in names.map { "\(owner)_\($0)" } }
        let present = Set(joins.map(\.name))
        for old in candidates where !present.contains(old) {
            if try connection.hasTable(old) { return try rename(old, to: join) }
        }
    }

    private func rename(_ old: String, to join: JoinLayout) throws {
        try dropIndexes(of: old)
        // The sequence of row numbers of an earlier table with this name may still exist.
        let last = try connection.lastNumber(of: join.name)
        try connection.run("DELETE FROM sqlite_sequence WHERE name = ? COLLATE NOCASE", .text(join.name))
        try connection.execute("ALTER TABLE \(old.quotedSQL) RENAME TO \(join.table)")
        try connection.reserveNumbers(of: join.name, to: last)
        for index in join.indexes { try connection.execute(index) }
    }
}

extension StoreConnection {
    /// Drops a join table but keeps its sequence of row numbers, so that the numbers aren't reused. The
    /// history refers to join rows by number, and a later table may have the same name.
    func dropPairTable(_ name: String) throws {
        let last = try lastNumber(of: name)
        finalizeStatements()
        try execute("DROP TABLE \(name.quotedSQL)")
        try reserveNumbers(of: name, to: last)
    }

    /// Returns the greatest row number that a table has ever used, or zero.
    func lastNumber(of table: String) throws -> Int64 {
        try number("SELECT max(seq) FROM sqlite_sequence WHERE name = ? COLLATE NOCASE", .text(table))
    }

    /// Makes a table, even a missing one, use only row numbers greater than all numbers used under its name
    /// so far.
    package func reserveNumbers(of table: String, to last: Int64 = 0) throws {
        let last = try max(last, lastNumber(of: table))
        try run("DELETE FROM sqlite_sequence WHERE name = ? COLLATE NOCASE", .text(table))
        if last == 0 { return }
        try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", .text(table), .integer(last))
    }
}

/// The place that contains a relationship's links before a migration.
struct StoredLinks: Hashable {
    /// The ways to store links.
    enum Place: Hashable {
        /// A foreign key column, optionally with a column for the position in the other side's list.
        case column(name: String, hasOrder: Bool)
        /// A join table.
        case pairs(hasTargetOrder: Bool)
    }

    /// The table with the foreign key column, or the join table.
    let table: String
    let place: Place
    /// The table of the referring records.
    let source: String
    /// The classes of the referring records, if the table also contains other classes; otherwise empty.
    let kinds: [String]
    /// The table of the referenced records.
    let target: String
    /// Whether the side that stores the links before the migration also stores them afterwards.
    var isForward: Bool

    var isPairs: Bool {
        if case .pairs = place { true } else { false }
    }

    /// The same links, seen from the other side.
    var reversed: StoredLinks {
        var links = self
        links.isForward.toggle()
        return links
    }

    /// The query for the links. Each row has the records of both sides and their positions in both lists.
    var query: String {
        let from: String
        let to: String
        let order: String
        let orderBack: String
        switch place {
        case .column(let name, let hasOrder):
            (from, to, order) = ("_id", name.quotedSQL, "1")
            orderBack = hasOrder ? "coalesce(\("_\(name)_order".quotedSQL), _id)" : "_id"
        case .pairs(let hasTargetOrder):
            (from, to, order) = ("_source", "_target", "_source_order")
            orderBack = hasTargetOrder ? "_target_order" : "_id"
        }
        // Leave out foreign keys whose record doesn't exist, because they aren't links.
        let condition = "\(to) IN (SELECT _id FROM \(target.quotedSQL))\(kindCondition(from))"
        let columns =
            isForward ? [from, to, order, orderBack] : [to, from, orderBack, order]
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedSQL) WHERE \(condition)"
    }

    /// The statement that deletes the links from their join table.
    var deletion: String { "DELETE FROM \(table.quotedSQL) WHERE 1\(kindCondition("_source"))" }

    /// Returns an `AND` condition for the classes of the referring records, or an empty string.
    private func kindCondition(_ column: String) -> String {
        if kinds.isEmpty { return "" }
        let records = "SELECT _id FROM \(source.quotedSQL) WHERE \(ModelHierarchy.condition(kinds))"
        return " AND \(column) IN (\(records))"
    }
}

/// The links that a migration moves to other tables.
struct MovedLinks {
    /// The column or the join table that contains links after the migration.
    enum Destination: Hashable {
        case column(table: String, name: String)
        case pairs(table: String)

        static func column(_ relationship: RelationshipShape) -> Destination {
            .column(table: relationship.ownerTable, name: relationship.name)
        }

        static func pairs(_ join: JoinLayout) -> Destination { .pairs(table: join.name) }
    }

    /// The temporary tables that contain the links meanwhile, as SQL identifiers.
    var tables: [Destination: String] = [:]
    /// The join tables that remained from removed relationships, and whose names new relationships need.
    var abandoned: Set<String> = []
    /// The old names of renamed join tables, by their new names. Nil without a recorded schema.
    var renamed: [String: String]?

    /// Returns whether links move into a column of a table.
    func hasColumnLinks(for table: String) -> Bool {
        tables.keys.contains { target in
            if case .column(let own, _) = target { own == table } else { false }
        }
    }

    func drop(in connection: StoreConnection) throws {
        for table in tables.values { try connection.execute("DROP TABLE \(table)") }
    }
}
