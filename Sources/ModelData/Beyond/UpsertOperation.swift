import Foundation

/// Writes plain values to one table inside a transaction.
///
/// A record is inserted first and looked up only when a unique index refuses it, or the other way round,
/// depending on what the element before it was: in an import most are of one kind.
struct UpsertOperation<Element> {
    private let table: RegisteredTable
    private let policy: MergePolicy
    private let history: HistoryWriter
    private let keys: [Int]
    /// What is set, by the columns in ascending order.
    private let columns: [(column: Int, value: UpsertValue<Element>)]
    private let insertion: CompiledStatement
    private let lookup: CompiledStatement
    private let update: CompiledStatement?
    private let derived: [Int]
    private let now: StoredValue
    private var expectsRecord = false
    private var inserts = ChangePacker()
    private var updates = ChangePacker()
    private(set) var result = UpsertResult()
    private(set) var changes = SavedChanges()
    /// The records that the context has objects of.
    private(set) var touched: Set<Int64> = []

    private var connection: StoreConnection { table.session.connection }

    init<T: PersistentModel>(
        _ table: RegisteredTable, keys: [PartialKeyPath<T>]?, columns: [UpsertColumn<T, Element>],
        policy: MergePolicy, history: HistoryWriter
    ) throws {
        self.table = table
        self.policy = policy
        self.history = history
        let layout = table.layout
        let paths = table.keyPaths(T.self)
        var found: [Int: UpsertValue<Element>] = [:]
        for column in columns {
            guard let index = paths.column(of: column.keyPath), layout.columns[index].isValue else {
                throw ModelDataError.unknownProperty(model: layout.name, property: "\(column.keyPath)")
            }
            found[index] = column.prepare(layout.columns[index].codec)
        }
        let derived = layout.derivedColumns
        self.derived = derived
        for column in derived { found[column] = nil }
        now = .real(Date.now.timeIntervalSinceReferenceDate)
        let sorted = found.sorted { $0.key < $1.key }
        self.columns = sorted.map { (column: $0.key, value: $0.value) }
        let keyColumns = try Self.keys(keys?.map { paths.column(of: $0) }, set: Set(found.keys), layout)
        self.keys = keyColumns
        for (index, column) in layout.columns.enumerated() where found[index] == nil {
            guard column.codec.isOptional || derived.contains(index) || column.metadata?.hasDefault == true
            else {
                throw ModelDataError.invalidValue(
                    model: layout.name, property: column.name, record: nil, problem: .missing)
            }
        }
        let connection = table.session.connection
        let names = layout.columns.map(\.quoted)
        (insertion, lookup, update) = try connection.perform { connection in
            let condition = keyColumns.map { "\(names[$0]) = ?" }.joined(separator: " AND ")
            let selection = (["_id"] + (sorted.map(\.key) + derived).map { names[$0] }).joined(
                separator: ", ")
            let written = sorted.map(\.key).filter { !keyColumns.contains($0) } + derived
            let assignments = written.map { "\(names[$0]) = ?" }.joined(separator: ", ")
            return (
                try connection.statement(layout.insertion),
                try connection.statement("SELECT \(selection) FROM \(layout.table) WHERE \(condition)"),
                written.isEmpty
                    ? nil
                    : try connection.statement("UPDATE \(layout.table) SET \(assignments) WHERE _id = ?")
            )
        }
    }

    /// The columns by which records are found.
    private static func keys(_ wanted: [Int?]?, set: Set<Int>, _ layout: EntityLayout) throws -> [Int] {
        let groups = layout.entity.uniquenessConstraints.map { $0.compactMap(layout.column(named:)) }
        let fitting = groups.first { group in
            set.isSuperset(of: group) && (wanted == nil || Set(wanted ?? []) == Set(group))
        }
        guard let fitting else {
            let names = (wanted ?? set.sorted()).compactMap { $0 }.map { layout.columns[$0].name }
            throw ModelDataError.noUniqueKey(model: layout.name, properties: names)
        }
        return fitting
    }

