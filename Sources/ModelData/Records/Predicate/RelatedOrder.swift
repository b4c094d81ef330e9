import Foundation

extension RegisteredTable {
    /// Returns the SQL to sort by a property of a to-one related object; nil for any other key path.
    func relatedColumn(
        _ keyPath: AnyKeyPath
    ) -> (sql: String, column: EntityColumn, involved: Set<ObjectIdentifier>)? {
        for relationship in layout.shape.relationships where relationship.holdsKey {
            guard let own = layout.columns[relationship.column].metadata?.keyPath,
                let target = try? registry.table(for: relationship.target)
            else { continue }
            for column in target.layout.columns {
                guard case .value = column.role, let metadata = column.metadata,
                    let path = relationship.isRequired ? metadata.keyPath : metadata.chainedKeyPath,
                    let whole = own.appending(path: path), isSame(whole, keyPath)
                else { continue }
                let key = "\(layout.table).\(relationship.name.quotedSQL)"
                let sql =
                    "(SELECT s.\(column.quoted) FROM \(target.layout.table) AS s WHERE s._id = \(key))"
                return (sql, column, Set(target.layout.kindTypes.map { ObjectIdentifier($0) }))
            }
        }
        return nil
    }
}

/// Returns whether two key paths have the same components.
///
/// If a key path contains optional chaining, Swift doesn't treat an appended key path as equal to a
/// literal one, although both have the same hash. So the texts are compared too.
private func isSame(_ first: AnyKeyPath, _ second: AnyKeyPath) -> Bool {
    first == second
        || (type(of: first) == type(of: second) && first.hashValue == second.hashValue
            && "\(first)" == "\(second)")
}
