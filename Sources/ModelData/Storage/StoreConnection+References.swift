extension StoreConnection {
    /// A row with a foreign key whose target is missing.
    struct BrokenReference {
        let table: String
        let column: String
        let record: Int64
    }

    /// Checks all foreign keys of the store. Returns the first row with a missing target, or nil.
    func brokenReference() throws -> BrokenReference? {
        guard let row = try rows("PRAGMA foreign_key_check").first, row.count > 3,
            case .text(let table) = row[0], case .integer(let record) = row[1],
            case .integer(let key) = row[3]
        else { return nil }
        let column = try value(
            "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ?", .text(table), .integer(key))
        return BrokenReference(table: table, column: column?.description ?? "", record: record)
    }
}

extension StatementFailure {
    /// Whether a foreign key constraint failed, immediately or at the end of a transaction.
    var isReference: Bool { code == 787 || code == 1811 }
}
