/// Saves changes to a custom store and to its mirror.
///
/// The save is written twice. First into the mirror as into any store, so that the rules of the models hold:
/// unique values, delete rules, required relationships. The changed records are then passed to the custom
/// store. If it accepts them, the first write is rolled back, and the records are written with their
/// permanent identifiers.
struct CustomSave {
    private let custom: CustomStore
    private let scope: SaveScope
    private let context: ModelContext

    private var session: ContextSession { scope.session }
    private var mirror: Store { session.store }
    private var connection: StoreConnection { scope.connection }

    init(_ custom: CustomStore, _ scope: SaveScope, _ context: ModelContext) {
        self.custom = custom
        self.scope = scope
        self.context = context
    }

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
        let saved = try custom.save(changes, context.editingState)
        try restart(checkingReferences: false)
        // Without the first write: its numbers can be those of permanent identifiers.
        let permanent = try permanentIdentifiers(of: changes, saved)
        var writer = MirrorWriter(custom, mirror, connection)
        var gone: [String: Set<Int64>] = [:]
        for snapshot in changes.deleted {
            gone[snapshot.persistentIdentifier.entityName, default: []]
                .insert(snapshot.persistentIdentifier.number)
        }
        let written = (changes.inserted + changes.updated).map { snapshot in
            let identifier = snapshot.persistentIdentifier
            return snapshot.copy(
                persistentIdentifier: permanent[identifier] ?? identifier, remappedIdentifiers: permanent)
        }
        try writer.write(written, gone: gone)
        if !saved.reregistered.isEmpty { try writer.write(saved.reregistered) }
        renumber(&output, permanent)
        try noteReregistered(saved.reregistered, in: &output)
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
    private func changes(_ output: SaveOutput, _ deleted: [DefaultSnapshot]) throws -> CustomStore.Changes {
        var records = try ChangedRecords(store: mirror, connection: connection)
        if let transaction = session.historyTransaction { try records.add(transaction) }
        var reader = MirrorReader(store: mirror, connection: connection)
        for (model, table, record) in output.inserted {
            reader.temporary[table.layout.name, default: [:]][record] = model.persistentModelID
        }
        var changes = CustomStore.Changes()
        for layout in mirror.layouts {
            let inserted = records.inserted[layout.name] ?? []
            let gone = records.deleted[layout.name] ?? []
            changes.inserted += try reader.snapshots(of: inserted, layout)
            changes.updated += try reader.snapshots(
                of: (records.updated[layout.name] ?? []).subtracting(inserted).subtracting(gone), layout)
            changes.deleted += deleted.filter {
                $0.persistentIdentifier.entityName == layout.name
                    && gone.contains($0.persistentIdentifier.number)
            }
        }
        return changes
    }

    // The answer.

    /// Returns the permanent identifiers of the inserted records; throws if one of them is wrong.
    private func permanentIdentifiers(
        of changes: CustomStore.Changes, _ saved: CustomStore.Saved
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        if saved.store != custom.identifier {
            throw custom.problem(.otherStore(identifier: saved.store))
        }
        let deleted = Set(changes.deleted.map(\.persistentIdentifier))
        var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
        var taken: Set<PersistentIdentifier> = []
        for snapshot in changes.inserted {
            let temporary = snapshot.persistentIdentifier
            let name = temporary.entityName
            guard let identifier = saved.remapped[temporary] ?? (temporary.number > 0 ? temporary : nil)
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
        for snapshot in saved.reregistered { try custom.check(snapshot) }
        return permanent
    }

    /// Returns whether the mirror has a record with an identifier.
    private func isKnown(_ identifier: PersistentIdentifier) throws -> Bool {
        guard let layout = mirror.layouts.first(where: { $0.name == identifier.entityName }) else {
            return false
        }
        let sql = "SELECT 1 FROM \(layout.table) WHERE _id = ?"
        return try connection.value(sql, .integer(identifier.number)) != nil
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
        _ = try CustomFetch(custom, table.session, context).run(FetchDescriptor<T>(), isLimited: false)
    }
}

extension EntityLayout {
    /// Returns whether a save writes unique values of an object.
    fileprivate func hasUniqueValues(in state: ModelState) -> Bool {
        if uniqueGroups.isEmpty { return false }
        if state.phase == .inserted { return true }
        return uniqueGroups.flatMap(\.names).contains { name in
            column(named: name).map { state.unsaved.columns.contains($0) } ?? false
        }
    }
}

/// The records that a transaction has changed, with those whose relationships it has changed.
private struct ChangedRecords {
    private let store: Store
    private let connection: StoreConnection
    private(set) var inserted: [String: Set<Int64>] = [:]
    private(set) var updated: [String: Set<Int64>] = [:]
    private(set) var deleted: [String: Set<Int64>] = [:]

    init(store: Store, connection: StoreConnection) throws {
        self.store = store
        self.connection = connection
    }

    /// Adds the changes that the history has of a transaction.
    mutating func add(_ transaction: Int64) throws {
        for row in try HistoryLog(connection: connection).changes(of: transaction) {
            if let layout = store.layouts.first(where: { $0.name == row.model }) {
                try add(row, layout)
            } else if let join = store.joins.first(where: { $0.name == row.model }) {
                try add(row, join)
            }
        }
    }

    private mutating func add(_ row: RecordedRow, _ layout: EntityLayout) throws {
        let records = Set(row.changes.map(\.record))
        switch row.kind {
        case .insert: inserted[layout.name, default: []].formUnion(records)
        case .update: updated[layout.name, default: []].formUnion(records)
        case .delete: deleted[layout.name, default: []].formUnion(records)
        }
        for key in layout.keys where key.relationship.inverse != nil {
            let target = key.relationship.target._$entityName
            // The former related records, and the present ones.
            for change in row.changes {
                if let old = change.old(key.column)?.integer {
                    updated[target, default: []].insert(old)
                }
            }
            let present = try connection.numbers(
                "SELECT \(layout.columns[key.column].quoted) FROM \(layout.table) "
                    + "WHERE _id IN (SELECT value FROM json_each(?))", [.list(records)])
            updated[target, default: []].formUnion(present.filter { $0 > 0 })
        }
    }

    private mutating func add(_ row: RecordedRow, _ join: JoinLayout) throws {
        var sources: Set<Int64> = []
        var targets: Set<Int64> = []
        for change in row.changes {
            if let source = change.old(0)?.integer { sources.insert(source) }
            if let target = change.old(1)?.integer { targets.insert(target) }
        }
        let list = [StoredValue.list(row.changes.map(\.record))]
        let condition = "FROM \(join.table) WHERE _id IN (SELECT value FROM json_each(?))"
        sources.formUnion(try connection.numbers("SELECT _source \(condition)", list))
        targets.formUnion(try connection.numbers("SELECT _target \(condition)", list))
        updated[join.relationship.owner._$entityName, default: []].formUnion(sources)
        if join.relationship.inverse != nil {
            updated[join.relationship.target._$entityName, default: []].formUnion(targets)
        }
    }
}
