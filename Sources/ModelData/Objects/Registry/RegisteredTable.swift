/// The registered objects of one model, one for each record.
final class RegisteredTable {
    let layout: EntityLayout
    unowned(unsafe) let registry: ObjectRegistry
    let session: ContextSession
    /// Whether the model has relationships; checked for each row.
    let hasRelationships: Bool
    /// Whether the model has required relationships; checked for each row.
    let hasRequired: Bool
    /// The custom store that fetches ask before they read the table; checked for each fetch.
    let custom: CustomStore?
    let map = RecordMap()
    /// Decides which relationships are loaded together with that of another object.
    let readAhead = ReadAheads()
    /// The pending row deletions: records without an object that the next save deletes.
    var pendingRowDeletions: Set<Int64> = [] {
        didSet { hasPendingRowDeletions = !pendingRowDeletions.isEmpty }
    }
    /// Whether there are pending row deletions; checked for each row.
    private(set) var hasPendingRowDeletions = false
    /// Whether there may be partial objects, with unread properties.
    var hasPartial = false
    /// An object with default or empty values; nil if a property has no such value.
    private(set) lazy var placeholder = PlaceholderObject.make(layout.entity.type) as (any PersistentModel)?
    /// What the objects retain after they left the context.
    private(set) lazy var former = FormerTable(layout, registry.former)
    private var knownKeyPaths: KeyPathTable?
    var knownPredicates = KnownPredicates()
    /// The statements that update these columns of one record.
    var updateStatements: [ColumnSet: String] = [:]
    /// The tables of subclasses, once they are needed. The table itself isn't included, to avoid a retain
    /// cycle that would keep the context and its connection.
    var openedSubclassTables: [RegisteredTable]?
    /// The index of the last row's class, which is usually the next row's too.
    var lastKind = 0

    init(_ layout: EntityLayout, in registry: ObjectRegistry, session: ContextSession) {
        self.layout = layout
        self.registry = registry
        self.session = session
        custom = session.store.custom
        hasRelationships = !layout.shape.relationships.isEmpty
        hasRequired = !layout.shape.required.isEmpty
    }

    func state(_ record: Int64) -> ModelState? { map[record] }

    /// Registers an object for a record.
    func register(_ model: any PersistentModel, _ state: ModelState, record: Int64) {
        state.record = record
        state.reinsertedRecord = 0
        state.phase = .saved
        state.context = registry.context
        state.model = model
        state.table = self
        state.epoch = session.epoch
        map.insert(state, for: record)
    }

    func forget(_ record: Int64, _ state: ModelState) { map.remove(record, of: state) }

    /// The registered objects. They are retained, because work on one may release another.
    var models: [any PersistentModel] {
        var models: [any PersistentModel] = []
        models.reserveCapacity(map.count)
        map.forEach { state in
            if let model = state.model { models.append(model) }
        }
        return models
    }

    /// The states of the registered objects.
    var states: [ModelState] {
        var states: [ModelState] = []
        states.reserveCapacity(map.count)
        map.forEach { states.append($0) }
        return states
    }

    /// Removes all objects from the context; they keep their values. None of them may be partial.
    func detachAll() {
        // Releasing an object can deallocate others, so objects with loaded to-one relationships are
        // retained meanwhile.
        var models: [any PersistentModel] = []
        map.forEach { state in
            if let links = state.linkStorage.known, links.hasLoadedToOne, let model = state.model {
                models.append(model)
            }
            state.leave(as: .transient)
        }
        map.removeAll()
        FormerTargets.release(of: &models)
    }

    func keyPaths<T: PersistentModel>(_ type: T.Type) -> KeyPathTable {
        if let knownKeyPaths { return knownKeyPaths }
        let table = KeyPathTable(type, layout)
        knownKeyPaths = table
        return table
    }
}
