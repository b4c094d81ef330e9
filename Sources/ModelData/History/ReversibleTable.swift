/// A table with history: the table of a model, or a join table.
struct ReversibleTable {
    /// A column of the table.
    struct Column {
        let name: String
        let quoted: String
        let isStored: Bool
        let isOptional: Bool
        let storedDefault: () throws -> StoredValue?
        /// Returns a value that no record has in the column.
        let unusedValue: () -> StoredValue
    }

    /// A foreign key column of any table that refers to this table's records.
    struct Reference {
        let name: String
        let table: String
        /// An SQL condition that limits the referring table to rows of the referring model. It
        /// starts with `AND`.
        let condition: String
        let column: String
        /// The index of the column in the referring model's table. Nil for a join table, whose rows are
        /// deleted together with the record.
        let position: Int?
    }

    let name: String
    let table: String
    /// The class of the records, if several classes share the table.
    let kind: String?
    /// An SQL condition that limits the table to records of that class. It starts with `AND`.
    private let condition: String
    let columns: [Column]
    let session: ContextSession
    let references: [Reference]
    /// The columns of unique constraints and one-to-one relationships.
    let uniqueColumns: Set<Int>

    /// Describes the table of a model.
    init(_ registered: RegisteredTable) {
        let layout = registered.layout
        name = layout.name
        table = layout.table
        session = registered.session
        kind = layout.hierarchy?.name
        condition = layout.exactCondition
        columns = layout.columns.map { column in
            Column(
                name: column.name, quoted: column.quoted, isStored: column.isStored,
                isOptional: column.codec.isOptional, storedDefault: { try column.storedDefault },
                unusedValue: { column.unusedValue })
        }
        var unique = Set(layout.entity.uniquenessConstraints.joined().compactMap(layout.column(named:)))
        for key in layout.keys where key.relationship.isOneToOne || key.relationship.relationship.isUnique {
            unique.insert(key.relationship.column)
        }
        uniqueColumns = unique
        let store = registered.session.store
        // Add one reference for each class, because the history lists the records of each class under the
        // class's own name.
        let keys = store.layouts.flatMap { other in
            other.keys.filter { layout.shape.isKind(of: $0.relationship.target) }.map {
                Reference(
                    name: other.name, table: other.table, condition: other.exactCondition,
                    column: $0.relationship.name.quotedSQL,
                    position: $0.relationship.column)
            }
        }
        let pairs = store.joins.flatMap { join in
            [("_source", join.relationship.owner), ("_target", join.relationship.target)]
                .filter { layout.shape.isKind(of: $0.1) }.map {
                    Reference(name: join.name, table: join.table, condition: "", column: $0.0, position: nil)
                }
        }
        references = keys + pairs
        derivedNames = layout.derivedColumns.map { layout.columns[$0].name }
    }

    /// Describes a join table.
    init(_ join: JoinLayout, _ session: ContextSession) {
        name = join.name
        table = join.table
        self.session = session
        kind = nil
        condition = ""
        columns = join.columns.map { name in
            Column(
                name: name, quoted: name, isStored: true, isOptional: false,
                storedDefault: { .integer(1) }, unusedValue: { .null })
        }
        references = []
        uniqueColumns = []
        derivedNames = []
    }

    /// The names of columns that each save sets, such as the modification date.
    let derivedNames: [String]

    var names: [String] { columns.map(\.name) }

    func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }

    var rowSQL: String {
        let list = (["_id"] + columns.map { $0.isStored ? $0.quoted : "NULL" }).joined(separator: ", ")
        return "SELECT \(list) FROM \(table) WHERE _id = ?\(condition)"
    }

    var insertedColumns: String {
        let type = kind == nil ? [] : [ModelHierarchy.typeColumn.quotedSQL]
        return (["_id"] + columns.filter(\.isStored).map(\.quoted) + type).joined(separator: ", ")
    }

    func updateSQL(_ set: ColumnSet) -> String {
        let assignments = set.columns.map { "\(columns[$0].quoted) = ?" }.joined(separator: ", ")
        return "UPDATE \(table) SET \(assignments) WHERE _id = ?"
    }
}
