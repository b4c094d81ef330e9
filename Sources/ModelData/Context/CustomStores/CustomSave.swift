import Synchronization

/// Saves changes to a custom store and to its mirror.
///
/// The save is written twice. First into the mirror as into any store, so that the rules of the models hold:
/// unique values, delete rules, required relationships. The changed records are then passed to the custom
/// store. If it accepts them, the first write is rolled back, and the records are written with their
/// permanent identifiers.
struct CustomSave {
    let custom: CustomStore
    let scope: SaveScope
    let context: ModelContext

    private var session: ContextSession { scope.session }
    private var mirror: Store { session.store }
    private var connection: StoreConnection { scope.connection }

    /// Runs the save in the transaction of the session.
    func run(_ groups: [SaveGroup], history: HistoryWriter) throws -> SaveOutput {
        if let transaction = context.openTransaction, !transaction.isCommitting {
            throw custom.problem(
                .unsupported(operation: "a save inside a transaction; save at its end"),
                model: groups.first?.table.layout.name ?? "")
        }
        do {
            return try write(groups, history)
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            try? checkReferences(false)
            throw error
        }
    }

    private func write(_ groups: [SaveGroup], _ history: HistoryWriter) throws -> SaveOutput {
        try restart(checkingReferences: true)
        let reader = MirrorReader(store: mirror, connection: connection)
        let deleted = try groups.flatMap { group in
            try reader.snapshots(
                of: group.deleted.map(\._$state.record) + group.pendingRowDeletions, group.table.layout)
        }
        var output = try SavePipeline.save(groups, scope, history: history)
        // The transaction isn't committed, so SQLite doesn't check the deferred references.
        if let gone = try session.relatedRecordGone() { throw gone }
        let changes = try changes(output, deleted)
        let saved = try custom.save(changes)
        try restart(checkingReferences: false)
        // Without the first write: its numbers can be those of permanent identifiers.
        let permanent = try permanentIdentifiers(of: changes, saved)
        var writer = MirrorWriter(custom: custom, store: mirror, connection: connection)
        let gone = Dictionary(grouping: changes.deleted.map(\.persistentIdentifier), by: \.entityName)
        let written = (changes.inserted + changes.updated).map { snapshot in
            let identifier = snapshot.persistentIdentifier
            return snapshot.copy(
                persistentIdentifier: permanent[identifier] ?? identifier, remappedIdentifiers: permanent)
        }
        try writer.write(written, gone: gone.mapValues { Set($0.map(\.number)) })
        let reregistered = Array(saved.snapshotsToReregister.values)
        if !reregistered.isEmpty { try writer.write(reregistered) }
        renumber(&output, permanent)
        try noteReregistered(reregistered, in: &output)
        return output
    }

    /// Rolls the session's transaction back and begins it again, because SQLite changes the setting for
    /// references only between transactions.
    private func restart(checkingReferences: Bool) throws {
        if connection.isInTransaction { try connection.execute("ROLLBACK") }
        session.historyTransaction = nil
        try checkReferences(checkingReferences)
        try connection.execute("BEGIN IMMEDIATE")
    }

    private func checkReferences(_ isOn: Bool) throws {
        // Without effect in a transaction.
        try connection.execute("PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")")
    }

    // The request.

    /// Returns the snapshots of all records that the save has inserted, updated and deleted.
    private func changes(
        _ output: SaveOutput, _ deleted: [DefaultSnapshot]
    ) throws -> DataStoreSaveChangesRequest<DefaultSnapshot> {
        var records = ChangedRecords(store: mirror, connection: connection)
        if let transaction = session.historyTransaction { try records.add(transaction) }
        var reader = MirrorReader(store: mirror, connection: connection)
        for (model, table, record) in output.inserted {
            reader.temporary[table.layout.name, default: [:]][record] = model.persistentModelID
        }
        var changes: [PackedChanges.Kind: [DefaultSnapshot]] = [:]
        for layout in mirror.layouts {
            let inserted = records.numbers(.insert, of: layout.name)
            let gone = records.numbers(.delete, of: layout.name)
            changes[.insert, default: []] += try reader.snapshots(of: inserted, layout)
            changes[.update, default: []] += try reader.snapshots(
                of: records.numbers(.update, of: layout.name).subtracting(inserted).subtracting(gone), layout)
            changes[.delete, default: []] += deleted.filter {
                $0.persistentIdentifier.entityName == layout.name
                    && gone.contains($0.persistentIdentifier.number)
            }
        }
        return DataStoreSaveChangesRequest(
            inserted: changes[.insert] ?? [], updated: changes[.update] ?? [],
            deleted: changes[.delete] ?? [], editingState: context.editingState)
    }

