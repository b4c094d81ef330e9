/// The previous place of a relationship's links in a store.
struct StoredLinks: Hashable {
    /// The form of the place.
    enum Place: Hashable {
        /// A column with the numbers of related records, and optionally a column with their positions.
        case column(name: String, hasOrder: Bool)
        /// A table of pairs.
        case pairs(hasTargetOrder: Bool)
    }

    /// The table with the column, or the table of pairs.
    let table: String
    let place: Place
    /// The table of the referring records.
    let source: String
    /// The classes of the referring records if the table contains other classes, too. Empty for all.
    let kinds: [String]
    /// The table of the referenced records.
    let target: String
    /// Whether the links start at the side that stores them now.
    var isForward: Bool

    var isPairs: Bool {
        if case .pairs = place { return true }
        return false
    }

    /// The same links, seen from the other side.
    var reversed: StoredLinks {
        var links = self
        links.isForward.toggle()
        return links
    }

    /// The query for the links as pairs: the records of both sides and their positions in both lists.
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
        // A leftover number without a record isn't a link.
        let condition = "\(to) IN (SELECT _id FROM \(target.quotedSQL))\(kindCondition(from))"
        let columns =
            isForward ? [from, to, order, orderBack] : [to, from, orderBack, order]
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedSQL) WHERE \(condition)"
    }

    /// The statement that deletes the pairs from their table.
    var deletion: String { "DELETE FROM \(table.quotedSQL) WHERE 1\(kindCondition("_source"))" }

    /// Returns an `AND` condition for records of the classes.
    private func kindCondition(_ column: String) -> String {
        if kinds.isEmpty { return "" }
        let records = "SELECT _id FROM \(source.quotedSQL) WHERE \(ModelHierarchy.condition(kinds))"
        return " AND \(column) IN (\(records))"
    }
}
