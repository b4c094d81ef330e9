import Foundation

/// An error that rejects one element of an upsert. The other elements of a batch are still written.
struct RejectedEntry: Error {
    let error: ModelDataError
}

/// The values of an upsert's elements: plain values (``PlainValues``) or objects (``ObjectValues``).
protocol UpsertValues {
    associatedtype Element

    /// The columns that the elements set, in ascending order.
    var columns: [Int] { get }
    /// Throws if an element can't be written.
    func check(_ element: Element) throws
    /// Finds the records of related objects, before the values of an element are used.
    mutating func link(_ element: Element, isNew: Bool) throws
    /// Binds the values of a new record. The number of a column is its parameter.
    func bindRecord(_ element: Element, to binder: ModelBinder) throws
    /// Binds a value to any parameter.
    func bind(_ column: Int, of element: Element, to binder: ModelBinder, at position: Int) throws
    /// Returns a value in its stored form.
    func value(_ column: Int, of element: Element) throws -> StoredValue
    /// Returns whether an element changes a column of an existing record.
    func changes(_ column: Int, by element: Element) -> Bool
    /// Returns what the merge policy does with an existing record; `isConflict` tells whether a column that
    /// differs was edited in this store.
    func resolution(_ element: Element, _ policy: MergePolicy) -> UpsertResolution
    /// Returns the error for a value that can't be stored.
    func invalid(_ element: Element, _ problem: ValueProblem) -> ModelDataError
}

/// What the merge policy does with an existing record.
enum UpsertResolution {
    /// Write all columns that differ.
    case change
    /// Leave the record as it is.
    case keep
    /// Refuse the element.
    case refuse
    /// Let the policy decide about the properties that were edited in this store.
    case mergeEdited(Set<String>)
}

/// The effect of upserting one element.
enum UpsertEffect {
    case inserted, updated, unchanged
}

/// Writes elements to one table in a transaction: existing records with the same key are updated, the others
/// are inserted.
///
/// In an import most elements are new. After several insertions in a row, the insertion is tried before the
/// lookup. It does nothing if the record exists, except that it uses up a record number.
struct UpsertWriter<Values: UpsertValues> {
    let table: RegisteredTable
    /// The columns that identify a record.
    let keys: [Int]
    var records: UpsertedRecords
    var values: Values
    private let policy: MergePolicy
    /// The columns that a lookup reads, before the derived columns.
    private let columns: [Int]
    private let derived: [Int]
    /// The columns that the elements don't set, and that have a default value for new records.
    private let defaults: [Int]
    private let insertion: CompiledStatement
    private let lookup: CompiledStatement
    private let now = StoredValue.real(Date.now.timeIntervalSinceReferenceDate)
    private var consecutiveInsertions: Int
    private var differing: ContiguousArray<UpsertedRecords.Difference> = []

    private var connection: StoreConnection { table.session.connection }

    /// Prepares the statements.
    ///
    /// - Parameters:
    ///   - keys: The columns that identify a record.
    ///   - insertion: The statement that inserts a record.
    ///   - defaults: The columns with default values.
    ///   - expectsNew: Whether the first elements are probably new.
    init(
        _ table: RegisteredTable, keys: [Int], values: Values, policy: MergePolicy, insertion: String,
        defaults: [Int] = [], expectsNew: Bool
    ) throws {
        self.table = table
        self.keys = keys
        self.values = values
        self.policy = policy
        self.defaults = defaults
        records = UpsertedRecords(table)
        consecutiveInsertions = expectsNew ? 4 : 0
        let layout = table.layout
        columns = values.columns
        derived = layout.derivedColumns
        let names = layout.columns.map(\.quoted)
        let unique = keys.map { names[$0] }.joined(separator: ", ")
        let condition = keys.map { "\(names[$0]) = ?" }.joined(separator: " AND ")
        // An element of a superclass also updates records of subclasses.
        let type = layout.isPolymorphic ? [ModelHierarchy.typeColumn.quotedSQL] : []
        let selection = (["_id"] + (columns + derived).map { names[$0] } + type).joined(separator: ", ")
        let insertionSQL = "\(insertion) ON CONFLICT \(layout.conflictTarget(of: keys, unique)) DO NOTHING"
        let lookupSQL = "SELECT \(selection) FROM \(layout.table) WHERE \(condition)\(layout.andKind(""))"
        (self.insertion, lookup) = try table.session.connection.perform { connection in
            (try connection.statement(insertionSQL), try connection.statement(lookupSQL))
        }
    }

