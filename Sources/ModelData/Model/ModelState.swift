import Observation

/// What one object is to its context: its record, its unsaved changes, and who observes it.
///
/// Every model has one, made by `@Model`. It knows its object only while the object is registered with a
/// context, and takes itself out of the context's register when the object goes away.
public final class ModelState {
    /// Where an object is on its way from a `init` to the store and out of it.
    enum Phase: UInt8 {
        /// Belongs to no context.
        case transient
        /// Inserted and not saved yet.
        case inserted
        /// Has a record.
        case saved
        /// Deleted, and the deletion not saved yet.
        case deleting
        /// Its record is gone.
        case deleted
        /// Another object stands for its record.
        case twin
    }

    /// The value that a changed column had when the object was last in step with the store.
    struct Original {
        let column: Int
        /// Nil when the old value couldn't be encoded, so that the store must be asked.
        let value: StoredValue?
    }

    /// Made when a read is first tracked: before that nobody can observe the object.
    var observers: ObjectObservers?
    /// The context clears it before it goes away.
    var context: ModelContext? {
        get { contextReference?.takeUnretainedValue() }
        set { contextReference = newValue.map { .passUnretained($0) } }
    }
    private var contextReference: Unmanaged<ModelContext>?
    /// Set while the object is registered; the object owns this state, so it can't outlive it.
    unowned(unsafe) var model: (any PersistentModel)?
    /// The context clears it with itself.
    unowned(unsafe) var table: RegisteredTable?
    /// How the store keeps the model; known from the insertion on.
    var layout: EntityLayout? {
        get { table?.layout ?? ownLayout }
        set { ownLayout = newValue }
    }
    /// The layout of an object that is in no table.
    private var ownLayout: EntityLayout?
    /// The record's number; negative while it is temporary, zero before anybody asked for one.
    var record: Int64 = 0
    var phase = Phase.transient
    var changed = ColumnSet()
    var originals: [Original] = []
    /// The context's count of foreign changes when the object was last in step with the store.
    var epoch: UInt32 = 0
    /// The number that a deleted record had, when its object is inserted again; zero otherwise.
    var revived: Int64 = 0
    /// Where the object stands in the context's list of pending objects.
    var slot = -1

    /// What the object knows of its relationships; nil for a model without any, and until it is needed.
    var graph: ObjectLinks? {
        get { knownGraph ?? (hasRowLinks ? unpackLinks() : nil) }
        set {
            knownGraph = newValue
            hasRowLinks = false
        }
    }
    private(set) var knownGraph: ObjectLinks?
    /// Whether the object still has the relationships of its row, which is then all that is known of them.
    private(set) var hasRowLinks = false
    /// The record that the row refers to and the place in its order, where the model has one such relationship.
    private var rowKey: Int64 = 0
    private var rowOrder: Int64 = 0
    /// Whether the deletion has had its effect on other objects.
    var isSwept = false
    /// Whether the first save keeps the modification date that the object was made with.
    var keepsModificationDate = false
    /// Whether a property is set that the program doesn't change, so that the observers in its source don't run.
    public internal(set) var isQuiet = false
    /// The record that a save under way has given to a new object.
    var written: Int64 = 0

    /// Makes the state of a new object.
    public init() {}

    deinit {
        if let table, record > 0 { table.forget(record, self) }
    }

    /// Whether the object has, or will have, a record in a living context.
    var isAlive: Bool { phase == .inserted || phase == .saved || phase == .deleting }

    var hasChanges: Bool { phase == .inserted || phase == .deleting || !changed.isEmpty }

    func identifier(entityName: String) -> PersistentIdentifier {
        if record == 0 { record = TemporaryNumber.next() }
        let origin = layout?.origin ?? IdentifierOrigin.of(store: nil, entity: entityName)
        return PersistentIdentifier(origin: origin, number: record)
    }

    /// Forgets all unsaved changes of the columns.
    func clearChanges() {
        changed = ColumnSet()
        if !originals.isEmpty { originals = [] }
    }

    /// Takes the object out of its context.
    func detach(as phase: Phase) {
        if let table, record > 0 { table.forget(record, self) }
        leave(as: phase)
    }

