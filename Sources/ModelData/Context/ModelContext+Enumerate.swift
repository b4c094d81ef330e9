import Foundation

extension ModelContext {
    /// Goes through the objects that a descriptor describes without holding them all.
    ///
    ///     try context.enumerate(FetchDescriptor<Book>()) { print($0.title) }
    ///
    /// The block may change, insert, delete and save. Objects that it changes are kept until they are
    /// saved; the others go when nobody holds them. A sort order that SQL doesn't know needs them all.
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
        if plan.sortsInMemory {
            for model in try fetch(descriptor) { try block(model) }
            return
        }
        var reader = try BatchReader(plan, in: self, size: Swift.max(1, batchSize))
        defer { reader.close() }
        while let batch = try reader.next() {
            for model in batch { try block(model) }
        }
    }
}

/// Reads the objects of a plan batch by batch, unsaved ones in their places among the others.
private struct BatchReader<T: PersistentModel> {
    private let plan: FetchPlan<T>
    private unowned let context: ModelContext
    private let size: Int
    private let statement: CompiledStatement
    /// The unsaved objects, the last first.
    private var pending: [T]
    private let leavesChangedOut: Bool
    private let doomed: Set<Int64>
    /// How many objects are still to be left out, and to be given.
    private var offset: Int
    private var rest: Int?
    private var isAtEnd = false

    init(_ plan: FetchPlan<T>, in context: ModelContext, size: Int) throws {
        self.plan = plan
        self.context = context
        self.size = size
        let changed = try context.pendingMatches(plan)
        leavesChangedOut = changed != nil
        var sorted = changed ?? []
        plan.sort(&sorted)
        pending = sorted.reversed()
        doomed = plan.descriptor.includePendingChanges ? plan.table.allDoomed : []
        // What SQL doesn't know alone can't be limited by it.
        let isLimited = !plan.filtersInMemory && changed == nil && doomed.isEmpty
        offset = isLimited ? 0 : Swift.max(0, plan.descriptor.fetchOffset ?? 0)
        rest = isLimited ? nil : plan.descriptor.fetchLimit.map { Swift.max(0, $0) }
        let (sql, arguments) = plan.sql(selecting: plan.selection, isLimited: isLimited)
        let session = plan.table.session
        statement = try session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            let statement = try connection.statement(sql)
            try statement.bind(arguments)
            statement.isInUse = true
            return statement
        }
    }

    /// The next objects; nil at the end.
    mutating func next() throws -> [T]? {
        var batch: [T] = []
        try plan.table.session.connection.perform { _ in
            while batch.count < size, !isAtEnd {
                guard rest != 0, try statement.step() else {
                    isAtEnd = true
                    break
                }
                plan.table.session.noteForeignChanges()
                let row = ModelRow(statement: statement.handle)
                let record = row.integer(-1)
                if leavesChangedOut, plan.table.knownState(record)?.hasChanges == true { continue }
                if !doomed.isEmpty, doomed.contains(record) { continue }
                let model: T = try context.object(row, record, plan.table, missing: plan.missing)
                if plan.filtersInMemory, try !plan.matches(model) { continue }
                while let first = pending.last, plan.precedes(first, model) {
                    pending.removeLast()
                    take(first, &batch)
                }
                take(model, &batch)
            }
        }
        if plan.table.session.mustFollow { try context.follow(plan.table.session) }
        if isAtEnd {
            while let first = pending.popLast() { take(first, &batch) }
        }
        return batch.isEmpty ? nil : batch
    }

    private mutating func take(_ model: T, _ batch: inout [T]) {
        if offset > 0 {
            offset -= 1
        } else if rest != 0 {
            rest = rest.map { $0 - 1 }
            batch.append(model)
        }
    }

    func close() {
        try? plan.table.session.connection.perform { _ in
            statement.reset()
            statement.isInUse = false
        }
    }
}
