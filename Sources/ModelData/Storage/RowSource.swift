/// A source of rows: a connection, the file of a store, or the store of a context.
package protocol RowSource {
    /// Returns all rows of a statement.
    func rows(_ sql: String, _ arguments: [StoredValue]) throws -> [[StoredValue]]
}

extension RowSource {
    /// Returns all rows of a statement.
    package func rows(_ sql: String, _ arguments: StoredValue...) throws -> [[StoredValue]] {
        try rows(sql, arguments)
    }

    /// Returns the texts in the first column of all rows.
    package func texts(_ sql: String, _ arguments: StoredValue...) throws -> [String] {
        try rows(sql, arguments).compactMap { $0.first?.text }
    }

    /// Returns the first column of the first row; nil without a row.
    package func value(_ sql: String, _ arguments: StoredValue...) throws -> StoredValue? {
        try rows(sql, arguments).first?.first
    }

    /// Returns the number in the first column of the first row, or zero without a row.
    package func number(_ sql: String, _ arguments: StoredValue...) throws -> Int64 {
        try rows(sql, arguments).first?.first?.integer ?? 0
    }

    /// Returns whether a table exists.
    package func hasTable(_ name: String) throws -> Bool {
        try number(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", .text(name)
        ) == 1
    }

    /// Returns the names of a table's columns, or none if the table is missing.
    package func columnNames(of table: String) throws -> [String] {
        try texts("SELECT name FROM pragma_table_info(?)", .text(table))
    }
}
