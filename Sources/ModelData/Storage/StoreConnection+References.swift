extension StoreConnection {
    /// Returns SQLite's descriptions of damage. This reads every page.
    ///
    /// - Parameter limit: The maximum number of descriptions. Default: 100.
    func damage(limit: Int = 100) throws -> [String] {
        try texts("PRAGMA integrity_check(\(limit))").filter { $0 != "ok" }
    }

    /// Returns descriptions of the references with missing targets.
    ///
    /// - Parameter limit: The maximum number of descriptions. Default: no limit.
    func brokenReferences(limit: Int = .max) throws -> [String] {
        try rows("PRAGMA foreign_key_check").prefix(limit).map { row in
            "foreign key: " + row.map(\.description).joined(separator: " ")
        }
    }

    /// Checks all foreign keys of the store. Returns the first row with a missing target, or nil.
    func brokenReference() throws -> (table: String, column: String, record: Int64)? {
        guard let row = try rows("PRAGMA foreign_key_check").first, row.count > 3,
            case .text(let table) = row[0], case .integer(let record) = row[1],
            case .integer(let key) = row[3]
        else { return nil }
        let column = try value(
            "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ?", .text(table), .integer(key))
        return (table, column?.description ?? "", record)
    }
}

extension StatementFailure {
    /// Whether a foreign key constraint failed, immediately or at the end of a transaction.
    var isReference: Bool { code == 787 || code == 1811 }
}