    mutating func write(_ element: Element) throws {
        do {
            if expectsRecord {
                if try change(element) { return }
                if try insert(element) { return }
            } else {
                if try insert(element) { return }
                if try change(element) { return }
            }
        } catch let problem as ValueProblem {
            throw invalid(element, problem)
        }
        throw notUnique(element)
    }

    /// Writes what is left to the history.
    mutating func finish() throws { try flush() }

    private mutating func flush() throws {
        try history.write(.insert, of: table.layout, &inserts)
        try history.write(.update, of: table.layout, &updates)
        inserts = ChangePacker()
        updates = ChangePacker()
    }

    /// Inserts a record; false when a unique value exists already.
    private mutating func insert(_ element: Element) throws -> Bool {
        let binder = insertion.binder
        var next = 0
        for (index, column) in table.layout.columns.enumerated() {
            if next < columns.count, columns[next].column == index {
                try columns[next].value.bind(element, binder, index)
                next += 1
            } else if derived.contains(index) {
                try binder.bind(now, index)
            } else if column.isStored {
                try binder.bind(column.storedDefault ?? .null, index)
            }
        }
        do {
            try insertion.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            if expectsRecord { throw notUnique(element) }
            return false
        }
        let record = connection.lastInsertedRecord
        inserts.insert(record)
        changes.inserted.append(PersistentIdentifier(origin: table.layout.origin, number: record))
        result.inserted += 1
        expectsRecord = false
        if inserts.count + updates.count >= 20_000 { try flush() }
        return true
    }

    /// Changes the record that has the element's keys; false when there is none.
    private mutating func change(_ element: Element) throws -> Bool {
        for (position, key) in keys.enumerated() {
            guard let value = columns.first(where: { $0.column == key })?.value else { return false }
            try value.bind(element, lookup.binder, position)
        }
        guard try lookup.step() else {
            lookup.reset()
            return false
        }
        defer { lookup.reset() }
        let row = ModelRow(statement: lookup.handle)
        let record = row.integer(-1)
        expectsRecord = true
        switch policy {
        case .error: throw notUnique(element)
        case .mergeByPropertyStoreTrump, .rollback:
            result.unchanged += 1
            return true
        case .mergeByPropertyObjectTrump, .overwrite: break
        }
        var old: [(column: Int, value: StoredValue)] = []
        var position = 0
        for (place, column) in columns.enumerated() where !keys.contains(column.column) {
            let new = table.layout.columns[column.column].canonical(try column.value.stored(element))
            let stored = row.stored(place)
            if new != stored { old.append((column.column, stored)) }
            try column.value.bind(element, update?.binder ?? lookup.binder, position)
            position += 1
        }
        guard !old.isEmpty, let update else {
            result.unchanged += 1
            return true
        }
        for (place, column) in derived.enumerated() {
            old.append((column, row.stored(columns.count + place)))
            try update.binder.bind(now, position)
            position += 1
        }
        update.binder.bind(record, position)
        lookup.reset()
        do {
            try update.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(element, failure)
        }
        updates.update(record, old)
        changes.updated.append(PersistentIdentifier(origin: table.layout.origin, number: record))
        if table.state(record) != nil { touched.insert(record) }
        result.updated += 1
        if inserts.count + updates.count >= 20_000 { try flush() }
        return true
    }

    private func notUnique(_ element: Element, _ failure: StatementFailure? = nil) -> ModelDataError {
        // SQLite names the columns of the index after a colon, each with its table.
        let named =
            failure?.message.split(separator: ": ", maxSplits: 1).last?.split(separator: ", ")
            .compactMap { $0.split(separator: ".").last.map(String.init) } ?? []
        let found = named.compactMap { table.layout.column(named: $0) }
        let group = found.isEmpty ? keys : found
        return .notUnique(
            model: table.layout.name, properties: group.map { table.layout.columns[$0].name },
            values: group.map { column in
                (try? columns.first { $0.column == column }?.value.stored(element)) ?? .null
            })
    }

    private func invalid(_ element: Element, _ problem: ValueProblem) -> ModelDataError {
        let column = columns.first { column in (try? column.value.stored(element)) == nil }
        return .invalidValue(
            model: table.layout.name, property: column.map { table.layout.columns[$0.column].name } ?? "",
            record: nil, problem: problem)
    }
}
