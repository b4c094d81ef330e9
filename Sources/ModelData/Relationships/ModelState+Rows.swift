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
            let present = model._$relate(relationship.column, .read).first?._$state.record
            // An object that never had a context has no number; nor is it the one that was there.
            if record == 0 ? present == nil : present == record { return }
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

    /// Takes back the single objects that were let go of, when the object belongs to a context again.
    ///
    /// - Parameter evenGone: whether objects that are gone count, since they come back as well.
    func regainLinks(_ model: any PersistentModel, evenGone: Bool = false) {
        guard let links = graph else { return }
        for relationship in links.shape.relationships where !relationship.isToMany {
            let index = relationship.index
            guard !links.links[index].isLoaded else { continue }
            if let former = links.links[index].detail?.former,
                evenGone || !former.isDeletedElsewhere
            {
                model._$relate(relationship.column, .set([former]))
                // The other side has gone on without this one.
                links.links[index].isLinked = false
            }
            links.links[index].record = 0
            links.links[index].isLoaded = true
        }
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
