import Foundation

/// Migrates a store to a schema in one transaction.
package struct Migration {
    let connection: StoreConnection
    let configuration: ModelConfiguration
    let entities: [ModelEntity]
    let version: Schema.Version
    let plan: PlannedSchemas?

    func run(to fingerprint: String) throws -> StoreState {
        // Rebuilding tables must not trigger the actions of foreign keys.
        try connection.execute("PRAGMA foreign_keys = OFF")
        defer { try? connection.execute("PRAGMA foreign_keys = ON") }
        try connection.execute("BEGIN IMMEDIATE")
        var backup: String?
        do {
            let state = try migrate(to: fingerprint, &backup)
            try connection.execute("COMMIT")
            connection.finalizeStatements()
            if let backup { StoreCopy.prune(of: connection.path, keeping: backup) }
            return state
        } catch {
            connection.finalizeStatements()
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            // The store is unchanged, so the copy that was made before the migration isn't needed.
            if let backup { StoreFile.remove(backup) }
            throw error
        }
    }

    private func migrate(to fingerprint: String, _ backup: inout String?) throws -> StoreState {
        let isNew = try !connection.hasTable("_modeldata")
        if isNew { try StoreMetadata.create(connection) }
        guard let stored = try StoreMetadata.read(connection) else {
            throw ModelDataError.damaged(path: connection.path, detail: "the store has no identifier")
        }
        // Another process may have migrated the store while this one waited.
        if !isNew, stored.fingerprint == fingerprint { return stored }
        if isNew {
            try updateTables(for: entities, from: "")
        } else {
            try refuseForeignStore()
            try refuseNewer(fingerprint)
            let stages = try plan.map { try StagedMigration(self, plan: $0, stored: stored.fingerprint) }
            if !configuration.isStoredInMemoryOnly, configuration.keepsBackupBeforeMigration {
                backup = try StoreBackup.writeBeforeMigration(
                    of: connection.path, schemaGeneration: stored.schemaGeneration,
                    timeout: configuration.lockTimeout)
            }
            if let stages {
                try stages.run()
            } else {
                try updateTables(for: entities, from: stored.fingerprint)
            }
        }
        try StoreMetadata.write(connection, fingerprint: fingerprint, version: version)
        return try StoreMetadata.read(connection) ?? stored
    }

    /// Refuses a database that has tables of models, but none of this schema's models. It belongs to another
    /// program that uses this library.
    ///
    /// With a migration plan this isn't checked, because earlier versions may have had other models.
    private func refuseForeignStore() throws {
        guard plan == nil else { return }
        if try entities.areForeign(to: connection.texts(Self.modelTables)) {
            throw StoreFile.foreign(connection.path)
        }
    }

    /// The query for the names of the tables that contain records.
    package static let modelTables = """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        """

    /// Refuses to open a store that was already migrated to a later schema.
    private func refuseNewer(_ fingerprint: String) throws {
        let earlier = try StoreMetadata.recordedSchemas(connection)
        // The current schema doesn't count as an earlier one, even if it was also recorded before.
        let left = earlier.filter { $0.fingerprint != earlier.last?.fingerprint }
        let greatest = earlier.compactMap(\.version).max()
        if let greatest, greatest > version {
            throw ModelDataError.storeIsNewer(
                path: connection.path, storeVersion: "\(greatest)", ownVersion: "\(version)")
        }
        if left.contains(where: { $0.fingerprint == fingerprint }) {
            throw ModelDataError.storeIsNewer(
                path: connection.path, storeVersion: "\(greatest ?? version), changed",
                ownVersion: "\(version)")
        }
    }

    /// Migrates the tables to the form that the models need.
    ///
    /// - Parameters:
    ///   - entities: The models.
    ///   - fingerprint: The schema of the current tables.
    func updateTables(for entities: [ModelEntity], from fingerprint: String) throws {
        let stored = StoredSchema([fingerprint])
        try refuseAmbiguousNames(of: entities, in: stored)
        try dropSyncTriggers()
        let links = try LinkMigration(
            connection: connection, entities: entities, fingerprint: fingerprint
        ).read()
        let tables = tables(of: entities, from: stored, links)
        // Migrate these tables first. Their records must leave another table before that table is recreated.
        let leaving = tables.filter(\.hasDepartingClasses)
        for table in leaving + tables.filter({ !$0.hasDepartingClasses }) { try table.run() }
        try JoinMigration(
            connection: connection, entities: entities, links: links
        ).run()
        try links.drop(in: connection)
        if !leaving.isEmpty { try checkReferences() }
    }

    /// Refuses a property with an original name if the stored model has properties with both the new and the
    /// original name.
    ///
    /// The values could be in either of the two properties, and the values of the other property would be lost.
    private func refuseAmbiguousNames(of entities: [ModelEntity], in stored: StoredSchema) throws {
        for entity in entities {
            for property in entity.metadata {
                guard let earlier = property.attribute.earlierName, !earlier.isSame(inSQL: property.name),
                    stored.property(earlier, of: entity.name) != nil,
                    stored.property(property.name, of: entity.name) != nil,
                    !entity.metadata.contains(where: { $0.name.isSame(inSQL: earlier) })
                else { continue }
                throw connection.cannotMigrate(entity.name, property.name, .twoNames(original: earlier))
            }
        }
    }

    /// Returns the models of a version that belong to this store. If the container has several stores, these
    /// are the models of the store's configuration, and models that already have a table.
    func entities(of schema: Schema) throws -> [ModelEntity] {
        guard let part = configuration.schema else { return schema.models }
        let listed = Set(part.models.map(\.name))
        return try schema.models.filter {
            try listed.contains($0.name) || connection.hasTable($0.shape.tableName)
        }
    }

    /// Returns whether the store has the tables that the models need, regardless of the recorded schema.
    func hasTables(of entities: [ModelEntity]) throws -> Bool {
        try !entities.isEmpty
            && tables(of: entities, from: StoredSchema([]), MovedLinks()).allSatisfy { try $0.isDone() }
    }

    private func tables(
        of entities: [ModelEntity], from stored: StoredSchema, _ links: MovedLinks
    ) -> [TableMigration] {
        entities.filter { $0.shape.superclass == nil }.map { entity in
            TableMigration(
                connection: connection,
                definition: TableDefinition(ModelHierarchy(of: entity.type, in: entities), name: entity.name),
                stored: stored, links: links)
        }
    }

    /// Drops the triggers of the Sync module, because they name tables that are recreated here. The Sync
    /// module creates them again when it opens the store.
    private func dropSyncTriggers() throws {
        let triggers = try connection.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '_sync_*'")
        for name in triggers { try connection.execute("DROP TRIGGER \(name.quotedSQL)") }
    }

    /// Checks all foreign keys, because they are off while tables are rebuilt.
    func checkReferences() throws {
        guard let broken = try connection.brokenReference() else { return }
        throw ModelDataError.brokenReference(
            path: connection.path, model: broken.table, property: broken.column, record: broken.record)
    }
}

extension StoreConnection {
    /// Returns the error for a property that prevents a migration.
    func cannotMigrate(_ model: String, _ property: String, _ reason: MigrationProblem) -> ModelDataError {
        .cannotMigrate(path: path, model: model, property: property, reason: reason)
    }
}
