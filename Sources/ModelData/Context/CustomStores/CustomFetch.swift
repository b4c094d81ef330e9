import Foundation

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

/// Asks a custom store for records, and writes them into the store's mirror.
struct CustomFetch {
    let custom: CustomStore
    let session: ContextSession
    let context: ModelContext

    private var mirror: Store { session.store }

    /// How much of a fetch the store has done.
    struct Answer {
        /// The numbers of the records that the store has returned, in its order.
        var records: [Int64] = []
        /// Whether the store has evaluated the predicate. Otherwise it has returned all records.
        var isFiltered = true
        /// Whether the store has sorted the records, and applied the limit.
        var isSorted = true
    }

    /// Asks the store for the records that a descriptor describes, without the limit if `isLimited` is false.
    func run<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, isLimited: Bool) throws -> Answer {
        let descriptor = isLimited ? descriptor : descriptor.unlimited
        var answer = Answer()
        try change { batch in answer = try ask(descriptor, &batch) }
        return answer
    }

    /// Asks the store for records by their identifiers.
    func run(_ identifiers: [PersistentIdentifier]) throws {
        try change { batch in try ask(identifiers, &batch) }
    }

    /// Asks the store for the number of records; nil if the store can't count those of the descriptor.
    func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int? {
        try unlessInMemory { try custom.fetchCount(request(descriptor)) }
    }

    /// Asks the store for the identifiers of records; nil if the store can't find those of the descriptor.
    func identifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]? {
        let identifiers = try unlessInMemory { try custom.fetchIdentifiers(request(descriptor)) }
        var seen: Set<PersistentIdentifier> = []
        for identifier in identifiers ?? [] {
            try custom.check(identifier, isOf: T._$entityName)
            if !seen.insert(identifier).inserted {
                throw custom.problem(
                    .duplicateIdentifier(identifier: "\(identifier)"), model: T._$entityName)
            }
        }
        return identifiers
    }

    /// Asks the store; returns nil if it wants the container to filter or sort.
    private func unlessInMemory<Result>(_ ask: () throws -> Result) throws -> Result? {
        do {
            return try locked(ask)
        } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
            return nil
        }
    }

    // Requests.

    private func request<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> DataStoreFetchRequest<T> {
        DataStoreFetchRequest(editingState: context.editingState, descriptor: descriptor)
    }

    /// Asks for the records of a descriptor. If the store wants the container to filter or sort, asks again for
    /// more of them.
    private func ask<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ batch: inout Batch
    ) throws -> Answer {
        func askForMore(isFiltered: Bool) throws -> Answer {
            var more = descriptor.unlimited
            more.sortBy = []
            if !isFiltered { more.predicate = nil }
            var answer = try ask(more, &batch)
            answer.isFiltered = answer.isFiltered && isFiltered
            answer.isSorted = false
            return answer
        }
        let fetched: DataStoreFetchResult<T, DefaultSnapshot>
        do {
            fetched = try custom.fetch(request(descriptor))
        } catch DataStoreError.preferInMemoryFilter where descriptor.predicate != nil {
            return try askForMore(isFiltered: false)
        } catch DataStoreError.preferInMemorySort where !descriptor.sortBy.isEmpty {
            return try askForMore(isFiltered: true)
        } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
            throw custom.problem(.refusesAll, model: T._$entityName)
        }
        for snapshot in fetched.fetchedSnapshots {
            try custom.check(snapshot.persistentIdentifier, isOf: T._$entityName)
        }
        try batch.add(fetched.fetchedSnapshots, custom)
        try batch.addRelated(fetched.relatedSnapshots, custom)
        let records = fetched.fetchedSnapshots.map(\.persistentIdentifier.number)
        if descriptor.predicate == nil, descriptor.fetchLimit == nil, (descriptor.fetchOffset ?? 0) == 0 {
            batch.complete[T._$entityName] = Set(records)
        }
        return Answer(records: records)
    }

    private func ask(_ identifiers: [PersistentIdentifier], _ batch: inout Batch) throws {
        let cached = try custom.cached(identifiers, context.editingState)
        try batch.addRelated(cached, custom)
        let rest = Dictionary(grouping: identifiers.filter { cached[$0] == nil }, by: \.entityName)
        for layout in mirror.layouts {
            guard let identifiers = rest[layout.name] else { continue }
            try askForRelated(layout.entity.type, identifiers, &batch)
        }
    }

    /// Asks for records that are written together with those of the batch.
    ///
    /// - Parameter identifiers: The identifiers of the records; nil for all records of the model.
    private func askForRelated<T: PersistentModel>(
        _ type: T.Type, _ identifiers: [PersistentIdentifier]?, _ batch: inout Batch
    ) throws {
        var related = Batch()
        let predicate = identifiers.map { identifiers in
            #Predicate<T> { identifiers.contains($0.persistentModelID) }
        }
        _ = try ask(FetchDescriptor(predicate: predicate), &related)
        try batch.addRelated(related.snapshots, custom)
        batch.complete.merge(related.complete) { _, last in last }
    }

    // Writing.

    /// The records to write.
    private struct Batch {
        var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
        /// The numbers of all records of the models of which the store has returned all records.
        var complete: [String: Set<Int64>] = [:]

        /// Adds records that a fetch has returned, each of them once.
        mutating func add(_ fetched: [DefaultSnapshot], _ custom: CustomStore) throws {
            for snapshot in fetched {
                try custom.check(snapshot)
                let identifier = snapshot.persistentIdentifier
                if snapshots.updateValue(snapshot, forKey: identifier) != nil {
                    throw custom.problem(
                        .duplicateIdentifier(identifier: "\(identifier)"), model: identifier.entityName)
                }
            }
        }

        /// Adds records that the fetched ones are related to.
        mutating func addRelated(
            _ related: [PersistentIdentifier: DefaultSnapshot], _ custom: CustomStore
        ) throws {
            for (identifier, snapshot) in related where snapshots[identifier] == nil {
                try custom.check(snapshot)
                snapshots[identifier] = snapshot
            }
        }
    }

    /// Runs work while no other context uses the store.
    private func locked<Result>(_ work: () throws -> Result) throws -> Result {
        let isHeld = mirror.writerLock.isHeld(by: session)
        try session.acquireWriterLock()
        defer { if !isHeld { mirror.writerLock.release(session) } }
        return try work()
    }

    /// Asks for records, writes them into the mirror, and refreshes the context's objects.
    private func change(_ ask: (inout Batch) throws -> Void) throws {
        try locked {
            var batch = Batch()
            try ask(&batch)
            try addMissing(to: &batch)
            do {
                try write(batch)
            } catch ModelDataError.invalidDataStore(_, let name, .notUnique)
                where batch.complete[name] == nil
            {
                // The mirror's record with the unique values can be outdated.
                if let layout = mirror.layout(named: name) {
                    try askForRelated(layout.entity.type, nil, &batch)
                }
                try addMissing(to: &batch)
                try write(batch)
            }
        }
        try session.connection.perform { _ in session.noteExternalChanges() }
        if session.hasUnmergedChanges { try ExternalChangeMerger(context).merge(session) }
    }

    /// Asks for the related records that the mirror doesn't have, until none is missing.
    private func addMissing(to batch: inout Batch) throws {
        var seen: Set<PersistentIdentifier> = []
        var dangling: Set<PersistentIdentifier> = []
        var new = Array(batch.snapshots.values)
        while !new.isEmpty {
            var found: [PersistentIdentifier] = []
            for identifier in new.flatMap({ $0.related.values.joined() })
            where batch.snapshots[identifier] == nil && seen.insert(identifier).inserted {
                found.append(identifier)
            }
            var wanted: [PersistentIdentifier] = []
            for (name, identifiers) in Dictionary(grouping: found, by: \.entityName) {
                let there = try records(identifiers.map(\.number), named: name, batch)
                let missing = identifiers.filter { !there.contains($0.number) }
                // If the store has just returned all records of the model, it has no others.
                if batch.complete[name] == nil { wanted += missing } else { dangling.formUnion(missing) }
            }
            if wanted.isEmpty { break }
            let before = Set(batch.snapshots.keys)
            try ask(wanted, &batch)
            dangling.formUnion(wanted.filter { batch.snapshots[$0] == nil })
            new = batch.snapshots.values.filter { !before.contains($0.persistentIdentifier) }
        }
        if dangling.isEmpty { return }
        for identifier in batch.snapshots.keys {
            try batch.snapshots[identifier]?.removeReferences(to: dangling, custom)
        }
    }

    /// Returns those of some records that are in the mirror, and stay there.
    private func records(_ numbers: [Int64], named name: String, _ batch: Batch) throws -> Set<Int64> {
        if let complete = batch.complete[name] { return complete }
        guard let layout = mirror.layout(named: name) else { return [] }
        return Set(
            try session.connection.perform { connection in
                try connection.numbers(
                    "SELECT _id FROM \(layout.table) WHERE _id IN (SELECT value FROM json_each(?))",
                    [.list(numbers)])
            })
    }

    private func write(_ batch: Batch) throws {
        try session.connection.perform { connection in
            var gone: [String: Set<Int64>] = [:]
            for layout in mirror.layouts {
                guard let complete = batch.complete[layout.name] else { continue }
                let known = Set(try connection.numbers("SELECT _id FROM \(layout.table)"))
                gone[layout.name] = known.subtracting(complete)
            }
            var writer = MirrorWriter(custom: custom, store: mirror, connection: connection)
            try connection.execute("BEGIN IMMEDIATE")
            do {
                // In the order in which the store returned them, as far as the numbers show it.
                let ordered = batch.snapshots.values.sorted {
                    $0.persistentIdentifier.number < $1.persistentIdentifier.number
                }
                try writer.write(ordered, gone: gone)
                try connection.execute(writer.hasChanged ? "COMMIT" : "ROLLBACK")
            } catch {
                if connection.isInTransaction { try? connection.execute("ROLLBACK") }
                throw error
            }
            if writer.hasChanged { mirror.commits.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        }
    }
}

