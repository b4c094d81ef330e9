extension ModelContext {
    /// Brings deletions to their effect on other objects, as the relationships' rules say, and ends a step
    /// of undo.
    ///
    ///     context.delete(trip)
    ///     context.processPendingChanges()
    ///     let isGone = trip.sights.allSatisfy(\.isDeleted)
    ///
    /// Until then, or a save, a deleted object stays where it is in its owners' arrays. Mirrors SwiftData's
    /// `processPendingChanges()`.
    public func processPendingChanges() {
        finishDeletions()
        undoManager?.endEvent()
    }

    /// Brings deletions to their effect; what goes wrong, the next save throws.
    func finishDeletions() { reading { try sweepDeletions() } }

    /// Applies the rules of everything that was deleted, and of what is deleted with it.
    func sweepDeletions() throws {
        if !takenBack.isEmpty { releaseTakenBack() }
        while !unswept.isEmpty {
            let models = unswept.filter(\.isDeleted)
            unswept.removeAll()
            var groups: [ObjectIdentifier: [any PersistentModel]] = [:]
            var order: [ObjectIdentifier] = []
            for model in models {
                let type = ObjectIdentifier(type(of: model))
                if groups[type] == nil { order.append(type) }
                groups[type, default: []].append(model)
                model._$state.isSwept = true
            }
            do {
                for type in order {
                    guard let models = groups[type], let first = models.first,
                        let layout = first._$state.layout
                    else { continue }
                    for relationship in layout.shape.relationships { try sweep(models, relationship) }
                    for relationship in layout.incoming { try sweepIncoming(models, relationship) }
                }
            } catch {
                // The next save must look at all of them again: what a rule would have taken along, the store would delete
                // without the history knowing.
                for model in models { model._$state.isSwept = false }
                unswept = models + unswept
                throw error
            }
        }
    }

    private func sweep(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws {
        let rule = relationship.relationship.deleteRule
        if rule == .cascade, try cascadeByRows(models, relationship, as: relationship.target) { return }
        if rule == .cascade || !relationship.holdsKey, rule != .noAction || relationship.isJoined {
            try fill(models.filter { $0._$state.phase == .deleting }, relationship)
        }
        for model in models {
            let state = model._$state
            var elements = model._$relate(relationship.column, .read)
            if elements.isEmpty, let link = state.graph?.links[relationship.index], !link.isLoaded,
                let target = known(relationship.target, link.record)
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
                    // A list may still have what belongs to another one.
                    if let inverse = relationship.inverse, !ModelState.refers(element, inverse, to: model) {
                        continue
                    }
                    delete(element)
                case .nullify, .deny: release(element, from: model, relationship)
                case .noAction:
                    // The other side keeps what it can; a list can't keep what is gone.
                    if relationship.inverseIsToMany { release(element, from: model, relationship) }
                }
            }
        }
    }

    /// Takes a deleted object out of what another one is related to.
    private func release(
        _ element: any PersistentModel, from model: any PersistentModel, _ relationship: RelationshipShape
    ) {
        // A save refuses it, and leaves all as it is; what was never saved, nothing refuses.
        if relationship.relationship.deleteRule == .deny, model._$state.phase == .deleting { return }
        if relationship.inverse?.isRequired == true { orphans.append(element) }
        ModelState.unlink(model, relationship, element)
    }

    /// Takes deleted objects out of relationships that these know nothing of.
    private func sweepIncoming(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws {
        let deleted = Dictionary(
            models.filter { $0._$state.record > 0 }.map { ($0._$state.record, $0) }
        ) { first, _ in first }
        if !deleted.isEmpty { try sweepStored(deleted, relationship, as: relationship.owner) }
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

    private func sweepStored<T: PersistentModel>(
        _ deleted: [Int64: any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws {
        let table = try table(for: T.self)
        let list = [StoredValue.text(Self.list(deleted.keys))]
        var found: [(T, Int64)] = []
        if let join = relationship.join {
            try forEach(
                T.self, table, selecting: "\(join.table)._target",
                from: """
                    \(join.table) JOIN \(table.layout.table) ON \(table.layout.table)._id = \(join.table)._source \
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
        if relationship.isRequired { orphans.append(holder) }
        ModelState.forget(holder, relationship, element)
    }
}
