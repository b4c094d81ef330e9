// The bounds that a predicate sets for the properties of an R*Tree.

extension SpatialIndex {
    /// Returns an SQL condition that uses the R*Tree to find the records within bounds.
    ///
    /// - Parameters:
    ///   - bounds: The bounds that a predicate sets.
    ///   - record: The SQL of the record number in the query.
    /// - Returns: The condition, or nil if a property of the R*Tree has no bound.
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
    /// Whether the translation must collect the bounds of conditions, because the model has R*Trees.
    var needsBounds: Bool { !layout.spatialIndexes.isEmpty }

    /// Returns an SQL condition that uses an R*Tree to narrow the search for records that fulfil all of the
    /// conditions. Returns nil if the conditions don't have bounds for all properties of an R*Tree.
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

/// A bound that a predicate sets for the values of a column.
struct ColumnBound {
    let column: EntityColumn
    /// The column's SQL in the query. A column of the record itself has other SQL than the same column of a
    /// related record.
    let sql: String
    /// The comparison operator: `<`, `<=`, `>`, `>=` or `=`.
    let symbol: String
    let number: Double

    var isLower: Bool { symbol != "<" && symbol != "<=" }
    var isUpper: Bool { symbol != ">" && symbol != ">=" }

    /// Creates the bound of a comparison, if one side is a column and the other a number.
    init?(_ first: Fragment, _ symbol: String, _ second: Fragment) {
        let isMirrored = first.column == nil
        let side = isMirrored ? second : first
        guard let column = side.column, let number = (isMirrored ? first : second).constantNumber else {
            return nil
        }
        let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
        (self.column, sql, self.number) = (column, side.sql, number)
        self.symbol = isMirrored ? mirrored[symbol] ?? symbol : symbol
    }
}

extension Fragment {
    /// The fragment's value if it is a number; otherwise nil.
    fileprivate var constantNumber: Double? {
        guard sql == "?", arguments.count == 1 else { return nil }
        switch arguments[0] {
        case .integer(let number): return Double(number)
        case .real(let number): return number.isNaN ? nil : number
        default: return nil
        }
    }
}
