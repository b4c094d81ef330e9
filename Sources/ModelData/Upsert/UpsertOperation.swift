import Foundation

/// Writes plain values to one table inside a transaction.
struct UpsertOperation: Upserting {
    private let table: RegisteredTable
    private let policy: MergePolicy
    private let history: HistoryWriter
    private let keys: [Int]
    /// The columns that the caller sets, in ascending order.
    private let columns: [Column]
    /// The columns that the caller doesn't set, and that have a default value for new records.
    private let defaults: [Int]
    private let insertion: CompiledStatement
    private let lookup: CompiledStatement
    private let derived: [Int]
    private let now: StoredValue
    private(set) var consecutiveInsertions = 4
    private var differing: ContiguousArray<UpsertedRecords.Difference> = []
    private(set) var result = UpsertResult()
    private(set) var records: UpsertedRecords

    /// A column that the caller sets.
    private struct Column {
        let column: Int
        let value: UpsertValue
        let isKey: Bool
        let layout: EntityColumn
    }

    private var connection: StoreConnection { table.session.connection }

    init<T: PersistentModel, Element>(
        _ table: RegisteredTable, keys: [PartialKeyPath<T>]?, columns: [UpsertColumn<T, Element>],
        source: UpsertSource<Element>, policy: MergePolicy, history: HistoryWriter
    ) throws {
        self.table = table
        self.policy = policy
        self.history = history
        records = UpsertedRecords(table)
        let layout = table.layout
        let paths = table.keyPaths(T.self)
        var found: [Int: UpsertValue] = [:]
        for column in columns {
            guard let index = paths.column(of: column.keyPath), layout.columns[index].isValue else {
                throw ModelDataError.unknownProperty(model: layout.name, property: "\(column.keyPath)")
            }
            found[index] = column.prepare(layout.columns[index].codec, source)
        }
        let derived = layout.derivedColumns
        self.derived = derived
        for column in derived { found[column] = nil }
        now = .real(Date.now.timeIntervalSinceReferenceDate)
        let keyColumns = try Self.keys(keys?.map { paths.column(of: $0) }, set: Set(found.keys), layout)
        self.keys = keyColumns
        let set = found.sorted { $0.key < $1.key }.map { column, value in
            Column(
                column: column, value: value, isKey: keyColumns.contains(column),
                layout: layout.columns[column])
        }
        for (index, column) in layout.columns.enumerated() where found[index] == nil {
            guard column.codec.isOptional || derived.contains(index) || column.metadata?.hasDefault == true
            else {
                throw ModelDataError.invalidValue(
                    model: layout.name, property: column.name, record: nil, problem: .missing)
            }
        }
        self.columns = set
        defaults = layout.columns.indices.filter { index in
            found[index] == nil && layout.columns[index].metadata?.hasDefault == true
                && layout.columns[index].isStored && !derived.contains(index)
        }
        let names = layout.columns.map(\.quoted)
        let written = (set.map(\.column) + derived + defaults).map { names[$0] }
        let marks = Array(repeating: "?", count: set.count + derived.count + defaults.count)
        let unique = keyColumns.map { names[$0] }.joined(separator: ", ")
        let target = layout.conflictTarget(of: keyColumns, unique)
        let condition = keyColumns.map { "\(names[$0]) = ?" }.joined(separator: " AND ")
        let type = layout.isPolymorphic ? [ModelHierarchy.typeColumn.quotedSQL] : []
        let selection = (["_id"] + (set.map(\.column) + derived).map { names[$0] } + type)
            .joined(separator: ", ")
        let kind = layout.andKind("")
        (insertion, lookup) = try table.session.connection.perform { connection in
            (
                try connection.statement(
                    "\(layout.insertion(written, marks)) ON CONFLICT \(target) DO NOTHING"),
                try connection.statement("SELECT \(selection) FROM \(layout.table) WHERE \(condition)\(kind)")
            )
        }
    }

    /// Returns the columns that identify a record.
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

    mutating func write() throws {
        do {
            if let effect = try insertOrChange(()) {
                result.count(effect)
                if records.unwritten >= 20_000 { try records.flush(to: history) }
                return
            }
        } catch let problem as ValueProblem {
            throw invalid(problem)
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(failure)
        }
        throw notUnique(nil)
    }

    /// Writes the remaining changes to the history.
    mutating func finish() throws { try records.flush(to: history) }

    mutating func insert(_: Void) throws -> UpsertEffect? {
        let binder = insertion.binder
        var position = 0
        for column in columns {
            try column.value.bind(binder, position)
            position += 1
        }
        for _ in derived {
            try binder.bind(now, position)
            position += 1
        }
        for column in defaults {
            try binder.bind(table.layout.columns[column].storedDefault ?? .null, position)
            position += 1
        }
        try insertion.run()
        if connection.changedRows == 0 { return nil }
        records.insert(connection.lastInsertedRecord)
        consecutiveInsertions += 1
        return .inserted
    }

    mutating func change(_: Void) throws -> UpsertEffect? {
        for (position, key) in keys.enumerated() {
            guard let column = columns.first(where: { $0.column == key }) else { return nil }
            try column.value.bind(lookup.binder, position)
        }
        defer { lookup.reset() }
        guard try lookup.step() else { return nil }
        let row = ModelRow(statement: lookup.handle)
        let record = row.integer(-1)
        consecutiveInsertions = 0
        switch policy {
        case .error: throw notUnique(nil)
        case .mergeByPropertyStoreTrump, .rollback: return .unchanged
        case .mergeByPropertyObjectTrump, .overwrite: break
        }
        differing.removeAll(keepingCapacity: true)
        for (position, column) in columns.enumerated() where !column.isKey {
            let value = column.layout.storedForm(try column.value.stored())
            if column.layout.holds(value, in: row, at: position) { continue }
            differing.append(.init(column: column.column, position: position, value: value))
        }
        if differing.isEmpty { return .unchanged }
        for (position, column) in derived.enumerated() {
            differing.append(.init(column: column, position: columns.count + position, value: now))
        }
        differing.sort { $0.column < $1.column }
        let kind = table.layout.isPolymorphic ? row.stored(columns.count + derived.count).description : nil
        let columns = columns
        try records.update(record, kind: kind, from: lookup, differing) { difference, binder, position in
            try columns[difference.position].value.bind(binder, position)
        }
        return .updated
    }

    private func notUnique(_ failure: StatementFailure?) -> ModelDataError {
        records.notUnique(failure, keys) { column in
            try? columns.first { $0.column == column }?.value.stored()
        }
    }

    private func invalid(_ problem: ValueProblem) -> ModelDataError {
        let column = columns.first { column in (try? column.value.stored()) == nil }
        return .invalidValue(
            model: table.layout.name, property: column.map { table.layout.columns[$0.column].name } ?? "",
            record: nil, problem: problem)
    }
}
