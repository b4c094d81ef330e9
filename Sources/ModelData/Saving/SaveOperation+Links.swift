extension SaveOperation {
    /// A reference that can be written only after its target record exists.
    struct DeferredReference {
        let model: any PersistentModel
        let table: RegisteredTable
        let relationship: RelationshipShape
        /// Whether the record existed before; it keeps its earlier reference until then.
        var isReplacement = false
    }

    /// Binds the foreign keys and positions of a new object.
    mutating func bindKeys(
        _ model: any PersistentModel, _ table: RegisteredTable, _ binder: ModelBinder
    ) throws {
        let state = model._$state
        for key in table.layout.keys {
            let relationship = key.relationship
            switch state.keyValue(model, relationship) {
            case .integer(let record):
                if keepsStoredReferences, relationship.isOneToOne,
                    try keepsStoredReference(model, relationship, record, table)
                {
                    binder.bindNull(relationship.column)
                } else {
                    binder.bind(record, relationship.column)
                }
            default:
                if state.refersToUnsavedObject(model, relationship) {
                    deferredReferences.append(
                        DeferredReference(model: model, table: table, relationship: relationship))
                } else if relationship.isRequired {
                    throw ModelDataError.missingRelationship(
                        model: table.layout.name, property: relationship.name, record: nil)
                }
                // Zero is never a record number. The foreign key is checked at the commit.
                if relationship.isRequired {
                    binder.bind(Int64(0), relationship.column)
                } else {
                    binder.bindNull(relationship.column)
                }
            }
            if let column = key.orderColumn {
                let order = state.graph?.links[relationship.index].order ?? 0
                if order > 0 { binder.bind(order, column) } else { binder.bindNull(column) }
            }
        }
    }

    /// Writes the deferred references.
    mutating func writeDeferredReferences() throws {
        for late in deferredReferences {
            if late.isReplacement {
                try replaceKey(late)
                continue
            }
            let state = late.model._$state
            let record = state.record > 0 ? state.record : state.savedRecord
            let value = state.keyValue(late.model, late.relationship)
            if value == .null { continue }
            do {
                try session.connection.run(
                    """
                    UPDATE \(late.table.layout.table) SET \(late.relationship.name.quotedSQL) = ? WHERE _id = ?
                    """, value, .integer(record))
            } catch let failure as StatementFailure where failure.isUniqueness {
                let column = late.relationship.column
                throw try notUnique(late.table, record) { $0 == column ? value : nil } ?? failure
            }
        }
    }

    /// Writes the reference of an existing record that got the values of a new object, if it differs.
    private mutating func replaceKey(_ late: DeferredReference) throws {
        let (model, table, column) = (late.model, late.table, late.relationship.column)
        let record = model._$state.savedRecord
        let value = model._$state.keyValue(model, late.relationship)
        guard value != .null, let row = try rawRow(record, table), row[column] != value else { return }
        if late.relationship.isOneToOne {
            try takeOverReference(value, late.relationship, except: record, table)
        }
        var packer = ChangePacker()
        let change = Change(column: column, old: row[column], new: value)
        try write([change], of: model, over: row, record, table, &packer)
        try history.write(.update, of: table.layout, &packer)
    }

    /// Clears references to records that are about to be deleted, where the foreign key's action would
    /// delete the referring record or refuse the deletion.
    ///
    /// This affects changed objects that refer to another record by now, and deleted objects that refer to
    /// each other in a cycle.
    mutating func releaseKeys(_ groups: [Group]) throws {
        let gone = Set(groups.flatMap { $0.deleted.map(\._$state.record) })
        if gone.isEmpty { return }
        for group in groups {
            let layout = group.table.layout
            for key in layout.keys.map(\.relationship) where key.hasImmediateDeleteAction {
                if key.onDeleteAction == "RESTRICT" {
                    for model in group.deleted {
                        let record = model._$state.record
                        // The history already has the old value.
                        let old = try connection.value(
                            "SELECT \(key.name.quotedSQL) FROM \(layout.table) WHERE _id = ?",
                            .integer(record))
                        guard case .integer(let target)? = old, gone.contains(target) else { continue }
                        try release(key, of: record, layout)
                    }
                }
                for model in group.changed where model._$state.changed.contains(key.column) {
                    guard case .write(let changes) = try knownPlan(model, group.table),
                        case .integer(let old)? = changes.first(where: { $0.column == key.column })?.old,
                        gone.contains(old)
                    else { continue }
                    try release(key, of: model._$state.record, layout)
                }
            }
        }
    }

    private func release(_ key: RelationshipShape, of record: Int64, _ layout: EntityLayout) throws {
        // Required columns get a number that no record can have.
        try connection.run(
            "UPDATE \(layout.table) SET \(key.name.quotedSQL) = ? WHERE _id = ?",
            key.isRequired ? .integer(-record) : .null, .integer(record))
    }

    /// Deletes the join rows of deleted objects.
    func deleteJoinRows(_ groups: [Group]) throws {
        for join in session.store.joins {
            func records(_ type: any PersistentModel.Type) -> [Int64] {
                groups.filter { $0.table.layout.shape.isKind(of: type) }
                    .flatMap { $0.deleted.map(\._$state.record) }
            }
            let sources = records(join.relationship.owner)
            let targets = records(join.relationship.target)
            if sources.isEmpty, targets.isEmpty { continue }
            try JoinWriter(join: join, session: session, history: history)
                .remove(sources: sources, targets: targets)
        }
    }

    /// Writes the join rows of inserted and changed objects.
    func writeJoinRows(_ groups: [Group]) throws {
        for join in session.store.joins {
            let writer = JoinWriter(join: join, session: session, history: history)
            let forward = join.relationship
            try writer.update(changed(groups, forward), forward, isForward: true)
            if let backward = forward.inverse, !forward.isSelfInverse {
                try writer.update(changed(groups, backward), backward, isForward: false)
            }
        }
    }

    private func changed(_ groups: [Group], _ relationship: RelationshipShape) -> [any PersistentModel] {
        groups.filter { $0.table.layout.shape.has(relationship) }.flatMap { group in
            group.inserted.filter { $0._$state.graph != nil }
                + group.changed.filter { $0._$state.changed.contains(relationship.column) }
        }
    }
}