    // The answer.

    /// Returns the permanent identifiers of the inserted records; throws if one of them is wrong.
    private func permanentIdentifiers(
        of changes: DataStoreSaveChangesRequest<DefaultSnapshot>,
        _ saved: DataStoreSaveChangesResult<DefaultSnapshot>
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        if saved.storeIdentifier != custom.identifier {
            throw custom.problem(.otherStore(identifier: saved.storeIdentifier))
        }
        let deleted = Set(changes.deleted.map(\.persistentIdentifier))
        var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
        var taken: Set<PersistentIdentifier> = []
        for snapshot in changes.inserted {
            let temporary = snapshot.persistentIdentifier
            let name = temporary.entityName
            guard
                let identifier = saved.remappedIdentifiers[temporary]
                    ?? (temporary.number > 0 ? temporary : nil)
            else {
                throw custom.problem(.notRemapped(identifier: "\(temporary)"), model: name)
            }
            try custom.check(identifier, isOf: name)
            let isKnown = try !deleted.contains(identifier) && isKnown(identifier)
            if isKnown || !taken.insert(identifier).inserted {
                throw custom.problem(.duplicateIdentifier(identifier: "\(identifier)"), model: name)
            }
            permanent[temporary] = identifier
        }
        for snapshot in saved.snapshotsToReregister.values { try custom.check(snapshot) }
        return permanent
    }

    /// Returns whether the mirror has a record with an identifier.
    private func isKnown(_ identifier: PersistentIdentifier) throws -> Bool {
        guard let layout = mirror.layout(named: identifier.entityName) else { return false }
        return try connection.value(layout.rowSQL, .integer(identifier.number)) != nil
    }

    // The objects.

    /// Replaces the numbers of the first write by those of the permanent identifiers.
    private func renumber(
        _ output: inout SaveOutput, _ permanent: [PersistentIdentifier: PersistentIdentifier]
    ) {
        var numbers: [String: [Int64: Int64]] = [:]
        for index in output.inserted.indices {
            let (model, table, record) = output.inserted[index]
            guard let identifier = permanent[model.persistentModelID] else { continue }
            numbers[table.layout.name, default: [:]][record] = identifier.number
            output.inserted[index].record = identifier.number
        }
        for index in output.merged.indices {
            let (_, table, record) = output.merged[index]
            output.merged[index].record = numbers[table.layout.name]?[record] ?? record
        }
        for index in output.released.indices {
            let (table, record) = output.released[index]
            output.released[index].record = numbers[table.layout.name]?[record] ?? record
        }
    }

    /// Lets the objects of records that the store has changed itself be read again.
    private func noteReregistered(_ snapshots: [DefaultSnapshot], in output: inout SaveOutput) throws {
        for snapshot in snapshots {
            let identifier = snapshot.persistentIdentifier
            guard let table = try context.registry.table(named: identifier.entityName) else { continue }
            let inserted = output.inserted.first { $0.table === table && $0.record == identifier.number }
            guard let model = inserted?.model ?? table.state(identifier.number)?.model else { continue }
            output.restored.append((model, table))
            output.listsAreStale = true
        }
    }
}

extension CustomSave {
    /// Asks the custom stores for the records that the rules of the models need: all records of a model with
    /// unique values, and those that may refer to a deleted record without an inverse.
    static func prepare(_ context: ModelContext) throws {
        var wanted: [ObjectIdentifier: any PersistentModel.Type] = [:]
        for model in context.changes.pending.all {
            let table = try context.table(for: type(of: model))
            if table.custom == nil { continue }
            let state = model._$state
            if state.phase == .deleting {
                for owner in table.layout.incoming.map(\.owner) { wanted[ObjectIdentifier(owner)] = owner }
            } else if table.layout.hasUniqueValues(in: state) {
                wanted[ObjectIdentifier(type(of: model))] = type(of: model)
            }
        }
        for type in wanted.values { try readAll(type, context) }
    }

