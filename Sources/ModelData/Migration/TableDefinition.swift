/// The SQL that makes the table of a model, or of several that inherit from one another, and its indexes.
struct TableDefinition {
    let family: ModelFamily
    let name: String
    /// The columns that the table has, besides the record number and the class.
    let columns: [TableColumn]

    /// One index.
    struct Index {
        let model: String
        let properties: [String]
        let sql: String
    }

    init(_ family: ModelFamily, name: String) {
        self.family = family
        self.name = name
        var columns: [TableColumn] = []
        for entity in family.classes {
            for column in EntityLayout.columns(of: entity, isInMemory: false).columns where column.isStored {
                if let known = columns.firstIndex(where: { $0.layout.name == column.name }) {
                    columns[known].owners.append(entity.name)
                } else {
                    columns.append(TableColumn(layout: column, owners: [entity.name]))
                }
            }
        }
        for index in columns.indices {
            columns[index].isCommon = columns[index].owners.count == family.classes.count
        }
        self.columns = columns
    }

    var creation: String { creation(named: name) }

    func creation(named name: String) -> String {
        let type = family.isShared ? ",\n    \(typeDefinition)" : ""
        let columns = columns.map { ",\n    \($0.definition)" }.joined()
        return """
            CREATE TABLE \(name.quotedSQL) (
                _id INTEGER PRIMARY KEY AUTOINCREMENT\(type)\(columns)
            ) STRICT
            """
    }

    private var typeDefinition: String {
        let condition = ModelFamily.condition(family.classes.map(\.name))
        return "\(ModelFamily.typeColumn.quotedSQL) TEXT NOT NULL CHECK (\(condition))"
    }

    /// The names that the indexes have, so that they can be found again.
    static func indexPrefix(of model: String) -> String { "_index_\(model)_" }

    /// The statements that make the indexes, unique ones first.
    var indexes: [Index] {
        var unique: [Index] = []
        var plain: [Index] = []
        for entity in family.classes {
            for group in entity.unique where group.declaringType == entity.type {
                unique.append(index(group, "UNIQUE ", "unique", entity))
            }
            for group in entity.indexed where group.declaringType == entity.type {
                plain.append(index(group, "", "on", entity))
            }
        }
        let keys = columns.compactMap { column -> Index? in
            guard case .key(let key) = column.layout.role, !key.isOneToOne else { return nil }
            let names = [key.name] + (key.holdsOrder ? [key.orderColumn] : [])
            return Index(
                model: key.owner._$entityName, properties: [key.name], sql: sql(names, "", "to", nil))
        }
        return unique + plain + keys
    }

    private func index(
        _ group: Schema.Entity.PropertyGroup, _ kind: String, _ word: String, _ entity: Schema.Entity
    ) -> Index {
        let condition = family.condition(of: group)
        // A group may be unique in one class and indexed, or unique differently, in another one.
        let word = condition == nil ? word : "\(word)_\(entity.name)"
        return Index(
            model: entity.name, properties: group.names, sql: sql(group.names, kind, word, condition))
    }

    private func sql(_ group: [String], _ kind: String, _ word: String, _ condition: String?) -> String {
        let index = "\(Self.indexPrefix(of: name))\(word)_\(group.joined(separator: "_"))".quotedSQL
        let columns = group.map(\.quotedSQL).joined(separator: ", ")
        let part = condition.map { " WHERE \($0)" } ?? ""
        return "CREATE \(kind)INDEX \(index) ON \(name.quotedSQL) (\(columns))\(part)"
    }

    /// The statements that make the R*Trees.
    var spatialIndexes: [String] {
        family.classes.flatMap { entity in
            EntityLayout.spatialIndexes(of: entity, columns.map(\.layout), onlyOwn: true).flatMap(\.creation)
        }
    }
}

/// One column of a table, and the classes that have it.
struct TableColumn {
    let layout: ColumnLayout
    /// The names of the classes.
    var owners: [String]
    /// Whether every record has it.
    var isCommon = true

    /// Whether some record may have no value.
    var isOptional: Bool { layout.codec.isOptional || !isCommon }

    /// The name, the type and the constraints.
    var definition: String {
        "\(layout.quoted) \(layout.codec.columnType.rawValue)\(isCommon ? layout.constraint : constraint)"
    }

    /// What a column means that only some classes have: they have a value, if it isn't optional, and no other has.
    private var constraint: String {
        let condition = ModelFamily.condition(owners)
        let check =
            layout.codec.isOptional
            ? "\(layout.quoted) IS NULL OR \(condition)" : "(\(layout.quoted) IS NOT NULL) = (\(condition))"
        return "\(layout.reference) CHECK (\(check))"
    }
}
