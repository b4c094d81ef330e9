/// A table whose changes the history has: that of a model, or one of pairs.
struct ReversibleTable {
    /// One column.
    struct Column {
        let name: String
        let quoted: String
        let isStored: Bool
        let isOptional: Bool
        let storedDefault: () throws -> StoredValue?
        /// A value that no record has in the column.
        let unusedValue: () -> StoredValue
    }

    /// A column elsewhere that refers to this table's records.
    struct Reference {
        let name: String
        let table: String
        /// The condition that a row is of the model, to be added to others.
        let condition: String
        let column: String
        /// The column's place in a model's table; nil in one of pairs, whose rows go with the record.
        let position: Int?
    }

    let name: String
    let table: String
    /// The class that the records of a shared table are of.
    let kind: String?
    /// The condition that a record is of the class, to be added to others.
    private let condition: String
    let columns: [Column]
    let session: StoreSession
    let references: [Reference]
    /// The columns that take part in something unique.
    let uniqueColumns: Set<Int>

    /// The table of a model.
    init(_ registered: RegisteredTable) {
        let layout = registered.layout
        name = layout.name
        table = layout.table
        session = registered.session
        kind = layout.family?.name
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
        // Each class that has a reference has its records in the history under its own name.
        let keys = store.layouts.flatMap { other in
            other.keys.filter { layout.shape.isKind(of: $0.relationship.target) }.map {
                Reference(
                    name: other.name, table: other.table, condition: other.exactCondition,
                    column: $0.relationship.name.quotedSQL,
                    position: $0.relationship.column)
            }
        }
        let pairs = store.joins.flatMap { join -> [Reference] in
            var found: [Reference] = []
            if layout.shape.isKind(of: join.relationship.owner) {
                found.append(
                    Reference(
                        name: join.name, table: join.table, condition: "", column: "_source", position: nil))
            }
            if layout.shape.isKind(of: join.relationship.target) {
                found.append(
                    Reference(
                        name: join.name, table: join.table, condition: "", column: "_target", position: nil))
            }
            return found
        }
        references = keys + pairs
    }

    /// A table of pairs.
    init(_ join: JoinLayout, _ session: StoreSession) {
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
    }

    var names: [String] { columns.map(\.name) }

    func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }

    var rowSQL: String {
        let list = (["_id"] + columns.map { $0.isStored ? $0.quoted : "NULL" }).joined(separator: ", ")
        return "SELECT \(list) FROM \(table) WHERE _id = ?\(condition)"
    }

    var insertedColumns: String {
        let type = kind == nil ? [] : [ModelFamily.typeColumn.quotedSQL]
        return (["_id"] + columns.filter(\.isStored).map(\.quoted) + type).joined(separator: ", ")
    }

    func updateSQL(_ set: ColumnSet) -> String {
        let assignments = set.columns.map { "\(columns[$0].quoted) = ?" }.joined(separator: ", ")
        return "UPDATE \(table) SET \(assignments) WHERE _id = ?"
    }
}
