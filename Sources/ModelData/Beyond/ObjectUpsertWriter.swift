import Foundation

/// Why one entry of a batch isn't written, while the others are.
struct UpsertRefusal: Error {
    let error: ModelDataError
}

/// Writes objects one by one inside a transaction, for ``ObjectUpsert``.
///
/// A record is looked up and then changed or inserted. In an import most are new: after a few that were, the insertion
/// is tried first, and does nothing where the record exists, except that it uses up a record's number.
struct ObjectUpsertWriter {
    /// What a write did.
    enum Effect {
        case inserted, updated, unchanged
    }

    /// A relationship to one object, and the records that it leads to.
    private struct Link {
        let relationship: RelationshipShape
        let orderColumn: Int?
        var related: RelatedRecords?
    }

    private let table: RegisteredTable
    private let context: ModelContext
    private let policy: MergePolicy
    private let keys: [Int]
    private let insertion: CompiledStatement
    private let lookup: CompiledStatement
    private let toMany: [RelationshipShape]
    private var links: [Link]
    /// The record numbers that the present object's relationships lead to, by the links' order.
    private var linked: [StoredValue]
    /// The columns that objects decide themselves.
    private let own: ColumnSet
    private let derived: [Int]
    private let now = StoredValue.real(Date.now.timeIntervalSinceReferenceDate)
    private var update: (columns: ColumnSet, statement: CompiledStatement)?
    /// How many of the last objects were new.
    private var insertedInRow = 0
    private var inserts = ChangePacker()
    private var updates = ChangePacker()
    private var differing: ContiguousArray<(column: Int, value: StoredValue)> = []
    private(set) var changes = SavedChanges()
    /// The records that the context has objects of.
    private(set) var touched: Set<Int64> = []

    private var connection: StoreConnection { table.session.connection }

