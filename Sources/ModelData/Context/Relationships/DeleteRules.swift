extension ModelContext {
    /// Applies the delete rules of deleted objects, and ends a step of undo.
    ///
    /// ```swift
    /// context.delete(trip)
    /// context.processPendingChanges()
    /// let isGone = trip.sights.allSatisfy(\.isDeleted)
    /// ```
    ///
    /// Until this call or a save, a deleted object stays in the arrays of related objects. Mirrors
    /// SwiftData's `processPendingChanges()`.
    public func processPendingChanges() {
        autosave.beginCall()
        defer { autosave.endCall() }
        DeleteRules(context: self).finish()
        undoManager?.endEvent()
    }

}

/// Applies the delete rules of deleted objects to related objects.
struct DeleteRules {
    let context: ModelContext

    /// Applies the delete rules of all deleted objects, and of the objects that are deleted with them.
    func apply() throws {
        let changes = context.changes
        if !changes.pendingCascades.isEmpty { context.graph.endLoans() }
        if !changes.undoneInsertions.isEmpty { UndoRecorder(context).releaseUndoneInsertions() }
        var applied: [any PersistentModel] = []
        do {
            while changes.hasPendingCascades {
                try cascadeRows()
                let models = changes.takeCascades()
                applied += models
                for model in models { model._$state.hasCascaded = true }
                for (models, layout) in grouped(models) {
                    for relationship in layout.shape.relationships { try cascade(models, relationship) }
                }
            }
            // Referrers without an inverse are never deleted, so search them once for all deleted objects.
            for (models, layout) in grouped(applied) {
                for relationship in layout.incoming { try cascadeToReferrers(models, relationship) }
            }
        } catch {
            // The next save must apply all of them again.
            for model in applied { model._$state.hasCascaded = false }
            changes.pendingCascades = applied + changes.pendingCascades
            throw error
        }
    }

    /// Returns objects by class, in the order of each class's first object.
    private func grouped(
        _ models: [any PersistentModel]
    ) -> [(models: [any PersistentModel], layout: EntityLayout)] {
        var groups: [(models: [any PersistentModel], layout: EntityLayout)] = []
        var places: [ObjectIdentifier: Int] = [:]
        for model in models {
            guard let layout = model._$state.layout else { continue }
            if let place = places[ObjectIdentifier(layout)] {
                groups[place].models.append(model)
            } else {
                places[ObjectIdentifier(layout)] = groups.count
                groups.append(([model], layout))
            }
        }
        return groups
    }

    /// Applies the delete rules for a caller that can't throw; the next save throws the error.
    func finish() { context.deferringErrors { try apply() } }

    /// Saves pending deletions from some tables. Call it before records in these tables are written without
    /// objects.
    ///
    /// Otherwise the save that writes the deletions would also delete the new records. Outside a
    /// transaction the deletions can't be saved here, because the program hasn't called
    /// ``ModelContext/save()``.
    ///
    /// - Parameter tables: The quoted names of the tables.
    /// - Returns: Whether there were pending deletions.
    /// - Throws: ``ModelDataError/unsavedChanges`` if there are pending deletions and no transaction is
    ///   open; the errors of ``ModelContext/save()``.
    @discardableResult
    func saveDeletions(in tables: Set<String>) throws -> Bool {
        // Apply pending cascades first, because they can add deletions in these tables.
        try apply()
        let changes = context.changes
        let hasAny =
            changes.tablesWithRowDeletions.contains { tables.contains($0.layout.table) }
            || changes.deleted.contains { $0._$state.layout.map { tables.contains($0.table) } == true }
        if !hasAny { return false }
        guard context.isInTransaction else { throw ModelDataError.unsavedChanges }
        try context.save()
        return true
    }

