import Foundation

/// Writes plain values to one table inside a transaction.
///
/// A record is looked up and then changed or inserted. In an import most are new: after a few that were, the
/// insertion is tried first, and does nothing where the record exists.
struct UpsertOperation {
    private let table: RegisteredTable
    private let policy: MergePolicy
    private let history: HistoryWriter
    private let keys: [Int]
    /// What is set, by the columns in ascending order.
    private let columns: [Column]
    /// Columns that aren't set, which new records get from their defaults.
    private let defaults: [Int]
    private let insertion: CompiledStatement
    private let lookup: CompiledStatement
    /// The statement that was used for the last update, and the columns that it writes.
    private var update: (columns: ColumnSet, statement: CompiledStatement)?
    private let derived: [Int]
    private let now: StoredValue
    /// How many of the last elements were new.
    private var insertedInRow = 4
    private var inserts = ChangePacker()
    private var updates = ChangePacker()
    /// The updates of records of subclasses, by their names.
    private var kindredUpdates: [String: ChangePacker] = [:]
    private var differing: ContiguousArray<(column: Int, place: Int, value: StoredValue)> = []
    private(set) var result = UpsertResult()
    private(set) var changes = SavedChanges()
    /// The records that the context has objects of.
    private(set) var touched: Set<Int64> = []

    /// One column that is set.
    private struct Column {
        let column: Int
        let value: UpsertValue
        let isKey: Bool
        let layout: ColumnLayout
    }

    private var connection: StoreConnection { table.session.connection }

    init<T: PersistentModel, Element>(
        _ table: RegisteredTable, keys: [PartialKeyPath<T>]?, columns: [UpsertColumn<T, Element>],
        source: UpsertSource<Element>, policy: MergePolicy, history: HistoryWriter
    ) throws {
        self.table = table
        self.policy = policy
        self.history = history
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
        let type = layout.isPolymorphic ? [ModelFamily.typeColumn.quotedSQL] : []
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

    mutating func write() throws {
        do {
            if insertedInRow >= 4 {
                if try insert() { return }
                if try change() { return }
            } else {
                if try change() { return }
                if try insert() { return }
            }
        } catch let problem as ValueProblem {
            throw invalid(problem)
        }
        throw notUnique()
    }

    /// Writes what is left to the history.
    mutating func finish() throws { try flush() }

    private mutating func flush() throws {
        try history.write(.insert, of: table.layout, &inserts)
        try history.write(.update, of: table.layout, &updates)
        let names = table.layout.columns.map(\.name)
        for (kind, packer) in kindredUpdates.sorted(by: { $0.key < $1.key }) {
            var packer = packer
            try history.write(.update, model: kind, columns: names, &packer)
        }
        inserts = ChangePacker()
        updates = ChangePacker()
        kindredUpdates = [:]
    }

    /// Inserts a record; false when one with these keys exists already.
    private mutating func insert() throws -> Bool {
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
        do {
            try insertion.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(failure)
        }
        if connection.changedRows == 0 { return false }
        let record = connection.lastInsertedRecord
        inserts.insert(record)
        changes.inserted.append(PersistentIdentifier(origin: table.layout.origin, number: record))
        result.inserted += 1
        insertedInRow += 1
        if inserts.count + updates.count >= 20_000 { try flush() }
        return true
    }

    /// Changes the record that has the element's keys; false when there is none.
    private mutating func change() throws -> Bool {
        for (position, key) in keys.enumerated() {
            guard let column = columns.first(where: { $0.column == key }) else { return false }
            try column.value.bind(lookup.binder, position)
        }
        defer { lookup.reset() }
        guard try lookup.step() else { return false }
        let row = ModelRow(statement: lookup.handle)
        let record = row.integer(-1)
        insertedInRow = 0
        switch policy {
        case .error: throw notUnique()
        case .mergeByPropertyStoreTrump, .rollback:
            result.unchanged += 1
            return true
        case .mergeByPropertyObjectTrump, .overwrite: break
        }
        differing.removeAll(keepingCapacity: true)
        var written = ColumnSet()
        for (place, column) in columns.enumerated() where !column.isKey {
            let value = column.layout.canonical(try column.value.stored())
            if row.holds(value, place) { continue }
            differing.append((column.column, place, value))
            written.insert(column.column)
        }
        if differing.isEmpty {
            result.unchanged += 1
            return true
        }
        for (place, column) in derived.enumerated() {
            differing.append((column, columns.count + place, now))
            written.insert(column)
        }
        differing.sort { $0.column < $1.column }
        let kind = table.layout.isPolymorphic ? row.stored(columns.count + derived.count).description : nil
        if let kind, kind != table.layout.name {
            kindredUpdates[kind, default: ChangePacker()].add(record, differing, row)
        } else {
            updates.add(record, differing, row)
        }
        lookup.reset()
        try write(record, written)
        changes.updated.append(table.identifier(record, kind: kind))
        if table.knownState(record) != nil { touched.insert(record) }
        result.updated += 1
        if inserts.count + updates.count >= 20_000 { try flush() }
        return true
    }

    /// Writes what differs to a record.
    private mutating func write(_ record: Int64, _ written: ColumnSet) throws {
        let statement: CompiledStatement
        if let update, update.columns == written {
            statement = update.statement
        } else {
            statement = try connection.statement(table.updateSQL(written))
            update = (written, statement)
        }
        for (position, change) in differing.enumerated() {
            if change.place < columns.count, columns[change.place].layout.isExternal {
                // The value itself, since its file must be written.
                try columns[change.place].value.bind(statement.binder, position)
            } else {
                try statement.binder.bind(change.value, position)
            }
        }
        statement.binder.bind(record, differing.count)
        do {
            try statement.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(failure)
        }
    }

    private func notUnique(_ failure: StatementFailure? = nil) -> ModelDataError {
        // SQLite names the columns of the index after a colon, each with its table.
        let named =
            failure?.message.split(separator: ": ", maxSplits: 1).last?.split(separator: ", ")
            .compactMap { $0.split(separator: ".").last.map(String.init) } ?? []
        let found = named.compactMap { table.layout.column(named: $0) }
        let group = found.isEmpty ? keys : found
        return .notUnique(
            model: table.layout.name, properties: group.map { table.layout.columns[$0].name },
            values: group.map { column in
                (try? columns.first { $0.column == column }?.value.stored()) ?? .null
            })
    }

    private func invalid(_ problem: ValueProblem) -> ModelDataError {
        let column = columns.first { column in (try? column.value.stored()) == nil }
        return .invalidValue(
            model: table.layout.name, property: column.map { table.layout.columns[$0.column].name } ?? "",
            record: nil, problem: problem)
    }
}

extension ChangePacker {
    /// Adds a record's old values of the columns that are about to change.
    fileprivate mutating func add(
        _ record: Int64, _ changes: ContiguousArray<(column: Int, place: Int, value: StoredValue)>,
        _ row: ModelRow
    ) {
        startUpdate(record, columns: changes.count)
        for change in changes { append(row, change.place, at: change.column) }
    }
}
