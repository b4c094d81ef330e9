/// The objects of a fetch, and what kept others from being read.
///
///     let books = try context.fetchReadable(FetchDescriptor<Book>()).models
///
/// Not in SwiftData.
public struct ReadableFetch<T: PersistentModel> {
    /// The objects that could be read.
    public let models: [T]
    /// One error for each record that couldn't, with its model, property, number and content.
    public let unreadable: [ModelDataError]
}

extension ModelContext {
    /// The objects that a descriptor describes, without those that can't be read.
    ///
    ///     let result = try context.fetchReadable(FetchDescriptor<Book>())
    ///     for error in result.unreadable { print(error) }
    ///
    /// A store that another tool edited may have values that are none of their property's: a wrong case of
    /// an enumeration, broken JSON. ``fetch(_:)`` throws at the first; this leaves such records out and
    /// names them. Whether a predicate that SQL can't check holds for them isn't known: they are all named.
    /// Limit and offset count the readable objects. Where everything can be read it costs what a fetch
    /// costs. Not in SwiftData.
    ///
    /// - Parameter descriptor: which objects, in which order.
    /// - Returns: the objects, and an ``ModelDataError/unreadableValue(model:property:record:problem:)`` for
    ///   each record that was left out.
    /// - Throws: ``ModelDataError`` when the store can't be read.
    public func fetchReadable<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> ReadableFetch<T> {
        // A property that is left out may be the one that can't be read.
        var descriptor = descriptor
        descriptor.propertiesToFetch = []
        do {
            return ReadableFetch(models: try fetch(descriptor), unreadable: [])
        } catch ModelDataError.unreadableValue {
            return try fetchOneByOne(descriptor)
        }
    }

    private func fetchOneByOne<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>
    ) throws -> ReadableFetch<T> {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        let changed = try pendingMatches(plan)
        var models: [T] = []
        var unreadable: [ModelDataError] = []
        let doomed = table.allDoomed
        for record in try records(of: plan, isLimited: false) where !doomed.contains(record) {
            if changed != nil, let state = table.knownState(record), state.hasChanges { continue }
            let identifier = PersistentIdentifier(origin: table.layout.origin, number: record)
            do {
                guard let model = try object(for: identifier, as: T.self) else { continue }
                if plan.filtersInMemory, try !plan.matches(model) { continue }
                models.append(model)
            } catch let error as ModelDataError {
                guard case .unreadableValue = error else { throw error }
                unreadable.append(error)
            }
        }
        if let changed { models += changed }
        if plan.sortsInMemory || changed?.isEmpty == false { plan.sort(&models) }
        return ReadableFetch(models: plan.limited(models), unreadable: unreadable)
    }
}
