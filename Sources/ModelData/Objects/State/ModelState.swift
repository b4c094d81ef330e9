import Observation

/// The state of one object in its context: its record, its unsaved changes and its observers.
///
/// `@Model` adds a state to every object. The state refers to its object only while the object is registered
/// with a context. It unregisters the object when it is deallocated.
@_documentation(visibility: internal)
public final class ModelState {
    /// The life cycle of an object, from `init` to the deletion of its record.
    enum Phase: UInt8 {
        /// The object belongs to no context.
        case transient
        /// The object was inserted and isn't saved yet.
        case inserted
        /// The object has a record.
        case saved
        /// The object was deleted, and the deletion isn't saved yet.
        case deleting
        /// The object's record was deleted.
        case deleted
        /// The object shares its record with a canonical object.
        case alias

        /// Whether the object belongs to a context, and has a record or will have one.
        var isAlive: Bool { self == .inserted || self == .saved || self == .deleting }

        /// Whether the object was deleted, saved or not.
        @inline(__always)
        var isDeleted: Bool { self == .deleting || self == .deleted }
    }

    // Two properties that every access or change of a property reads or writes are marked as unchecked: no access to them
    // runs other code, so accesses can't overlap, and the checks at run time would take 5 % of the instructions of a change.

    /// Created when a read of the object is tracked for the first time. Before that, the object can't have
    /// observers.
    @exclusivity(unchecked) @usableFromInline
    var observers: ObjectObservers?
    /// The object's context, which isn't retained. A context sets this property to nil before it is
    /// deallocated.
    var context: ModelContext? {
        get { contextReference.context }
        set { contextReference = ContextReference(newValue) }
    }
    var contextReference = ContextReference()
    /// Set while the object is registered. It is never dangling, because the object owns this state. A checked reference
    /// costs 2.6 % of a fetch.
    unowned(unsafe) var model: (any PersistentModel)?
    /// Set to nil together with `context`, before the table is deallocated. A checked reference costs 2.9 % of a fetch.
    unowned(unsafe) var table: RegisteredTable?
    /// The model's layout in the store; nil before the insertion.
    var layout: EntityLayout? { table?.layout ?? former?.layout }
    /// The table of an object that isn't registered: a new one, or one that has left the context.
    var former: FormerTable?
    /// The record number; negative if it is temporary, zero until a number is needed.
    var record: Int64 = 0
    // Small properties together, because they then share a machine word.
    var phase = Phase.transient
    /// Whether the effects of the object's deletion on related objects have been applied.
    var hasCascaded = false
    /// Whether the first save keeps the modification date that the object was created with.
    var keepsModificationDate = false
    /// Whether property observers (`willSet`, `didSet`) are skipped, because the program doesn't make the
    /// change.
    public internal(set) var suppressesPropertyObservers = false
    /// The value of the store session's counter of external changes when the object was last read or saved.
    var epoch: UInt32 = 0
    @exclusivity(unchecked)
    var unsaved = UnsavedChanges()
    /// The former record number of a deleted object that is inserted again; zero otherwise.
    var reinsertedRecord: Int64 = 0
    /// The object's index in the context's list of pending objects; -1 if it isn't in the list.
    var pendingIndex = -1

    var linkStorage = LinkStorage()
    /// The state of the object's relationships; nil for a model without relationships, and until it is
    /// needed.
    var links: ObjectLinks? {
        get {
            if let known = linkStorage.known { return known }
            guard linkStorage.hasRow, let layout else { return nil }
            let links = linkStorage.unpacked(layout)
            linkStorage = LinkStorage(links)
            return links
        }
        set { linkStorage = LinkStorage(newValue) }
    }
    /// The record number that the current save gave to a new object.
    var savedRecord: Int64 = 0

    /// Creates the state of a new object.
    public init() {}

    deinit {
        if phase != .transient, let table, record > 0 { table.map.remove(record, of: self) }
    }

