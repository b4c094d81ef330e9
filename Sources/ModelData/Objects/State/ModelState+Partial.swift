// Partially fetched objects: objects whose fetch read only some of the properties.

extension ModelState {
    /// Reads the complete record if some columns are unread, for example before a property is set. Called by
    /// the code that `@Model` generates.
    ///
    /// If another context has deleted the record, or it is unreadable, the unread properties keep their placeholder
    /// values, and the context's next save throws the reason. An unreadable record is read again at the next access.
    @inlinable
    public func complete(_ model: some PersistentModel) {
        if observers != nil { UnreadColumns.read(model, self) }
    }
}

/// The columns that a fetch skipped.
@usableFromInline
enum UnreadColumns {
    /// Reads the complete record of an object that isn't read completely.
    @usableFromInline
    static func read(_ model: any PersistentModel, _ state: ModelState) {
        read(model, state, reportsGoneRecord: true)
    }

    /// Reads the complete record of an object that isn't read completely.
    ///
    /// - Parameter reportsGoneRecord: Whether the next save throws if the record is gone.
    static func read(_ model: any PersistentModel, _ state: ModelState, reportsGoneRecord: Bool) {
        if !state.observers.isPartial { return }
        if state.phase == .alias { return AliasValues(state: state).readAll(model) }
        // The record still exists while the deletion isn't saved.
        guard let table = state.table, state.phase == .saved || state.phase == .deleting else {
            if state.phase == .transient, let former = state.former {
                former.context?.noteFailure(
                    ModelDataError.recordGone(model: former.layout.name, record: state.record))
            }
            state.observers.unreadColumns = ColumnSet()
            return
        }
        let record = state.record
        let found = state.context?.deferringErrors { try table.reload(model, state) }
        if found == false {
            state.observers.unreadColumns = ColumnSet()
            guard reportsGoneRecord else { return }
            table.registry.context?.deferringErrors {
                throw ModelDataError.recordGone(model: table.layout.name, record: record)
            }
        }
    }
}

extension ObjectObservers? {
    /// The columns that the fetch skipped. Their properties have placeholder values until these columns are
    /// read.
    ///
    /// The set is stored with the observers, because every property read checks for observers anyway. So
    /// completely fetched objects have no extra cost.
    var unreadColumns: ColumnSet {
        get { self?.unreadColumns ?? ColumnSet() }
        set {
            if self == nil, !newValue.isEmpty { self = ObjectObservers(nil) }
            self?.unreadColumns = newValue
        }
    }

    /// Whether some properties must be read from the record, or from the canonical object of an alias.
    var isPartial: Bool { map { !$0.unreadColumns.isEmpty || $0.canonicalObject != nil } ?? false }
}
