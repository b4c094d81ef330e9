/// The SQL that makes the table of a model and its indexes.
struct TableDefinition {
    let entity: Schema.Entity
    /// The columns that the table has, besides the record number.
    let columns: [ColumnLayout]
    private let keys: [EntityLayout.KeyColumn]

    init(_ entity: Schema.Entity) {
        self.entity = entity
        let layout = EntityLayout(entity, store: "")
        columns = layout.columns.filter(\.isStored)
        keys = layout.keys
    }

    var creation: String { creation(named: entity.name) }

    func creation(named name: String) -> String {
        let columns = columns.map { ",\n    \(definition($0))" }.joined()
        return """
            CREATE TABLE \(name.quotedSQL) (
                _id INTEGER PRIMARY KEY AUTOINCREMENT\(columns)
            ) STRICT
            """
    }

    private func definition(_ column: ColumnLayout) -> String {
        "\(column.quoted) \(column.codec.columnType.rawValue)\(column.constraint)"
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
            + entity.plainIndices.map { index($0, "", "on") }
            + keys.filter { !$0.relationship.isOneToOne }.map { key in
                let order = key.orderColumn == nil ? [] : [key.relationship.orderColumn]
                return index([key.relationship.name] + order, "", "to")
            }
    }

    /// The statements that make the R*Trees.
    var spatialIndexes: [String] {
        EntityLayout(entity, store: "").spatialIndexes.flatMap(\.creation)
    }

    /// The properties of each index.
    var indexedGroups: [[String]] {
        entity.uniquenessConstraints + entity.plainIndices
            + keys.filter { !$0.relationship.isOneToOne }.map { [$0.relationship.name] }
    }
}