    var hasChanges: Bool { phase == .inserted || phase == .deleting || !unsaved.columns.isEmpty }

    /// Adds the value of a column before its first unsaved change.
    func noteOriginal(_ original: UnsavedChanges.Original) {
        var list = unsaved.originals
        // Without a second reference to the list, the copy is changed in place. All accesses to the property
        // are instantaneous, so they need no check for overlaps at run time.
        unsaved.originals = []
        list.append(original)
        unsaved.originals = list
    }

    /// Removes the object from its context.
    func detach(as phase: Phase) {
        if let table, record > 0 { table.map.remove(record, of: self) }
        leave(as: phase, table?.former)
    }

    /// Clears the object's references to its context. ``detach(as:)`` also removes the object from the
    /// context's table.
    ///
    /// - Parameter newFormer: What the object retains of its table; nil if it isn't registered.
    func leave(as phase: Phase, _ newFormer: FormerTable?) {
        if let newFormer { former = newFormer }
        self.phase = phase
        context = nil
        table = nil
        model = nil
        pendingIndex = -1
        reinsertedRecord = 0
        unsaved.clear()
    }
}

extension ModelState {
    /// Notifies observers that a property is read.
    ///
    /// Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The property.
    @inlinable
    public func access<M: PersistentModel, V>(_ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>) {
        if isUnobserved { return }
        observe(model, keyPath())
    }

    /// Whether the object has no observers and no reads are being tracked.
    @usableFromInline
    var isUnobserved: Bool { observers == nil && contextReference.isUntracked }

    @inline(never)
    @usableFromInline
    func observe<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>) {
        if let observers {
            if phase == .alias {
                AliasValues(state: self).read(model, keyPath)
            } else if !observers.unreadColumns.isEmpty, table?.hasUnread(keyPath, of: self) != false {
                complete(model)
            }
            return observers.registrar.access(model, keyPath: keyPath)
        }
        let observers = ObjectObservers(context?.probe)
        context?.probe = TrackingProbe()
        self.observers = observers
        observers.registrar.access(model, keyPath: keyPath)
    }

    /// Notifies observers and the context that a property is about to change.
    ///
    /// Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The property.
    ///   - column: The property's column, counted from 0.
    ///   - old: The stored form of the current value.
    public func willChange<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, column: Int,
        old: @autoclosure () throws -> StoredValue
    ) {
        if phase == .alias { return AliasValues(state: self).willChange(model, keyPath(), column) }
        observers?.registrar.willSet(model, keyPath: keyPath())
        if contextReference.savesInCalls { context?.autosave.beginChange(of: self) }
        note(model, column: column) { try old() }
    }

    /// Notifies the context that a column is about to change.
    func note(_ model: any PersistentModel, column: Int, old: () throws -> StoredValue) {
        switch phase {
        case .saved, .deleting:
            // The history needs the complete record as it was before the change.
            if !noteFirstChange(of: model) { context?.autosave.noteActivity() }
            if !unsaved.columns.contains(column) {
                unsaved.columns.insert(column)
                noteOriginal(UnsavedChanges.Original(column: column, value: try? old()))
            }
        case .inserted: context?.autosave.noteActivity()
        case .transient, .deleted, .alias: break
        }
        if let context, context.undoManager != nil {
            UndoRecorder(context).recordChange(of: model, column, try? old())
        }
    }

    /// Notes that the object has unsaved changes; returns false if it already had some.
    @discardableResult
    func noteFirstChange(of model: any PersistentModel) -> Bool {
        guard unsaved.columns.isEmpty, phase == .saved else { return false }
        complete(model)
        if let context {
            context.changes.pending.append(model, self)
            context.autosave.noteActivity()
        }
        return true
    }

    /// Notifies observers that a property has changed.
    ///
    /// Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The property.
    public func didChange<M: PersistentModel, V>(_ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>) {
        if phase == .alias { return AliasValues(state: self).didChange(model, keyPath()) }
        observers?.registrar.didSet(model, keyPath: keyPath())
        if contextReference.savesInCalls { context?.autosave.endChange(of: self) }
    }

    /// Sets a property to its stored value. Notifies observers, but not the context.
    ///
    /// Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The property.
    ///   - change: Sets the property's storage.
    public func refresh<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ change: () -> Void
    ) {
        guard let registrar = observers?.registrar else { return change() }
        let keyPath = keyPath()
        registrar.willSet(model, keyPath: keyPath)
        change()
        registrar.didSet(model, keyPath: keyPath)
    }

    /// Sets a property to a stored value, unless it already has the value. Notifies observers, but not the context.
    ///
    /// Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The property.
    ///   - value: The new storage; nil for no change.
    ///   - change: Sets the property's storage.
    @inlinable
    public func refresh<M: PersistentModel, V, Storage>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, to value: Storage?,
        _ change: (Storage) -> Void
    ) {
        guard let value else { return }
        refresh(model, keyPath()) { change(value) }
    }
}

