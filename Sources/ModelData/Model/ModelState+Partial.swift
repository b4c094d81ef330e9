// Objects of which a fetch read some properties only.

extension ModelState {
    /// The columns that a fetch left out, whose storage means nothing until they are read.
    ///
    /// Who observes an object is asked at every read of a property anyway, so they are kept there: objects
    /// that were read whole pay nothing for it.
    var missing: ColumnSet { observers?.missing ?? ColumnSet() }

    func setMissing(_ columns: ColumnSet) {
        if observers == nil {
            if columns.isEmpty { return }
            observers = ObjectObservers(nil)
        }
        observers?.missing = columns
    }

    /// Reads what was left out, before a property is set: called by the code that `@Model` makes.
    @inlinable
    public func complete(_ model: some PersistentModel) {
        if isPartial { readMissing(model) }
    }

    /// Reads what was left out, if the property is of that.
    func complete<M: PersistentModel, V>(_ model: M, for keyPath: KeyPath<M, V>) {
        guard let table else { return setMissing(ColumnSet()) }
        // A property that the object inherits is known by the class that declares it.
        guard let declaring = table.layout.family == nil ? table : try? table.context.table(for: M.self)
        else {
            return
        }
        if let column = declaring.keyPaths(M.self).column(of: keyPath), missing.contains(column) {
            readMissing(model)
        }
    }

    @usableFromInline
    var isPartial: Bool { observers.map { !$0.missing.isEmpty || $0.elder != nil } ?? false }

    /// Reads the whole record. Of one that is gone, or can't be read, the properties that were left out have
    /// the values that an object without a record has; what can't be read is tried again at the next read.
    @usableFromInline
    func readMissing(_ model: any PersistentModel) {
        if phase == .twin { return readElder(model) }
        // The record of one whose deletion isn't saved yet is still there.
        guard let table, phase == .saved || phase == .deleting else { return setMissing(ColumnSet()) }
        let found = table.context.reading { try table.reload(model, self) }
        if found == false { setMissing(ColumnSet()) }
    }

    /// Has the whole record read when a property is next asked for, since it can't be read now. An object with unsaved
    /// changes keeps what it has: its save compares it with its record.
    func leaveUnread(_ table: RegisteredTable) {
        if hasChanges { return }
        var columns = ColumnSet()
        for (index, column) in table.layout.columns.enumerated() where column.isValue {
            columns.insert(index)
        }
        setMissing(columns)
        table.hasPartial = true
    }
}
