import Foundation

extension ModelContext {
    /// Calls a block for each object that a descriptor describes, without keeping all objects in memory.
    ///
    /// ```swift
    /// try context.enumerate(FetchDescriptor<Book>()) { print($0.title) }
    /// ```
    ///
    /// The block may change, insert, delete and save objects. Each record that existed at the beginning is
    /// visited once, in the original order, unless it has been deleted meanwhile. This takes eight bytes
    /// per record. Objects with changes are retained until they are saved; others are released. A sort
    /// order that SQL doesn't support needs all objects in memory.
    ///
    /// - Parameters:
    ///   - descriptor: Which objects, in which order.
    ///   - batchSize: The number of objects created at a time. Default: 5000.
    ///   - allowEscapingMutations: Ignored: changed objects are always kept until they are saved.
    ///   - block: Called for each object.
    /// - Throws: The errors of the block, and ``ModelDataError`` if the store can't be read.
    ///
    /// Mirrors SwiftData's `enumerate(_:batchSize:allowEscapingMutations:block:)`.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        let table = try table(for: T.self)
        let plan = FetchPlan(descriptor, table)
        let deletions = Deletions(since: plan, in: self)
        if plan.sortsInMemory || table.custom != nil {
            for model in try fetch(descriptor) where !deletions.contains(model) { try block(model) }
            return
        }
        var reader = try BatchReader(plan, in: self, size: Swift.max(1, batchSize), leavingOut: deletions)
        while let batch = try reader.next() {
            for model in batch where !deletions.contains(model) { try block(model) }
        }
    }
}

/// The objects of a plan that were deleted since its enumeration began, saved or not.
private struct Deletions {
    /// The records whose deletion was pending at the beginning. A fetch without pending changes includes
    /// them.
    private let earlierDeletions: Set<Int64>

    init<T: PersistentModel>(since plan: FetchPlan<T>, in context: ModelContext) {
        var earlierDeletions: Set<Int64> = []
        if !plan.descriptor.includePendingChanges {
            earlierDeletions = plan.table.allPendingRowDeletions
            for model in context.changes.deleted where model is T {
                earlierDeletions.insert(model._$state.record)
            }
        }
        self.earlierDeletions = earlierDeletions
    }

    func contains(_ model: some PersistentModel) -> Bool {
        let state = AliasValues(state: model._$state).canonicalObject?._$state ?? model._$state
        return switch state.phase {
        case .deleted: true
        case .deleting: !earlierDeletions.contains(state.record)
        case .transient, .inserted, .saved, .alias: false
        }
    }
}

/// Reads the objects of a plan in batches, with unsaved objects in their sort positions.
///
/// No statement is open between two batches. It would find records that are saved meanwhile, and while it
/// reads, SQLite refuses to save on its connection.
private struct BatchReader<T: PersistentModel> {
    private let plan: FetchPlan<T>
    private let context: ModelContext
    private let size: Int
    private let deletions: Deletions
    /// The remaining records, in order.
    private var records: ArraySlice<Int64>
    /// The unsaved objects, the last first.
    private var pending: [T]
    /// The number of objects still to skip, and the number still to return.
    private var offset: Int
    private var remaining: Int?

    init(
        _ plan: FetchPlan<T>, in context: ModelContext, size: Int, leavingOut deletions: Deletions
    ) throws {
        self.plan = plan
        self.context = context
        self.size = size
        self.deletions = deletions
        let changed = try Fetcher(context).pendingMatches(plan)
        var sorted = changed ?? []
        plan.sort(&sorted)
        pending = sorted.reversed()
        let deletedRows = plan.pendingRowDeletions
        // SQL can apply the limit only if it finds all matches.
        let isLimited = !plan.filtersInMemory && changed == nil && deletedRows.isEmpty
        offset = isLimited ? 0 : Swift.max(0, plan.descriptor.fetchOffset ?? 0)
        remaining = isLimited ? nil : plan.descriptor.fetchLimit.map { Swift.max(0, $0) }
        var found = try Fetcher(context).records(of: plan, isLimited: isLimited)
        // Decided now: objects that the block changes or saves are still visited.
        if changed != nil { found.removeAll { plan.table.knownState($0)?.hasChanges == true } }
        if !deletedRows.isEmpty { found.removeAll { deletedRows.contains($0) } }
        records = found[...]
    }

    /// The next objects; nil at the end.
    mutating func next() throws -> [T]? {
        var batch: [T] = []
        while batch.isEmpty, remaining != 0, !records.isEmpty {
            let numbers = records.prefix(size)
            records = records.dropFirst(size)
            var found: [Int64: T] = [:]
            try Fetcher(context).read(numbers, plan, &found)
            for number in numbers {
                guard let model = found[number] else { continue }
                if plan.filtersInMemory, try !plan.matches(model) { continue }
                while let first = pending.last, plan.precedes(first, model) {
                    pending.removeLast()
                    emit(first, &batch)
                }
                emit(model, &batch)
            }
        }
        if records.isEmpty {
            while let first = pending.popLast() { emit(first, &batch) }
        }
        return batch.isEmpty ? nil : batch
    }

    private mutating func emit(_ model: T, _ batch: inout [T]) {
        if deletions.contains(model) { return }
        if offset > 0 {
            offset -= 1
        } else if remaining != 0 {
            remaining = remaining.map { $0 - 1 }
            batch.append(model)
        }
    }
}