    init(
        _ table: RegisteredTable, keys wanted: [Int]?, policy: MergePolicy, context: ModelContext
    ) throws {
        self.table = table
        self.context = context
        self.policy = policy
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
            case .order, .elsewhere: break
            }
        }
        self.own = own
        let unique = keys.map { layout.columns[$0].quoted }.joined(separator: ", ")
        let condition = keys.map { "\(layout.columns[$0].quoted) = ?" }.joined(separator: " AND ")
        let target = layout.conflictTarget(of: keys, unique)
        let insertionSQL = layout.insertion + " ON CONFLICT \(target) DO NOTHING"
        let lookupSQL =
            "SELECT \(layout.selection) FROM \(layout.table) WHERE \(condition)\(layout.exactCondition)"
        (insertion, lookup) = try table.session.connection.perform { connection in
            (try connection.statement(insertionSQL), try connection.statement(lookupSQL))
        }
    }

    /// The columns by which records are found.
    private static func keys(_ wanted: [Int]?, _ layout: EntityLayout) throws -> [Int] {
        let groups = layout.entity.uniquenessConstraints.map { $0.compactMap(layout.column(named:)) }
        guard let fitting = groups.first(where: { wanted == nil || Set(wanted ?? []) == Set($0) }) else {
            let names = (wanted ?? []).map { layout.columns[$0].name }
            throw ModelDataError.noUniqueKey(model: layout.name, properties: names)
        }
        return fitting
    }

    /// Begins a batch.
    mutating func begin() {
        changes = SavedChanges()
        touched = []
    }

    /// Forgets what a batch that was taken back did.
    mutating func forget() {
        inserts = ChangePacker()
        updates = ChangePacker()
        for index in links.indices { links[index].related = nil }
        begin()
    }

    /// Writes a batch's changes to the history.
    mutating func finish(_ history: HistoryWriter) throws {
        for index in links.indices { try links[index].related?.finish(history) }
        try history.write(.insert, of: table.layout, &inserts)
        try history.write(.update, of: table.layout, &updates)
        inserts = ChangePacker()
        updates = ChangePacker()
    }

    mutating func write(
        _ object: any PersistentModel, _ columns: ColumnSet?, _ edited: Set<String>
    ) throws -> Effect {
        try table.layout.checkClass(of: object)
        try checkToMany(object)
        do {
            if insertedInRow >= 4 {
                if try insert(object) { return .inserted }
                if let effect = try change(object, columns, edited) { return effect }
            } else {
                if let effect = try change(object, columns, edited) { return effect }
                if try insert(object) { return .inserted }
            }
        } catch let problem as ValueProblem {
            throw UpsertRefusal(error: table.invalid(object, problem))
        }
        throw notUnique(object, nil)
    }

    /// Where the pairs or the other side's records would have to be written too, nothing is done by halves.
    private func checkToMany(_ object: any PersistentModel) throws {
        for relationship in toMany where !object._$relate(relationship.column, .read).isEmpty {
            let problem = ValueProblem.unencodable(
                type: relationship.target._$entityName,
                reason: "only relationships to one object are imported")
            throw UpsertRefusal(
                error: .invalidValue(
                    model: table.layout.name, property: relationship.name, record: nil, problem: problem))
        }
    }

    /// Finds the records that the object is related to.
    private mutating func link(_ object: any PersistentModel) throws {
        for index in links.indices {
            let relationship = links[index].relationship
            guard let other = object._$relate(relationship.column, .read).first else {
                if relationship.isRequired {
                    throw UpsertRefusal(
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

    /// Inserts a record; false when one with these keys exists already.
    private mutating func insert(_ object: any PersistentModel) throws -> Bool {
        try checkKeys(object)
        if !links.isEmpty { try link(object) }
        let binder = insertion.binder
        try object._$bind(to: binder)
        for column in derived { try binder.bind(now, column) }
        for index in links.indices {
            try binder.bind(linked[index], links[index].relationship.column)
            if let column = links[index].orderColumn { binder.bindNull(column) }
        }
        do {
            try insertion.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(object, failure)
        }
        if connection.changedRows == 0 { return false }
        let record = connection.lastInsertedRecord
        inserts.insert(record)
        changes.inserted.append(PersistentIdentifier(origin: table.layout.origin, number: record))
        insertedInRow += 1
        return true
    }

    /// What has no key would come again with every import.
    private func checkKeys(_ object: any PersistentModel) throws {
        for key in keys where table.layout.columns[key].codec.isOptional {
            guard try object._$stored(key) == .null else { continue }
            throw UpsertRefusal(
                error: .invalidValue(
                    model: table.layout.name, property: table.layout.columns[key].name, record: nil,
                    problem: .missing))
        }
    }

    /// Changes the record that has the object's keys; nil when there is none.
    private mutating func change(
        _ object: any PersistentModel, _ columns: ColumnSet?, _ edited: Set<String>
    ) throws -> Effect? {
        for (position, key) in keys.enumerated() { try object._$bind(key, to: lookup.binder, at: position) }
        defer { lookup.reset() }
        guard try lookup.step() else { return nil }
        let row = ModelRow(statement: lookup.handle)
        let record = row.integer(-1)
        insertedInRow = 0
        if !links.isEmpty { try link(object) }
        try compare(object, with: row, in: columns ?? own)
        if !differing.isEmpty, !edited.isEmpty { try settle(object, row, record, edited) }
        if differing.isEmpty { return .unchanged }
        for column in derived { differing.append((column, now)) }
        if !derived.isEmpty { differing.sort { $0.column < $1.column } }
        let mark = updates.mark
        updates.startUpdate(record, columns: differing.count)
        for change in differing { updates.append(row, change.column, at: change.column) }
        lookup.reset()
        do {
            try write(record, object)
        } catch {
            updates.goBack(to: mark)
            throw error
        }
        changes.updated.append(PersistentIdentifier(origin: table.layout.origin, number: record))
        if table.state(record) != nil { touched.insert(record) }
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
                value = layout.columns[column].canonical(try object._$stored(column))
            }
            if !row.holds(value, column) { differing.append((column, value)) }
        }
    }

    /// Lets the policy decide on what was edited here.
    private mutating func settle(
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

    /// Writes what differs to a record.
    private mutating func write(_ record: Int64, _ object: any PersistentModel) throws {
        var written = ColumnSet()
        for change in differing { written.insert(change.column) }
        let statement: CompiledStatement
        if let update, update.columns == written {
            statement = update.statement
        } else {
            statement = try connection.statement(table.updateSQL(written))
            update = (written, statement)
        }
        for (position, change) in differing.enumerated() {
            if table.layout.columns[change.column].isExternal {
                // The value itself, since its file must be written.
                try object._$bind(change.column, to: statement.binder, at: position)
            } else {
                try statement.binder.bind(change.value, position)
            }
        }
        statement.binder.bind(record, differing.count)
        do {
            try statement.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(object, failure)
        }
    }

    private func notUnique(_ object: any PersistentModel, _ failure: StatementFailure?) -> UpsertRefusal {
        // SQLite names the columns of the index after a colon, each with its table.
        let named =
            failure?.message.split(separator: ": ", maxSplits: 1).last?.split(separator: ", ")
            .compactMap { $0.split(separator: ".").last.map(String.init) } ?? []
        let found = named.compactMap { table.layout.column(named: $0) }
        let group = found.isEmpty ? keys : found
        return UpsertRefusal(
            error: .notUnique(
                model: table.layout.name, properties: group.map { table.layout.columns[$0].name },
                values: group.map { (try? object._$stored($0)) ?? .null }))
    }
}
