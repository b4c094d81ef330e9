/// Writes changed objects of one model if only values changed, and without external changes.
///
/// Most saves consist of such changes. Therefore the statement is looked up only if the changed columns
/// differ from those of the previous object, and the old values are packed directly for the history.
struct PlainUpdate {
    private let table: RegisteredTable
    private let session: ContextSession
    private var columns = ColumnSet()
    private var statement: CompiledStatement?
    private var changes: ContiguousArray<ColumnChange> = []

    init(_ table: RegisteredTable, _ session: ContextSession) {
        self.table = table
        self.session = session
    }

    /// Writes an object; returns false, without writing, if the object needs the general update.
    mutating func write(
        _ model: any PersistentModel, _ state: ModelState, _ packer: inout ChangePacker
    ) throws -> Bool {
        guard state.epoch == session.epoch, state.unsaved.columns.isSubset(of: table.layout.plainColumns)
        else {
            return false
        }
        changes.removeAll(keepingCapacity: true)
        var changed = ColumnSet()
        for original in state.unsaved.originals {
            guard let old = original.value else { return false }
            let new = try model._$stored(original.column)
            if old == new { continue }
            changed.insert(original.column)
            changes.append(ColumnChange(column: original.column, old: old, new: new))
        }
        if changes.isEmpty { return true }
        if changes.count > 1 { changes.sort { $0.column < $1.column } }
        let statement = try statement(writing: changed)
        for position in changes.indices { try statement.binder.bindValue(changes[position].new, position) }
        statement.binder.bind(state.record, changes.count)
        do {
            try statement.run()
        } catch let failure as StatementFailure where failure.isUniqueness {
            return false
        }
        if session.connection.changedRows == 0 {
            throw ModelDataError.recordGone(model: table.layout.name, record: state.record)
        }
        packer.startUpdate(state.record, columns: changes.count)
        for change in changes { packer.append(change.old ?? .null, at: change.column) }
        return true
    }

    private mutating func statement(writing changed: ColumnSet) throws -> CompiledStatement {
        if let statement, changed == columns { return statement }
        let statement = try session.connection.statement(table.updateSQL(changed))
        self.statement = statement
        columns = changed
        return statement
    }
}
