/// Knows which objects were inserted, changed and deleted since the last save, and what an autosave waits
/// for.
///
/// Objects with changes are retained until they are saved. Each object's ``ModelState`` has the details: its
/// phase, the changed columns, and their values before the first change.
///
/// The tracker knows neither records nor relationships, and doesn't read or write the store.
final class ChangeTracker {
    /// The objects with changes, in the order of their first change.
    var pending = PendingObjects()
    /// Deleted objects whose delete rules haven't been applied yet (pending cascades).
    var pendingCascades: [any PersistentModel] = []
    /// Deleted records without objects whose delete rules haven't been applied yet.
    var pendingRowCascades: [(table: RegisteredTable, records: [Int64])] = []
    /// Objects whose insertion was undone, until their relationships are cleaned up.
    var undoneInsertions: [any PersistentModel] = []
    /// The tables with pending row deletions: deletions of records that have no object here.
    var tablesWithRowDeletions: [RegisteredTable] = []
    /// The objects with properties that are being changed, once for each property.
    private var openChanges: [ModelState] = []

    // Every change of an object changes these two. They consist of numbers, so accesses can't overlap, and need no checks
    // at run time.

    /// What an autosave waits for.
    @exclusivity(unchecked)
    var autosave = AutosaveGate()
    /// A change counter, by which an autosave detects a pause.
    @exclusivity(unchecked)
    private(set) var activity: UInt64 = 0
    /// Informs observers of changes; nil until there is one.
    var observers: ChangeHub?

    /// Whether there is anything to save.
    var hasChanges: Bool { !pending.isEmpty || !tablesWithRowDeletions.isEmpty }

    /// Whether a save has anything to do: there are changes, or delete rules to apply.
    var needsSave: Bool { hasChanges || hasPendingCascades }

    /// Whether the delete rules of deleted objects or records haven't been applied yet.
    var hasPendingCascades: Bool { !pendingCascades.isEmpty || !pendingRowCascades.isEmpty }

    var inserted: [any PersistentModel] { pending.models { $0.phase == .inserted } }

    var changed: [any PersistentModel] {
        pending.models { $0.phase == .saved && !$0.unsaved.columns.isEmpty }
    }

    var deleted: [any PersistentModel] { pending.models { $0.phase == .deleting } }

    /// Returns whether an object of one of the models has unsaved changes.
    func hasPending(_ types: Set<ObjectIdentifier>) -> Bool {
        if types.isEmpty { return false }
        if tablesWithRowDeletions.contains(where: { types.contains(ObjectIdentifier($0.layout.entity.type)) })
        {
            return true
        }
        if pending.isEmpty { return false }
        return pending.contains { types.contains(ObjectIdentifier(type(of: $0))) }
    }

    /// Counts a change and informs observers.
    func announce() {
        activity &+= 1
        observers?.announce()
    }

    /// Whether no call and no change of a property is in progress.
    var isQuiet: Bool { autosave.openCalls == 0 && openChanges.isEmpty }

    /// Notes that a property of an object is about to change.
    func beginChange(of state: ModelState) { openChanges.append(state) }

    /// Notes that a property of an object has changed.
    func endChange(of state: ModelState) {
        if let index = openChanges.lastIndex(where: { $0 === state }) { openChanges.remove(at: index) }
    }

    /// Returns whether the outermost call and change have ended. Forgets objects that left the context during
    /// their change.
    func hasEndedCalls(in context: ModelContext) -> Bool {
        guard autosave.openCalls == 0 else { return false }
        let own = ContextReference(context)
        openChanges.removeAll { !$0.contextReference.isSame(as: own) }
        return openChanges.isEmpty
    }

    /// Marks an object as deleted; its delete rules are applied later.
    func noteDeletion(of model: any PersistentModel, _ state: ModelState) {
        switch state.phase {
        case .inserted:
            pending.remove(state)
            state.detach(as: .deleted)
        case .saved:
            state.phase = .deleting
            pending.append(model, state)
        case .transient, .deleting, .deleted, .alias: return
        }
        if state.layout?.isRelated == true { pendingCascades.append(model) }
    }

    /// Cancels the deletion of an object that isn't saved yet.
    func cancelDeletion(of state: ModelState) {
        state.phase = .saved
        state.hasCascaded = false
        if state.unsaved.columns.isEmpty { pending.remove(state) }
    }

    /// Returns the deleted objects whose delete rules must be applied now.
    func takeCascades() -> [any PersistentModel] {
        defer { pendingCascades.removeAll() }
        return pendingCascades.filter(\.isGone)
    }

    /// Forgets all changes, and returns the objects that had some.
    func discardAll() -> [any PersistentModel] {
        let models = pending.all
        pending.removeAll()
        pendingCascades.removeAll()
        undoneInsertions.removeAll()
        discardRowDeletions()
        return models
    }

    /// Has the delete rules applied once more at the next save, because other objects may be related now.
    func repeatCascades() {
        pendingCascades += deleted.filter { $0._$state.layout?.isRelated == true }
        for table in tablesWithRowDeletions
        where table.layout.shape.relationships.contains(where: \.isCascading) {
            pendingRowCascades.append((table, Array(table.pendingRowDeletions)))
        }
    }

    /// Notes that a table has pending row deletions.
    func noteRowDeletions(of table: RegisteredTable) {
        guard table.hasPendingRowDeletions, !tablesWithRowDeletions.contains(where: { $0 === table }) else {
            return
        }
        tablesWithRowDeletions.append(table)
    }

    /// Marks a new object as deleted because its record had a pending row deletion.
    func adoptRowDeletion(_ model: any PersistentModel, _ table: RegisteredTable) {
        model._$state.phase = .deleting
        // Lists that are read from now on leave the object out.
        model._$state.hasCascaded = table.layout.isRelated && pendingRowCascades.isEmpty
        pending.append(model, model._$state)
        if !table.hasPendingRowDeletions { tablesWithRowDeletions.removeAll { $0 === table } }
    }

    func discardRowDeletions() {
        pendingRowCascades = []
        for table in tablesWithRowDeletions { table.pendingRowDeletions = [] }
        tablesWithRowDeletions = []
    }
}

/// The objects of a context that were inserted, changed or deleted since the last save, in the order of
/// these events. The context retains them until they are saved.
struct PendingObjects {
    private var slots: ContiguousArray<(any PersistentModel)?> = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ model: any PersistentModel, _ state: ModelState) {
        if state.pendingIndex >= 0 { return }
        state.pendingIndex = slots.count
        slots.append(model)
        count += 1
    }

    mutating func remove(_ state: ModelState) {
        guard state.pendingIndex >= 0 else { return }
        slots[state.pendingIndex] = nil
        state.pendingIndex = -1
        count -= 1
        if count == 0 { slots.removeAll(keepingCapacity: true) }
    }

    mutating func removeAll() {
        for case let model? in slots { model._$state.pendingIndex = -1 }
        slots.removeAll(keepingCapacity: slots.count < 1000)
        count = 0
    }

    func contains(where condition: (any PersistentModel) -> Bool) -> Bool {
        slots.contains { model in
            if let model { condition(model) } else { false }
        }
    }

    func forEach(_ body: (any PersistentModel, ModelState) throws -> Void) rethrows {
        for case let model? in slots { try body(model, model._$state) }
    }

    var all: [any PersistentModel] { slots.compactMap { $0 } }

    func models(where condition: (ModelState) -> Bool) -> [any PersistentModel] {
        slots.compactMap { model in
            guard let model, condition(model._$state) else { return nil }
            return model
        }
    }
}
