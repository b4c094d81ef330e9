/// The SQL that makes the table of a model and its indexes.
struct TableDefinition {
    let entity: Schema.Entity

    init(_ entity: Schema.Entity) {
        self.entity = entity
    }

    var creation: String { creation(named: entity.name) }

    func creation(named name: String) -> String {
        let columns = entity.metadata.map { ",\n    \(definition($0))" }.joined()
        return """
            CREATE TABLE \(name.quotedSQL) (
                _id INTEGER PRIMARY KEY AUTOINCREMENT\(columns)
            ) STRICT
            """
    }

    private func definition(_ column: Schema.PropertyMetadata) -> String {
        let name = column.name.quotedSQL
        return "\(name) \(column.codec.columnType.rawValue)\(column.codec.isOptional ? "" : " NOT NULL")"
    }

    /// The names that the indexes have, so that they can be found again.
    static func indexPrefix(of model: String) -> String { "_index_\(model)_" }

    /// The statements that make the indexes, unique ones first.
    var indexes: [String] {
        let prefix = Self.indexPrefix(of: entity.name)
        func index(_ group: [String], _ kind: String, _ word: String) -> String {
            let name = "\(prefix)\(word)_\(group.joined(separator: "_"))".quotedSQL
            let columns = group.map(\.quotedSQL).joined(separator: ", ")
            return "CREATE \(kind)INDEX \(name) ON \(entity.name.quotedSQL) (\(columns))"
        }
        return entity.uniquenessConstraints.map { index($0, "UNIQUE ", "unique") }
            + entity.indices.map { index($0, "", "on") }
    }
}
