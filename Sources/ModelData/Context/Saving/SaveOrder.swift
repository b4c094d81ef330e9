/// The pending objects of one model, in the order in which they became pending.
struct SaveGroup {
    let table: RegisteredTable
    var inserted: [any PersistentModel] = []
    var changed: [any PersistentModel] = []
    var deleted: [any PersistentModel] = []
    /// The pending row deletions.
    var pendingRowDeletions: Set<Int64> = []
}

/// The order in which a save writes models, so that a record exists before others refer to it.
enum SaveOrder {
    /// Returns pending objects by store and model: the order phase of a save.
    ///
    /// - Parameters:
    ///   - pending: The objects.
    ///   - rowDeletions: The tables with pending row deletions.
    ///   - sessions: The sessions of all stores, in the order in which saves lock the stores. With the same
    ///     order, two saves to the same stores can't block each other.
    ///   - table: Returns the table of an object; called once for each model.
    static func groups(
        of pending: [any PersistentModel], rowDeletions: [RegisteredTable], sessions: [ContextSession],
        table: (any PersistentModel) throws -> RegisteredTable
    ) rethrows -> [(session: ContextSession, groups: [SaveGroup])] {
        var groups: [SaveGroup] = []
        var positions: [ObjectIdentifier: Int] = [:]
        var last: (type: ObjectIdentifier, position: Int)?
        for model in pending {
            let type = ObjectIdentifier(type(of: model))
            let position: Int
            if let last, last.type == type {
                position = last.position
            } else if let known = positions[type] {
                position = known
            } else {
                position = groups.count
                positions[type] = position
                groups.append(SaveGroup(table: try table(model)))
            }
            last = (type, position)
            switch model._$state.phase {
            case .inserted: groups[position].inserted.append(model)
            case .deleting: groups[position].deleted.append(model)
            default: groups[position].changed.append(model)
            }
        }
        for table in rowDeletions {
            let position = groups.firstIndex { $0.table === table } ?? groups.count
            if position == groups.count { groups.append(SaveGroup(table: table)) }
            groups[position].pendingRowDeletions = table.pendingRowDeletions
        }
        return sessions.compactMap { session in
            let own = groups.filter { $0.table.session === session }
            return own.isEmpty ? nil : (session, sorted(own))
        }
    }

    /// Returns the groups, each after those that it refers to, except in cycles.
    static func sorted(_ groups: [SaveGroup]) -> [SaveGroup] {
        guard groups.count > 1, groups.contains(where: { !$0.table.layout.keys.isEmpty }) else {
            return groups
        }
        var result: [SaveGroup] = []
        var visited = Set<Int>()
        func visit(_ position: Int) {
            guard visited.insert(position).inserted else { return }
            for key in groups[position].table.layout.keys {
                let target = key.relationship.target
                for other in groups.indices where groups[other].table.layout.shape.isKind(of: target) {
                    visit(other)
                }
            }
            result.append(groups[position])
        }
        for position in groups.indices { visit(position) }
        return result
    }

    /// Returns the sorted groups with new objects. Classes that share a table are together, after all models
    /// that they refer to.
    static func insertions(_ sorted: [SaveGroup]) -> [[SaveGroup]] {
        let groups = sorted.filter { !$0.inserted.isEmpty }
        return groups.indices.compactMap { position in
            let layout = groups[position].table.layout
            if layout.hierarchy == nil { return [groups[position]] }
            let sharing = groups.indices.filter { groups[$0].table.layout.table == layout.table }
            return sharing.last == position ? sharing.map { groups[$0] } : nil
        }
    }
}

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
