/// A table with history: the table of a model, or a join table.
struct ReversibleTable {
    /// A column of the table.
    struct Column {
        let name: String
        let quoted: String
        let isStored: Bool
        /// The column of a model's table; nil in a join table.
        let layout: EntityColumn?

        /// The value of records that were deleted before the column was added; nil if there is none.
        var initialValue: StoredValue? {
            get throws {
                guard let layout else { return .integer(1) }
                return try layout.storedDefault ?? (layout.codec.isOptional ? .null : nil)
            }
        }

        /// A value that no record has in the column.
        var unusedValue: StoredValue { layout?.unusedValue ?? .null }
    }

    /// A foreign key column of any table that refers to this table's records.
    struct Reference {
        let name: String
        let table: String
        /// An SQL condition that limits the referring table to rows of the referring model. It
        /// starts with `AND`.
        let condition: String
        let column: String
    }

    let name: String
    let table: String
    let columns: [Column]
    let session: ContextSession
    let references: [Reference]
    /// The columns of unique constraints and one-to-one relationships.
    let uniqueColumns: Set<Int>
    /// The names of columns that each save sets, such as the modification date.
    let derivedNames: [String]
    /// The statement that reads a row: its number, then all columns.
    let rowSQL: String
    /// The statement that inserts a row. Its parameters are the number and the stored columns.
    let insertSQL: String

    /// Describes the table of a model.
    init(_ registered: RegisteredTable) {
        let layout = registered.layout
        name = layout.name
        table = layout.table
        session = registered.session
        columns = layout.columns.map {
            Column(name: $0.name, quoted: $0.quoted, isStored: $0.isStored, layout: $0)
        }
        uniqueColumns = Set(
            layout.uniqueColumns.joined() + layout.columns.indices.filter { layout.columns[$0].isUniqueKey })
        let store = registered.session.store
        // Add one reference for each class, because the history lists the records of each class under the
        // class's own name.
        let keys = store.layouts.flatMap { other in
            other.keys.filter { layout.shape.isKind(of: $0.relationship.target) }.map {
                Reference(
                    name: other.name, table: other.table, condition: other.exactCondition,
                    column: $0.relationship.name.quotedSQL)
            }
        }
        let pairs = store.joins.flatMap { join in
            [("_source", join.relationship.owner), ("_target", join.relationship.target)]
                .filter { layout.shape.isKind(of: $0.1) }.map {
                    Reference(name: join.name, table: join.table, condition: "", column: $0.0)
                }
        }
        references = keys + pairs
        derivedNames = layout.derivedColumns.map { layout.columns[$0].name }
        rowSQL = layout.rowSQL
        let stored = ["_id"] + layout.columns.filter(\.isStored).map(\.quoted)
        insertSQL = layout.insertion(stored, stored.map { _ in "?" })
    }

    /// Describes a join table.
    init(_ join: JoinLayout, _ session: ContextSession) {
        name = join.name
        table = join.table
        self.session = session
        columns = join.columns.map { Column(name: $0, quoted: $0, isStored: true, layout: nil) }
        references = []
        uniqueColumns = []
        derivedNames = []
        rowSQL = "SELECT \(join.selection) FROM \(join.table) WHERE _id = ?"
        let marks = join.columns.map { _ in ", ?" }.joined()
        insertSQL = "INSERT INTO \(join.table) (\(join.selection)) VALUES (?\(marks))"
    }

    var names: [String] { columns.map(\.name) }

    func column(named name: String) -> Int? { columns.firstIndex { $0.name == name } }

    func updateSQL(_ set: ColumnSet) -> String {
        let assignments = set.columns.map { "\(columns[$0].quoted) = ?" }.joined(separator: ", ")
        return "UPDATE \(table) SET \(assignments) WHERE _id = ?"
    }
}
