/// What the two kinds of upsert have in common: how records are updated, and what is known of those that were written.
struct UpsertedRecords {
    /// A column in which a record differs from what is to be written.
    struct Difference {
        let column: Int
        /// Where the column stands in the row that was looked up.
        let place: Int
        let value: StoredValue
    }

    private let table: RegisteredTable
    private var inserts = ChangePacker()
    private var updates = ChangePacker()
    /// The updates of records of subclasses, by their names.
    private var kindredUpdates: [String: ChangePacker] = [:]
    /// The statement that was used for the last update, and the columns that it writes.
    private var statement: (columns: ColumnSet, statement: CompiledStatement)?
    private(set) var changes = SavedChanges()
    /// The records that the context has objects of.
    private(set) var touched: Set<Int64> = []

    init(_ table: RegisteredTable) { self.table = table }

    /// How many writes the history hasn't been told of.
    private(set) var unwritten = 0

    /// Notes a new record.
    mutating func insert(_ record: Int64) {
        inserts.insert(record)
        unwritten += 1
        changes.inserted.append(PersistentIdentifier(origin: table.layout.origin, number: record))
    }

    /// Writes what differs to a record, and notes what it was.
    ///
    /// - Parameters:
    ///   - record: the record's number.
    ///   - kind: the name of its class, where that may be a subclass of the table's.
    ///   - lookup: the statement that found it, which is at its row.
    ///   - differing: what is to be written, the columns in ascending order.
    ///   - bind: binds a value whose file must be written.
    mutating func update(
        _ record: Int64, kind: String?, from lookup: CompiledStatement,
        _ differing: ContiguousArray<Difference>, bind: (Difference, ModelBinder, Int) throws -> Void
    ) throws {
        let row = ModelRow(statement: lookup.handle)
        if let kind, kind != table.layout.name {
            var packer = kindredUpdates[kind] ?? ChangePacker()
            packer.add(record, differing, row)
            lookup.reset()
            try write(differing, to: record, bind)
            kindredUpdates[kind] = packer
        } else {
            let mark = updates.mark
            updates.add(record, differing, row)
            lookup.reset()
            do {
                try write(differing, to: record, bind)
            } catch {
                updates.goBack(to: mark)
                throw error
            }
        }
        unwritten += 1
        changes.updated.append(table.identifier(record, kind: kind))
        if table.knownState(record) != nil { touched.insert(record) }
    }

    private mutating func write(
        _ differing: ContiguousArray<Difference>, to record: Int64,
        _ bind: (Difference, ModelBinder, Int) throws -> Void
    ) throws {
        var written = ColumnSet()
        for difference in differing { written.insert(difference.column) }
        let statement: CompiledStatement
        if let known = self.statement, known.columns == written {
            statement = known.statement
        } else {
            statement = try table.session.connection.statement(table.updateSQL(written))
            self.statement = (written, statement)
        }
        let binder = statement.binder
        for (position, difference) in differing.enumerated() {
            if table.layout.hasExternal, table.layout.columns[difference.column].isExternal {
                try bind(difference, binder, position)
            } else {
                try binder.bindValue(difference.value, position)
            }
        }
        binder.bind(record, differing.count)
        try statement.run()
    }

    /// Tells the history of the writes that it doesn't know of.
    mutating func flush(to history: HistoryWriter) throws {
        try history.write(.insert, of: table.layout, &inserts)
        try history.write(.update, of: table.layout, &updates)
        let names = table.layout.columns.map(\.name)
        for (kind, packer) in kindredUpdates.sorted(by: { $0.key < $1.key }) {
            var packer = packer
            try history.write(.update, model: kind, columns: names, &packer)
        }
        forgetUnwritten()
    }

    /// Forgets the writes that the history doesn't know of.
    mutating func forgetUnwritten() {
        inserts = ChangePacker()
        updates = ChangePacker()
        kindredUpdates = [:]
        unwritten = 0
    }

    /// Begins a list of written records anew.
    mutating func begin() {
        changes = SavedChanges()
        touched = []
    }

    /// The error for a unique value that another record has.
    ///
    /// - Parameters:
    ///   - failure: what SQLite says; nil where the values of the keys themselves are taken.
    ///   - keys: the columns by which records are found.
    ///   - value: the value of a column that was to be written.
    func notUnique(
        _ failure: StatementFailure?, _ keys: [Int], _ value: (Int) -> StoredValue?
    ) -> ModelDataError {
        // SQLite names the columns of the index after a colon, each with its table.
        let named =
            failure?.message.split(separator: ": ", maxSplits: 1).last?.split(separator: ", ")
            .compactMap { $0.split(separator: ".").last.map(String.init) } ?? []
        let found = named.compactMap { table.layout.column(named: $0) }
        let group = found.isEmpty ? keys : found
        return .notUnique(
            model: table.layout.name, properties: group.map { table.layout.columns[$0].name },
            values: group.map { value($0) ?? .null })
    }
}

/// What the upsert of one element did.
enum UpsertEffect {
    case inserted, updated, unchanged
}

/// An upsert of elements one by one. A record is looked up and then changed or inserted. In an import most are new:
/// after a few that were, the insertion is tried first, and does nothing where the record exists, except that it uses
/// up a record's number.
protocol Upserting {
    associatedtype Element

    /// How many of the last elements were new.
    var insertedInRow: Int { get }
    /// Inserts a record; nil when one with these keys exists already.
    mutating func insert(_ element: Element) throws -> UpsertEffect?
    /// Changes the record that has the element's keys; nil when there is none.
    mutating func change(_ element: Element) throws -> UpsertEffect?
}

extension Upserting {
    /// Inserts or changes a record; nil where neither can be done, since another class has the keys.
    mutating func insertOrChange(_ element: Element) throws -> UpsertEffect? {
        if insertedInRow >= 4 {
            if let effect = try insert(element) { return effect }
            return try change(element)
        }
        if let effect = try change(element) { return effect }
        return try insert(element)
    }
}

extension ChangePacker {
    /// Adds a record's old values of the columns that are about to change.
    fileprivate mutating func add(
        _ record: Int64, _ changes: ContiguousArray<UpsertedRecords.Difference>, _ row: ModelRow
    ) {
        startUpdate(record, columns: changes.count)
        for change in changes { append(row, change.place, at: change.column) }
    }
}
