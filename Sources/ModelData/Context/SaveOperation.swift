import Foundation

/// Writes a context's pending objects of one store, inside a transaction.
///
/// Deletions come first, so that a unique value can be given up and taken in one save; then changes, then
/// insertions. Objects learn of what happened by ``finish()``, once nothing can fail any more.
struct SaveOperation {
    let session: StoreSession
    let policy: MergePolicy
    let history: HistoryWriter
    private var inserted: [(any PersistentModel, RegisteredTable, record: Int64)] = []
    private var replaced: [(any PersistentModel, RegisteredTable, record: Int64)] = []
    private var updated: [ModelState] = []
    private var restored: [(any PersistentModel, RegisteredTable)] = []
    private var deleted: [any PersistentModel] = []
    /// The objects whose deletion the store didn't accept.
    private var kept: [(any PersistentModel, RegisteredTable)] = []
    /// The objects whose derived columns were set, and to what.
    private var stamped: [(any PersistentModel, column: Int)] = []
    private let now: StoredValue
    var lateKeys: [LateKey] = []

    private var connection: StoreConnection { session.connection }

    init(_ session: StoreSession, policy: MergePolicy, history: HistoryWriter) {
        self.session = session
        self.policy = policy
        self.history = history
        now = .real(Date.now.timeIntervalSinceReferenceDate)
    }

    /// The pending objects of one model, in the order in which they became pending.
    struct Group {
        let table: RegisteredTable
        var inserted: [any PersistentModel] = []
        var changed: [any PersistentModel] = []
        var deleted: [any PersistentModel] = []
        /// Records to be deleted that have no objects.
        var doomed: Set<Int64> = []
    }

    mutating func run(_ groups: [Group]) throws {
        let groups = SaveOrder.sorted(groups)
        let isRelated = groups.contains { $0.table.layout.isRelated }
        if isRelated { try removePairs(groups) }
        // What the records were is known before any goes, since foreign keys take others along.
        for group in groups.reversed() {
            if !group.doomed.isEmpty { try deleteRecords(group.doomed, of: group.table) }
            if !group.deleted.isEmpty { try recordDeletions(group) }
        }
        for group in groups.reversed() where !group.deleted.isEmpty { try delete(group) }
        for group in groups where !group.changed.isEmpty { try update(group) }
        for group in groups where !group.inserted.isEmpty { try insert(group) }
        if isRelated {
            try writeLateKeys()
            try writePairs(groups)
        }
    }

    // MARK: - Deletions

    private mutating func recordDeletions(_ group: Group) throws {
        let table = group.table
        var packer = ChangePacker()
        for model in group.deleted {
            let old = try oldRow(of: model, table)
            if let old, model._$state.epoch != session.epoch, try keeps(model, old, table) { continue }
            deleted.append(model)
            // A record that somebody else deleted is gone, as it shall be.
            if let old { packer.delete(model._$state.record, old) }
        }
        try history.write(.delete, of: table.layout, &packer)
    }

    /// Whether a record that was changed elsewhere shall stay, or its deletion be an error.
    private mutating func keeps(
        _ model: any PersistentModel, _ row: [StoredValue], _ table: RegisteredTable
    ) throws -> Bool {
        // Pairs of a related object are gone by now.
        guard policy == .error || (policy == .rollback && !table.layout.isRelated) else { return false }
        let originals = model._$state.originals
        let changed = table.layout.columns.indices.filter { column in
            guard table.layout.columns[column].isValue, !table.layout.derivedColumns.contains(column) else {
                return false
            }
            let original = originals.first { $0.column == column }
            guard let known = original == nil ? try? model._$stored(column) : original?.value else {
                return false
            }
            return table.layout.columns[column].canonical(known) != row[column]
        }
        if changed.isEmpty { return false }
        guard policy == .rollback else {
            throw ModelDataError.conflict(
                model: table.layout.name, record: model._$state.record,
                properties: changed.map { table.layout.columns[$0].name })
        }
        kept.append((model, table))
        return true
    }

    private func delete(_ group: Group) throws {
        let statement = try connection.statement("DELETE FROM \(group.table.layout.table) WHERE _id = ?")
        for model in group.deleted where !kept.contains(where: { $0.0 === model }) {
            statement.binder.bind(model._$state.record, 0)
            try statement.run()
        }
    }

