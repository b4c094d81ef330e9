/// Brings the tables of pairs to those that a schema needs.
struct JoinMigration {
    let connection: StoreConnection
    let joins: [JoinLayout]
    let entities: [Schema.Entity]
    /// Links that stood elsewhere.
    let links: CarriedLinks

    func run() throws {
        for join in joins {
            if links.abandoned.contains(join.name), try exists(join.name),
                try !isAsWanted(join) || !refersAsWanted(join)
            {
                try connection.dropPairs(join.name)
            }
            try rename(join)
            if try exists(join.name), try !isAsWanted(join) {
                // Where nothing is known of the schema, only another side that came or went tells this from another list.
                if links.renamed == nil, try isAsWantedButForOrder(join) {
                    try rebuild(join)
                    continue
                }
                throw ModelDataError.cannotMigrate(
                    path: connection.path, model: join.relationship.owner._$entityName,
                    property: join.relationship.name,
                    reason: .otherType(stored: "another relationship", wanted: join.relationship.name))
            }
            if try !exists(join.name) {
                try connection.execute(join.creation)
                try connection.keepNumbers(of: join.name)
                for index in join.indexes { try connection.execute(index) }
            } else if try !refersAsWanted(join) {
                try rebuild(join)
            }
            if let carried = links.tables[.pairs(join)] { try fill(join, from: carried) }
        }
    }

    /// Whether the tables have the columns that they need. One that is missing was lost, which is for others to say.
    func isDone() throws -> Bool {
        try joins.allSatisfy { try columns(of: $0).isEmpty || isAsWanted($0) }
    }

    private func fill(_ join: JoinLayout, from carried: String) throws {
        let columns = join.columns.joined(separator: ", ")
        // In the order of the lists, which that of the numbers of pairs is as well.
        try connection.execute(
            """
            INSERT OR IGNORE INTO \(join.table) (\(columns))
            SELECT \(columns) FROM \(carried) ORDER BY _source, _source_order
            """)
    }

    private func exists(_ name: String) throws -> Bool {
        try connection.number(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
            .text(name)) == 1
    }

    private func isAsWanted(_ join: JoinLayout) throws -> Bool {
        try columns(of: join) == ["_id"] + join.columns
    }

    /// Whether a table has all columns that it needs but for the order of the other side's lists, or has that besides.
    private func isAsWantedButForOrder(_ join: JoinLayout) throws -> Bool {
        let order = "_target_order"
        return try columns(of: join).filter { $0 != order } == (["_id"] + join.columns).filter { $0 != order }
    }

    private func columns(of join: JoinLayout) throws -> [String] {
        try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(join.name)]).compactMap {
            if case .text(let name) = $0[0] { name } else { nil }
        }
    }

    /// Whether the pairs refer to the tables where the records are now.
    private func refersAsWanted(_ join: JoinLayout) throws -> Bool {
        let found = try connection.rows(
            "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", [.text(join.name)])
        let relationship = join.relationship
        return Set(found) == [
            [.text("_source"), .text(relationship.ownerTable)],
            [.text("_target"), .text(relationship.targetTable)],
        ]
    }

    /// Makes a table of pairs anew, since the records that these refer to have moved to another table, or the other side
    /// has come or gone. One that has come has its lists in the order in which their pairs were made.
    private func rebuild(_ join: JoinLayout) throws {
        let old = "_old_\(join.name)".quotedSQL
        let last = try connection.lastNumber(of: join.name)
        try dropIndexes(of: join.name)
        let present = try columns(of: join)
        let values = (["_id"] + join.columns).map { present.contains($0) ? $0 : "_id" }
        try connection.execute("ALTER TABLE \(join.table) RENAME TO \(old)")
        try connection.execute(join.creation)
        try connection.execute(
            "INSERT INTO \(join.table) (\(join.selection)) SELECT \(values.joined(separator: ", ")) FROM \(old)"
        )
        try connection.execute("DROP TABLE \(old)")
        try connection.keepNumbers(of: join.name, to: last)
        for index in join.indexes { try connection.execute(index) }
    }

    private func dropIndexes(of name: String) throws {
        for index in ["unique", "target"] {
            try connection.execute("DROP INDEX IF EXISTS \("_index_\(name)_\(index)".quotedSQL)")
        }
    }

    /// Gives the table its name of now, where the relationship was renamed, or is declared by another class of those
    /// that inherit from one another.
    private func rename(_ join: JoinLayout) throws {
        if try exists(join.name) { return }
        if let renamed = links.renamed {
            if let old = renamed[join.name] { try rename(old, to: join) }
            return
        }
        let relationship = join.relationship
        let names = [relationship.name] + (relationship.relationship.originalName.map { [$0] } ?? [])
        let family = ModelFamily(of: relationship.owner, in: entities).classes.map(\.name)
        let owners = [relationship.owner._$entityName] + family
        let candidates = owners.flatMap { owner in names.map { "\(owner)_\($0)" } }
        for old in candidates where old != join.name && !joins.contains(where: { $0.name == old }) {
            if try exists(old) { return try rename(old, to: join) }
        }
    }

    private func rename(_ old: String, to join: JoinLayout) throws {
        try dropIndexes(of: old)
        // Left of a table that had the name before.
        let last = try connection.lastNumber(of: join.name)
        try connection.run("DELETE FROM sqlite_sequence WHERE name = ? COLLATE NOCASE", .text(join.name))
        try connection.execute("ALTER TABLE \(old.quotedSQL) RENAME TO \(join.table)")
        try connection.keepNumbers(of: join.name, to: last)
        for index in join.indexes { try connection.execute(index) }
    }
}

extension StoreConnection {
    /// Drops a table of pairs, whose numbers stay used: the history knows pairs by them, and a later table may have
    /// the name.
    func dropPairs(_ name: String) throws {
        let last = try lastNumber(of: name)
        forgetStatements()
        try execute("DROP TABLE \(name.quotedSQL)")
        try keepNumbers(of: name, to: last)
    }

    /// The greatest number that a table ever had; zero where it had none.
    fileprivate func lastNumber(of table: String) throws -> Int64 {
        try number("SELECT max(seq) FROM sqlite_sequence WHERE name = ? COLLATE NOCASE", .text(table))
    }

    /// Has a table, which needn't be there yet, give greater numbers only than it, and others of its name, ever had.
    fileprivate func keepNumbers(of table: String, to last: Int64 = 0) throws {
        let last = try max(last, lastNumber(of: table))
        try run("DELETE FROM sqlite_sequence WHERE name = ? COLLATE NOCASE", .text(table))
        if last == 0 { return }
        try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", .text(table), .integer(last))
    }
}
