/// A reference that can be written only after its target record exists.
struct DeferredReference {
    let model: any PersistentModel
    let table: RegisteredTable
    let relationship: RelationshipShape
    /// Whether the record existed before; it keeps its earlier reference until then.
    var isReplacement = false

    /// Writes deferred references.
    static func write(
        _ references: [DeferredReference], _ plans: PlannedUpdates, _ scope: SaveScope
    ) throws -> SaveOutput {
        var output = SaveOutput()
        var writer = RecordWriter(scope: scope, plans: plans)
        for reference in references {
            if reference.isReplacement {
                try reference.replace(&writer, &output)
            } else {
                try reference.write(scope)
            }
        }
        return output
    }

    private func write(_ scope: SaveScope) throws {
        let state = model._$state
        let record = state.record > 0 ? state.record : state.savedRecord
        let value = LinkEnd(model, state, relationship).key
        if value == .null { return }
        do {
            try scope.connection.run(
                "UPDATE \(table.layout.table) SET \(relationship.name.quotedSQL) = ? WHERE _id = ?",
                value, .integer(record))
        } catch let failure as StatementFailure where failure.isUniqueness {
            throw try UniqueValues(scope: scope).notUnique(table, record) {
                $0 == relationship.column ? value : nil
            } ?? failure
        }
    }

    /// Writes the reference of an existing record that got the values of a new object, if it differs.
    private func replace(_ writer: inout RecordWriter, _ output: inout SaveOutput) throws {
        let scope = writer.scope
        let column = relationship.column
        let record = model._$state.savedRecord
        let value = LinkEnd(model, relationship).key
        guard value != .null, let row = try scope.rawRow(record, table), row[column] != value else { return }
        let references = OneToOneReferences(scope: scope)
        if relationship.isOneToOne,
            let handover = try references.takeOver(value, relationship, except: record, table)
        {
            output.add(handover)
        }
        var packer = ChangePacker()
        let change = ColumnChange(column: column, old: row[column], new: value)
        try writer.write([change], of: model, over: row, record, table, &packer)
        output.history.add(.update, of: table.layout, packer)
    }
}
