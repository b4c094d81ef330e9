import Foundation

/// Brings a store to a schema, in one transaction: all of it happens or nothing.
struct Migration {
    let connection: StoreConnection
    let configuration: ModelConfiguration
    let entities: [Schema.Entity]
    let version: Schema.Version
    let plan: PlannedSchemas?

    func run(to fingerprint: String) throws -> StoreIdentity {
        // Tables are rebuilt, which must not set off the rules of foreign keys.
        try connection.execute("PRAGMA foreign_keys = OFF")
        defer { try? connection.execute("PRAGMA foreign_keys = ON") }
        try connection.execute("BEGIN IMMEDIATE")
        var backup: String?
        do {
            let identity = try migrate(to: fingerprint, &backup)
            try connection.execute("COMMIT")
            connection.forgetStatements()
            if let backup { StoreCopy.prune(of: connection.path, keeping: backup) }
            return identity
        } catch {
            connection.forgetStatements()
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            // The store is whole, so that its copy would only be in the way.
            if let backup { StoreCopy.remove(backup) }
            throw error
        }
    }

    /// Whether a store has the schema of now.
    ///
    /// - Parameters:
    ///   - connection: the store.
    ///   - entities: the models.
    ///   - stored: the fingerprint that it has recorded.
    ///   - wanted: that of now.
    static func isDone(
        _ connection: StoreConnection, _ entities: [Schema.Entity], _ stored: String, as wanted: String
    ) throws -> Bool {
        guard SchemaFingerprint.isSame(stored, as: wanted) else { return false }
        if stored == wanted, SchemaFingerprint.hasMarks(stored) { return true }
        // Without marks, a fingerprint doesn't tell which lists have another side, or is of lists that all have one.
        return try JoinMigration(
            connection: connection, joins: JoinLayout.all(entities), entities: entities, links: CarriedLinks()
        ).isDone()
    }

    private func migrate(to fingerprint: String, _ backup: inout String?) throws -> StoreIdentity {
        let isNew =
            try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = '_modeldata'") == 0
        if isNew { try StoreMetadata.create(connection) }
        guard let stored = try StoreMetadata.read(connection) else {
            throw ModelDataError.damaged(path: connection.path, detail: "the store has no identifier")
        }
        // Another process may have done it while this one waited.
        if !isNew, try Self.isDone(connection, entities, stored.fingerprint, as: fingerprint) {
            return stored.identity
        }
        if isNew {
            try form(entities, from: "")
        } else {
            try refuseOthers()
            try refuseNewer(fingerprint)
            let stages = try plan.map { try StagedMigration(self, plan: $0, stored: stored.fingerprint) }
            if !configuration.isStoredInMemoryOnly, configuration.keepsBackupBeforeMigration {
                backup = try StoreBackup.writeBeforeMigration(
                    of: connection.path, generation: stored.identity.generation,
                    timeout: configuration.lockTimeout)
            }
            if let stages {
                try stages.run()
            } else {
                try form(entities, from: stored.fingerprint)
            }
        }
        try StoreMetadata.write(connection, fingerprint: fingerprint, version: version)
        return try StoreMetadata.read(connection)?.identity ?? stored.identity
    }

    /// A store that has models and none of ours is another program's, whose id is the same.
    ///
    /// A plan knows the earlier schemas, which may have had other models.
    private func refuseOthers() throws {
        guard plan == nil else { return }
        let names = try connection.rows(Self.modelTables).compactMap { row -> String? in
            if case .text(let name)? = row.first { name } else { nil }
        }
        if names.isEmpty || entities.contains(where: { names.contains($0.name) }) { return }
        throw ModelDataError.notAStore(
            path: connection.path, reason: .foreignDatabase(applicationID: StoreFile.applicationID))
    }

    /// Asks for the names of the tables that hold models.
    static let modelTables = """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        """

    /// A program whose schema the store has left behind must not touch it.
    private func refuseNewer(_ fingerprint: String) throws {
        let earlier = try StoreMetadata.earlier(connection)
        // What the store has now is none that it has left behind, also where it was recorded again.
        let left = earlier.filter { $0.fingerprint != earlier.last?.fingerprint }
        let greatest = earlier.compactMap(\.version).max()
        if let greatest, greatest > version {
            throw ModelDataError.storeIsNewer(
                path: connection.path, storeVersion: "\(greatest)", ownVersion: "\(version)")
        }
        if left.contains(where: { SchemaFingerprint.isSame($0.fingerprint, as: fingerprint) }) {
            throw ModelDataError.storeIsNewer(
                path: connection.path, storeVersion: "\(greatest ?? version), changed",
                ownVersion: "\(version)")
        }
    }

    /// Gives the tables the form that the models need.
    ///
    /// - Parameters:
    ///   - entities: the models.
    ///   - fingerprint: the schema that the tables have now.
    func form(_ entities: [Schema.Entity], from fingerprint: String) throws {
        if let doubt = EarlierName.inDoubt(in: entities, StoredSchema([fingerprint])) {
            throw ModelDataError.cannotMigrate(
                path: connection.path, model: doubt.model, property: doubt.property,
                reason: .twoNames(original: doubt.name))
        }
        try dropSyncTriggers()
        let links = try LinkMigration(
            connection: connection, entities: entities, fingerprint: fingerprint
        ).read()
        let tables = tables(of: entities, from: fingerprint, links)
        // Who leaves a table does so before that is made anew.
        let leaving = tables.filter(\.movesOut)
        for table in leaving + tables.filter({ !$0.movesOut }) { try table.run() }
        try JoinMigration(
            connection: connection, joins: JoinLayout.all(entities), entities: entities, links: links
        ).run()
        try links.drop(in: connection)
        if !leaving.isEmpty { try refuseBrokenReferences() }
    }

    /// Whether the store has the tables of models as these need them, whatever it says of its schema.
    func hasTables(of entities: [Schema.Entity]) throws -> Bool {
        try !entities.isEmpty && tables(of: entities, from: "", CarriedLinks()).allSatisfy { try $0.isDone() }
    }

    private func tables(
        of entities: [Schema.Entity], from fingerprint: String, _ links: CarriedLinks
    ) -> [TableMigration] {
        let stored = StoredSchema([fingerprint])
        return entities.filter { $0.shape.superclass == nil }.map { entity in
            TableMigration(
                connection: connection,
                definition: TableDefinition(ModelFamily(of: entity.type, in: entities), name: entity.name),
                storedFingerprint: fingerprint, stored: stored, links: links)
        }
    }

    /// Takes away the triggers of the room that synchronizes stores, which name tables that are made anew here.
    /// That room makes them again when it opens the store.
    private func dropSyncTriggers() throws {
        let triggers = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '_sync_*'")
        for row in triggers {
            if case .text(let name)? = row.first { try connection.execute("DROP TRIGGER \(name.quotedSQL)") }
        }
    }

    /// Foreign keys aren't checked while tables are rebuilt, so that they are checked afterwards.
    func refuseBrokenReferences() throws {
        guard let broken = try connection.brokenReference() else { return }
        throw ModelDataError.brokenReference(
            path: connection.path, model: broken.table, property: broken.column, record: broken.record)
    }
}
