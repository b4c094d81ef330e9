import Foundation

extension ModelContext {
    /// Goes through the objects that a descriptor describes without holding them all.
    ///
    ///     try context.enumerate(FetchDescriptor<Book>()) { print($0.title) }
    ///
    /// The block may change, insert, delete and save: each record that was there at the beginning is visited
    /// once, in the order of then, unless it was deleted meanwhile, be that saved or not. That takes eight bytes a
    /// record. Objects that the block changes are kept until they are saved; the others go when nobody holds them. A
    /// sort order that SQL doesn't know needs them all.
    ///
    /// - Parameters:
    ///   - descriptor: which objects, in which order.
    ///   - batchSize: how many objects are made at a time.
    ///   - allowEscapingMutations: whether changed objects may be kept until a later save; here they always
    ///     may.
    ///   - block: what is done with each object.
    /// - Throws: what the block throws, and ``ModelDataError`` when the store can't be read.
    ///
    /// Mirrors SwiftData's `enumerate(_:batchSize:allowEscapingMutations:block:)`.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        let plan = FetchPlan(descriptor, try table(for: T.self))
        let deletions = Deletions(since: plan, in: self)
        if plan.sortsInMemory {
            for model in try fetch(descriptor) where !deletions.include(model) { try block(model) }
            return
        }
        var reader = try BatchReader(plan, in: self, size: Swift.max(1, batchSize), leavingOut: deletions)
        while let batch = try reader.next() {
            for model in batch where !deletions.include(model) { try block(model) }
        }
    }
}

/// Which objects of a plan were deleted since its enumeration began, be that saved or not.
private struct Deletions {
    /// The records whose deletion waited for a save at the beginning: who wants no pending changes is given them.
    private let former: Set<Int64>

    init<T: PersistentModel>(since plan: FetchPlan<T>, in context: ModelContext) {
        var former: Set<Int64> = []
        if !plan.descriptor.includePendingChanges {
            former = plan.table.allDoomed
            for model in context.pending.models(where: { $0.phase == .deleting }) where model is T {
                former.insert(model._$state.record)
            }
        }
        self.former = former
    }

    func include(_ model: some PersistentModel) -> Bool {
        let state = model._$state.elder?._$state ?? model._$state
        return switch state.phase {
        case .deleted: true
        case .deleting: !former.contains(state.record)
        case .transient, .inserted, .saved, .twin: false
        }
    }
}

/// Reads the objects of a plan batch by batch, unsaved ones in their places among the others.
///
/// Between two batches no statement is open: it would find what is saved meanwhile, and while it reads an earlier
/// state of the store SQLite lets nobody save on its connection.
private struct BatchReader<T: PersistentModel> {
    private let plan: FetchPlan<T>
    private unowned let context: ModelContext
    private let size: Int
    private let deletions: Deletions
    /// The records that are still to be read, in their order.
    private var records: ArraySlice<Int64>
    /// The unsaved objects, the last first.
    private var pending: [T]
    /// How many objects are still to be left out, and to be given.
    private var offset: Int
    private var rest: Int?

    init(
        _ plan: FetchPlan<T>, in context: ModelContext, size: Int, leavingOut deletions: Deletions
    ) throws {
        self.plan = plan
        self.context = context
        self.size = size
        self.deletions = deletions
        let changed = try context.pendingMatches(plan)
        var sorted = changed ?? []
        plan.sort(&sorted)
        pending = sorted.reversed()
        let doomed = plan.descriptor.includePendingChanges ? plan.table.allDoomed : []
        // What SQL doesn't know alone can't be limited by it.
        let isLimited = !plan.filtersInMemory && changed == nil && doomed.isEmpty
        offset = isLimited ? 0 : Swift.max(0, plan.descriptor.fetchOffset ?? 0)
        rest = isLimited ? nil : plan.descriptor.fetchLimit.map { Swift.max(0, $0) }
        var found = try context.records(of: plan, isLimited: isLimited)
        // Which of them are unsaved is asked now: those that the block changes or saves are visited all the same.
        if changed != nil { found.removeAll { plan.table.knownState($0)?.hasChanges == true } }
        if !doomed.isEmpty { found.removeAll { doomed.contains($0) } }
        records = found[...]
    }

    /// The next objects; nil at the end.
    mutating func next() throws -> [T]? {
        var batch: [T] = []
        while batch.isEmpty, rest != 0, !records.isEmpty {
            let numbers = records.prefix(size)
            records = records.dropFirst(size)
            var found: [Int64: T] = [:]
            try context.read(numbers, plan, &found)
            for number in numbers {
                guard let model = found[number] else { continue }
                if plan.filtersInMemory, try !plan.matches(model) { continue }
                while let first = pending.last, plan.precedes(first, model) {
                    pending.removeLast()
                    take(first, &batch)
                }
                take(model, &batch)
            }
        }
        if records.isEmpty {
            while let first = pending.popLast() { take(first, &batch) }
        }
        return batch.isEmpty ? nil : batch
    }

    private mutating func take(_ model: T, _ batch: inout [T]) {
        if deletions.include(model) { return }
        if offset > 0 {
            offset -= 1
        } else if rest != 0 {
            rest = rest.map { $0 - 1 }
            batch.append(model)
        }
    }
}
