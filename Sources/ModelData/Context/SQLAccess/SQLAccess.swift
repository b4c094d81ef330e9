import Foundation

/// Raw SQL access to a store, for the Sync module. All other code works with objects.
///
/// ```swift
/// try context.withSQLAccess(to: Book.self) { database in try database.run("DELETE FROM _sync") }
/// ```
///
/// Changes made here can't be undone, unless they are recorded with ``recordInHistory(_:)``.
package struct SQLAccess: RowSource {
    let session: ContextSession
    private let author: String?

    init(_ session: ContextSession, author: String?) {
        self.session = session
        self.author = author
    }

    private var connection: StoreConnection { session.connection }

    /// The file's path, for errors.
    package var path: String { connection.path }

    /// A number that changes whenever the store's schema changes.
    package var schemaGeneration: Int64 { session.store.schemaGeneration }

    /// Runs statements without arguments.
    package func execute(_ sql: String) throws { try connection.execute(sql) }

    /// Runs a statement.
    ///
    /// - Returns: The number of changed rows.
    @discardableResult
    package func run(_ sql: String, _ arguments: StoredValue...) throws -> Int { try run(sql, arguments) }

    /// Runs a statement.
    ///
    /// - Returns: The number of changed rows.
    @discardableResult
    package func run(_ sql: String, _ arguments: [StoredValue]) throws -> Int {
        try connection.run(sql, arguments)
        return connection.changedRows
    }

    /// Runs a statement that may violate a constraint.
    ///
    /// - Returns: Whether the statement succeeded. False if it violated a constraint.
    package func attempt(_ sql: String, _ arguments: [StoredValue]) throws -> Bool {
        do {
            try run(sql, arguments)
            return true
        } catch let failure as StatementFailure where failure.primaryCode == 19 {
            return false
        }
    }

    /// Deletes records: owners together with the records that a delete rule deletes with them.
    ///
    /// References of other records become NULL, and the records' pairs in join tables are deleted.
    ///
    /// - Parameter records: The numbers of the records, by model.
    /// - Returns: False, without effect, if the delete rule `.deny` protects a record, because another one refers to it.
    package func delete(_ records: [String: Set<Int64>]) throws -> Bool {
        try RecordDeletion(store: session.store, connection: connection).run(records)
    }

    /// Returns the rows of a statement.
    package func rows(_ sql: String, _ arguments: [StoredValue]) throws -> [[StoredValue]] {
        try connection.rows(sql, arguments)
    }

    /// The number of the record that was inserted last.
    package var lastInsertedRecord: Int64 { connection.lastInsertedRecord }

    /// Records changes in the store's history, so that a later undo takes them into account.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - note: The note of the transaction. Default: none.
    package func recordInHistory(_ changes: HistoryChangeSet, note: String? = nil) throws {
        let history = HistoryWriter(session: session, author: author, note: note)
        for kind in [PackedChanges.Kind.insert, .update, .delete] {
            for (table, var packer) in (changes.packers[kind] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let columns = session.store.layouts.first { $0.name == table }?.columns.map(\.name) ?? []
                try history.write(kind, model: table, columns: columns, &packer)
            }
        }
    }
}

/// Changes made with raw SQL, for the store's history.
package struct HistoryChangeSet {
    /// The changes by their kind and their table.
    fileprivate var packers: [PackedChanges.Kind: [String: ChangePacker]] = [:]

    /// Creates an empty set of changes.
    package init() {}

    /// Adds the insertion of a record.
    package mutating func insert(_ record: Int64, of model: String) {
        packers[.insert, default: [:]][model, default: ChangePacker()].insert(record)
    }

    /// Adds the update of a record, with the old values of the changed columns. A column is an index into
    /// ``StoreTable/columns``.
    package mutating func update(
        _ record: Int64, of model: String, _ old: [(column: Int, value: StoredValue)]
    ) {
        packers[.update, default: [:]][model, default: ChangePacker()].update(
            record, old.sorted { $0.column < $1.column })
    }

    /// Adds the deletion of a record, with its last values in all ``StoreTable/columns``.
    package mutating func delete(_ record: Int64, of model: String, _ row: [StoredValue]) {
        packers[.delete, default: [:]][model, default: ChangePacker()].delete(record, row)
    }
}