extension FetchDescriptor {
    /// The same fetch without limit and offset.
    fileprivate var unlimited: Self {
        var descriptor = self
        descriptor.fetchLimit = nil
        descriptor.fetchOffset = nil
        return descriptor
    }
}

extension CustomStore {
    /// Throws if an identifier isn't a permanent one of a record of the store's model with a name.
    func check(
        _ identifier: PersistentIdentifier, isOf name: String, property: String? = nil
    ) throws {
        if identifier.number <= 0 {
            throw problem(.temporaryIdentifier(identifier: "\(identifier)"), model: name)
        }
        if identifier.origin.store != self.identifier {
            throw problem(.otherStore(identifier: "\(identifier)"), model: name)
        }
        if identifier.entityName != name {
            throw problem(.otherModel(identifier: "\(identifier)", property: property), model: name)
        }
        // The store may also use the numbers of a store in SQLite, but not together with keys.
        if identifier.storeKey == nil, !identifier.origin.keys.isEmpty {
            throw problem(.temporaryIdentifier(identifier: "\(identifier)"), model: name)
        }
    }

    /// Throws if the identifiers in a snapshot aren't permanent ones of the store's models.
    func check(_ snapshot: DefaultSnapshot) throws {
        let identifier = snapshot.persistentIdentifier
        guard let model = model(named: identifier.entityName), model.type == snapshot.model.type else {
            throw problem(
                .otherModel(identifier: "\(identifier)", property: nil), model: identifier.entityName)
        }
        try check(identifier, isOf: model.name)
        for (property, identifiers) in snapshot.related {
            guard let relationship = model.relationship(property) else { continue }
            for related in identifiers {
                try check(related, isOf: relationship.target._$entityName, property: relationship.name)
            }
        }
    }
}

extension DefaultSnapshot {
    /// Removes the references to missing records.
    fileprivate mutating func removeReferences(
        to missing: Set<PersistentIdentifier>, _ custom: CustomStore
    ) throws {
        for (property, identifiers) in related where identifiers.contains(where: missing.contains) {
            if let relationship = model.relationship(property), relationship.isRequired,
                !relationship.isToMany
            {
                throw custom.problem(
                    .missingRecord(identifier: "\(persistentIdentifier)", property: relationship.name),
                    model: persistentIdentifier.entityName)
            }
            related[property] = identifiers.filter { !missing.contains($0) }
        }
    }
}
