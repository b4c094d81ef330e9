/// A database for ``SQLStorage``: SQLite or PostgreSQL. The statements use only SQL that both databases
/// understand.
protocol SQLDatabase: Sendable {
    /// The differences between the databases' SQL.
    var dialect: SQLDialect { get }

    /// Runs reading statements on one snapshot of the database.
    ///
    /// - Parameter body: The statements. It may be called again after a conflict.
    /// - Throws: ``StorageError``, and the errors of `body`.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Runs statements as one transaction, which is durable when this returns.
    ///
    /// - Parameter body: The statements. It may be called again after a conflict, so it must not change
    ///   anything but the database.
    /// - Throws: ``StorageError``, and the errors of `body`.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// The state of the connections; `nil` if the database is a file.
    var pool: PoolStatus? { get async }

    /// Closes all connections.
    func close() async
}

/// A connection within a transaction.
protocol SQLConnection {
    /// Runs a statement and returns its rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `?` for each argument.
    ///   - arguments: The arguments, in order.
    /// - Throws: ``StorageError``, or GRDB's `DatabaseError`.
    func run(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow]
}

extension SQLConnection {
    func run(_ sql: String) throws -> [SQLRow] { try run(sql, []) }
}

/// The differences between the databases' SQL.
struct SQLDialect: Sendable {
    /// The type of 64-bit integers.
    let integer: String
    /// The type of byte strings.
    let bytes: String
    /// The options that follow the definition of a table's columns.
    let tableSuffix: String

    /// A query for the number of tables with a given name.
    let tableCountQuery: String

    static let sqlite = SQLDialect(
        integer: "INTEGER", bytes: "BLOB", tableSuffix: " STRICT",
        tableCountQuery: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?")
    static let postgreSQL = SQLDialect(
        integer: "BIGINT", bytes: "BYTEA", tableSuffix: "",
        tableCountQuery: """
            SELECT count(*) FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_name = ?
            """)
}

/// A value of a column: an integer, a text, bytes or `NULL`.
enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    /// A number, such as a time in milliseconds; `nil` is `NULL`.
    static func number(_ number: Int?) -> SQLValue {
        number.map { .integer(Int64($0)) } ?? .null
    }
}

/// A row of a result.
struct SQLRow: Sendable {
    let values: [SQLValue]

    /// Returns the number in a column, counted from 0. Throws ``StorageError/unreadable(_:)`` if it has no
    /// number.
    func integer(_ column: Int) throws -> Int {
        guard case .integer(let number) = value(column) else { throw unreadable(column) }
        return Int(number)
    }

    /// Returns the number in a column, or `nil` for `NULL`. Throws ``StorageError/unreadable(_:)`` for other
    /// values.
    func optionalInteger(_ column: Int) throws -> Int? {
        if case .null = value(column) { return nil }
        return try integer(column)
    }

    /// Returns the text in a column. Throws ``StorageError/unreadable(_:)`` if it has no text.
    func text(_ column: Int) throws -> String {
        guard case .text(let text) = value(column) else { throw unreadable(column) }
        return text
    }

    /// Returns the text in a column, or `nil` for `NULL`. Throws ``StorageError/unreadable(_:)`` for other values.
    func optionalText(_ column: Int) throws -> String? {
        if case .null = value(column) { return nil }
        return try text(column)
    }

    /// Returns the bytes in a column. Throws ``StorageError/unreadable(_:)`` if it has no bytes.
    func bytes(_ column: Int) throws -> [UInt8] {
        guard case .bytes(let bytes) = value(column) else { throw unreadable(column) }
        return bytes
    }

    private func value(_ column: Int) -> SQLValue { values.indices.contains(column) ? values[column] : .null }

    private func unreadable(_ column: Int) -> StorageError { .unreadable("column \(column) of a row") }
}
