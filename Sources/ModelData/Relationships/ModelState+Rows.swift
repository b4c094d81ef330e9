// Reads relationships from rows, and restores them.

extension ModelState {
    /// Updates the relationships from a row, except those with unsaved changes.
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

    /// Makes a to-one relationship refer to a record, whose object is loaded at the next read.
    func setKey(_ model: any PersistentModel, _ relationship: RelationshipShape, _ record: Int64) {
        guard let links = graph else { return }
        let index = relationship.index
        if links.links[index].isLoaded {
            let present = model._$target(relationship.column)?._$state
            // The current object may be new, with record number zero, or may belong to another context, with
            // the same number in another store. In both cases it isn't the object of this record.
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

    /// Unloads a relationship. Unsaved changes are kept as differences, which are applied when the
    /// relationship is read again.
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
        let base = links.links[index].detail?.storedObjects ?? []
        let difference = ListDifference(base, present)
        let detail = LinkDetail()
        detail.added = difference.added
        detail.removed = difference.removed
        detail.storedObjects = base
        detail.unsavedOrder = present
        links.links[index].detail = detail
        links.links[index].isLoaded = false
        model._$relate(relationship.column, .clear)
    }

    /// Discards the recorded changes of all relationships, because they were saved.
    func discardLinkEdits() {
        savedRecord = 0
        guard let links = knownGraph else { return }
        for index in links.links.indices {
            links.links[index].detail = nil
            links.links[index].isLinked = true
        }
    }

    /// Releases the objects of to-one relationships. These objects may retain this object, which would
    /// prevent its deallocation.
    func releaseLinks(_ model: any PersistentModel) {
        releaseLinks(model) { index, links, target in detail(index, links).formerObject = target }
    }

    /// Releases the objects of to-one relationships, after passing each to a closure with the relationship's
    /// index.
    func releaseLinks(
        _ model: any PersistentModel, _ body: (Int, ObjectLinks, any PersistentModel) -> Void
    ) {
        guard let links = knownGraph else { return }
        let shape = links.shape
        for index in shape.toOneIndices where links[index].isLoaded {
            let column = shape.relationships[index].column
            guard let target = model._$target(column) else { continue }
            model._$relate(column, .clear)
            body(index, links, target)
            links[index].record = 0
            links[index].isLoaded = false
        }
    }

    /// Restores the relationships of an object that is inserted into a context again.
    ///
    /// Each relationship gets its last objects again, except objects that are deleted or are now related to
    /// another object.
    func restoreLinks(_ model: any PersistentModel, in context: ModelContext) {
        guard let links = graph else { return }
        for relationship in links.shape.relationships {
            let index = relationship.index
            if !relationship.isToMany, !links[index].isLoaded {
                if phase == .deleting { continue }
                if let former = links[index].detail?.formerObject, !former.isDeletedElsewhere {
                    model._$relate(relationship.column, .set([former]))
                    // The inverse doesn't refer to this object any more, so it must be updated.
                    links[index].isLinked = false
                }
                links[index].record = 0
                links[index].isLoaded = true
            } else if phase != .transient, links[index].isLoaded {
                let present = model._$relate(relationship.column, .read)
                let kept = present.filter { canRestoreLink($0, relationship, of: model, in: context) }
                if kept.count != present.count, !relationship.isRequired {
                    noteLink(model, relationship)
                    replaceLinks(model, relationship, kept)
                }
                links[index].isLinked = false
            }
        }
    }

    /// Returns whether a reinserted object can be related to one of its former objects again.
    private func canRestoreLink(
        _ element: any PersistentModel, _ relationship: RelationshipShape, of model: any PersistentModel,
        in context: ModelContext
    ) -> Bool {
        let state = element._$state
        if element.isDeleted || (state.isAlive && state.context !== context) { return false }
        guard let inverse = relationship.inverse, !inverse.isToMany, let links = state.links(of: element)
        else { return true }
        guard links[inverse.index].isLoaded else { return links[inverse.index].record == 0 }
        let present = element._$target(inverse.column)
        return present == nil || present === model
    }

    /// Called when a rollback discards an inserted object: removes related objects that no longer refer to
    /// it.
    func keepConsistentLinks(_ model: any PersistentModel) {
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
            // A required relationship keeps its object. The inverse is updated if this object is inserted
            // again.
            if relationship.isRequired {
                links[relationship.index].isLinked = false
            } else {
                replaceLinks(model, relationship, kept)
            }
        }
    }

    /// Returns whether an object is related to another one, without reading the store.
    static func refers(
        _ element: any PersistentModel, _ relationship: RelationshipShape, to model: any PersistentModel
    ) -> Bool {
        guard let links = element._$state.links(of: element) else { return false }
        let link = links[relationship.index]
        if link.isLoaded { return !element._$relate(relationship.column, .find(model)).isEmpty }
        // An unloaded list contains its stored objects, except the removed ones.
        if relationship.isToMany { return link.detail?.removed.contains { $0 === model } != true }
        return link.record > 0 && link.record == model._$state.record
    }

    /// Sets the storage of a relationship and discards the details about earlier objects.
    func replaceLinks(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ elements: [any PersistentModel]
    ) {
        guard let links = links(of: model) else { return }
        let index = relationship.index
        links[index].detail?.oldObjects = nil
        links[index].detail?.formerObject = nil
        links[index].detail?.members.reset()
        links[index].isLoaded = true
        links[index].isLinked = true
        links[index].record = 0
        links[index].order = 0
        model._$relate(relationship.column, elements.isEmpty ? .clear : .set(elements))
    }

    /// Returns the value to store in a column, which can also be a foreign key or a position.
    func stored(_ model: any PersistentModel, _ column: Int, _ layout: EntityLayout) throws -> StoredValue {
        switch layout.columns[column].role {
        case .value: return try model._$stored(column)
        case .key(let relationship): return keyValue(model, relationship)
        case .order(let relationship):
            let order = graph?.links[relationship.index].order ?? 0
            return order > 0 ? .integer(order) : .null
        case .withoutColumn: return .null
        }
    }

    /// Returns whether a to-one relationship refers to an object that has no record yet.
    func refersToUnsavedObject(_ model: any PersistentModel, _ relationship: RelationshipShape) -> Bool {
        guard let link = graph?.links[relationship.index], link.isLoaded,
            let target = model._$target(relationship.column)
        else { return false }
        return ModelState.key(target) == .null
    }

    /// Sets the object's position in the list on the other side of a to-one relationship.
    func setOrder(_ model: any PersistentModel, _ relationship: RelationshipShape, _ order: Int64) {
        guard let links = links(of: model), links.links[relationship.index].order != order else { return }
        noteOrder(model, relationship)
        links.links[relationship.index].order = order
    }

    /// Records that the object's position in a list is about to change.
    func noteOrder(_ model: any PersistentModel, _ relationship: RelationshipShape) {
        // Include objects that are being deleted, because the history gets their original position.
        guard phase == .saved || phase == .deleting, let order = graph?.links[relationship.index].order,
            let column = layout?.keys.first(where: { $0.relationship === relationship })?.orderColumn
        else { return }
        if changed.isEmpty, phase == .saved {
            complete(model)
            context?.noteChange(of: model, self)
        }
        if changed.contains(column) { return }
        changed.insert(column)
        noteOriginal(Original(column: column, value: order > 0 ? .integer(order) : .null))
    }
}
