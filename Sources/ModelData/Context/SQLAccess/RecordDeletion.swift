/// Deletes records by SQL and applies the delete rules of their relationships, except `.cascade`: the caller also
/// passes the records that are deleted with their owners.
struct RecordDeletion {
    let store: Store
    let connection: StoreConnection

    /// Deletes records; returns false, without effect, if a rule forbids that.
    func run(_ records: [String: Set<Int64>]) throws -> Bool {
        let references = store.layouts.flatMap { target in
            store.layouts.flatMap { holder in
                holder.keys.filter { target.shape.isKind(of: $0.relationship.target) }
                    .map { (target: target, holder: holder, key: $0.relationship) }
            }
        }.compactMap { target, holder, key in
            records[target.name].map { (holder: holder, key: key, list: StoredValue.list($0)) }
        }
        for (holder, key, list) in references where key.inverseRule == .deny {
            let found = try connection.numbers(
                "SELECT _id FROM \(holder.table) \(condition(key, holder))", [list])
            if !records[holder.name, default: []].isSuperset(of: found) { return false }
        }
        for (holder, key, list) in references where !key.isRequired && key.isChecked {
            let name = key.name.quotedSQL
            try connection.run(
                "UPDATE \(holder.table) SET \(name) = NULL \(condition(key, holder))", [list])
        }
        for (name, numbers) in records {
            guard let layout = store.layout(named: name) else { continue }
            let condition = "IN (SELECT value FROM json_each(?))"
            let list = [StoredValue.list(numbers)]
            for join in store.joins {
                let sides = [("_source", join.relationship.owner), ("_target", join.relationship.target)]
                for (column, type) in sides where layout.shape.isKind(of: type) {
                    try connection.run("DELETE FROM \(join.table) WHERE \(column) \(condition)", list)
                }
            }
            try connection.run("DELETE FROM \(layout.table) WHERE _id \(condition)", list)
        }
        return true
    }

    /// The condition for records of a class that refer to one of some records.
    private func condition(_ key: RelationshipShape, _ holder: EntityLayout) -> String {
        "WHERE \(key.name.quotedSQL) IN (SELECT value FROM json_each(?))\(holder.exactCondition)"
    }
}
