import Foundation

/// Asks a custom store for records, and writes them into the store's mirror.
struct CustomFetch {
    private let custom: CustomStore
    private let context: ModelContext
    private let session: ContextSession

    private var mirror: Store { session.store }

    init(_ custom: CustomStore, _ session: ContextSession, _ context: ModelContext) {
        self.custom = custom
        self.session = session
        self.context = context
    }

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
        var descriptor = descriptor
        if !isLimited {
            descriptor.fetchLimit = nil
            descriptor.fetchOffset = nil
        }
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
        do {
            return try locked { try custom.fetchCount(request(descriptor)) }
        } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
            return nil
        }
    }

    /// Asks the store for the identifiers of records; nil if the store can't find those of the descriptor.
    func identifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]? {
        do {
            let identifiers = try locked { try custom.fetchIdentifiers(request(descriptor)) }
            var seen: Set<PersistentIdentifier> = []
            for identifier in identifiers {
                try custom.check(identifier, isOf: T._$entityName)
                if !seen.insert(identifier).inserted {
                    throw custom.problem(
                        .duplicateIdentifier(identifier: "\(identifier)"), model: T._$entityName)
                }
            }
            return identifiers
        } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
            return nil
        }
    }

    // Requests.

    private func request<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> DataStoreFetchRequest<T> {
        DataStoreFetchRequest(descriptor, context.editingState)
    }

    /// Asks for the records of a descriptor, and evaluates in memory if the store asks for it.
    private func ask<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ batch: inout Batch
    ) throws -> Answer {
        var descriptor = descriptor
        var answer = Answer()
        while true {
            let fetched: CustomStore.Fetched
            do {
                fetched = try custom.fetch(request(descriptor))
            } catch DataStoreError.preferInMemoryFilter where answer.isFiltered && descriptor.predicate != nil
            {
                answer.isFiltered = false
                answer.isSorted = false
                descriptor.predicate = nil
                descriptor.sortBy = []
                descriptor.fetchLimit = nil
                descriptor.fetchOffset = nil
                continue
            } catch DataStoreError.preferInMemorySort where answer.isSorted && !descriptor.sortBy.isEmpty {
                answer.isSorted = false
                descriptor.sortBy = []
                descriptor.fetchLimit = nil
                descriptor.fetchOffset = nil
                continue
            } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
                throw custom.problem(.refusesAll, model: T._$entityName)
            }
            for snapshot in fetched.snapshots {
                let identifier = snapshot.persistentIdentifier
                try custom.check(identifier, isOf: T._$entityName)
                answer.records.append(identifier.number)
            }
            try batch.add(fetched.snapshots, custom)
            try batch.addRelated(fetched.related, custom)
            if descriptor.predicate == nil, descriptor.fetchLimit == nil, (descriptor.fetchOffset ?? 0) == 0 {
                batch.complete[T._$entityName] = Set(answer.records)
            }
            return answer
        }
    }

    private func ask(_ identifiers: [PersistentIdentifier], _ batch: inout Batch) throws {
        let cached = try custom.cached(identifiers, context.editingState)
        try batch.addRelated(cached, custom)
        let known = Set(cached.map(\.persistentIdentifier))
        let rest = Dictionary(grouping: identifiers.filter { !known.contains($0) }, by: \.entityName)
        for layout in mirror.layouts {
            guard let identifiers = rest[layout.name] else { continue }
            try ask(identifiers, of: layout.entity.type, &batch)
        }
    }

    private func ask<T: PersistentModel>(
        _ identifiers: [PersistentIdentifier], of type: T.Type, _ batch: inout Batch
    ) throws {
        let descriptor = FetchDescriptor<T>(
            predicate: #Predicate { identifiers.contains($0.persistentModelID) })
        var related = Batch()
        _ = try ask(descriptor, &related)
        try batch.addRelated(Array(related.snapshots.values), custom)
        batch.complete.merge(related.complete) { first, _ in first }
    }

    /// Asks for all records of a model.
    private func askForAll(named name: String, _ batch: inout Batch) throws {
        func askForAll<T: PersistentModel>(_ type: T.Type) throws {
            var all = Batch()
            _ = try ask(FetchDescriptor<T>(), &all)
            try batch.addRelated(Array(all.snapshots.values), custom)
            batch.complete.merge(all.complete) { _, last in last }
        }
        if let layout = mirror.layouts.first(where: { $0.name == name }) {
            try askForAll(layout.entity.type)
        }
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
        mutating func addRelated(_ related: [DefaultSnapshot], _ custom: CustomStore) throws {
            for snapshot in related where snapshots[snapshot.persistentIdentifier] == nil {
                try custom.check(snapshot)
                snapshots[snapshot.persistentIdentifier] = snapshot
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
                try askForAll(named: name, &batch)
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
        for (identifier, snapshot) in batch.snapshots {
            if let cleaned = try custom.removing(dangling, from: snapshot) {
                batch.snapshots[identifier] = cleaned
            }
        }
    }

    /// Returns those of some records that are in the mirror, and stay there.
    private func records(_ numbers: [Int64], named name: String, _ batch: Batch) throws -> Set<Int64> {
        if let complete = batch.complete[name] { return complete }
        guard let layout = mirror.layouts.first(where: { $0.name == name }) else { return [] }
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
            var writer = MirrorWriter(custom, mirror, connection)
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

    /// Returns a snapshot without references to missing records; nil if it has none.
    fileprivate func removing(
        _ missing: Set<PersistentIdentifier>, from snapshot: DefaultSnapshot
    ) throws -> DefaultSnapshot? {
        var related = snapshot.related
        for (property, identifiers) in snapshot.related where identifiers.contains(where: missing.contains) {
            if let relationship = snapshot.model.relationship(property), relationship.isRequired,
                !relationship.isToMany
            {
                let identifier = snapshot.persistentIdentifier
                throw problem(
                    .missingRecord(identifier: "\(identifier)", property: relationship.name),
                    model: identifier.entityName)
            }
            related[property] = identifiers.filter { !missing.contains($0) }
        }
        if related == snapshot.related { return nil }
        return DefaultSnapshot(
            snapshot.persistentIdentifier, snapshot.model, snapshot.values, related: related)
    }
}