    /// The row as the store has it; nil when it is gone.
    private func oldRow(of model: any PersistentModel, _ table: RegisteredTable) throws -> [StoredValue]? {
        let state = model._$state
        guard state.epoch == session.epoch else { return try storedRow(state.record, table) }
        var values: [StoredValue] = []
        values.reserveCapacity(table.layout.columns.count)
        for column in table.layout.columns.indices {
            if state.changed.contains(column) {
                guard let value = state.originals.first(where: { $0.column == column })?.value else {
                    return try storedRow(state.record, table)
                }
                values.append(table.layout.columns[column].canonical(value))
            } else if let value = try? state.stored(model, column, table.layout) {
                values.append(table.layout.columns[column].canonical(value))
            } else {
                return try storedRow(state.record, table)
            }
        }
        return values
    }

    private func storedRow(_ record: Int64, _ table: RegisteredTable) throws -> [StoredValue]? {
        try connection.rows(table.rowSQL, [.integer(record)]).first.map { Array($0.dropFirst()) }
    }

    // MARK: - Changes

    private mutating func update(_ group: Group) throws {
        let table = group.table
        var packer = ChangePacker()
        for model in group.changed {
            let state = model._$state
            var changes: [Change]
            do {
                changes = try self.changes(of: model, table)
            } catch let problem as ValueProblem {
                throw table.invalid(model, problem)
            }
            if state.epoch != session.epoch || changes.contains(where: { $0.old == nil }) {
                guard let merged = try merge(changes, of: model, table) else { continue }
                changes = merged
            }
            if !table.layout.derivedColumns.isEmpty { try stamp(&changes, of: model, table) }
            updated.append(state)
            if changes.isEmpty { continue }
            try write(postponing(changes, of: model, table), of: model, state.record, table)
            packer.update(state.record, changes.map { ($0.column, $0.old ?? .null) })
        }
        try history.write(.update, of: table.layout, &packer)
    }

    private struct Change {
        let column: Int
        /// Nil when only the store knows it.
        var old: StoredValue?
        let new: StoredValue
    }

    /// The columns that really differ from what the store had.
    private func changes(of model: any PersistentModel, _ table: RegisteredTable) throws -> [Change] {
        let layout = table.layout
        let state = model._$state
        return try state.originals.compactMap { original in
            let column = layout.columns[original.column]
            if case .elsewhere = column.role { return nil }
            if !layout.derivedColumns.isEmpty, layout.derivedColumns.contains(original.column) { return nil }
            let new = try state.stored(model, original.column, layout)
            if original.value == new {
                // An object without a record yet looks like none.
                guard case .key(let relationship) = column.role, state.isWaiting(model, relationship) else {
                    return nil
                }
            }
            guard column.isExternal else {
                return Change(column: original.column, old: original.value, new: new)
            }
            return Change(
                column: original.column, old: original.value.map { column.canonical($0) },
                new: column.canonical(new))
        }
    }

    /// Sets a derived column of a new record.
    mutating func stamp(_ model: any PersistentModel, _ column: Int, _ binder: ModelBinder) throws {
        try binder.bind(now, column)
        stamped.append((model, column))
    }

