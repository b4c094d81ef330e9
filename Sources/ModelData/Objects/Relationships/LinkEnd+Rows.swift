// Reads one end from the store's rows, unloads it, and restores it.

extension LinkEnd {
    /// Makes a to-one relationship refer to a record, whose object is loaded at the next read.
    func refer(to record: Int64) {
        guard let links = state.links else { return }
        if links[index].isLoaded {
            let present = target?._$state
            // The current object may be new, with record number zero, or may belong to another context, with
            // the same number in another store. In both cases it isn't the object of this record.
            let isForeign = present.map { RelationshipGraph.isForeign($0, to: state.context) } ?? false
            if !isForeign, record == 0 ? present == nil : present?.record == record {
                return links[index].matchStore()
            }
            model._$relate(relationship.column, .clear)
        } else if links[index].record == record {
            return
        }
        links[index].refer(to: record)
    }

    /// Unloads the relationship. Unsaved changes are kept as differences, which are applied when the
    /// relationship is read again.
    func unload() {
        guard let links = state.links else { return }
        if links[index].isLent { endLoan(returning: true) }
        guard state.unsaved.columns.contains(relationship.column) else {
            let wasLoaded = links[index].isLoaded
            links[index].unload()
            if wasLoaded { model._$relate(relationship.column, .clear) }
            return
        }
        guard relationship.isToMany, links[index].isLoaded else { return }
        let present = objects
        let base = links[index].detail?.storedObjects ?? []
        let difference = difference(from: ContiguousArray(base.map { $0 as AnyObject }))
        let detail = LinkDetail()
        detail.added = difference?.added ?? []
        detail.removed = difference?.removed ?? []
        detail.storedObjects = base
        detail.unsavedOrder = present
        links[index].unload(keeping: detail)
        model._$relate(relationship.column, .clear)
    }

    /// Unloads a required relationship whose object can't be read, and keeps the last readable object.
    func unload(keeping target: (any PersistentModel)?) {
        if let target { model._$relate(relationship.column, .set([target])) }
        state.links?[index].unload()
    }

    /// Combines the stored objects of a relationship that is being loaded with its unsaved changes.
    func finishLoading(_ stored: [any PersistentModel], _ links: ObjectLinks) {
        let detail = links[index].detail
        let removed = Set((detail?.removed ?? []).map { ObjectIdentifier($0) })
        var elements = stored.filter { element in
            if removed.contains(ObjectIdentifier(element)) { return false }
            // A required object stays readable while its deletion is pending.
            if element._$state.hasCascaded, !relationship.isRequired { return false }
            guard let inverse = relationship.inverse, !inverse.isToMany,
                element._$state.unsaved.columns.contains(inverse.column)
            else { return true }
            return element._$target(inverse.column) === model
        }
        let added = detail?.added ?? []
        let known = Set(added.isEmpty ? [] : elements.map { ObjectIdentifier($0) })
        elements += added.filter { !known.contains(ObjectIdentifier($0)) && !$0.isDeletedElsewhere }
        if let order = detail?.unsavedOrder, !order.isEmpty { elements = Self.arranged(elements, as: order) }
        links[index].detail = nil
        if relationship.isToMany, state.unsaved.columns.contains(relationship.column) {
            links.detail(index).storedObjects = stored
        }
        links[index].finishLoading()
        if !relationship.isToMany, elements.count > 1 { elements = [elements[elements.count - 1]] }
        if !elements.isEmpty { model._$relate(relationship.column, .set(elements)) }
    }

    /// Returns elements in an earlier order; new elements come last.
    private static func arranged(
        _ elements: [any PersistentModel], as order: [any PersistentModel]
    ) -> [any PersistentModel] {
        let present = Set(elements.map { ObjectIdentifier($0) })
        let kept = order.filter { present.contains(ObjectIdentifier($0)) }
        let known = Set(kept.map { ObjectIdentifier($0) })
        return kept + elements.filter { !known.contains(ObjectIdentifier($0)) }
    }

    /// Gives an object that is inserted into a context again its last objects, except those that are deleted
    /// or are now related to another object.
    func restore(_ links: ObjectLinks, in context: ModelContext) {
        if !relationship.isToMany, !links[index].isLoaded {
            if state.phase == .deleting { return }
            if let former = links[index].detail?.former, !former.isDeletedElsewhere {
                model._$relate(relationship.column, .set([former]))
                // The inverse doesn't refer to this object any more, so it must be updated.
                links[index].isLinked = false
            }
            links[index].restore()
        } else if state.phase != .transient, links[index].isLoaded {
            let present = objects
            let kept = present.filter { canRestore($0, in: context) }
            if kept.count != present.count, !relationship.isRequired {
                noteEdit()
                replace(with: kept)
            }
            links[index].isLinked = false
        }
    }

