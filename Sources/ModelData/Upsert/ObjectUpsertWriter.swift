import Foundation

/// An error that rejects one entry of a batch. The other entries are still written.
struct RejectedEntry: Error {
    let error: ModelDataError
}

/// Writes objects of one class in a transaction, for ``ObjectUpsert``.
struct ObjectUpsertWriter: Upserting {
    /// An object that belongs to no context, and how it changes an existing record.
    struct Element {
        let object: any PersistentModel
        /// The columns to change in an existing record, or nil for all columns.
        let columns: ColumnSet?
        /// The names of the properties that were edited in this store.
        let edited: Set<String>
    }

    /// A to-one relationship, and the lookup of the related records.
    private struct Link {
        let relationship: RelationshipShape
        let orderColumn: Int?
        var related: RelatedRecords?
    }

    private let table: RegisteredTable
    private let context: ModelContext
    private let policy: MergePolicy
    /// The columns that identify a record.
    let keys: [Int]
    private let insertion: CompiledStatement
    private let lookup: CompiledStatement
    private let toMany: [RelationshipShape]
    private var links: [Link]
    /// The record numbers of the current object's related objects, in the order of `links`.
    private var linked: [StoredValue]
    /// The columns whose values come from the object.
    private let own: ColumnSet
    private let derived: [Int]
    private let now = StoredValue.real(Date.now.timeIntervalSinceReferenceDate)
    private(set) var consecutiveInsertions = 0
    private var differing: ContiguousArray<UpsertedRecords.Difference> = []
    private(set) var records: UpsertedRecords

    private var connection: StoreConnection { table.session.connection }

    init(
        _ table: RegisteredTable, keys wanted: [Int]?, policy: MergePolicy, context: ModelContext
    ) throws {
        self.table = table
        self.context = context
        self.policy = policy
        records = UpsertedRecords(table)
        let layout = table.layout
        keys = try Self.keys(wanted, layout)
        derived = layout.derivedColumns
        links = layout.keys.map { Link(relationship: $0.relationship, orderColumn: $0.orderColumn) }
        linked = Array(repeating: .null, count: links.count)
        toMany = layout.shape.relationships.filter { !$0.holdsKey }
        var own = ColumnSet()
        for (index, column) in layout.columns.enumerated() where !derived.contains(index) {
            switch column.role {
            case .value, .key: own.insert(index)
            case .order, .withoutColumn: break
            }
        }
        self.own = own
        let unique = keys.map { layout.columns[$0].quoted }.joined(separator: ", ")
        let condition = keys.map { "\(layout.columns[$0].quoted) = ?" }.joined(separator: " AND ")
        let target = layout.conflictTarget(of: keys, unique)
        let insertionSQL = layout.insertion + " ON CONFLICT \(target) DO NOTHING"
        // An object of a superclass also updates records of subclasses, so look up these records, too.
        let type = layout.isPolymorphic ? ", \(ModelHierarchy.typeColumn.quotedSQL)" : ""
        let lookupSQL = """
            SELECT \(layout.selection)\(type) FROM \(layout.table) WHERE \(condition)\(layout.andKind(""))
            """
        (insertion, lookup) = try table.session.connection.perform { connection in
            (try connection.statement(insertionSQL), try connection.statement(lookupSQL))
        }
    }

    /// Returns the columns that identify a record.
    private static func keys(_ wanted: [Int]?, _ layout: EntityLayout) throws -> [Int] {
        let groups = layout.entity.uniquenessConstraints.map { $0.compactMap(layout.column(named:)) }
        guard let fitting = groups.first(where: { wanted == nil || Set(wanted ?? []) == Set($0) }) else {
            let names = (wanted ?? []).map { layout.columns[$0].name }
            throw ModelDataError.noUniqueKey(model: layout.name, properties: names)
        }
        return fitting
    }

    mutating func beginBatch() { records.beginBatch() }

    /// Discards the changes of a batch that was rolled back.
    mutating func discardBatch() {
        records.forgetUnwritten()
        for index in links.indices { links[index].related = nil }
        beginBatch()
    }

    /// Writes a batch's changes to the history.
    mutating func finish(_ history: HistoryWriter) throws {
        for index in links.indices { try links[index].related?.finish(history) }
        try records.flush(to: history)
    }

    mutating func write(_ element: Element) throws -> UpsertEffect {
        try checkToMany(element.object)
        do {
            if let effect = try insertOrChange(element) { return effect }
        } catch let problem as ValueProblem {
            throw RejectedEntry(error: table.invalid(element.object, problem))
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(element.object, failure)
        }
        throw notUnique(element.object, nil)
    }

    /// Refuses objects with to-many relationships. For them, join rows or the records on the other side would
    /// have to be written, too.
    private func checkToMany(_ object: any PersistentModel) throws {
        for relationship in toMany where !object._$relate(relationship.column, .read).isEmpty {
            let problem = ValueProblem.severalObjects(type: relationship.target._$entityName)
            throw RejectedEntry(
                error: .invalidValue(
                    model: table.layout.name, property: relationship.name, record: nil, problem: problem))
        }
    }

