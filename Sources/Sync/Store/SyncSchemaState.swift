import ModelData

/// Which tables and triggers for synchronization a store has.
struct SyncSchemaState {
    /// The number of tables with sync metadata.
    private(set) var tables = 0
    private(set) var hasTriggers = false
    private(set) var hasLog = false
    private(set) var hasSnapshot = false
    /// Whether the table `_sync` exists and has its row.
    private(set) var hasRow = false
    private(set) var isOn = false
    /// The server of the last login.
    private(set) var server: String?
    private var format: Int64 = 0
    private var shape = ""
    private var generation: Int64 = 0

    /// Whether the store never logged in, and no earlier version of the program created tables in it.
    var isEmpty: Bool { tables == 0 && !hasTriggers }

    init(_ database: SQLAccess) throws {
        let known = Set(SyncTables.names)
        var hasTable = false
        for row in try database.rows(
            "SELECT type, name FROM sqlite_schema WHERE name GLOB '_sync*' OR name = '_editLog'")
        {
            switch (row[0].text, row[1].text) {
            case ("table", "_editLog"): hasLog = true
            case ("table", "_syncSnapshot"): hasSnapshot = true
            case ("table", let name?) where known.contains(name):
                tables += 1
                if name == "_sync" { hasTable = true }
            case ("trigger", _): hasTriggers = true
            default: break
            }
        }
        guard hasTable,
            let row = try database.rows("SELECT isOn, server, format, shape, generation FROM _sync").first
        else { return }
        hasRow = true
        isOn = row[0] == .integer(1)
        server = row[1].text
        format = row[2].integer ?? 0
        shape = row[3].text ?? ""
        generation = row[4].integer ?? 0
    }

    /// Whether nothing must be created, converted or removed.
    func isCurrent(_ database: SQLAccess, shape: String) throws -> Bool {
        guard hasRow else { return false }
        if !isOn { return server != nil && !hasTriggers }
        return tables == SyncTables.names.count && hasTriggers && !hasLog && !hasSnapshot
            && format >= SyncTables.format && self.shape == shape
            && generation == database.schemaGeneration
    }

    /// Whether some tables are missing that the store had. Stores of earlier formats had fewer.
    var lacksTables: Bool {
        if tables == 0 || tables == SyncTables.names.count { return false }
        return !hasRow || format >= SyncTables.format
    }
}