    /// Returns whether a reinserted object can be related to one of its former objects again.
    private func canRestore(_ element: any PersistentModel, in context: ModelContext) -> Bool {
        let elementState = element._$state
        if element.isGone || (elementState.phase.isAlive && elementState.context !== context) {
            return false
        }
        guard let inverse = relationship.inverse, !inverse.isToMany,
            let links = ObjectLinks.of(element, elementState)
        else { return true }
        guard links[inverse.index].isLoaded else { return links[inverse.index].record == 0 }
        let present = element._$target(inverse.column)
        return present == nil || present === model
    }

    /// Removes related objects that no longer refer to an object whose insertion was rolled back.
    func keepConsistent(_ links: ObjectLinks) {
        links[index].discardEdits()
        let present = objects
        let kept = present.filter { element in
            if element.isDeletedElsewhere { return false }
            guard let inverse = relationship.inverse else { return true }
            return !element._$state.phase.isAlive && LinkEnd(element, inverse).refers(to: model)
        }
        if kept.count == present.count { return }
        // A required relationship keeps its object. The inverse is updated if this object is inserted again.
        if relationship.isRequired {
            links[index].isLinked = false
        } else {
            replace(with: kept)
        }
    }

    /// Replaces aliases by their canonical objects.
    func replaceAliases() {
        // If the context has no aliases, don't search a long relationship for them.
        if relationship.isToMany, state.context?.registry.hasAliases == false { return }
        let elements = objects
        guard elements.contains(where: { $0._$state.phase == .alias }) else { return }
        model._$relate(
            relationship.column,
            .replace(elements.map { AliasValues(state: $0._$state).canonicalObject ?? $0 }))
        state.links?[index].detail?.forgetList()
    }
}

/// All ends of an object: one for each relationship.
struct LinkEnds {
    let model: any PersistentModel
    let state: ModelState

    init(_ model: any PersistentModel, _ state: ModelState) {
        self.model = model
        self.state = state
    }

    init(_ model: any PersistentModel) { self.init(model, model._$state) }

    private func forEach(_ body: (LinkEnd, ObjectLinks) -> Void) {
        guard let links = state.links else { return }
        for relationship in links.shape.relationships { body(LinkEnd(model, state, relationship), links) }
    }

    /// Updates the relationships from a row, except those with unsaved changes.
    func reload(_ row: ModelRow, _ layout: EntityLayout) {
        if state.linkStorage.hasRow {
            state.linkStorage = LinkStorage(row, layout)
            return
        }
        guard let links = state.links else { return }
        for key in layout.keys where !state.unsaved.columns.contains(key.relationship.column) {
            if let column = key.orderColumn { links[key.relationship.index].order = row.integer(column) }
            LinkEnd(model, state, key.relationship).refer(to: row.integer(key.relationship.column))
        }
        for relationship in layout.shape.relationships
        where !relationship.holdsKey && !state.unsaved.columns.contains(relationship.column) {
            LinkEnd(model, state, relationship).unload()
        }
    }

    /// Gives an object that is inserted into a context again its last related objects.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - onlyUnlinked: Whether to leave out relationships whose other sides are up to date.
    func restore(in context: ModelContext, onlyUnlinked: Bool = false) {
        forEach { end, links in
            if !onlyUnlinked || !links[end.index].isLinked { end.restore(links, in: context) }
        }
    }

    /// Removes related objects that no longer refer to an object whose insertion was rolled back.
    func keepConsistent() {
        forEach { end, links in if links[end.index].isLoaded { end.keepConsistent(links) } }
    }

    /// Releases the objects of to-one relationships. These objects may retain this object, which would
    /// prevent its deallocation.
    ///
    /// - Parameter records: Keeps the values of required and of unsaved objects.
    func release(_ records: FormerRecords) {
        release { index, links, target in
            let detail = links.detail(index)
            detail.formerObject = target
            detail.formerNumber = max(target._$state.record, 0)
            if FormerRecords.keeps(target, of: links.shape.relationships[index]) {
                detail.formerRecord = records.note(target)
            }
        }
    }

    /// Releases the objects of to-one relationships, after passing each to a closure with the relationship's
    /// index.
    func release(_ body: (Int, ObjectLinks, any PersistentModel) -> Void) {
        guard let links = state.linkStorage.known else { return }
        let shape = links.shape
        for index in shape.toOneIndices
        where links[index].isLoaded || shape.relationships[index].isRequired {
            let column = shape.relationships[index].column
            guard let target = model._$target(column) else { continue }
            body(index, links, target)
            model._$relate(column, .release)
            links[index].release()
        }
    }
}
