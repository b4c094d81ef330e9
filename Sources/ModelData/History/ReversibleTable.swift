/// A table whose changes the history has: that of a model, or one of pairs.
struct ReversibleTable {
    /// One column.
    struct Column {
        let name: String
        let quoted: String
        let isStored: Bool
        let isOptional: Bool
        let storedDefault: () throws -> StoredValue?
    }

    /// A column elsewhere that refers to this table's records.
    struct Reference {
        let name: String
        let table: String
        let column: String
    }

    let name: String
    let table: String
    let columns: [Column]
    let session: StoreSession
    let references: [Reference]

    /// The table of a model.
    init(_ registered: RegisteredTable) {
        let layout = registered.layout
        name = layout.name
        table = layout.table
        session = registered.session
        columns = layout.columns.map { column in
            Column(
                name: column.name, quoted: column.quoted, isStored: column.isStored,
                isOptional: column.codec.isOptional, storedDefault: { try column.storedDefault })
        }
        let store = registered.session.store
        let keys = store.layouts.flatMap { other in
            other.keys.filter { $0.relationship.target == layout.entity.type }.map {
                Reference(name: other.name, table: other.table, column: $0.relationship.name.quotedSQL)
            }
        }
        let pairs = store.joins.flatMap { join -> [Reference] in
            var found: [Reference] = []
            if join.relationship.owner == layout.entity.type {
                found.append(Reference(name: join.name, table: join.table, column: "_source"))
            }
            if join.relationship.target == layout.entity.type {
                found.append(Reference(name: join.name, table: join.table, column: "_target"))
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
        columns = join.columns.map { name in
            Column(
                name: name, quoted: name, isStored: true, isOptional: false,
                storedDefault: { .integer(1) })
        }
        references = []
    }

    var names: [String] { columns.map(\.name) }

    func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }

    var rowSQL: String {
        let list = (["_id"] + columns.map { $0.isStored ? $0.quoted : "NULL" }).joined(separator: ", ")
        return "SELECT \(list) FROM \(table) WHERE _id = ?"
    }

    var insertedColumns: String {
        (["_id"] + columns.filter(\.isStored).map(\.quoted)).joined(separator: ", ")
    }

    func updateSQL(_ set: ColumnSet) -> String {
        let assignments = set.columns.map { "\(columns[$0].quoted) = ?" }.joined(separator: ", ")
        return "UPDATE \(table) SET \(assignments) WHERE _id = ?"
    }
}
