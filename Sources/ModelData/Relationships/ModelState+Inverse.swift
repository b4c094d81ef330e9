// Keeps both sides of a relationship consistent: a change of one side is applied to the other side
// immediately.

extension ModelState {
    /// Adds `model` to the inverse relationship of `other`, because `model` now refers to `other`.
    static func link(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ other: any PersistentModel
    ) {
        guard let inverse = relationship.inverse else { return }
        let state = other._$state
        if belongToDifferentContexts(model._$state, state) { return }
        guard state.phase != .deleted, let links = state.links(of: other) else { return }
        if inverse.isToMany {
            attach(other, inverse, model)
            return
        }
        state.loadForUndo(other, inverse)
        let index = inverse.index
        if links.links[index].isLoaded {
            let present = other._$target(inverse.column)
            if present === model {
                links.links[index].isLinked = true
                return
            }
            state.noteLink(other, inverse)
            if let present { forget(present, relationship, other) }
        } else {
            let record = links.links[index].record
            state.noteLink(other, inverse)
            if record > 0, let present = state.context?.registry.object(inverse.target, record),
                present !== model
            {
                forget(present, relationship, other)
            } else if record == 0, relationship.holdsKey {
                // Another object's foreign key may still refer to `other`. Load that object, so that it
                // releases `other`.
                state.loadRelationship(other, inverse.column)
                if let present = other._$target(inverse.column), present !== model {
                    forget(present, relationship, other)
                }
            }
        }
        links.links[index].isLoaded = true
        links.links[index].isLinked = true
        links.links[index].record = 0
        links.links[index].order = 0
        links.links[index].detail = nil
        other._$relate(inverse.column, .append(model))
    }

    /// Removes `model` from the inverse relationship of `other`, because `model` no longer refers to `other`.
    static func unlink(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ other: any PersistentModel
    ) {
        guard let inverse = relationship.inverse else { return }
        forget(other, inverse, model)
    }

    /// Removes `element` from a relationship of `model`.
    static func forget(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ element: any PersistentModel
    ) {
        if belongToDifferentContexts(model._$state, element._$state) { return }
        if relationship.isToMany {
            detach(model, relationship, element)
            return
        }
        let state = model._$state
        // Don't change deleted objects: they keep their last values.
        guard state.phase != .deleted, let links = state.links(of: model) else { return }
        let index = relationship.index
        state.loadForUndo(model, relationship)
        if links.links[index].isLoaded {
            guard model._$target(relationship.column) === element else { return }
        } else if links.links[index].record > 0, links.links[index].record != element._$state.record {
            return
        }
        // A required relationship can't become empty. The save throws an error, unless the program sets
        // another object before.
        if relationship.isRequired {
            if state.isAlive { state.context?.missingRequiredTargets.append(model) }
            return
        }
        state.noteLink(model, relationship)
        links.links[index].isLoaded = true
        links.links[index].record = 0
        links.links[index].order = 0
        links.links[index].detail = nil
        model._$relate(relationship.column, .replace([]))
    }

    /// Adds an object at the end of a to-many relationship, whether or not the relationship is loaded.
    static func attach(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ element: any PersistentModel
    ) {
        let state = model._$state
        // Don't change deleted objects: they keep their last values.
        guard state.phase != .deleted, let links = state.links(of: model) else { return }
        let index = relationship.index
        state.loadForUndo(model, relationship)
        if links.links[index].isLoaded {
            if state.hasLoaded(element, in: model, relationship, links) { return }
            state.noteLink(model, relationship)
            model._$relate(relationship.column, .append(element))
            links.links[index].detail?.oldObjects?.append(element)
            links.links[index].detail?.members.insert(element)
        } else {
            let detail = state.detail(index, links)
            if detail.members.contains(element, in: detail.added) { return }
            state.noteLink(model, relationship)
            if detail.removedMembers.contains(element, in: detail.removed) {
                detail.removed.removeAll { $0 === element }
                detail.removedMembers.remove(element)
            }
            detail.added.append(element)
            detail.members.insert(element)
        }
    }

    /// Removes an object from a to-many relationship, whether or not the relationship is loaded.
    static func detach(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ element: any PersistentModel
    ) {
        let state = model._$state
        // Don't change deleted objects: they keep their last values.
        guard state.phase != .deleted, let links = state.links(of: model) else { return }
        let index = relationship.index
        state.loadForUndo(model, relationship)
        if links.links[index].isLoaded {
            guard state.hasLoaded(element, in: model, relationship, links) else { return }
            state.noteLink(model, relationship)
            model._$relate(relationship.column, .remove(element))
            links.links[index].detail?.oldObjects?.removeAll { $0 === element }
            links.links[index].detail?.members.remove(element)
        } else {
            state.noteLink(model, relationship)
            let detail = state.detail(index, links)
            if detail.members.contains(element, in: detail.added) {
                detail.added.removeAll { $0 === element }
                detail.members.remove(element)
            }
            // Record the removal of an added object, too. If the object was removed and then added again, the
            // store's list also has it.
            if !detail.removedMembers.contains(element, in: detail.removed) {
                detail.removed.append(element)
                detail.removedMembers.insert(element)
            }
        }
    }

    /// Returns whether a loaded relationship contains an object.
    private func hasLoaded(
        _ element: any PersistentModel, in model: any PersistentModel, _ relationship: RelationshipShape,
        _ links: ObjectLinks
    ) -> Bool {
        let index = relationship.index
        // Search the list directly at first: most lists are short, or are changed only a few times.
        if links[index].searches < MemberIndex.usefulCount {
            links[index].searches += 1
            return !model._$relate(relationship.column, .find(element)).isEmpty
        }
        return detail(index, links).members.contains(
            element, in: model._$relate(relationship.column, .read))
    }

    /// Loads a relationship that is about to change, if undo is enabled: an undo may have to put an object
    /// back into the middle.
    private func loadForUndo(_ model: any PersistentModel, _ relationship: RelationshipShape) {
        if isAlive, context?.undoManager != nil { loadRelationship(model, relationship.column) }
    }

    /// Returns whether two objects belong to different contexts.
    ///
    /// The inverse isn't updated between such objects, because record numbers are valid only in one store.
    static func belongToDifferentContexts(_ first: ModelState, _ second: ModelState) -> Bool {
        first.isAlive && second.isAlive && !first.sharesContext(with: second)
    }

    /// Returns whether the object belongs to another context, or belonged to a context that was
    /// deallocated.
    func isForeign(to context: ModelContext?) -> Bool {
        isOutside(context) && (isAlive || (phase == .transient && record > 0))
    }

    /// Inserts a new object into the context of the object that it is related to.
    ///
    /// - Returns: The context that `model` joined, with an open call that the caller must end: `model` may
    ///   be related to further objects. Nil if it joined none.
    static func joinContext(
        _ model: any PersistentModel, _ other: any PersistentModel, _ relationship: RelationshipShape
    ) -> ModelContext? {
        let state = model._$state
        let otherState = other._$state
        if state.isAlive, let context = state.context {
            if otherState.phase == .transient {
                context.insert(other)
            } else if belongToDifferentContexts(state, otherState) {
                context.deferredError = ModelDataError.foreignObject(model: type(of: other)._$entityName)
                // Report the error in both contexts, because the program may save only one of them.
                otherState.context?.deferredError =
                    ModelDataError.foreignObject(model: type(of: model)._$entityName)
            }
        } else if state.phase == .transient, otherState.isAlive, let context = otherState.context,
            relationship.inverse != nil
        {
            context.beginCall()
            context.insert(model)
            return context
        }
        return nil
    }
}
