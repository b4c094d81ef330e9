// Fetches from custom stores: the custom store is asked first, then the objects are read from its mirror.

extension Fetcher {
    /// Fetches objects that a custom store finds.
    func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ table: RegisteredTable, from custom: CustomStore
    ) throws -> [T] {
        // With unsaved objects, the limit can only be applied at the end.
        let hasPending = hasPending(descriptor, table)
        let answer = try asking(custom, table).run(descriptor, isLimited: !hasPending)
        if !answer.isFiltered { return try stored(descriptor, table) }
        let plan = FetchPlan(descriptor, table)
        var found: [Int64: T] = [:]
        try read(answer.records, FetchPlan(FetchDescriptor<T>(), table), &found)
        let changed = try pendingMatches(plan)
        let deletedRows = plan.pendingRowDeletions
        var models = answer.records.compactMap { record -> T? in
            if deletedRows.contains(record) { return nil }
            guard let model = found[record] else { return nil }
            return changed != nil && model._$state.hasChanges ? nil : model
        }
        if let changed { models += changed }
        if !answer.isSorted || changed?.isEmpty == false && !descriptor.sortBy.isEmpty { plan.sort(&models) }
        if hasPending || !answer.isSorted { models = plan.limited(models) }
        try prefetch(models, descriptor)
        return models
    }

    /// Returns the number of objects that a custom store finds.
    func count<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ table: RegisteredTable, in custom: CustomStore
    ) throws -> Int {
        let count = try hasPending(descriptor, table) ? nil : asking(custom, table).count(descriptor)
        return try count ?? fetch(descriptor, table, from: custom).count
    }

    /// Returns the identifiers of the objects that a custom store finds.
    func identifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ table: RegisteredTable, in custom: CustomStore
    ) throws -> [PersistentIdentifier] {
        let found = try hasPending(descriptor, table) ? nil : asking(custom, table).identifiers(descriptor)
        return try found ?? fetch(descriptor, table, from: custom).map(\.persistentModelID)
    }

    /// Asks a custom store for a record that its mirror doesn't have.
    func load(
        _ identifier: PersistentIdentifier, _ table: RegisteredTable, from custom: CustomStore
    ) throws {
        let known = try table.session.connection.perform {
            try $0.value(table.layout.rowSQL, .integer(identifier.number))
        }
        if known == nil { try asking(custom, table).run([identifier]) }
    }

    private func asking(_ custom: CustomStore, _ table: RegisteredTable) -> CustomFetch {
        CustomFetch(custom: custom, session: table.session, context: context)
    }

    /// Returns whether a fetch must take unsaved objects into account.
    private func hasPending<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ table: RegisteredTable
    ) -> Bool {
        guard descriptor.includePendingChanges else { return false }
        return !table.allPendingRowDeletions.isEmpty || context.changes.pending.contains { $0 is T }
    }
}

extension CustomStore {
    /// Throws because ModelData doesn't support an operation for custom stores.
    func refuse(_ operation: String, of model: String = "") throws {
        throw problem(.unsupported(operation: operation), model: model)
    }
}
