extension ModelContext {
    /// Loads the relationships that a fetch descriptor lists, each with one query for all objects.
    func prefetch<T: PersistentModel>(_ models: [T], _ descriptor: FetchDescriptor<T>) throws {
        if descriptor.relationshipKeyPathsForPrefetching.isEmpty || models.isEmpty { return }
        let table = try table(for: T.self)
        let keyPaths = table.keyPaths(T.self)
        for keyPath in descriptor.relationshipKeyPathsForPrefetching {
            guard let column = keyPaths.column(of: keyPath) else { continue }
            let index = table.layout.shape.index(of: column)
            if index >= 0 { try loadRelationship(models, table.layout.shape.relationships[index]) }
        }
    }

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
}
