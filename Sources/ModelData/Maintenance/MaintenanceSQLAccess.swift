/// Raw SQL access to a store's file during a restore or a repair, for the Sync module. The Sync module uses
/// it to adapt its metadata to the new content.
///
/// ```swift
/// try maintainer.restore(from: url) { copy, replaced in try copy.run("UPDATE _sync SET node = ?", .text(node)) }
/// ```
package struct MaintenanceSQLAccess {
    private let connection: MaintenanceConnection

    init(_ connection: MaintenanceConnection) { self.connection = connection }

    /// Runs statements without arguments.
    package func execute(_ sql: String) throws { try connection.execute(sql) }

    /// Runs a statement.
    package func run(_ sql: String, _ arguments: StoredValue...) throws {
        try connection.run(sql, arguments)
    }

    /// Returns the rows of a statement without arguments.
    package func rows(_ sql: String) throws -> [[StoredValue]] { try connection.rows(sql) }

    /// Returns whether a table exists.
    package func hasTable(_ name: String) throws -> Bool {
        try connection.number(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name)) == 1
    }
}
