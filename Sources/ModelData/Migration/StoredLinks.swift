/// Where links of a relationship stood in a store until now.
struct StoredLinks: Hashable {
    /// How they are kept.
    enum Place: Hashable {
        /// A column with the numbers of the related records, and maybe one for the places in their lists.
        case column(name: String, hasOrder: Bool)
        /// A table of pairs.
        case pairs(hasTargetOrder: Bool)
    }

    /// The table with the column, or that of the pairs.
    let table: String
    let place: Place
    /// The table of the records that refer to others.
    let source: String
    /// The classes whose records do, where the table has records of others too; empty for all.
    let kinds: [String]
    /// The table of the records that are referred to.
    let target: String
    /// Whether they go from the side that has them now, or the other way.
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

    /// Asks for the links as pairs: the records of both sides and their places in the lists of the one and the other.
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
        // A number that stayed behind, where nobody sees to it, refers to nothing.
        let condition = "\(to) IN (SELECT _id FROM \(target.quotedSQL))\(kindCondition(from))"
        let columns =
            isForward ? [from, to, order, orderBack] : [to, from, orderBack, order]
        return "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedSQL) WHERE \(condition)"
    }

    /// Takes the pairs out of their table.
    var deletion: String { "DELETE FROM \(table.quotedSQL) WHERE 1\(kindCondition("_source"))" }

    /// What tells records of the classes from others, as more of a condition.
    private func kindCondition(_ column: String) -> String {
        if kinds.isEmpty { return "" }
        let records = "SELECT _id FROM \(source.quotedSQL) WHERE \(ModelFamily.condition(kinds))"
        return " AND \(column) IN (\(records))"
    }
}
