import ModelDataSQLite

/// A prepared statement that can be run repeatedly.
package final class CompiledStatement {
    package let handle: OpaquePointer
    let sql: String
    private let connection: OpaquePointer
    /// Whether a caller is still reading rows from the statement. Meanwhile, other callers need a second
    /// statement for the same SQL.
    var isInUse = false

    init(_ sql: String, on connection: OpaquePointer, isPersistent: Bool = true) throws {
        var handle: OpaquePointer?
        let flags: UInt32 = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection, sql, -1, flags, &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw StatementFailure(connection, code: code, sql: sql)
        }
        self.handle = handle
        self.sql = sql
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    var binder: ModelBinder { ModelBinder(statement: handle) }

    /// Moves to the next row, or returns false at the end.
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw StatementFailure(connection, code: code, sql: sql)
    }

    /// Prepares the statement for another run. Its parameters keep their values.
    func reset() {
        sqlite3_reset(handle)
    }

    /// Runs a statement that returns no rows.
    func run() throws {
        let code = sqlite3_step(handle)
        if code != SQLITE_DONE, code != SQLITE_ROW {
            let failure = StatementFailure(connection, code: code, sql: sql)
            sqlite3_reset(handle)
            throw failure
        }
        sqlite3_reset(handle)
    }

    /// Releases the values of the parameters.
    func clear() {
        sqlite3_clear_bindings(handle)
    }

    /// The values of the present row.
    package var values: [StoredValue] {
        (0..<sqlite3_column_count(handle)).map { StoredValue(handle, at: $0) }
    }

    func bind(_ values: [StoredValue]) throws {
        for (position, value) in values.enumerated() { try binder.bind(value, position) }
    }
}

extension StatementFailure {
    package init(_ connection: OpaquePointer, code: Int32, sql: String?) {
        self.init(
            code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)),
            sql: sql, systemError: sqlite3_system_errno(connection))
    }
}

extension String {
    /// The string as a quoted SQL identifier.
    package var quotedSQL: String { quotedSQL(by: "\"") }

    /// Returns the string between quotation marks, with all marks inside it doubled.
    ///
    /// The method compares Unicode scalars, not characters, so that a mark followed by a combining character
    /// is doubled too.
    func quotedSQL(by mark: Unicode.Scalar) -> String {
        // Property names contain no quotation marks, but other texts may.
        guard unicodeScalars.contains(mark) else { return "\(mark)\(self)\(mark)" }
        var quoted = String.UnicodeScalarView([mark])
        for scalar in unicodeScalars { quoted.append(contentsOf: scalar == mark ? [mark, mark] : [scalar]) }
        quoted.append(mark)
        return String(quoted)
    }
}

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
    func columnNames(of table: String) throws -> [String] {
        try texts("SELECT name FROM pragma_table_info(?)", .text(table))
    }
}