extension ModelContext {
    /// Gives raw SQL access to the store of a model, in the open transaction or a new one.
    ///
    /// - Parameters:
    ///   - model: A model of the store.
    ///   - work: Receives the SQL access. If it throws, its changes are rolled back.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`, or ``ModelDataError``.
    @discardableResult
    package func withSQLAccess<T>(
        to model: any PersistentModel.Type, _ work: (SQLAccess) throws -> T
    ) throws -> T {
        let session = try sqlSession(model)
        let database = SQLAccess(session, author: author)
        var result: T?
        try ContextWriter(self).performAndCommit(on: session) { result = try work(database) }
        guard let result else { throw ModelDataError.transactionLost(path: database.path) }
        return result
    }

    /// Gives raw SQL access for reading, without a transaction.
    ///
    /// - Parameters:
    ///   - model: A model of the store.
    ///   - work: Receives the SQL access, and must not change the store.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`, or ``ModelDataError``.
    package func withSQLReadAccess<T>(
        to model: any PersistentModel.Type, _ work: (SQLAccess) throws -> T
    ) throws -> T {
        let session = try sqlSession(model)
        return try session.connection.perform { _ in try work(SQLAccess(session, author: author)) }
    }

    private func sqlSession(_ model: any PersistentModel.Type) throws -> ContextSession {
        guard let table = try registry.table(named: model._$entityName) else {
            throw ModelDataError.unknownModel(name: model._$entityName)
        }
        try table.custom?.refuse("SQL", of: table.layout.name)
        return table.session
    }
}

/// Deletes records by SQL and applies the delete rules of their relationships, except `.cascade`: the caller also
/// passes the records that are deleted with their owners.
struct RecordDeletion {
    let store: Store
    let connection: StoreConnection

    /// Deletes records; returns false, without effect, if a rule forbids that.
    func run(_ records: [String: Set<Int64>]) throws -> Bool {
        let references = store.layouts.flatMap { target in
            store.layouts.flatMap { holder in
                holder.keys.filter { target.shape.isKind(of: $0.relationship.target) }
                    .map { (target: target, holder: holder, key: $0.relationship) }
            }
        }.compactMap { target, holder, key in
            records[target.name].map { (holder: holder, key: key, list: StoredValue.list($0)) }
        }
        for (holder, key, list) in references where key.inverseRule == .deny {
            let found = try connection.numbers(
                "SELECT _id FROM \(holder.table) \(condition(key, holder))", [list])
            if !records[holder.name, default: []].isSuperset(of: found) { return false }
        }
        for (holder, key, list) in references where !key.isRequired && key.isChecked {
            let name = key.name.quotedSQL
            try connection.run(
                "UPDATE \(holder.table) SET \(name) = NULL \(condition(key, holder))", [list])
        }
        for (name, numbers) in records {
            guard let layout = store.layout(named: name) else { continue }
            let condition = "IN (SELECT value FROM json_each(?))"
            let list = [StoredValue.list(numbers)]
            for join in store.joins {
                let sides = [("_source", join.relationship.owner), ("_target", join.relationship.target)]
                for (column, type) in sides where layout.shape.isKind(of: type) {
                    try connection.run("DELETE FROM \(join.table) WHERE \(column) \(condition)", list)
                }
            }
            try connection.run("DELETE FROM \(layout.table) WHERE _id \(condition)", list)
        }
        return true
    }

    /// The condition for records of a class that refer to one of some records.
    private func condition(_ key: RelationshipShape, _ holder: EntityLayout) -> String {
        "WHERE \(key.name.quotedSQL) IN (SELECT value FROM json_each(?))\(holder.exactCondition)"
    }
}

/// A position in a store's history. Later changes have later positions, also after older ones were deleted.
package struct HistoryPosition: Equatable, Sendable {
    /// The number of the last transaction.
    package let transaction: Int64
    /// The number of the last change in that transaction.
    package let change: Int64

    /// The position before all changes.
    package static let start = HistoryPosition(transaction: 0, change: 0)

    package init(transaction: Int64, change: Int64) {
        (self.transaction, self.change) = (transaction, change)
    }
}

