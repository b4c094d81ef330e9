/// Prepares relationships for a save, and throws if one is invalid: the first phase of a save.
struct LinkValidation {
    let context: ModelContext

    func run() throws {
        try DeleteRules(context: context).apply()
        // The states, too: getting the state of an object of unknown class costs as much as a check.
        var related: [(model: any PersistentModel, state: ModelState)] = []
        var deleted: [any PersistentModel] = []
        context.changes.pending.forEach { model, state in
            guard state.layout?.isRelated == true else { return }
            state.savedRecord = 0
            if state.phase == .deleting {
                deleted.append(model)
            } else {
                related.append((model, state))
            }
        }
        if related.isEmpty, deleted.isEmpty { return context.graph.missingRequiredTargets.removeAll() }
        for (model, state) in related { try checkContexts(model, state) }
        for model in deleted { try checkDenials(model) }
        for orphan in context.graph.missingRequiredTargets {
            try checkRequiredTargets(orphan, includingLists: true)
        }
        for (model, state) in related {
            guard let shape = state.layout?.shape else { continue }
            if !shape.required.isEmpty {
                let isNew = state.phase == .inserted
                if shape.required.contains(where: { isNew || state.unsaved.columns.contains($0.column) }) {
                    try checkRequiredTargets(model)
                }
            }
            if shape.hasToMany { try completeLists(model, state) }
            if !shape.bounded.isEmpty { try checkCounts(model, state, shape) }
            if !shape.ordering.isEmpty { try orderElements(model, state, shape) }
        }
        context.graph.missingRequiredTargets.removeAll()
    }

    /// Throws for related objects of another context, whose record numbers belong to another store.
    private func checkContexts(_ model: any PersistentModel, _ state: ModelState) throws {
        guard let links = state.links else { return }
        let isNew = state.phase == .inserted
        for relationship in links.shape.relationships
        where isNew || state.unsaved.columns.contains(relationship.column) {
            let index = relationship.index
            if relationship.isToMany {
                let end = LinkEnd(model, state, relationship)
                let elements =
                    links[index].isLoaded
                    ? end.simpleDifference?.change.added ?? end.objects : links[index].detail?.added ?? []
                for element in elements { try checkContext(of: element) }
            } else if links[index].isLoaded, let target = model._$target(relationship.column) {
                try checkContext(of: target)
            }
        }
    }

    private func checkContext(of element: any PersistentModel) throws {
        if RelationshipGraph.isForeign(element._$state, to: context) {
            throw ModelDataError.foreignObject(model: type(of: element)._$entityName)
        }
    }

    /// Reads reordered lists again that were unloaded because of external changes.
    private func completeLists(_ model: any PersistentModel, _ state: ModelState) throws {
        guard let links = state.links else { return }
        for index in links.indices where !links[index].isLoaded {
            guard links[index].detail?.unsavedOrder.isEmpty == false else { continue }
            try RelationshipLoader(context).load([model], links.shape.relationships[index])
        }
    }

    private func checkDenials(_ model: any PersistentModel) throws {
        guard let shape = model._$state.layout?.shape else { return }
        for relationship in shape.relationships where relationship.relationship.deleteRule == .deny {
            RelationshipLoader(context).load(model, model._$state, relationship)
            let stays = model._$relate(relationship.column, .read).contains { !$0.isGone }
            if stays {
                throw ModelDataError.deleteDenied(
                    model: shape.type._$entityName, property: relationship.name,
                    record: model._$state.record.recordNumber)
            }
        }
    }

    /// Throws if a required target is missing. It may have been replaced, or the object itself deleted.
    ///
    /// - Parameter includingLists: Whether the object may have been removed from the list on the other side.
    private func checkRequiredTargets(_ model: any PersistentModel, includingLists: Bool = false) throws {
        let state = model._$state
        guard state.phase == .saved || state.phase == .inserted, let shape = state.layout?.shape else {
            return
        }
        for relationship in shape.required {
            RelationshipLoader(context).load(model, state, relationship)
            let target = model._$target(relationship.column)
            if target == nil || target?.isGone == true
                || isTaken(target, from: model, relationship, includingLists)
            {
                throw ModelDataError.missingRelationship(
                    model: type(of: model)._$entityName, property: relationship.name,
                    record: state.record.recordNumber, removedFrom: target?.persistentModelID)
            }
        }
    }