    /// Adds the derived columns to the changes of a record, if there are any.
    private mutating func stamp(
        _ changes: inout [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws {
        let state = model._$state
        let derived = table.layout.derivedColumns
        if changes.isEmpty, !derived.contains(where: state.changed.contains) { return }
        let row = try storedRow(state.record, table)
        for column in derived {
            changes.append(Change(column: column, old: row?[column], new: now))
            stamped.append((model, column))
        }
    }

    /// Leaves for later what can't be written yet: references to new records, and those that another record
    /// may have to give up first.
    private mutating func postponing(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) -> [Change] {
        if table.layout.keys.isEmpty { return changes }
        return changes.compactMap { change in
            guard case .key(let relationship) = table.layout.columns[change.column].role,
                relationship.isOneToOne || model._$state.isWaiting(model, relationship)
            else { return change }
            lateKeys.append(LateKey(model: model, table: table, relationship: relationship))
            if !relationship.isRequired {
                return Change(column: change.column, old: change.old, new: .null)
            }
            // Until then a number that no other record can have.
            let number = StoredValue.integer(-model._$state.record)
            return Change(column: change.column, old: change.old, new: number)
        }
    }

    private func write(
        _ changes: [Change], of model: any PersistentModel, _ record: Int64, _ table: RegisteredTable
    ) throws {
        if changes.isEmpty { return }
        var columns = ColumnSet()
        for change in changes { columns.insert(change.column) }
        let statement = try connection.statement(table.updateSQL(columns))
        let ordered = changes.sorted { $0.column < $1.column }
        for (position, change) in ordered.enumerated() {
            if table.layout.columns[change.column].isExternal {
                // The value itself, since its file must be written.
                try model._$bind(change.column, to: statement.binder, at: position)
            } else {
                try statement.binder.bind(change.new, position)
            }
        }
        statement.binder.bind(record, ordered.count)
        do {
            try statement.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            var values: [Int: StoredValue] = [:]
            for change in changes { values[change.column] = change.new }
            throw try notUnique(table, record) { values[$0] } ?? failure
        }
        if connection.changedRows == 0 {
            throw ModelDataError.recordGone(model: table.layout.name, record: record)
        }
    }

    /// Brings an object's changes together with what others did to the record since it was read.
    ///
    /// - Returns: the changes to write; nil when the object takes the store's values.
    private mutating func merge(
        _ changes: [Change], of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [Change]? {
        let record = model._$state.record
        guard let row = try storedRow(record, table) else {
            try settleMissing(model, table)
            return nil
        }
        let conflicts = changes.filter { change in
            guard let old = change.old else { return false }
            return row[change.column] != old && row[change.column] != change.new
        }
        if policy == .error, !conflicts.isEmpty {
            throw ModelDataError.conflict(
                model: table.layout.name, record: record,
                properties: conflicts.map { table.layout.columns[$0.column].name })
        }
        if policy == .rollback, !conflicts.isEmpty {
            restored.append((model, table))
            return nil
        }
        restored.append((model, table))
        var merged = changes
        if policy == .mergeByPropertyStoreTrump {
            let lost = Set(conflicts.map(\.column))
            merged.removeAll { lost.contains($0.column) }
        }
        if policy == .overwrite {
            merged = try values(of: model, table).map { Change(column: $0.0, old: nil, new: $0.1) }
        }
        return merged.compactMap { change in
            var change = change
            change.old = row[change.column]
            return change.old == change.new ? nil : change
        }
    }

    /// Settles what becomes of a changed object whose record was deleted elsewhere.
    private mutating func settleMissing(_ model: any PersistentModel, _ table: RegisteredTable) throws {
        let state = model._$state
        switch policy {
        case .error, .mergeByPropertyObjectTrump:
            throw ModelDataError.recordGone(model: table.layout.name, record: state.record)
        case .mergeByPropertyStoreTrump, .rollback:
            deleted.append(model)
        case .overwrite:
            state.revived = state.record
            defer { state.revived = 0 }
            guard try insertRevived(model, table) else { return }
            var packer = ChangePacker()
            packer.insert(state.record)
            try history.write(.insert, of: table.layout, &packer)
            inserted.append((model, table, state.record))
        }
    }

    // MARK: - Insertions

    private mutating func insert(_ group: Group) throws {
        let table = group.table
        var packer = ChangePacker()
        var updates = ChangePacker()
        let statement = try connection.statement(table.layout.insertion)
        let isRelated = table.layout.isRelated
        let hasKeys = !table.layout.keys.isEmpty
        for model in group.inserted {
            do {
                if model._$state.revived > 0, try insertRevived(model, table) {
                    inserted.append((model, table, connection.lastInsertedRecord))
                    packer.insert(connection.lastInsertedRecord)
                    continue
                }
                try model._$bind(to: statement.binder)
                for column in table.layout.derivedColumns { try stamp(model, column, statement.binder) }
                if hasKeys { try bindKeys(model, table, statement.binder) }
            } catch let problem as ValueProblem {
                throw table.invalid(model, problem)
            }
            do {
                try statement.run()
                let record = connection.lastInsertedRecord
                inserted.append((model, table, record))
                if isRelated { model._$state.written = record }
                packer.insert(record)
            } catch let failure as StatementFailure where failure.isUniqueness {
                try replace(model, table, failure, &updates)
            }
        }
        try history.write(.insert, of: table.layout, &packer)
        try history.write(.update, of: table.layout, &updates)
    }

    /// Gives a record that already has the object's unique value the object's other values.
    private mutating func replace(
        _ model: any PersistentModel, _ table: RegisteredTable, _ failure: StatementFailure,
        _ packer: inout ChangePacker
    ) throws {
        let groups = try conflictingRecords(table, except: 0) { try model._$stored($0) }
        guard policy != .error, let record = groups.first?.record,
            groups.allSatisfy({ $0.record == record }), let row = try storedRow(record, table)
        else {
            throw try notUnique(table, 0) { try model._$stored($0) } ?? failure
        }
        if policy == .mergeByPropertyStoreTrump || policy == .rollback {
            replaced.append((model, table, record))
            model._$state.written = record
            return
        }
        model._$state.written = record
        var changes = try values(of: model, table).compactMap { column, new -> Change? in
            row[column] == new ? nil : Change(column: column, old: row[column], new: new)
        }
        if !changes.isEmpty {
            for column in table.layout.derivedColumns {
                changes.append(Change(column: column, old: row[column], new: now))
            }
            try write(changes, of: model, record, table)
            packer.update(record, changes.map { ($0.column, $0.old ?? .null) })
        }
        replaced.append((model, table, record))
    }

    /// All columns of an object that it decides itself, as they will stand in the store.
    private func values(
        of model: any PersistentModel, _ table: RegisteredTable
    ) throws -> [(Int, StoredValue)] {
        let layout = table.layout
        return try layout.columns.indices.compactMap { column in
            if !layout.columns[column].isStored || layout.derivedColumns.contains(column) { return nil }
            let value = try model._$state.stored(model, column, layout)
            return (column, layout.columns[column].canonical(value))
        }
    }

    private typealias Conflict = (columns: [String], values: [StoredValue], record: Int64)

    /// The records that share a unique value with the given ones.
    private func conflictingRecords(
        _ table: RegisteredTable, except own: Int64, _ value: (Int) throws -> StoredValue?
    ) throws -> [Conflict] {
        try table.layout.entity.uniquenessConstraints.compactMap { names -> Conflict? in
            let columns = names.compactMap { table.layout.column(named: $0) }
            var values: [StoredValue] = []
            for column in columns {
                guard let found = try value(column) ?? storedRow(own, table)?[column], found != .null else {
                    return nil
                }
                values.append(found)
            }
            let condition = columns.map { "\(table.layout.columns[$0].quoted) = ?" }
                .joined(separator: " AND ")
            let sql = "SELECT _id FROM \(table.layout.table) WHERE \(condition) AND _id <> ?"
            guard case .integer(let record)? = try connection.rows(sql, values + [.integer(own)]).first?.first
            else { return nil }
            return (names, values, record)
        }
    }

    private func notUnique(
        _ table: RegisteredTable, _ own: Int64, _ value: (Int) throws -> StoredValue?
    ) throws -> ModelDataError? {
        try conflictingRecords(table, except: own, value).first.map {
            .notUnique(model: table.layout.name, properties: $0.columns, values: $0.values)
        }
    }

    // MARK: - Afterwards

    /// The identifiers of what was written; to be asked once the objects know.
    func changes(of groups: [Group]) -> SavedChanges {
        var result = SavedChanges()
        result.inserted = inserted.map { identifier($0.1, $0.record) }
        result.updated = updated.compactMap { state in
            state.layout.map { PersistentIdentifier(origin: $0.origin, number: state.record) }
        }
        var known = Set(result.inserted).union(result.updated)
        for (_, table, record) in replaced where known.insert(identifier(table, record)).inserted {
            result.updated.append(identifier(table, record))
        }
        result.deleted = deleted.compactMap { model in
            let state = model._$state
            return state.layout.map { PersistentIdentifier(origin: $0.origin, number: state.record) }
        }
        for group in groups { result.deleted += group.doomed.sorted().map { identifier(group.table, $0) } }
        return result
    }

    private func identifier(_ table: RegisteredTable, _ record: Int64) -> PersistentIdentifier {
        PersistentIdentifier(origin: table.layout.origin, number: record)
    }

    /// Tells the objects what became of them.
    func finish() {
        for model in deleted {
            model._$state.detach(as: .deleted)
            model._$state.releaseLinks(model)
        }
        for state in updated {
            state.clearChanges()
            state.epoch = session.epoch
            state.settleLinks()
        }
        for (model, table, record) in inserted {
            table.register(model, model._$state, record: record)
            model._$state.settleLinks()
        }
        for (model, column) in stamped { try? model._$restore(column, from: now) }
        for (model, table) in kept {
            model._$state.phase = .saved
            refresh(model, table, model._$state.record)
        }
        for (model, _, _) in inserted { model._$state.clearChanges() }
        for (model, table) in restored { refresh(model, table, model._$state.record) }
        for (model, table, record) in replaced {
            if let known = table.state(record)?.model, known !== model {
                known._$state.clearChanges()
                refresh(known, table, record)
                model._$state.detach(as: .transient)
                model._$state.record = record
            } else {
                table.register(model, model._$state, record: record)
                refresh(model, table, record)
            }
        }
    }

    /// Reads the record again; an object that can't be read keeps its values.
    private func refresh(_ model: any PersistentModel, _ table: RegisteredTable, _ record: Int64) {
        model._$state.clearChanges()
        guard let statement = try? connection.statement(table.rowSQL) else { return }
        statement.binder.bind(record, 0)
        defer { statement.reset() }
        guard (try? statement.step()) == true else { return }
        let row = ModelRow(statement: statement.handle)
        try? model._$reload(from: row)
        model._$state.reloadLinks(model, row, table.layout)
        model._$state.epoch = session.epoch
    }
}

extension StatementFailure {
    /// Whether a unique index refused the row.
    var isUniqueness: Bool { code == 2067 || code == 1555 }
}