/// An object's reference to its context, which isn't retained.
///
/// It is read while the context is being deallocated and its objects leave it; a checked reference would end the program
/// then. Checked references also cost 9 % of a fetch, and retaining the context's probe at each read 4 %.
struct ContextReference {
    private let reference: Unmanaged<ModelContext>?

    init(_ context: ModelContext? = nil) { reference = context.map { .passUnretained($0) } }

    @inline(__always)
    var context: ModelContext? { reference?.takeUnretainedValue() }

    /// Whether the context may save at the end of the program's change.
    @inline(__always)
    var savesInCalls: Bool { reference?._withUnsafeGuaranteedRef { $0.savesInCalls } ?? false }

    /// Whether there is a context and no reads are being tracked.
    @inline(__always)
    var isUntracked: Bool {
        guard let reference else { return false }
        return reference._withUnsafeGuaranteedRef { context in
            context.probeReference._withUnsafeGuaranteedRef { !$0.isTracking }
        }
    }

    /// Returns whether two references are to the same context, or both to none.
    @inline(__always)
    func isSame(as other: ContextReference) -> Bool { reference?.toOpaque() == other.reference?.toOpaque() }
}

/// The changed columns of an object, with their values before the first unsaved change.
struct UnsavedChanges {
    /// The value of a changed column before its first unsaved change.
    struct Original {
        let column: Int
        /// Nil if the old value couldn't be encoded; it must then be read from the store.
        let value: StoredValue?
    }

    var columns = ColumnSet()
    var originals: [Original] = []

    mutating func clear() {
        columns = ColumnSet()
        if !originals.isEmpty { originals = [] }
    }
}

// Properties with the Swift property observers `willSet` and `didSet`.
//
// Observers run when the program changes the property or the other side of its relationship. They don't run
// when an object is reloaded, rolled back or undone: a date that an observer sets then would be saved as an
// edit.

extension ModelState {
    /// Runs a closure without calling property observers.
    ///
    /// Called by the code that `@Model` generates, to set a property to its stored value.
    public func withoutPropertyObservers<Result>(_ body: () -> Result) -> Result {
        let wasQuiet = suppressesPropertyObservers
        suppressesPropertyObservers = true
        defer { suppressesPropertyObservers = wasQuiet }
        return body()
    }

    /// Changes or reads the storage of a relationship. Property observers run only for the program's own
    /// changes.
    ///
    /// Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The relationship.
    ///   - change: The kind of change.
    ///   - apply: Applies the change to the property's storage and returns the related objects.
    /// - Returns: The related objects.
    public func relateWithoutObservers<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ change: LinkChange,
        _ apply: () -> [any PersistentModel]
    ) -> [any PersistentModel] {
        relate(model, keyPath(), change) {
            switch change {
            case .replace, .replaceTail, .append, .remove: apply()
            case .read, .find, .compare, .clear, .release, .set, .load: withoutPropertyObservers(apply)
            }
        }
    }
}