    /// Inserts or changes a record.
    ///
    /// - Throws: ``RejectedEntry`` if the element can't be stored.
    mutating func write(_ element: Values.Element) throws -> UpsertEffect {
        try values.check(element)
        do {
            if let effect = try insertOrChange(element) { return effect }
        } catch let problem as ValueProblem {
            throw RejectedEntry(error: values.invalid(element, problem))
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw notUnique(element, failure)
        }
        throw notUnique(element, nil)
    }

    /// Inserts or changes a record; returns nil if another class has a record with the keys.
    private mutating func insertOrChange(_ element: Values.Element) throws -> UpsertEffect? {
        if consecutiveInsertions >= 4 {
            if let effect = try insert(element) { return effect }
            return try change(element)
        }
        if let effect = try change(element) { return effect }
        return try insert(element)
    }

    /// Inserts a record; returns nil if a record with these keys exists.
    private mutating func insert(_ element: Values.Element) throws -> UpsertEffect? {
        try values.link(element, isNew: true)
        let binder = insertion.binder
        try values.bindRecord(element, to: binder)
        for column in derived { try binder.bind(now, column) }
        for column in defaults {
            try binder.bind(table.layout.columns[column].storedDefault ?? .null, column)
        }
        try insertion.run()
        if connection.changedRows == 0 { return nil }
        records.insert(connection.lastInsertedRecord)
        consecutiveInsertions += 1
        return .inserted
    }

    /// Changes the record with the element's keys; returns nil if there is none.
    private mutating func change(_ element: Values.Element) throws -> UpsertEffect? {
        for (position, key) in keys.enumerated() {
            try values.bind(key, of: element, to: lookup.binder, at: position)
        }
        defer { lookup.reset() }
        guard try lookup.step() else { return nil }
        let row = ModelRow(statement: lookup.handle)
        consecutiveInsertions = 0
        let resolution = values.resolution(element, policy)
        switch resolution {
        case .refuse: throw notUnique(element, nil)
        case .keep: return .unchanged
        case .change, .mergeEdited: break
        }
        try values.link(element, isNew: false)
        try compare(element, with: row, isAll: false)
        if case .mergeEdited(let edited) = resolution { try merge(element, row, edited) }
        if differing.isEmpty { return .unchanged }
        for (position, column) in derived.enumerated() {
            differing.append(.init(column: column, position: columns.count + position, value: now))
        }
        if !derived.isEmpty { differing.sort { $0.column < $1.column } }
        let kind = table.layout.isPolymorphic ? row.stored(columns.count + derived.count).description : nil
        let values = values
        try records.update(row.integer(-1), kind: kind, from: lookup, differing) {
            try values.bind($0.column, of: element, to: $1, at: $2)
        }
        return .updated
    }

    /// Finds the columns in which an element and its record differ.
    ///
    /// - Parameter isAll: Whether columns count that the element doesn't change.
    private mutating func compare(_ element: Values.Element, with row: ModelRow, isAll: Bool) throws {
        differing.removeAll(keepingCapacity: true)
        for (position, column) in columns.enumerated() {
            if keys.contains(column) { continue }
            if !isAll, !values.changes(column, by: element) { continue }
            let layout = table.layout.columns[column]
            let value = layout.storedForm(try values.value(column, of: element))
            if layout.holds(value, in: row, at: position) { continue }
            differing.append(.init(column: column, position: position, value: value))
        }
    }

    /// Applies the merge policy to properties that were edited in this store.
    private mutating func merge(
        _ element: Values.Element, _ row: ModelRow, _ edited: Set<String>
    ) throws {
        let layout = table.layout
        func isEdited(_ column: Int) -> Bool { edited.contains(layout.columns[column].name) }
        guard differing.contains(where: { isEdited($0.column) }) else { return }
        switch policy {
        case .mergeByPropertyObjectTrump: break
        case .mergeByPropertyStoreTrump: differing.removeAll { isEdited($0.column) }
        case .rollback: differing.removeAll()
        case .overwrite: try compare(element, with: row, isAll: true)
        case .error:
            throw ModelDataError.conflict(
                model: layout.name, record: row.integer(-1),
                properties: differing.filter { isEdited($0.column) }.map { layout.columns[$0.column].name })
        }
    }

    private func notUnique(_ element: Values.Element, _ failure: StatementFailure?) -> RejectedEntry {
        RejectedEntry(error: records.notUnique(failure, keys) { try? values.value($0, of: element) })
    }
}
