import Foundation

/// Updates the objects of a save after it was written.
struct SavePublication {
    let scope: SaveScope
    let output: SaveOutput

    private var session: ContextSession { scope.session }

    /// Updates the objects.
    ///
    /// - Parameter rowDeletions: The deleted records without objects, by table.
    /// - Returns: The identifiers of the changed records.
    func publish(_ rowDeletions: [(RegisteredTable, Set<Int64>)]) -> SavedChanges {
        FormerRecords.detach(output.deleted, as: .deleted)
        for state in output.updated {
            state.unsaved.clear()
            state.epoch = session.epoch
            state.savedRecord = 0
            state.linkStorage.discardEdits()
        }
        for (model, table, record) in output.inserted {
            let state = model._$state
            table.register(model, state, record: record)
            state.savedRecord = 0
            state.linkStorage.discardEdits()
        }
        for (model, column) in output.stamped { try? model.restore(column, from: scope.now) }
        for (model, table) in output.kept {
            model._$state.phase = .saved
            refresh(model, table)
        }
        for (model, _, _) in output.inserted { model._$state.unsaved.clear() }
        for (table, record) in output.released {
            if let model = table.state(record)?.model { refresh(model, table) }
        }
        for (model, table) in output.restored { refresh(model, table) }
        publishMerged()
        if output.listsAreStale {
            let table = output.restored.first?.table ?? output.released.first?.table
            if let context = table?.registry.context {
                for table in context.registry.openTables where table.session === session {
                    table.unloadLists()
                }
            }
        }
        return changes(rowDeletions)
    }

    /// Makes new objects aliases of the objects of the records that absorbed their values.
    private func publishMerged() {
        let merged = output.merged.compactMap { model, table, record in
            table.state(record)?.model.map { (of: model, canonical: $0) }
        }.filter { $0.of !== $0.canonical }
        if !merged.isEmpty { repointRelationships(merged) }
        for (model, table, record) in output.merged {
            if let known = table.state(record)?.model, known !== model {
                known._$state.unsaved.clear()
                refresh(known, table)
                AliasValues(state: model._$state).becomeAlias(of: known, record: record)
                table.registry.noteAlias()
                table.registry.context?.openTransaction?.aliases.append(model)
            } else {
                table.register(model, model._$state, record: record)
                refresh(model, table)
            }
        }
    }

    /// Repoints relationships from aliases to the canonical objects that absorbed their values.
    private func repointRelationships(_ merged: [(of: any PersistentModel, canonical: any PersistentModel)]) {
        let merged = Dictionary(merged.map { (ObjectIdentifier($0.of), $0.canonical) }) { first, _ in first }
        let written = output.inserted.map(\.model) + output.updated.compactMap { $0.model }
        for model in written {
            guard let links = model._$state.links else { continue }
            for relationship in links.shape.relationships where links[relationship.index].isLoaded {
                let elements = model._$relate(relationship.column, .read)
                guard let element = elements.first(where: { merged[ObjectIdentifier($0)] != nil }) else {
                    continue
                }
                if relationship.isToMany {
                    LinkEnd(model, relationship).unload()
                } else if let canonical = merged[ObjectIdentifier(element)] {
                    model._$relate(relationship.column, .set([canonical]))
                }
            }
        }
    }

    private func refresh(_ model: any PersistentModel, _ table: RegisteredTable) {
        model._$state.unsaved.clear()
        _ = table.refresh(model, model._$state)
    }

    /// Returns the identifiers of the changed records.
    private func changes(_ rowDeletions: [(RegisteredTable, Set<Int64>)]) -> SavedChanges {
        func identifier(_ state: ModelState) -> PersistentIdentifier? {
            state.layout.map { PersistentIdentifier(origin: $0.origin, number: state.record) }
        }
        var result = SavedChanges()
        result.inserted = output.inserted.map { $0.table.identifier($0.record) }
        result.updated = output.updated.compactMap { identifier($0) }
        let others =
            output.released.map { $0.table.identifier($0.record) }
            + output.merged.map { $0.table.identifier($0.record) }
        if !others.isEmpty {
            var known = Set(result.inserted).union(result.updated)
            result.updated += others.filter { known.insert($0).inserted }
        }
        result.deleted = output.deleted.compactMap { identifier($0._$state) }
        for (table, records) in rowDeletions {
            result.deleted += records.sorted().map { table.identifier($0) }
        }
        return result
    }
}

/// The records that a save inserted, changed and deleted.
struct SavedChanges {
    var inserted: [PersistentIdentifier] = []
    var updated: [PersistentIdentifier] = []
    var deleted: [PersistentIdentifier] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    mutating func add(_ other: SavedChanges) {
        inserted += other.inserted
        updated += other.updated
        deleted += other.deleted
    }

    /// Informs the observers of a context, and posts ``ModelContext/didSave``.
    func post(by context: ModelContext) {
        context.changes.announce()
        let userInfo = [
            ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted,
            ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated,
            ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
        ]
        NotificationCenter.default.post(name: ModelContext.didSave, object: context, userInfo: userInfo)
    }
}

extension ModelContext {
    /// Posted before a context saves. The notification's object is the context.
    ///
    /// What an observer changes is saved too. It mustn't save itself: ``save()`` throws
    /// ``ModelDataError/saveInProgress``.
    ///
    /// Mirrors SwiftData's `willSave`.
    public static let willSave = Notification.Name("ModelContextWillSave")

    /// Posted after a context has saved. The user info contains the identifiers of the changed records
    /// under the keys ``NotificationKey``.
    ///
    /// Mirrors SwiftData's `didSave`.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// The keys of a notification's user info.
    ///
    /// Mirrors SwiftData's `ModelContext.NotificationKey`.
    public enum NotificationKey: String, Sendable {
        /// The identifiers of the inserted records.
        case insertedIdentifiers = "inserted"
        /// The identifiers of the changed records.
        case updatedIdentifiers = "updated"
        /// The identifiers of the deleted records.
        case deletedIdentifiers = "deleted"
        /// The identifiers of records that were changed externally; not posted here.
        case refreshedIdentifiers = "refreshed"
        /// Whether all identifiers became invalid; not posted here.
        case invalidatedAllIdentifiers = "invalidatedAll"
        /// The state of the store that the context reads; not posted here.
        case queryGeneration
    }
}