    /// Cascades the deletion of objects to records without creating objects for them; returns false, without effect, if
    /// objects are needed.
    private func cascadeByRows<T: PersistentModel>(
        _ owners: [any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws -> Bool {
        guard context.undoManager == nil, relationship.isToMany, !relationship.isJoined,
            try deletesByRows(try context.table(for: T.self))
        else { return false }
        var records: [Int64] = []
        for owner in owners {
            let state = owner._$state
            guard state.phase == .deleting, let link = state.links?[relationship.index], !link.isLoaded,
                link.detail == nil
            else { return false }
            records.append(state.record)
        }
        try deleteRecords(of: records, relationship)
        return true
    }

    /// Returns whether records of a model can be deleted without objects, together with the records that belong to them.
    ///
    /// This is the case if nothing else changes than rows of join tables. Objects in memory needn't change: a list that
    /// contains an object, or an object's loaded target, retains that object.
    func deletesByRows(_ table: RegisteredTable) throws -> Bool {
        var seen: Set<ObjectIdentifier> = []
        return try deletesByRows(table, &seen)
    }

    private func deletesByRows(_ table: RegisteredTable, _ seen: inout Set<ObjectIdentifier>) throws
        -> Bool
    {
        let layout = table.layout
        guard seen.insert(ObjectIdentifier(layout)).inserted else { return true }
        guard table.custom == nil, layout.hierarchy == nil,
            layout.incoming.allSatisfy({ $0.isJoined && !$0.isBounded })
        else { return false }
        return try layout.shape.relationships.allSatisfy { relationship in
            if relationship.inverse?.isBounded == true { return false }
            switch relationship.relationship.deleteRule {
            case .deny: return false
            case .cascade:
                return try relationship.isToMany && !relationship.isJoined
                    && deletesByRows(context.table(for: relationship.target), &seen)
            case .nullify, .noAction:
                return relationship.isJoined || relationship.holdsKey && !relationship.inverseIsRequired
            }
        }
    }

    /// Deletes the records that belong to some owners.
    private func deleteRecords(of owners: some Collection<Int64>, _ relationship: RelationshipShape)
        throws
    {
        guard let inverse = relationship.inverse else { return }
        let table = try context.table(for: relationship.target)
        let source = RelatedRowsSQL(relationship, in: table.layout)
        let owned = try table.session.connection.perform { connection in
            try connection.numbers("SELECT _id FROM \(source.rows)", [.list(owners)])
        }
        deleteRecords(owned, of: table) { state in
            // An object that refers to another owner by now is kept.
            state.phase == .saved && !state.unsaved.columns.contains(inverse.column)
        }
    }

    /// Deletes records of one model: those without objects by SQL, and the objects of the others if they fulfil a
    /// condition.
    func deleteRecords(
        _ records: [Int64], of table: RegisteredTable, where isDeleted: (ModelState) -> Bool
    ) {
        var pending = table.pendingRowDeletions
        // Without a second reference, the set is changed in place.
        table.pendingRowDeletions = []
        var rows: [Int64] = []
        var objects: [any PersistentModel] = []
        for record in records {
            if let state = table.state(record) {
                if isDeleted(state), let object = state.model { objects.append(object) }
            } else if pending.insert(record).inserted {
                rows.append(record)
            }
        }
        table.pendingRowDeletions = pending
        context.changes.noteRowDeletions(of: table)
        if !rows.isEmpty, table.layout.shape.relationships.contains(where: \.isCascading) {
            context.changes.pendingRowCascades.append((table, rows))
        }
        for object in objects { context.delete(object) }
    }

    /// Cascades the deletions of records without objects, level by level: neither SQLite nor this method recurses.
    private func cascadeRows() throws {
        let changes = context.changes
        while !changes.pendingRowCascades.isEmpty {
            let level = changes.pendingRowCascades
            changes.pendingRowCascades = []
            do {
                for (table, records) in level {
                    for relationship in table.layout.shape.relationships where relationship.isCascading {
                        try deleteRecords(of: records, relationship)
                    }
                }
            } catch {
                // The next save must cascade all of them again.
                changes.pendingRowCascades += level
                throw error
            }
        }
    }

    private func cascade(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws {
        let rule = relationship.relationship.deleteRule
        if rule == .cascade, try cascadeByRows(models, relationship, as: relationship.target) {
            return
        }
        if rule == .cascade || !relationship.holdsKey, rule != .noAction || relationship.isJoined {
            try RelationshipLoader(context).load(
                models.filter { $0._$state.phase == .deleting }, relationship)
        }
        for model in models {
            let state = model._$state
            let end = LinkEnd(model, state, relationship)
            var elements = end.objects
            if elements.isEmpty, let link = state.links?[relationship.index], !link.isLoaded,
                let target = context.registry.object(relationship.target, link.record)
            {
                elements = [target]
            }
            for element in elements {
                let other = element._$state
                guard other.phase == .saved || other.phase == .inserted, other.context === context else {
                    continue
                }
                switch rule {
                case .cascade:
                    // A list can still contain an object that belongs to another owner.
                    if let inverse = relationship.inverse, !LinkEnd(element, inverse).refers(to: model) {
                        continue
                    }
                    context.delete(element)
                case .nullify, .deny: release(element, from: end)
                case .noAction:
                    // The other side keeps its value, but a list can't contain a deleted object.
                    if relationship.inverseIsToMany { release(element, from: end) }
                }
            }
        }
    }

    /// Removes a deleted object from a relationship of another object.
    private func release(_ element: any PersistentModel, from end: LinkEnd) {
        // The save refuses the deletion and changes nothing. Objects that were never saved can be removed.
        if end.relationship.relationship.deleteRule == .deny, end.state.phase == .deleting { return }
        if end.relationship.inverse?.isRequired == true {
            context.graph.missingRequiredTargets.append(element)
        }
        RelationshipGraph.unlink(end, from: element)
    }

    /// Removes deleted objects from relationships without an inverse.
    private func cascadeToReferrers(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws
    {
        let deleted = Dictionary(
            models.filter { $0._$state.record > 0 }.map { ($0._$state.record, $0) }
        ) { first, _ in first }
        if !deleted.isEmpty { try cascadeToStoredReferrers(deleted, relationship, as: relationship.owner) }
        let gone = Set(models.map { ObjectIdentifier($0) })
        for holder in context.changes.pending.all where holder._$state.layout?.shape.has(relationship) == true
        {
            let phase = holder._$state.phase
            guard phase == .saved || phase == .inserted else { continue }
            let end = LinkEnd(holder, relationship)
            for element in end.objects where gone.contains(ObjectIdentifier(element)) {
                drop(element, from: end)
            }
        }
    }

    private func cascadeToStoredReferrers<T: PersistentModel>(
        _ deleted: [Int64: any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws {
        let table = try context.table(for: T.self)
        let list = [StoredValue.list(deleted.keys)]
        var found: [(T, Int64)] = []
        if let join = relationship.join {
            try table.forEachObject(
                T.self, selecting: "\(join.table)._target",
                from: """
                    \(join.table) JOIN \(table.layout.table) \
                    ON \(table.layout.table)._id = \(join.table)._source \
                    WHERE \(join.table)._target IN (SELECT value FROM json_each(?))
                    """, list
            ) { found.append(($0, $1.integer(table.layout.width))) }
        } else {
            try table.forEachObject(
                T.self,
                from: """
                    \(table.layout.table) WHERE \(relationship.name.quotedSQL) \
                    IN (SELECT value FROM json_each(?))\(table.layout.andKind(""))
                    """, list
            ) { found.append(($0, $1.integer(relationship.column))) }
        }
        for (holder, record) in found where holder._$state.phase == .saved {
            if let element = deleted[record] { drop(element, from: LinkEnd(holder, relationship)) }
        }
    }

    private func drop(_ element: any PersistentModel, from end: LinkEnd) {
        if end.relationship.isRequired { context.graph.missingRequiredTargets.append(end.model) }
        RelationshipGraph.remove(element, from: end)
    }
}
