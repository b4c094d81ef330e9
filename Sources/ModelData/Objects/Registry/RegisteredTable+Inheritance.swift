// Queries and lookups that include the objects of subclasses.

extension RegisteredTable {
    /// The tables of all direct and indirect subclasses.
    var descendants: [RegisteredTable] {
        if !layout.isPolymorphic { return [] }
        if let openedSubclassTables { return openedSubclassTables }
        let subclasses = layout.hierarchy?.kinds.dropFirst() ?? []
        let found = subclasses.compactMap { try? registry.table(for: $0.type) }
        openedSubclassTables = found
        return found
    }

    /// The table itself and the tables of its subclasses, in the order of ``HierarchyLayout/kinds``.
    var kinds: [RegisteredTable] { [self] + descendants }

    /// Returns the state of the object that is registered for a record, in this table or in a subclass's
    /// table; `nil` if there is none.
    func knownState(_ record: Int64) -> ModelState? {
        if let state = state(record) { return state }
        if !layout.isPolymorphic { return nil }
        for table in descendants {
            if let state = table.state(record) { return state }
        }
        return nil
    }

    /// The pending row deletions of the class and its subclasses: records to be deleted that have no objects.
    var allPendingRowDeletions: Set<Int64> {
        layout.isPolymorphic
            ? kinds.reduce(into: []) { $0.formUnion($1.pendingRowDeletions) } : pendingRowDeletions
    }

    /// Returns the table that registers the objects of a row's class.
    ///
    /// - Throws: ``ModelDataError/unreadableValue(model:property:record:problem:)`` if the schema doesn't
    ///   contain the class.
    func kind(of row: ModelRow, record: Int64) throws -> RegisteredTable {
        if let position = layout.hierarchy?.kind(of: row, expecting: lastKind),
            position <= descendants.count
        {
            lastKind = position
            return position == 0 ? self : descendants[position - 1]
        }
        let name = row.stored(layout.hierarchy?.typePosition ?? 0).description
        throw ModelDataError.unreadableValue(
            model: layout.name, property: ModelHierarchy.typeColumn, record: record,
            problem: .unreadable(content: name, type: "\(layout.entity.type)"))
    }

    /// Returns the table, of any class of the hierarchy, in which a record's object is registered; nil if the
    /// record has no object.
    func hierarchyTable(holding record: Int64) -> RegisteredTable? {
        if state(record) != nil { return self }
        guard layout.hierarchy != nil, let root = try? registry.table(for: layout.shape.root.type) else {
            return nil
        }
        return root.kinds.first { $0.state(record) != nil }
    }

    /// Returns the identifier of a record of the class, or of the named subclass.
    func identifier(_ record: Int64, kind name: String? = nil) -> PersistentIdentifier {
        let kind = name.flatMap { name in layout.hierarchy?.kinds.first { $0.name == name } }
        return PersistentIdentifier(origin: kind?.origin ?? layout.origin, number: record)
    }

}

extension ObjectRegistry {
    /// Returns a model and its subclasses.
    func kinds(of type: any PersistentModel.Type) throws -> Set<ObjectIdentifier> {
        Set(try table(for: type).layout.kindTypes.map { ObjectIdentifier($0) })
    }

    /// Returns the names of a model and its subclasses.
    func kindNames(of type: any PersistentModel.Type) -> [String] {
        (try? table(for: type).layout.kindTypes.map { $0._$entityName }) ?? []
    }
}
