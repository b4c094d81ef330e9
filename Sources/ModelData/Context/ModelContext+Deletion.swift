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
        beginCall()
        defer { endCall() }
        finishDeletions()
        undoManager?.endEvent()
    }

    /// Applies pending cascades; the next save throws an error.
    func finishDeletions() { deferringErrors { try applyPendingCascades() } }

    /// Applies the delete rules of all deleted objects, and of the objects that are deleted with them.
    func applyPendingCascades() throws {
        if !undoneInsertions.isEmpty { releaseUndoneInsertions() }
        while !pendingCascades.isEmpty {
            let models = pendingCascades.filter(\.isDeleted)
            pendingCascades.removeAll()
            var groups: [ObjectIdentifier: [any PersistentModel]] = [:]
            var order: [ObjectIdentifier] = []
            for model in models {
                let type = ObjectIdentifier(type(of: model))
                if groups[type] == nil { order.append(type) }
                groups[type, default: []].append(model)
                model._$state.hasCascaded = true
            }
            do {
                for type in order {
                    guard let models = groups[type], let first = models.first,
                        let layout = first._$state.layout
                    else { continue }
                    for relationship in layout.shape.relationships { try cascade(models, relationship) }
                    for relationship in layout.incoming { try cascadeToReferrers(models, relationship) }
                }
            } catch {
                // The next save must apply all of them again. Otherwise SQLite would cascade to records
                // that the history doesn't contain.
                for model in models { model._$state.hasCascaded = false }
                pendingCascades = models + pendingCascades
                throw error
            }
        }
    }

    private func cascade(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws {
        let rule = relationship.relationship.deleteRule
        if rule == .cascade, try cascadeByRows(models, relationship, as: relationship.target) { return }
        if rule == .cascade || !relationship.holdsKey, rule != .noAction || relationship.isJoined {
            try loadRelationship(models.filter { $0._$state.phase == .deleting }, relationship)
        }
        for model in models {
            let state = model._$state
            var elements = model._$relate(relationship.column, .read)
            if elements.isEmpty, let link = state.graph?.links[relationship.index], !link.isLoaded,
                let target = registry.object(relationship.target, link.record)
            {
                elements = [target]
            }
            for element in elements {
                let other = element._$state
                guard other.phase == .saved || other.phase == .inserted, other.context === self else {
                    continue
                }
                switch rule {
                case .cascade:
                    // A list can still contain an object that belongs to another owner.
                    if let inverse = relationship.inverse, !ModelState.refers(element, inverse, to: model) {
                        continue
                    }
                    delete(element)
                case .nullify, .deny: release(element, from: model, relationship)
                case .noAction:
                    // The other side keeps its value, but a list can't contain a deleted object.
                    if relationship.inverseIsToMany { release(element, from: model, relationship) }
                }
            }
        }
    }

    /// Removes a deleted object from a relationship of another object.
    private func release(
        _ element: any PersistentModel, from model: any PersistentModel, _ relationship: RelationshipShape
    ) {
        // The save refuses the deletion and changes nothing. Objects that were never saved can be removed.
        if relationship.relationship.deleteRule == .deny, model._$state.phase == .deleting { return }
        if relationship.inverse?.isRequired == true { missingRequiredTargets.append(element) }
        ModelState.unlink(model, relationship, element)
    }

    /// Removes deleted objects from relationships without an inverse.
    private func cascadeToReferrers(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws
    {
        let deleted = Dictionary(
            models.filter { $0._$state.record > 0 }.map { ($0._$state.record, $0) }
        ) { first, _ in first }
        if !deleted.isEmpty { try cascadeToStoredReferrers(deleted, relationship, as: relationship.owner) }
        let gone = Set(models.map { ObjectIdentifier($0) })
        for holder in pending.all where holder._$state.layout?.shape.has(relationship) == true {
            let phase = holder._$state.phase
            guard phase == .saved || phase == .inserted else { continue }
            for element in holder._$relate(relationship.column, .read)
            where gone.contains(ObjectIdentifier(element)) {
                drop(element, from: holder, relationship)
            }
        }
    }

    private func cascadeToStoredReferrers<T: PersistentModel>(
        _ deleted: [Int64: any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws {
        let table = try table(for: T.self)
        let list = [StoredValue.text(Self.list(deleted.keys))]
        var found: [(T, Int64)] = []
        if let join = relationship.join {
            try forEach(
                T.self, table, selecting: "\(join.table)._target",
                from: """
                    \(join.table) JOIN \(table.layout.table) \
                    ON \(table.layout.table)._id = \(join.table)._source \
                    WHERE \(join.table)._target IN (SELECT value FROM json_each(?))
                    """, list
            ) { found.append(($0, $1.integer(table.layout.width))) }
        } else {
            try forEach(
                T.self, table,
                from: """
                    \(table.layout.table) WHERE \(relationship.name.quotedSQL) \
                    IN (SELECT value FROM json_each(?))\(table.layout.andKind(""))
                    """, list
            ) { found.append(($0, $1.integer(relationship.column))) }
        }
        for (holder, record) in found where holder._$state.phase == .saved {
            if let element = deleted[record] { drop(element, from: holder, relationship) }
        }
    }

    private func drop(
        _ element: any PersistentModel, from holder: any PersistentModel, _ relationship: RelationshipShape
    ) {
        if relationship.isRequired { missingRequiredTargets.append(holder) }
        ModelState.forget(holder, relationship, element)
    }
}
