import Foundation

/// SQL on a store, for the room that synchronizes stores; everybody else works with objects.
///
///     try context.throughDoor(to: Book.self) { door in try door.run("DELETE FROM _sync") }
///
/// What is done through it is no step of undo, unless it is said with ``record(_:)``.
package struct StoreDoor {
    let session: StoreSession
    private let author: String?

    init(_ session: StoreSession, author: String?) {
        self.session = session
        self.author = author
    }

    private var connection: StoreConnection { session.connection }

    /// The file's path, for errors.
    package var path: String { connection.path }

    /// A number that changes whenever the schema of the store does.
    package var generation: Int64 { session.store.generation }

    /// Runs statements without arguments.
    package func execute(_ sql: String) throws { try connection.execute(sql) }

    /// Runs a statement.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ arguments: StoredValue...) throws -> Int { try run(sql, arguments) }

    /// Runs a statement.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ arguments: [StoredValue]) throws -> Int {
        let statement = try connection.statement(sql)
        try statement.bind(arguments)
        try statement.run()
        return connection.changedRows
    }

    /// Runs a statement that a constraint of the store may refuse.
    ///
    /// - Returns: Whether it was carried out.
    package func attempt(_ sql: String, _ arguments: [StoredValue]) throws -> Bool {
        do {
            try run(sql, arguments)
            return true
        } catch let failure as StatementFailure where failure.primaryCode == 19 {
            return false
        }
    }

    /// The rows of a statement.
    package func rows(_ sql: String, _ arguments: StoredValue...) throws -> [[StoredValue]] {
        try connection.rows(sql, arguments)
    }

    /// The rows of a statement.
    package func rows(_ sql: String, _ arguments: [StoredValue]) throws -> [[StoredValue]] {
        try connection.rows(sql, arguments)
    }

    /// The number in the first column of the first row, zero where there is none.
    package func number(_ sql: String, _ arguments: StoredValue...) throws -> Int64 {
        guard case .integer(let number)? = try connection.rows(sql, arguments).first?.first else { return 0 }
        return number
    }

    /// The number of the record that was inserted last.
    package var lastInsertedRecord: Int64 { connection.lastInsertedRecord }

    /// Writes changes to the store's history, so that undo doesn't change records behind their back.
    package func record(_ changes: DoorChanges) throws {
        let history = HistoryWriter(session: session, author: author, note: nil)
        for (table, var packer) in changes.inserted.sorted(by: { $0.key < $1.key }) {
            try history.write(.insert, model: table, columns: try columns(of: table), &packer)
        }
        for (table, var packer) in changes.updated.sorted(by: { $0.key < $1.key }) {
            try history.write(.update, model: table, columns: try columns(of: table), &packer)
        }
        for (table, var packer) in changes.deleted.sorted(by: { $0.key < $1.key }) {
            try history.write(.delete, model: table, columns: try columns(of: table), &packer)
        }
    }

    private func columns(of table: String) throws -> [String] {
        session.store.layouts.first { $0.name == table }?.columns.map(\.name) ?? []
    }
}

/// What was changed through a door, for the history.
package struct DoorChanges {
    fileprivate(set) var inserted: [String: ChangePacker] = [:]
    fileprivate(set) var updated: [String: ChangePacker] = [:]
    fileprivate(set) var deleted: [String: ChangePacker] = [:]

    /// Nothing yet.
    package init() {}

    /// Notes a new record of a model.
    package mutating func insert(_ record: Int64, of model: String) {
        inserted[model, default: ChangePacker()].insert(record)
    }

    /// Notes the earlier values of a record's columns, which are given by their places among ``StoreTable/columns``.
    package mutating func update(
        _ record: Int64, of model: String, _ old: [(column: Int, value: StoredValue)]
    ) {
        updated[model, default: ChangePacker()].update(record, old.sorted { $0.column < $1.column })
    }

    /// Notes that a record of a model is gone, with the values of all columns of ``StoreTable/columns``.
    package mutating func delete(_ record: Int64, of model: String, _ row: [StoredValue]) {
        deleted[model, default: ChangePacker()].delete(record, row)
    }
}

extension ModelContext {
    /// Does work through a door to the store that has a model, in a transaction of its own or in the open one.
    ///
    /// - Parameters:
    ///   - model: A model of the store.
    ///   - work: What is done. What it throws takes back what it did.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or ``ModelDataError``.
    @discardableResult
    package func throughDoor<T>(
        to model: any PersistentModel.Type, _ work: (StoreDoor) throws -> T
    ) throws -> T {
        let session = try doorSession(model)
        let door = StoreDoor(session, author: author)
        var result: T?
        try writing(to: session) { result = try work(door) }
        if openTransaction == nil { try commit(session) }
        guard let result else { throw ModelDataError.transactionLost(path: door.path) }
        return result
    }

    /// Reads through a door, without a transaction.
    ///
    /// - Parameters:
    ///   - model: A model of the store.
    ///   - work: What is read.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or ``ModelDataError``.
    package func lookingThroughDoor<T>(
        to model: any PersistentModel.Type, _ work: (StoreDoor) throws -> T
    ) throws -> T {
        let session = try doorSession(model)
        return try session.connection.perform { _ in try work(StoreDoor(session, author: author)) }
    }

    private func doorSession(_ model: any PersistentModel.Type) throws -> StoreSession {
        guard let table = try table(named: model._$entityName) else {
            throw ModelDataError.unknownModel(name: model._$entityName)
        }
        return table.session
    }
}