    private static func readAll<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws {
        let table = try context.table(for: T.self)
        guard let custom = table.custom else { return }
        _ = try CustomFetch(custom: custom, session: table.session, context: context).run(
            FetchDescriptor<T>(), isLimited: false)
    }
}

extension EntityLayout {
    /// Returns whether a save writes unique values of an object.
    fileprivate func hasUniqueValues(in state: ModelState) -> Bool {
        if uniqueGroups.isEmpty { return false }
        if state.phase == .inserted { return true }
        let columns = uniqueGroups.flatMap(\.names).compactMap(column(named:))
        return columns.contains(where: state.unsaved.columns.contains)
    }
}

/// The records that a transaction has changed, with those whose relationships it has changed.
private struct ChangedRecords {
    let store: Store
    let connection: StoreConnection
    var records: [PackedChanges.Kind: [String: Set<Int64>]] = [:]

    /// Returns the numbers of the inserted, updated or deleted records of a model.
    func numbers(_ kind: PackedChanges.Kind, of name: String) -> Set<Int64> { records[kind]?[name] ?? [] }

    /// Adds the changes that the history has of a transaction.
    mutating func add(_ transaction: Int64) throws {
        for row in try HistoryLog(connection: connection).changes(of: transaction) {
            if let layout = store.layout(named: row.model) {
                records[row.kind, default: [:]][layout.name, default: []].formUnion(row.changes.map(\.record))
                for key in layout.keys where key.relationship.inverse != nil {
                    try addReferences(of: row, in: layout.table, key.column, to: key.relationship.target)
                }
            } else if let join = store.joins.first(where: { $0.name == row.model }) {
                let relationship = join.relationship
                try addReferences(of: row, in: join.table, 0, to: relationship.owner)
                if relationship.inverse != nil {
                    try addReferences(of: row, in: join.table, 1, to: relationship.target)
                }
            }
        }
    }

    /// Adds the records to which changed rows refer in a column, and those to which they referred before.
    private mutating func addReferences(
        of row: RecordedRow, in table: String, _ column: Int, to type: any PersistentModel.Type
    ) throws {
        let former = row.changes.compactMap { $0.old(column)?.integer }
        let present = try connection.numbers(
            "SELECT \(row.columns[column].quotedSQL) FROM \(table) "
                + "WHERE _id IN (SELECT value FROM json_each(?))", [.list(row.changes.map(\.record))])
        records[.update, default: [:]][type._$entityName, default: []]
            .formUnion(former + present.filter { $0 > 0 })
    }
}

/// The store that is being called, for the snapshots and identifiers that it encodes and decodes meanwhile.
struct SnapshotScope: Sendable {
    /// The scope of the current call.
    @TaskLocal static var current: SnapshotScope?

    /// The name of the store's configuration.
    let store: String
    /// The models of the store, by name.
    let models: [String: ModelEntity]
    /// The models of all stores that were opened, by the origins of their records.
    private static let known = Mutex<[ObjectIdentifier: ModelEntity]>([:])

    /// Lets snapshots of an origin's records be decoded outside calls, too.
    static func note(_ model: ModelEntity, of origin: IdentifierOrigin) {
        known.withLock { $0[ObjectIdentifier(origin)] = model }
    }

    /// Returns the model of an identifier's record: one of the store that is being called, or of a store that
    /// was opened before.
    static func model(of identifier: PersistentIdentifier) -> ModelEntity? {
        current?.models[identifier.entityName] ?? known.withLock { $0[ObjectIdentifier(identifier.origin)] }
    }
}

extension ModelEntity {
    /// Returns the relationship of a property; nil for a value.
    func relationship(_ property: Int) -> RelationshipShape? {
        let index = shape.index(of: property)
        return index < 0 ? nil : shape.relationships[index]
    }
}
