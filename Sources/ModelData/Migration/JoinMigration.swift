/// Brings the tables of pairs to those that a schema needs.
struct JoinMigration {
    let connection: StoreConnection
    let joins: [JoinLayout]

    func run() throws {
        for join in joins {
            try rename(join)
            if try exists(join.name), try !isAsWanted(join) {
                throw ModelDataError.cannotMigrate(
                    path: connection.path, model: join.relationship.owner._$entityName,
                    property: join.relationship.name,
                    reason: .otherType(stored: "another relationship", wanted: join.relationship.name))
            }
            if try !exists(join.name) {
                try connection.execute(join.creation)
                for index in join.indexes { try connection.execute(index) }
            }
        }
    }

    private func exists(_ name: String) throws -> Bool {
        try connection.number(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
            .text(name)) == 1
    }

    private func isAsWanted(_ join: JoinLayout) throws -> Bool {
        let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(join.name)])
        return columns.map { $0[0] } == (["_id"] + join.columns).map { .text($0) }
    }

    /// Gives the table of a renamed relationship its new name.
    private func rename(_ join: JoinLayout) throws {
        guard let original = join.relationship.relationship.originalName, try !exists(join.name) else {
            return
        }
        let old = "\(join.relationship.owner._$entityName)_\(original)"
        guard try exists(old) else { return }
        for index in ["unique", "target"] {
            try connection.execute("DROP INDEX IF EXISTS \("_index_\(old)_\(index)".quotedSQL)")
        }
        try connection.execute("ALTER TABLE \(old.quotedSQL) RENAME TO \(join.table)")
        for index in join.indexes { try connection.execute(index) }
    }
}