    /// Forgets the context, which forgets the object by itself.
    func leave(as phase: Phase) {
        if let table { ownLayout = table.layout }
        self.phase = phase
        context = nil
        table = nil
        model = nil
        slot = -1
        revived = 0
        clearChanges()
    }
}

extension ModelState {
    /// Tells observers that a property is read.
    @inlinable
    public func access<M: PersistentModel, V>(_ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>) {
        if isUnobserved { return }
        observe(model, keyPath())
    }

    /// Whether nobody observes the object, and nobody tracks reads now.
    @usableFromInline
    var isUnobserved: Bool {
        guard observers == nil, let contextReference else { return false }
        return contextReference._withUnsafeGuaranteedRef { context in
            context.probeReference._withUnsafeGuaranteedRef { !$0.isTracking }
        }
    }

    @inline(never)
    @usableFromInline
    func observe<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>) {
        if let observers {
            if phase == .twin {
                readElder(model, keyPath)
            } else if !observers.missing.isEmpty {
                complete(model, for: keyPath)
            }
            return observers.registrar.access(model, keyPath: keyPath)
        }
        let observers = ObjectObservers(context?.probe)
        context?.probe = TrackingProbe()
        self.observers = observers
        observers.registrar.access(model, keyPath: keyPath)
    }

    /// Tells observers and the context that a property is about to change.
    public func willChange<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, column: Int,
        old: () throws -> StoredValue
    ) {
        if phase == .twin { return willChangeTwin(model, keyPath(), column) }
        observers?.registrar.willSet(model, keyPath: keyPath())
        note(model, column: column, old: old)
    }

    /// Tells the context that a column is about to change.
    func note(_ model: any PersistentModel, column: Int, old: () throws -> StoredValue) {
        switch phase {
        case .saved, .deleting:
            // What is about to be deleted must be known as it was, for the history.
            if changed.isEmpty, phase == .saved {
                complete(model)
                context?.noteChange(of: model, self)
            } else {
                context?.noteActivity()
            }
            if !changed.contains(column) {
                changed.insert(column)
                originals.append(Original(column: column, value: try? old()))
            }
        case .inserted: context?.noteActivity()
        case .transient, .deleted, .twin: break
        }
        if let context, context.undoManager != nil { context.recordUndo(of: model, self, column, try? old()) }
    }

    /// Tells observers that a property has changed.
    public func didChange<M: PersistentModel, V>(_ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>) {
        if phase == .twin { return didChangeTwin(model, keyPath()) }
        observers?.registrar.didSet(model, keyPath: keyPath())
    }

    /// Changes a property to what the store holds: observers learn of it, the context doesn't.
    public func refresh<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ change: () -> Void
    ) {
        guard let registrar = observers?.registrar else { return change() }
        let keyPath = keyPath()
        registrar.willSet(model, keyPath: keyPath)
        change()
        registrar.didSet(model, keyPath: keyPath)
    }
}

extension ModelState {
    /// Takes the records that a row refers to; their objects are loaded when somebody reads them.
    func readLinks(_ row: ModelRow, _ layout: EntityLayout) {
        guard layout.keys.count < 2 else {
            let links = ObjectLinks.make(layout.shape, isLoaded: false)
            for key in layout.keys {
                let order = key.orderColumn.map { row.integer($0) } ?? 0
                links.setRow(key.index, record: row.integer(key.column), order: order)
            }
            graph = links
            return
        }
        // Most objects that are read are never asked for their relationships.
        let sole = layout.soleKey
        if sole.column >= 0 {
            rowKey = row.integer(sole.column)
            rowOrder = sole.order >= 0 ? row.integer(sole.order) : 0
        }
        knownGraph = nil
        hasRowLinks = true
    }

    @inline(never)
    private func unpackLinks() -> ObjectLinks? {
        guard let layout else { return nil }
        let links = ObjectLinks.make(layout.shape, isLoaded: false)
        if let key = layout.keys.first { links.setRow(key.index, record: rowKey, order: rowOrder) }
        graph = links
        return links
    }
}