    /// Returns whether the target of a one-to-one relationship has another object by now, or whether the target's list
    /// doesn't contain the object.
    private func isTaken(
        _ target: (any PersistentModel)?, from model: any PersistentModel, _ relationship: RelationshipShape,
        _ includingLists: Bool
    ) -> Bool {
        guard let target, let inverse = relationship.inverse else { return false }
        if inverse.isToMany { return includingLists && !LinkEnd(target, inverse).contains(model) }
        RelationshipLoader(context).load(target, target._$state, inverse)
        return target._$target(inverse.column) !== model
    }

    private func checkCounts(
        _ model: any PersistentModel, _ state: ModelState, _ shape: ModelShape
    ) throws {
        for relationship in shape.bounded
        where state.phase == .inserted || state.unsaved.columns.contains(relationship.column) {
            let minimum = relationship.relationship.minimumModelCount ?? 0
            let maximum = relationship.relationship.maximumModelCount ?? 0
            RelationshipLoader(context).load(model, state, relationship)
            let count = model._$relate(relationship.column, .read).count
            if count < minimum || (maximum > 0 && count > maximum) {
                throw ModelDataError.countOutOfBounds(
                    model: shape.type._$entityName, property: relationship.name,
                    record: state.record.recordNumber, count: count, minimum: minimum,
                    maximum: maximum > 0 ? maximum : nil)
            }
        }
    }

    /// Sets the positions of objects in one-to-many relationships, and changes as few as possible.
    private func orderElements(
        _ model: any PersistentModel, _ state: ModelState, _ shape: ModelShape
    ) throws {
        guard let links = state.links else { return }
        for relationship in shape.ordering
        where state.phase == .inserted || state.unsaved.columns.contains(relationship.column) {
            guard let inverse = relationship.inverse else { continue }
            let link = links[relationship.index]
            if link.isLoaded {
                orderList(model._$relate(relationship.column, .read), inverse)
            } else if let added = link.detail?.added, !added.isEmpty {
                let last = try lastOrder(of: inverse, owner: state.record)
                append(added[...], inverse, after: min(last, ListPositions.limit))
            }
        }
    }

    private func orderList(_ elements: [any PersistentModel], _ inverse: RelationshipShape) {
        // Usually, the elements with a position are in order, and new ones follow.
        var last: Int64 = .min
        var count = 0
        for element in elements {
            let order = element._$state.links?[inverse.index].order ?? 0
            if order == 0 || order <= last || order > ListPositions.limit { break }
            last = order
            count += 1
        }
        let rest = elements[count...]
        if rest.allSatisfy({ isNew($0._$state, inverse) }) {
            return append(rest, inverse, after: count == 0 ? 0 : last)
        }
        let entries = elements.map { element in
            let state = element._$state
            if isNew(state, inverse) { return ListPositions.Entry.new }
            let order = state.links?[inverse.index].order ?? 0
            return ListPositions.Entry(stored: order == 0 ? nil : order, record: state.record)
        }
        for (element, position) in zip(elements, ListPositions.changes(entries)) {
            if let position { LinkEnd(element, inverse).setOrder(position) }
        }
    }

    /// Returns whether an object has no position in the list that it belongs to, neither in memory nor in the store.
    private func isNew(_ state: ModelState, _ inverse: RelationshipShape) -> Bool {
        (state.links?[inverse.index].order ?? 0) == 0
            && (state.phase != .saved || state.unsaved.columns.contains(inverse.column))
    }

    /// Gives positions to objects at the end of a list.
    private func append(
        _ elements: ArraySlice<any PersistentModel>, _ inverse: RelationshipShape, after last: Int64
    ) {
        var last = max(last, 0)
        for element in elements {
            let state = element._$state
            let order = state.links?[inverse.index].order ?? 0
            if order <= last || order > ListPositions.limit {
                last += ListPositions.step
                LinkEnd(element, state, inverse).setOrder(last)
            } else {
                last = order
            }
        }
    }

    private func lastOrder(of inverse: RelationshipShape, owner: Int64) throws -> Int64 {
        let table = try context.table(for: inverse.owner)
        return try table.session.connection.perform { connection in
            try connection.number(
                """
                SELECT max(\(inverse.orderColumn.quotedSQL)) FROM \(table.layout.table) \
                WHERE \(inverse.name.quotedSQL) = ?
                """, .integer(owner))
        }
    }
}
