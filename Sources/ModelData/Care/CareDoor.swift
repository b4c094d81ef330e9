/// SQL on a store as a file, for the room that synchronizes stores: it tells what takes a store's place that it is
/// another one than what was there.
///
///     try care.restore(from: url) { copy, replaced in try copy.run("UPDATE _sync SET node = ?", .text(node)) }
package struct CareDoor {
    private let connection: CareConnection

    init(_ connection: CareConnection) { self.connection = connection }

    /// Runs statements without arguments.
    package func execute(_ sql: String) throws { try connection.execute(sql) }

    /// Runs a statement.
    package func run(_ sql: String, _ arguments: StoredValue...) throws {
        try connection.run(sql, arguments)
    }

    /// The rows of a statement without arguments.
    package func rows(_ sql: String) throws -> [[StoredValue]] { try connection.rows(sql) }

    /// Whether there is a table.
    package func hasTable(_ name: String) throws -> Bool {
        try connection.number(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name)) == 1
    }
}
