import GRDBSQLite

/// An R*Tree of one to five properties of a model: a virtual table of SQLite that finds ranges in all of them
/// at once, kept in step with the model's table by triggers.
///
/// It keeps 32-bit numbers, the lower bounds rounded down and the upper ones up, so that it finds all records
/// in a range and perhaps some just outside of it. It narrows the search; the predicate itself is checked as
/// well. A record without a value in one of the properties isn't in it, and no range has it.
///
/// Another tool that edits the store has the triggers follow, as long as it trusts the schema, which most do.
struct SpatialIndex: Sendable {
    let model: String
    /// The table, which is that of the class where the model's inheritance begins.
    private let tableName: String
    let columns: [ColumnLayout]

    /// Whether SQLite was built with R*Trees; without them a plain index takes their place.
    static let isAvailable = sqlite3_compileoption_used("ENABLE_RTREE") != 0

    /// How many properties an R*Tree can have.
    static let dimensions = 1...5

    /// What stands before the names of R*Trees, so that they can be found again.
    static let prefix = "_rtree_"

    private static let insertion = "_insert"

    init(_ model: String, in table: String, _ columns: [ColumnLayout]) {
        self.model = model
        tableName = table
        self.columns = columns
    }

    var name: String { "\(Self.prefix)\(model)_\(columns.map(\.name).joined(separator: "_"))" }

    /// The statements that make it, of the records that there are, and have it follow them.
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

    /// What the tree has of a record.
    private func selection(_ row: String, from table: String? = nil) -> String {
        let values = columns.map { column in
            let value = Self.bounded("\(row).\(column.quoted)")
            return "\(value), \(value)"
        }
        let isThere = columns.map { "\(row).\($0.quoted) IS NOT NULL" }.joined(separator: " AND ")
        let source = table.map { " FROM \($0)" } ?? ""
        return "SELECT \(row)._id, \(values.joined(separator: ", "))\(source) WHERE \(isThere)"
    }

    /// Beyond these numbers there are no 32-bit ones. Where both the records' values and those that are looked
    /// for are moved to them, their order stays.
    private static let limit = 3e38

    /// Below this number 32-bit ones have so few digits that what is rounded up may be too small.
    private static let tiny = 1e-37

    private static func bounded(_ value: String) -> String { "max(-3e38, min(3e38, \(value)))" }

    private static func bounded(_ number: Double, orTiny tiny: Double) -> Double {
        if abs(number) < abs(tiny) { return tiny }
        return Swift.max(-limit, Swift.min(limit, number))
    }

    /// The names of the R*Trees that a table has.
    static func names(on table: String, _ connection: StoreConnection) throws -> [String] {
        try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
            [.text(table)]
        ).compactMap { row in
            guard case .text(let name)? = row.first, name.hasPrefix(prefix), name.hasSuffix(insertion) else {
                return nil
            }
            return String(name.dropLast(insertion.count))
        }
    }

    /// Removes an R*Tree and what has it follow its records.
    static func drop(_ name: String, _ connection: StoreConnection) throws {
        for suffix in [insertion, "_update", "_delete"] {
            try connection.execute("DROP TRIGGER IF EXISTS \((name + suffix).quotedSQL)")
        }
        try connection.execute("DROP TABLE IF EXISTS \(name.quotedSQL)")
    }
}

extension SpatialIndex {
    /// What is wrong with the tree itself, and which records it doesn't have as they are.
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
        let lost = try connection.number(
            """
            SELECT count(*) FROM \(table) AS t WHERE \(isThere) AND NOT EXISTS
                (SELECT 1 FROM \(name.quotedSQL) AS r WHERE r.id = t._id AND \(fits))
            """)
        let surplus = try connection.number(
            """
            SELECT count(*) FROM \(name.quotedSQL) AS r WHERE NOT EXISTS
                (SELECT 1 FROM \(table) AS t WHERE t._id = r.id AND \(isThere))
            """)
        if lost > 0 { problems.append("\(name): \(lost) records of \(model) aren't in it as they are") }
        if surplus > 0 { problems.append("\(name): \(surplus) entries are of no record of \(model)") }
        return problems
    }

    /// The condition that finds, by the R*Tree, the records within bounds; nil when a property has none.
    ///
    /// - Parameters:
    ///   - bounds: what a predicate asks of columns.
    ///   - record: the record number in the query that it is for.
    func condition(_ bounds: [ColumnBound], record: String) -> (sql: String, arguments: [StoredValue])? {
        var terms: [String] = []
        var arguments: [StoredValue] = []
        for (index, column) in columns.enumerated() {
            let own = bounds.filter { $0.column.name == column.name }
            let lower = own.compactMap { $0.isLower ? $0.number : nil }.max()
            let upper = own.compactMap { $0.isUpper ? $0.number : nil }.min()
            if lower == nil, upper == nil { return nil }
            if let lower {
                terms.append("max\(index) >= ?")
                arguments.append(.real(Self.bounded(lower, orTiny: -Self.tiny)))
            }
            if let upper {
                terms.append("min\(index) <= ?")
                arguments.append(.real(Self.bounded(upper, orTiny: Self.tiny)))
            }
        }
        let found = "SELECT id FROM \(name.quotedSQL) WHERE \(terms.joined(separator: " AND "))"
        return ("\(record) IN (\(found))", arguments)
    }
}

extension PredicateTranslator {
    /// Whether it is of any use to know which bounds conditions set.
    var wantsBounds: Bool { !layout.spatialIndexes.isEmpty }

    /// The condition by which an R*Tree narrows others that must all hold; nil when it can't.
    func narrowing(
        by index: SpatialIndex, _ conditions: [Fragment]
    ) -> (sql: String, arguments: [StoredValue])? {
        let root = self.root
        let own = conditions.flatMap(\.bounds).filter {
            $0.sql == (root.object?.qualifier ?? "").qualifying($0.column.quoted)
        }
        return index.condition(own, record: root.sql)
    }
}

/// A bound that a predicate sets to the values of a column.
struct ColumnBound {
    let column: ColumnLayout
    /// The column as the query has it, which tells that of the record from that of a related one.
    let sql: String
    /// How the column's value is compared with the number: `<`, `<=`, `>`, `>=` or `=`.
    let symbol: String
    let number: Double

    var isLower: Bool { symbol != "<" && symbol != "<=" }
    var isUpper: Bool { symbol != ">" && symbol != ">=" }

    /// The bound that a comparison sets, if one side is a column and the other one a number.
    init?(_ first: Fragment, _ symbol: String, _ second: Fragment) {
        if let column = first.column, let number = second.constantNumber {
            self.init(column: column, sql: first.sql, symbol: symbol, number: number)
        } else if let column = second.column, let number = first.constantNumber {
            let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
            self.init(column: column, sql: second.sql, symbol: turned[symbol] ?? symbol, number: number)
        } else {
            return nil
        }
    }

    private init(column: ColumnLayout, sql: String, symbol: String, number: Double) {
        self.column = column
        self.sql = sql
        self.symbol = symbol
        self.number = number
    }
}

extension Fragment {
    /// The number that the fragment is an argument for; nil when it is something else.
    fileprivate var constantNumber: Double? {
        guard sql == "?", arguments.count == 1 else { return nil }
        switch arguments[0] {
        case .integer(let number): return Double(number)
        case .real(let number): return number.isNaN ? nil : number
        default: return nil
        }
    }
}
