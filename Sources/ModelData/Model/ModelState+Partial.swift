// Partially fetched objects: objects whose fetch read only some of the properties.

extension ModelState {
    /// The columns that the fetch skipped. Their properties have placeholder values until these columns are
    /// read.
    ///
    /// The set is stored with the observers, because every property read checks for observers anyway. So
    /// completely fetched objects have no extra cost.
    var unreadColumns: ColumnSet { observers?.unreadColumns ?? ColumnSet() }

    func setUnreadColumns(_ columns: ColumnSet) {
        if observers == nil {
            if columns.isEmpty { return }
            observers = ObjectObservers(nil)
        }
        observers?.unreadColumns = columns
    }

    /// Reads the unread columns before a property is set. Called by the code that `@Model` generates.
    @inlinable
    public func complete(_ model: some PersistentModel) {
        if isPartial { readRemainingColumns(model) }
    }

    /// Reads the unread columns if the property's column is one of them.
    func complete<M: PersistentModel, V>(_ model: M, for keyPath: KeyPath<M, V>) {
        guard let table else { return setUnreadColumns(ColumnSet()) }
        // Key paths of inherited properties are listed in the table of the class that declares them.
        guard let declaring = table.layout.hierarchy == nil ? table : try? table.registry.table(for: M.self)
        else {
            return
        }
        if let column = declaring.keyPaths(M.self).column(of: keyPath), unreadColumns.contains(column) {
            readRemainingColumns(model)
        }
    }

    @usableFromInline
    var isPartial: Bool { observers.map { !$0.unreadColumns.isEmpty || $0.canonicalObject != nil } ?? false }

    /// Reads the complete record.
    ///
    /// If the record is deleted or unreadable, the unread properties keep their placeholder values. An
    /// unreadable record is read again at the next access.
    @usableFromInline
    func readRemainingColumns(_ model: any PersistentModel) {
        if phase == .alias { return AliasValues(state: self).readAll(model) }
        // The record still exists while the deletion isn't saved.
        guard let table, phase == .saved || phase == .deleting else { return setUnreadColumns(ColumnSet()) }
        let found = context?.deferringErrors { try table.reload(model, self) }
        if found == false { setUnreadColumns(ColumnSet()) }
    }

    /// Marks all values as unread after reading the record failed, so that the next access tries again.
    ///
    /// An object with unsaved changes keeps its values, because its save compares them with the record.
    func markUnread(_ table: RegisteredTable) {
        if hasChanges { return }
        var columns = ColumnSet()
        for (index, column) in table.layout.columns.enumerated() where column.isValue {
            columns.insert(index)
        }
        setUnreadColumns(columns)
        table.hasPartial = true
    }
}
