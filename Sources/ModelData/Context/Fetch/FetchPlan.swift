import Foundation

/// The plan of a fetch: its SQL, and the work that remains in memory.
struct FetchPlan<T: PersistentModel> {
    let table: RegisteredTable
    let descriptor: FetchDescriptor<T>
    /// The conditions that SQL checks.
    private let condition: String
    private let arguments: [StoredValue]
    private let order: String?
    /// The predicate's translation, if it can be reused.
    let translation: PredicateTranslation?
    let needsFunctions: Bool
    /// Whether rows that SQL finds must still be checked by the predicate.
    let filtersInMemory: Bool
    /// The SELECT list, and the columns that it leaves out.
    let selection: String
    let unreadColumns: ColumnSet

    /// The only class to find; nil if subclasses are included.
    private let exactType: (any PersistentModel.Type)?

    /// Plans a fetch.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - table: The model's table.
    ///   - kind: The table of the only class to find, the model itself or a subclass. Default: all classes.
    init(_ descriptor: FetchDescriptor<T>, _ table: RegisteredTable, only kind: RegisteredTable? = nil) {
        self.table = table
        self.descriptor = descriptor
        exactType = kind?.layout.entity.type
        var query = PredicateQuery()
        var isComplete = true
        if let predicate = descriptor.predicate {
            (query, translation, isComplete) = Self.translate(predicate, table)
            if descriptor.includePendingChanges, let context = table.registry.context,
                context.changes.hasPendingCascades, context.changes.hasPending(query.involved)
            {
                // A deleted object is no longer related to those that remain.
                DeleteRules(context: context).finish()
            }
            // SQL doesn't see unsaved changes of related objects.
            if descriptor.includePendingChanges,
                table.registry.context?.changes.hasPending(query.involved) == true
            {
                query = PredicateQuery(needsFunctions: query.needsFunctions)
                isComplete = false
            }
        } else {
            translation = nil
        }
        var condition = query.condition
        let classes =
            kind == nil ? table.layout.hierarchy?.condition() : kind?.layout.hierarchy?.exactCondition
        if let classes { condition = condition.isEmpty ? " WHERE \(classes)" : "\(condition) AND \(classes)" }
        self.condition = condition
        arguments = query.arguments
        needsFunctions = query.needsFunctions
        filtersInMemory = !isComplete
        order = FetchPlan.order(of: descriptor, table)
        let wanted = descriptor.propertiesToFetch
        if wanted.isEmpty || !isComplete || order == nil || table.layout.isPolymorphic {
            // Comparisons in memory can use any property, and properties of subclasses aren't known here.
            (selection, unreadColumns) = (table.layout.fetchSelection, ColumnSet())
        } else {
            let columns = wanted.compactMap { table.keyPaths(T.self).column(of: $0) }
            (selection, unreadColumns) = table.layout.selection(of: Set(columns))
        }
    }

    /// Translates a predicate, or returns its known translation.
    private static func translate(
        _ predicate: Predicate<T>, _ table: RegisteredTable
    ) -> (PredicateQuery, PredicateTranslation?, isComplete: Bool) {
        let expression = predicate.expression
        let record = predicate.variable.key
        if let (known, arguments) = table.knownPredicates.translation(of: expression, record: record) {
            var query = known.query
            query.arguments = arguments
            return (query, known, true)
        }
        var translator = PredicateTranslator(
            layout: table.layout, keyPaths: table.keyPaths(T.self), record: record, registry: table.registry)
        let parts = translator.conditions(expression)
        var query = PredicateQuery(
            needsFunctions: translator.needsFunctions, involved: translator.involved)
        if let first = parts.sql.first {
            query.condition = " WHERE " + first.sql
            query.arguments = first.arguments
            for part in parts.sql.dropFirst() {
                query.condition += " AND " + part.sql
                query.arguments += part.arguments
            }
            for index in table.layout.spatialIndexes {
                guard let narrowing = translator.narrowing(by: index, parts.sql) else { continue }
                query.condition += " AND \(narrowing.sql)"
                query.arguments += narrowing.arguments
            }
        }
        // The SQL that narrows a search by an R*Tree depends on the values.
        guard parts.isComplete, table.layout.spatialIndexes.isEmpty else {
            return (query, nil, parts.isComplete)
        }
        return (query, table.knownPredicates.remember(query, of: expression, record: record), true)
    }

    /// The records that the next save deletes, and that the fetch leaves out.
    var pendingRowDeletions: Set<Int64> {
        descriptor.includePendingChanges ? table.allPendingRowDeletions : []
    }

    /// Returns whether an object's class is included.
    func includes(_ model: T) -> Bool { exactType == nil || exactType == type(of: model) }

    /// Whether the objects must be sorted in memory.
    var sortsInMemory: Bool { order == nil }

    /// Whether the limit must be applied in memory.
    var limitsInMemory: Bool { filtersInMemory || sortsInMemory }

