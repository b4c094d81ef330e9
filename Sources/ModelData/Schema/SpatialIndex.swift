import ModelDataSQLite

/// An R*Tree of one to five properties of a model.
///
/// An R*Tree is a virtual table of SQLite that finds ranges in all properties together. Triggers update it
/// whenever the model's table changes, even if another tool edits the store. The triggers need a connection
/// that trusts the schema (pragma `trusted_schema`), which is SQLite's default.
///
/// An R*Tree stores 32-bit numbers. Lower bounds are rounded down, and upper bounds are rounded up. So the
/// R*Tree finds all records in a range, and perhaps some just outside. It only narrows the search; the
/// predicate is checked as well. Records with NULL in one of the properties aren't in the tree, because no
/// range contains them.
package struct SpatialIndex: Sendable {
    let model: String
    /// The table of the model's root class.
    private let tableName: String
    let columns: [EntityColumn]

    /// Whether SQLite was built with support for R*Trees. Otherwise, B-tree indexes replace them.
    static let isAvailable = sqlite3_compileoption_used("ENABLE_RTREE") != 0

    /// The allowed number of properties of an R*Tree.
    static let dimensions = 1...5

    /// The prefix of the names of all R*Trees and their triggers, which distinguishes them from other tables.
    package static let prefix = "_rtree_"

    private static let insertion = "_insert"

    init(_ model: String, in table: String, _ columns: [EntityColumn]) {
        self.model = model
        tableName = table
        self.columns = columns
    }

    var name: String { "\(Self.prefix)\(model)_\(columns.map(\.name).joined(separator: "_"))" }

    /// The statements that create the R*Tree from the existing records, and its triggers.
    var creation: [String] {
        let bounds = columns.indices.map { "min\($0), max\($0)" }.joined(separator: ", ")
        let table = tableName.quotedSQL
        let tree = name.quotedSQL
        func trigger(_ suffix: String, _ event: String, _ work: [String]) -> String {
            "CREATE TRIGGER \((name + suffix).quotedSQL) AFTER \(event) ON \(table) BEGIN\n"
                + work.map { "    \($0);\n" }.joined() + "END"
        }
        let removal = "DELETE FROM \(tree) WHERE id = OLD._id"
        let addition = "INSERT INTO \(tree) \(selection("NEW"))"
        let watched = columns.map(\.quoted).joined(separator: ", ")
        return [
            "CREATE VIRTUAL TABLE \(tree) USING rtree(id, \(bounds))",
            "INSERT INTO \(tree) \(selection(table, from: table))",
            trigger(Self.insertion, "INSERT", [addition]),
            trigger("_update", "UPDATE OF \(watched)", [removal, addition]),
            trigger("_delete", "DELETE", [removal]),
        ]
    }

    /// Returns the SELECT statement for the R*Tree's entry of a record.
    private func selection(_ row: String, from table: String? = nil) -> String {
        let values = columns.map { column in
            let value = Self.bounded("\(row).\(column.quoted)")
            return "\(value), \(value)"
        }
        let isThere = columns.map { "\(row).\($0.quoted) IS NOT NULL" }.joined(separator: " AND ")
        let source = table.map { " FROM \($0)" } ?? ""
        return "SELECT \(row)._id, \(values.joined(separator: ", "))\(source) WHERE \(isThere)"
    }

    /// The greatest number that fits into 32 bits. Values and search bounds are both clamped to it, so their
    /// order doesn't change.
    private static let limit = 3e38

    /// The smallest number with full 32-bit precision. Rounding up smaller numbers may give a bound that is
    /// too small.
    static let tiny = 1e-37

    static func bounded(_ value: String) -> String { "max(-3e38, min(3e38, \(value)))" }

    static func bounded(_ number: Double, orTiny tiny: Double) -> Double {
        if abs(number) < abs(tiny) { return tiny }
        return Swift.max(-limit, Swift.min(limit, number))
    }

    /// Returns the names of a table's R*Trees.
    static func names(on table: String, _ connection: StoreConnection) throws -> [String] {
        try connection.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
            .text(table)
        ).filter { $0.hasPrefix(prefix) && $0.hasSuffix(insertion) }.map {
            String($0.dropLast(insertion.count))
        }
    }

    /// Deletes an R*Tree and its triggers.
    static func drop(_ name: String, _ connection: StoreConnection) throws {
        for suffix in [insertion, "_update", "_delete"] {
            try connection.execute("DROP TRIGGER IF EXISTS \((name + suffix).quotedSQL)")
        }
        try connection.execute("DROP TABLE IF EXISTS \(name.quotedSQL)")
    }
}

extension SpatialIndex {
    /// Checks the R*Tree itself, and whether its entries match the records.
    ///
    /// - Returns: The problems in English; empty if there are none.
    func problems(_ connection: StoreConnection) throws -> [String] {
        var problems: [String] = []
        if case .text(let found)? = try connection.value("SELECT rtreecheck(?)", .text(name)), found != "ok" {
            problems.append("\(name): \(found)")
        }
        let table = tableName.quotedSQL
        let isThere = columns.map { "t.\($0.quoted) IS NOT NULL" }.joined(separator: " AND ")
        let fits = columns.enumerated().map { index, column -> String in
            let value = "CAST(\(Self.bounded("t.\(column.quoted)")) AS REAL)"
            return "\(value) BETWEEN r.min\(index) - \(Self.tiny) AND r.max\(index) + \(Self.tiny)"
        }.joined(separator: " AND ")
        let missing = try connection.number(
            """
            SELECT count(*) FROM \(table) AS t WHERE \(isThere) AND NOT EXISTS
                (SELECT 1 FROM \(name.quotedSQL) AS r WHERE r.id = t._id AND \(fits))
            """)
        let surplus = try connection.number(
            """
            SELECT count(*) FROM \(name.quotedSQL) AS r WHERE NOT EXISTS
                (SELECT 1 FROM \(table) AS t WHERE t._id = r.id AND \(isThere))
            """)
        if missing > 0 { problems.append("\(name): \(missing) records of \(model) have no matching entry") }
        if surplus > 0 { problems.append("\(name): \(surplus) entries belong to no record of \(model)") }
        return problems
    }
}
