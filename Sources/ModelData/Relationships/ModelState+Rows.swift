// Relationships as rows have them.

extension ModelState {
    /// Takes what a row says now, where nothing unsaved stands against it.
    func reloadLinks(_ model: any PersistentModel, _ row: ModelRow, _ layout: EntityLayout) {
        if hasRowLinks { return readLinks(row, layout) }
        guard let links = graph else { return }
        for key in layout.keys where !changed.contains(key.relationship.column) {
            if let column = key.orderColumn {
                links.links[key.relationship.index].order = row.integer(column)
            }
            setKey(model, key.relationship, row.integer(key.relationship.column))
        }
        for relationship in layout.shape.relationships
        where !relationship.holdsKey && !changed.contains(relationship.column) {
            unload(model, relationship)
        }
    }

    /// Makes a relationship refer to a record, whose object is loaded when somebody reads it.
    func setKey(_ model: any PersistentModel, _ relationship: RelationshipShape, _ record: Int64) {
        guard let links = graph else { return }
        let index = relationship.index
        if links.links[index].isLoaded {
            let present = model._$relate(relationship.column, .read).first?._$state
            // An object that never had a context has no number; nor is it the one that was there. One of another context
            // may have the number in another store.
            let isForeign = present?.isForeign(to: context) ?? false
            if !isForeign, record == 0 ? present == nil : present?.record == record { return }
            model._$relate(relationship.column, .clear)
        } else if links.links[index].record == record {
            return
        }
        links.links[index].record = record
        links.links[index].isLoaded = record == 0
        links.links[index].detail = nil
    }

    /// Forgets the objects of a relationship that the store knows. What was changed here and isn't saved is
    /// kept as differences, which are applied when somebody reads it.
    func unload(_ model: any PersistentModel, _ relationship: RelationshipShape) {
        guard let links = graph else { return }
        let index = relationship.index
        guard changed.contains(relationship.column) else {
            links.links[index].detail = nil
            guard links.links[index].isLoaded else { return }
            links.links[index].isLoaded = false
            model._$relate(relationship.column, .clear)
            return
        }
        guard relationship.isToMany, links.links[index].isLoaded else { return }
        let present = model._$relate(relationship.column, .read)
        let base = links.links[index].detail?.base ?? []
        let difference = ListDifference(base, present)
        let detail = LinkDetail()
        detail.added = difference.added
        detail.removed = difference.removed
        detail.base = base
        detail.arrangement = present
        links.links[index].detail = detail
        links.links[index].isLoaded = false
        model._$relate(relationship.column, .clear)
    }

    /// Forgets what was needed while relationships were being changed.
    func settleLinks() {
        written = 0
        guard let links = knownGraph else { return }
        for index in links.links.indices {
            links.links[index].detail = nil
            links.links[index].isLinked = true
        }
    }

    /// Lets go of single objects, which may hold this one, so that both can go away.
    func releaseLinks(_ model: any PersistentModel) {
        guard let links = knownGraph else { return }
        for index in links.shape.singles {
            let relationship = links.shape.relationships[index]
            guard links.links[index].isLoaded,
                let present = model._$relate(relationship.column, .take).first
            else { continue }
            detail(index, links).former = present
            links.links[index].record = 0
            links.links[index].isLoaded = false
        }
    }

    /// Brings the relationships of an object that comes into a context in line with what others are related to by
    /// now: one that was gone is related again to what it last had, as far as that is there and has no other object.
    func regainLinks(_ model: any PersistentModel, in context: ModelContext) {
        guard let links = graph else { return }
        for relationship in links.shape.relationships {
            let index = relationship.index
            if !relationship.isToMany, !links[index].isLoaded {
                if phase == .deleting { continue }
                if let former = links[index].detail?.former, !former.isDeletedElsewhere {
                    model._$relate(relationship.column, .set([former]))
                    // The other side has gone on without this one.
                    links[index].isLinked = false
                }
                links[index].record = 0
                links[index].isLoaded = true
            } else if phase != .transient, links[index].isLoaded {
                let present = model._$relate(relationship.column, .read)
                let kept = present.filter { mayRegain($0, relationship, of: model, in: context) }
                if kept.count != present.count, !relationship.isRequired {
                    noteLink(model, relationship)
                    replaceLinks(model, relationship, kept)
                }
                links[index].isLinked = false
            }
        }
    }

