/// The SQL for the table of a model or of an inheritance hierarchy, and for its indexes.
struct TableDefinition {
    let hierarchy: ModelHierarchy
    let name: String
    /// The columns, except those for the record number and the class.
    let columns: [TableColumn]

    /// An index of the table.
    struct Index {
        let model: String
        let properties: [String]
        let sql: String
    }

    init(_ hierarchy: ModelHierarchy, name: String) {
        self.hierarchy = hierarchy
        self.name = name
        var columns: [TableColumn] = []
        for entity in hierarchy.classes {
            for column in EntityLayout.columns(of: entity, isInMemory: false).columns where column.isStored {
                if let known = columns.firstIndex(where: { $0.layout.name == column.name }) {
                    columns[known].owners.append(entity.name)
                } else {
                    columns.append(TableColumn(layout: column, owners: [entity.name]))
                }
            }
        }
        for index in columns.indices {
            columns[index].isCommon = columns[index].owners.count == hierarchy.classes.count
        }
        self.columns = columns
    }

    var creation: String { creation(named: name) }

    func creation(named name: String) -> String {
        let type = hierarchy.isShared ? ",\n    \(typeDefinition)" : ""
        let columns = columns.map { ",\n    \($0.definition)" }.joined()
        return """
            CREATE TABLE \(name.quotedSQL) (
                _id INTEGER PRIMARY KEY AUTOINCREMENT\(type)\(columns)
            ) STRICT
            """
    }

    private var typeDefinition: String {
        let condition = ModelHierarchy.condition(hierarchy.classes.map(\.name))
        return "\(ModelHierarchy.typeColumn.quotedSQL) TEXT NOT NULL CHECK (\(condition))"
    }

    /// Returns the prefix of a model's index names, by which a migration finds existing indexes.
    static func indexPrefix(of model: String) -> String { "_index_\(model)_" }

    /// The statements that create the indexes: first the unique indexes, then the others.
    var indexes: [Index] {
        var unique: [Index] = []
        var plain: [Index] = []
        for entity in hierarchy.classes {
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
        _ group: ModelEntity.PropertyGroup, _ kind: String, _ word: String, _ entity: ModelEntity
    ) -> Index {
        let condition = hierarchy.condition(of: group)
        // Add the class name, because another class may have a different index for the same properties.
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

    /// The statements that create the R*Trees.
    var spatialIndexes: [String] {
        hierarchy.classes.flatMap { entity in
            EntityLayout.spatialIndexes(of: entity, columns.map(\.layout), onlyOwn: true).flatMap(\.creation)
        }
    }
}

/// One column of a table, and the classes that have it.
struct TableColumn {
    let layout: EntityColumn
    /// The names of the classes that have the column.
    var owners: [String]
    /// Whether every record has the column.
    var isCommon = true

    /// Whether the column may be NULL.
    var isOptional: Bool { layout.codec.isOptional || !isCommon }

    /// The SQL definition of the column: its name, type and constraints.
    var definition: String {
        "\(layout.quoted) \(layout.codec.columnType.rawValue)\(isCommon ? layout.constraint : constraint)"
    }

    /// The constraint of a column that only some classes have. Records of these classes have a value, unless
    /// the property is optional. Records of other classes have no value.
    private var constraint: String {
        let condition = ModelHierarchy.condition(owners)
        let check =
            layout.codec.isOptional
            ? "\(layout.quoted) IS NULL OR \(condition)" : "(\(layout.quoted) IS NOT NULL) = (\(condition))"
        return "\(layout.reference) CHECK (\(check))"
    }
}
