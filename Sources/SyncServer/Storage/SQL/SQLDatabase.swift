/// A database that understands the common part of SQL: what SQLite and PostgreSQL have to offer to ``SQLStorage``.
protocol SQLDatabase: Sendable {
    /// What differs between the databases' languages.
    var dialect: SQLDialect { get }

    /// Runs statements that read, on one state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Runs statements as one transaction, which is on the disk when this returns.
    ///
    /// - Parameter body: Runs again, from its beginning, where the database asks for that: it changes nothing but
    ///   the database.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value

    /// Closes all connections.
    func close() async
}

/// A connection within a transaction.
protocol SQLConnection {
    /// Runs a statement, with `?` in the place of each argument.
    func run(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow]
}

extension SQLConnection {
    func run(_ sql: String) throws -> [SQLRow] { try run(sql, []) }
}

/// What differs between the databases' languages: the names of the types, and where the tables are listed.
struct SQLDialect: Sendable {
    /// The type of whole numbers of 64 bits.
    let integer: String
    /// The type of bytes.
    let bytes: String
    /// What stands behind the definition of a table.
    let tableSuffix: String

    /// Counts the tables with a name.
    let countsTables: String

    static let sqlite = SQLDialect(
        integer: "INTEGER", bytes: "BLOB", tableSuffix: " STRICT",
        countsTables: "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?")
    static let postgreSQL = SQLDialect(
        integer: "BIGINT", bytes: "BYTEA", tableSuffix: "",
        countsTables: """
            SELECT count(*) FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_name = ?
            """)
}