/// The changes of one kind that a transaction made to the records of a model, or to the rows of a join table.
package struct RecordedChangeSet {
    /// What a transaction was.
    package enum Origin: Sendable { case change, undo, redo }

    /// The changes, all of one kind.
    package enum Changes {
        /// The numbers of inserted records.
        case inserts([Int64])
        /// The numbers of updated records, and the names of the changed columns with their old values.
        case updates([(record: Int64, old: [(column: String, value: StoredValue)])])
        /// The numbers of deleted records, and the last values of all columns by name.
        case deletes([(record: Int64, old: [String: StoredValue])])
    }

    package let position: HistoryPosition
    /// The model or join table.
    package let model: String
    /// The time of the transaction.
    package let date: Date
    package let author: String?
    package let origin: Origin
    package let changes: Changes
}

extension SQLAccess {
    /// The position of the latest change in the history, also if the history was deleted.
    package var historyPosition: HistoryPosition {
        get throws {
            HistoryPosition(
                transaction: try number("SELECT seq FROM sqlite_sequence WHERE name = '_history'"),
                change: try number("SELECT coalesce(max(_id), 0) FROM _history_change"))
        }
    }

    /// Passes the changes of some models and join tables after a position to a function, in their order.
    ///
    /// The changes are read in pages, so that a long history needs little memory.
    ///
    /// - Parameters:
    ///   - names: The names of the models and join tables.
    ///   - start: The position after which changes are read.
    ///   - onlyDeletions: Whether only deletions are read. Default: no.
    ///   - process: Receives the changes.
    /// - Throws: The error of `process`; ``ModelDataError/damagedHistory(path:transaction:)``.
    package func forEachChange(
        of names: [String], after start: HistoryPosition, onlyDeletions: Bool = false,
        _ process: (RecordedChangeSet) throws -> Void
    ) throws {
        if names.isEmpty { return }
        let kinds = onlyDeletions ? "= 2" : "IN (0, 1, 2)"
        let list = names.map(\.literalSQL).joined(separator: ", ")
        var position = start
        while true {
            let page = try rows(
                """
                SELECT c.model, c.kind, c.columns, c.records, c.count, c._id, c._transaction, h.at, h.author, h.kind
                FROM _history_change AS c JOIN _history AS h ON h._id = c._transaction
                WHERE c.model IN (\(list)) AND c.kind \(kinds) AND (c._transaction > ?1 OR (c._transaction = ?1 AND c._id > ?2))
                ORDER BY c._transaction, c._id LIMIT 100
                """, .integer(position.transaction), .integer(position.change))
            for row in page {
                guard case .integer(let change) = row[5], case .integer(let transaction) = row[6] else {
                    continue
                }
                guard let recorded = RecordedRow(row), case .real(let at) = row[7] else {
                    throw ModelDataError.damagedHistory(path: path, transaction: transaction)
                }
                position = HistoryPosition(transaction: transaction, change: change)
                try process(
                    RecordedChangeSet(
                        position: position, model: recorded.model,
                        date: Date(timeIntervalSinceReferenceDate: at), author: row[8].text,
                        origin: row[9] == .integer(1) ? .undo : row[9] == .integer(2) ? .redo : .change,
                        changes: recorded.byColumnName))
            }
            if page.count < 100 { return }
        }
    }
}

extension RecordedRow {
    fileprivate var byColumnName: RecordedChangeSet.Changes {
        func named(_ change: RecordedChange) -> [(column: String, value: StoredValue)] {
            change.old.map { (columns[$0.column], $0.value) }
        }
        return switch kind {
        case .insert: .inserts(changes.map(\.record))
        case .update: .updates(changes.map { ($0.record, named($0)) })
        case .delete:
            .deletes(
                changes.map { change in
                    let old = change.old.lazy.map { (columns[$0.column], $0.value) }
                    return (change.record, Dictionary(old) { first, _ in first })
                })
        }
    }
}