    /// Looks up the records of related objects, and inserts missing ones.
    private mutating func link(_ object: any PersistentModel) throws {
        for index in links.indices {
            let relationship = links[index].relationship
            guard let other = object._$target(relationship.column) else {
                if relationship.isRequired {
                    throw RejectedEntry(
                        error: .missingRelationship(
                            model: table.layout.name, property: relationship.name, record: nil))
                }
                linked[index] = .null
                continue
            }
            if links[index].related == nil {
                links[index].related = try RelatedRecords(relationship.target, in: context)
            }
            linked[index] = .integer(try links[index].related?.record(of: other) ?? 0)
        }
    }

    mutating func insert(_ element: Element) throws -> UpsertEffect? {
        let object = element.object
        try checkKeys(object)
        if !links.isEmpty { try link(object) }
        let binder = insertion.binder
        try object._$bind(to: binder)
        for column in derived { try binder.bind(now, column) }
        for index in links.indices {
            try binder.bind(linked[index], links[index].relationship.column)
            if let column = links[index].orderColumn { binder.bindNull(column) }
        }
        try insertion.run()
        if connection.changedRows == 0 { return nil }
        records.insert(connection.lastInsertedRecord)
        consecutiveInsertions += 1
        return .inserted
    }

    /// Refuses objects without a key, because each further import would insert them again.
    private func checkKeys(_ object: any PersistentModel) throws {
        for key in keys where table.layout.columns[key].codec.isOptional {
            guard try object._$stored(key) == .null else { continue }
            throw RejectedEntry(
                error: .invalidValue(
                    model: table.layout.name, property: table.layout.columns[key].name, record: nil,
                    problem: .missing))
        }
    }

    mutating func change(_ element: Element) throws -> UpsertEffect? {
        let object = element.object
        for (position, key) in keys.enumerated() { try object._$bind(key, to: lookup.binder, at: position) }
        defer { lookup.reset() }
        guard try lookup.step() else { return nil }
        let row = ModelRow(statement: lookup.handle)
        let record = row.integer(-1)
        consecutiveInsertions = 0
        if !links.isEmpty { try link(object) }
        try compare(object, with: row, in: element.columns ?? own)
        if !differing.isEmpty, !element.edited.isEmpty {
            try applyPolicy(object, row, record, element.edited)
        }
        if differing.isEmpty { return .unchanged }
        for column in derived { differing.append(.init(column: column, position: column, value: now)) }
        if !derived.isEmpty { differing.sort { $0.column < $1.column } }
        let layout = table.layout
        let kind = layout.isPolymorphic ? row.stored(layout.columns.count).description : nil
        try records.update(record, kind: kind, from: lookup, differing) { difference, binder, position in
            try object._$bind(difference.column, to: binder, at: position)
        }
        return .updated
    }

    /// Finds the columns in which an object and its record differ.
    private mutating func compare(
        _ object: any PersistentModel, with row: ModelRow, in columns: ColumnSet
    ) throws {
        differing.removeAll(keepingCapacity: true)
        let layout = table.layout
        for column in layout.columns.indices where own.contains(column) && columns.contains(column) {
            let value: StoredValue
            switch layout.columns[column].role {
            case .key(let relationship):
                guard let index = links.firstIndex(where: { $0.relationship === relationship }) else {
                    continue
                }
                value = linked[index]
            default:
                if keys.contains(column) { continue }
                value = layout.columns[column].storedForm(try object._$stored(column))
            }
            if !layout.columns[column].holds(value, in: row, at: column) {
                differing.append(.init(column: column, position: column, value: value))
            }
        }
    }

    /// Applies the merge policy to properties that were edited in this store.
    private mutating func applyPolicy(
        _ object: any PersistentModel, _ row: ModelRow, _ record: Int64, _ edited: Set<String>
    ) throws {
        let layout = table.layout
        func isEdited(_ column: Int) -> Bool { edited.contains(layout.columns[column].name) }
        guard differing.contains(where: { isEdited($0.column) }) else { return }
        switch policy {
        case .mergeByPropertyObjectTrump: break
        case .mergeByPropertyStoreTrump: differing.removeAll { isEdited($0.column) }
        case .rollback: differing.removeAll()
        case .overwrite: try compare(object, with: row, in: own)
        case .error:
            throw ModelDataError.conflict(
                model: layout.name, record: record,
                properties: differing.filter { isEdited($0.column) }.map { layout.columns[$0.column].name })
        }
    }

    private func notUnique(_ object: any PersistentModel, _ failure: StatementFailure?) -> RejectedEntry {
        RejectedEntry(error: records.notUnique(failure, keys) { try? object._$stored($0) })
    }
}
