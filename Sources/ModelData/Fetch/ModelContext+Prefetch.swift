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

    func hasPending(_ types: Set<ObjectIdentifier>) -> Bool { changes.hasPending(types) }
}
