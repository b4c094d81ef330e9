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
    private var shape = ""
    private var generation: Int64 = 0

    /// Whether the store never logged in.
    var isEmpty: Bool { tables == 0 && !hasTriggers }

    /// - Throws: `ModelDataError.storeIsNewer` if a newer version of the program made the tables.
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
            let row = try database.rows("SELECT isOn, format, shape, generation FROM _sync").first
        else { return }
        hasRow = true
        isOn = row[0] == .integer(1)
        try SyncTables.refuseNewer(row[1], path: database.path)
        shape = row[2].text ?? ""
        generation = row[3].integer ?? 0
    }

    /// Whether nothing must be created or removed.
    func isCurrent(_ database: SQLAccess, shape: String) throws -> Bool {
        guard hasRow else { return false }
        if !isOn { return hasSnapshot && !hasTriggers }
        return tables == SyncTables.names.count && hasTriggers && !hasLog && !hasSnapshot
            && self.shape == shape && generation == database.schemaGeneration
    }

    /// Whether some tables are missing that the store had.
    var lacksTables: Bool { tables != 0 && tables != SyncTables.names.count }
}