    /// Whether an object that was gone can be related again to one that it had.
    private func mayRegain(
        _ element: any PersistentModel, _ relationship: RelationshipShape, of model: any PersistentModel,
        in context: ModelContext
    ) -> Bool {
        let state = element._$state
        if element.isDeleted || (state.isAlive && state.context !== context) { return false }
        guard let inverse = relationship.inverse, !inverse.isToMany, let links = state.links(of: element)
        else { return true }
        guard links[inverse.index].isLoaded else { return links[inverse.index].record == 0 }
        let present = element._$relate(inverse.column, .read).first
        return present == nil || present === model
    }

    /// Takes out of an object that a rollback throws back what went back to being without it.
    func keepAgreedLinks(_ model: any PersistentModel) {
        guard let links = graph else { return }
        for relationship in links.shape.relationships where links[relationship.index].isLoaded {
            links[relationship.index].detail = nil
            let present = model._$relate(relationship.column, .read)
            let kept = present.filter { element in
                if element.isDeletedElsewhere { return false }
                guard let inverse = relationship.inverse else { return true }
                return !element._$state.isAlive && ModelState.refers(element, inverse, to: model)
            }
            if kept.count == present.count { continue }
            // One that must be there stays, and learns of this one when that is inserted again.
            if relationship.isRequired {
                links[relationship.index].isLinked = false
            } else {
                replaceLinks(model, relationship, kept)
            }
        }
    }

    /// Whether an object is related to another one, as far as that can be told without asking the store.
    static func refers(
        _ element: any PersistentModel, _ relationship: RelationshipShape, to model: any PersistentModel
    ) -> Bool {
        guard let links = element._$state.links(of: element) else { return false }
        let link = links[relationship.index]
        if link.isLoaded { return !element._$relate(relationship.column, .find(model)).isEmpty }
        // A list that nobody has read is as the store has it, but for what was taken out.
        if relationship.isToMany { return link.detail?.removed.contains { $0 === model } != true }
        return link.record > 0 && link.record == model._$state.record
    }

    /// Has the storage of a relationship hold these objects, and forgets what was known of the others.
    func replaceLinks(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ elements: [any PersistentModel]
    ) {
        guard let links = links(of: model) else { return }
        let index = relationship.index
        links[index].detail?.shadow = nil
        links[index].detail?.former = nil
        links[index].detail?.members.reset()
        links[index].isLoaded = true
        links[index].isLinked = true
        links[index].record = 0
        links[index].order = 0
        model._$relate(relationship.column, elements.isEmpty ? .clear : .set(elements))
    }

    /// The stored form of any column, relationships and orders included.
    func stored(_ model: any PersistentModel, _ column: Int, _ layout: EntityLayout) throws -> StoredValue {
        switch layout.columns[column].role {
        case .value: return try model._$stored(column)
        case .key(let relationship): return keyValue(model, relationship)
        case .order(let relationship):
            let order = graph?.links[relationship.index].order ?? 0
            return order > 0 ? .integer(order) : .null
        case .elsewhere: return .null
        }
    }

    /// Whether a relationship holds an object that has no record yet.
    func isWaiting(_ model: any PersistentModel, _ relationship: RelationshipShape) -> Bool {
        guard let link = graph?.links[relationship.index], link.isLoaded,
            let target = model._$relate(relationship.column, .read).first
        else { return false }
        return ModelState.key(target) == .null
    }

    /// Gives the object a place among the objects of the other side.
    func setOrder(_ model: any PersistentModel, _ relationship: RelationshipShape, _ order: Int64) {
        guard let links = links(of: model), links.links[relationship.index].order != order else { return }
        noteOrder(model, relationship)
        links.links[relationship.index].order = order
    }

    /// Notes that the place in an order is about to change.
    func noteOrder(_ model: any PersistentModel, _ relationship: RelationshipShape) {
        // What is about to be deleted must be known as it was, for the history.
        guard phase == .saved || phase == .deleting, let order = graph?.links[relationship.index].order,
            let column = layout?.keys.first(where: { $0.relationship === relationship })?.orderColumn
        else { return }
        if changed.isEmpty, phase == .saved {
            complete(model)
            context?.noteChange(of: model, self)
        }
        if changed.contains(column) { return }
        changed.insert(column)
        originals.append(Original(column: column, value: order > 0 ? .integer(order) : .null))
    }
}
