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