    private static func order(of fetch: FetchDescriptor<T>, _ table: RegisteredTable) -> String? {
        let sort = fetch.sortBy
        if sort.isEmpty { return " ORDER BY _id" }
        let keyPaths = table.keyPaths(T.self)
        var terms: [String] = []
        for descriptor in sort {
            guard let keyPath = descriptor.keyPath else { return nil }
            if let comparator = descriptor.stringComparator, comparator != .lexical { return nil }
            let column: EntityColumn
            let term: String
            if let index = keyPaths.column(of: keyPath) {
                column = table.layout.columns[index]
                term = column.quoted
            } else if let related = table.relatedColumn(keyPath) {
                if fetch.includePendingChanges,
                    table.registry.context?.changes.hasPending(related.involved) == true
                {
                    return nil
                }
                column = related.column
                term = related.sql
            } else {
                return nil
            }
            guard case .ordered = column.codec.comparison else { return nil }
            terms.append("\(term)\(descriptor.order == .reverse ? " DESC" : "")")
        }
        return " ORDER BY \(terms.joined(separator: ", ")), _id"
    }

    /// Returns the statement that finds the rows, and its arguments.
    ///
    /// - Parameters:
    ///   - selection: The SELECT list.
    ///   - isOrdered: Whether the order matters. Default: `true`.
    ///   - isLimited: Whether SQL applies the limit and the offset.
    func sql(selecting selection: String, isOrdered: Bool = true, isLimited: Bool) -> (String, [StoredValue])
    {
        var sql = "SELECT "
        sql.reserveCapacity(selection.utf8.count + condition.utf8.count + 100)
        sql += selection
        sql += " FROM "
        sql += table.layout.table
        sql += condition
        var arguments = self.arguments
        if isOrdered { sql += order ?? " ORDER BY _id" }
        if isLimited, descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
            sql += " LIMIT ? OFFSET ?"
            arguments += Self.arguments(limit: descriptor.fetchLimit, offset: descriptor.fetchOffset)
        }
        return (sql, arguments)
    }

    /// Returns the arguments of a statement that applies a limit and an offset.
    static func arguments(limit: Int?, offset: Int?) -> [StoredValue] {
        // SQLite takes a negative limit as none.
        [.integer(limit.map { Int64(max(0, $0)) } ?? -1), .integer(Int64(offset ?? 0))]
    }

    /// Remembers the statement for fetches whose predicate differs only in its captured values. They must read
    /// all properties and have no other order.
    func remember(_ sql: String) {
        if descriptor.fetchLimit == nil, descriptor.fetchOffset == nil {
            translation?.statement = sql
        } else {
            translation?.limitedStatement = sql
        }
    }

    /// Returns whether an object matches the predicate.
    func matches(_ model: T) throws -> Bool {
        guard let predicate = descriptor.predicate else { return true }
        do {
            return try predicate.evaluate(model)
        } catch let error as PredicateError {
            // Unwrapping nil, or a failed cast, means that the condition isn't fulfilled.
            if error == .forceUnwrapFailure || error == .forceCastFailure { return false }
            if error == .invalidInput {
                throw ModelDataError.predicateFailed(
                    model: T._$entityName, record: model._$state.record.recordNumber,
                    reason: "an index, a range or a number is out of range")
            }
            throw ModelDataError.untranslatable(expression: "\(predicate.expression)")
        }
    }

    /// Sorts objects by the descriptors, then by record number.
    func sort(_ models: inout [T]) {
        models.sort { precedes($0, $1) }
    }

    /// Returns whether an object comes before another one.
    func precedes(_ first: T, _ second: T) -> Bool {
        for descriptor in descriptor.sortBy {
            switch Self.compare(first, second, by: descriptor) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return RecordOrder.precedes(first._$state.record, second._$state.record)
    }

    private static func compare(_ first: T, _ second: T, by descriptor: SortDescriptor<T>) -> ComparisonResult
    {
        guard let comparator = descriptor.stringComparator, comparator != .lexical,
            let keyPath = descriptor.keyPath, let text = first[keyPath: keyPath] as? String,
            let other = second[keyPath: keyPath] as? String
        else { return descriptor.compare(first, second) }
        return descriptor.order == .forward
            ? LocalizedStandard.compare(text, other) : LocalizedStandard.compare(other, text)
    }

    /// Applies the limit and the offset to objects.
    func limited<Element>(_ models: [Element]) -> [Element] {
        let start = Swift.min(Swift.max(descriptor.fetchOffset ?? 0, 0), models.count)
        // The limit may be `Int.max`, so avoid an overflow.
        let end = descriptor.fetchLimit.map { start + Swift.min(Swift.max($0, 0), models.count - start) }
        if start == 0, end == nil || end == models.count { return models }
        return Array(models[start..<(end ?? models.count)])
    }
}

/// The order of record numbers. Temporary numbers, which are negative, come last, the oldest first.
enum RecordOrder {
    static func precedes(_ first: Int64, _ second: Int64) -> Bool {
        if first > 0, second > 0 { return first < second }
        if first <= 0, second <= 0 { return first > second }
        return first > 0
    }
}
