// Both sides of a relationship agree at once: what one side does, the other follows here.

extension ModelState {
    /// Tells `other`, which `model` relates to now.
    static func link(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ other: any PersistentModel
    ) {
        guard let inverse = relationship.inverse else { return }
        let state = other._$state
        if areApart(model._$state, state) { return }
        guard state.phase != .deleted, let links = state.links(of: other) else { return }
        if inverse.isToMany {
            attach(other, inverse, model)
            return
        }
        state.loadForUndo(other, inverse)
        let index = inverse.index
        if links.links[index].isLoaded {
            let present = other._$relate(inverse.column, .read).first
            if present === model {
                links.links[index].isLinked = true
                return
            }
            state.noteLink(other, inverse)
            if let present { forget(present, relationship, other) }
        } else {
            let record = links.links[index].record
            state.noteLink(other, inverse)
            if record > 0, let present = state.context?.known(inverse.target, record), present !== model {
                forget(present, relationship, other)
            } else if record == 0, relationship.holdsKey {
                // Whoever holds the key of this one must give it up, loaded or not.
                state.fill(other, inverse.column)
                if let present = other._$relate(inverse.column, .read).first, present !== model {
                    forget(present, relationship, other)
                }
            }
        }
        links.links[index].isLoaded = true
        links.links[index].isLinked = true
        links.links[index].record = 0
        links.links[index].order = 0
        links.links[index].detail = nil
        other._$relate(inverse.column, .replace([model]))
    }

    /// Tells `other`, which `model` doesn't relate to any more.
    static func unlink(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ other: any PersistentModel
    ) {
        guard let inverse = relationship.inverse else { return }
        forget(other, inverse, model)
    }

    /// Takes `element` out of what `model` relates to.
    static func forget(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ element: any PersistentModel
    ) {
        if areApart(model._$state, element._$state) { return }
        if relationship.isToMany {
            detach(model, relationship, element)
            return
        }
        let state = model._$state
        // What is gone keeps its last values.
        guard state.phase != .deleted, let links = state.links(of: model) else { return }
        let index = relationship.index
        state.loadForUndo(model, relationship)
        if links.links[index].isLoaded {
            guard model._$relate(relationship.column, .read).first === element else { return }
        } else if links.links[index].record > 0, links.links[index].record != element._$state.record {
            return
        }
        // One that must be there can't be taken away; a save says so, unless another one comes.
        if relationship.isRequired {
            if state.isAlive { state.context?.orphans.append(model) }
            return
        }
        state.noteLink(model, relationship)
        links.links[index].isLoaded = true
        links.links[index].record = 0
        links.links[index].order = 0
        links.links[index].detail = nil
        model._$relate(relationship.column, .replace([]))
    }

    /// Adds an object at the end of a to-many relationship, loaded or not.
    static func attach(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ element: any PersistentModel
    ) {
        let state = model._$state
        // What is gone keeps its last values.
        guard state.phase != .deleted, let links = state.links(of: model) else { return }
        let index = relationship.index
        state.loadForUndo(model, relationship)
        if links.links[index].isLoaded {
            if state.hasLoaded(element, in: model, relationship, links) { return }
            state.noteLink(model, relationship)
            model._$relate(relationship.column, .append(element))
            links.links[index].detail?.shadow?.append(element)
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

    /// Takes an object out of a to-many relationship, loaded or not.
    static func detach(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ element: any PersistentModel
    ) {
        let state = model._$state
        // What is gone keeps its last values.
        guard state.phase != .deleted, let links = state.links(of: model) else { return }
        let index = relationship.index
        state.loadForUndo(model, relationship)
        if links.links[index].isLoaded {
            guard state.hasLoaded(element, in: model, relationship, links) else { return }
            state.noteLink(model, relationship)
            model._$relate(relationship.column, .remove(element))
            links.links[index].detail?.shadow?.removeAll { $0 === element }
            links.links[index].detail?.members.remove(element)
        } else {
            state.noteLink(model, relationship)
            let detail = state.detail(index, links)
            if detail.members.contains(element, in: detail.added) {
                detail.added.removeAll { $0 === element }
                detail.members.remove(element)
            }
            // Also what was added may be in the store: it was taken out there and came back.
            if !detail.removedMembers.contains(element, in: detail.removed) {
                detail.removed.append(element)
                detail.removedMembers.insert(element)
            }
        }
    }

    /// Whether an object is in a list that is loaded.
    private func hasLoaded(
        _ element: any PersistentModel, in model: any PersistentModel, _ relationship: RelationshipShape,
        _ links: ObjectLinks
    ) -> Bool {
        let index = relationship.index
        // Most lists are short or changed a few times.
        if links[index].searches < MemberIndex.usefulCount {
            links[index].searches += 1
            return !model._$relate(relationship.column, .find(element)).isEmpty
        }
        return detail(index, links).members.contains(
            element, in: model._$relate(relationship.column, .read))
    }

    /// Loads a relationship that is about to change, where that is to be taken back: what was added at the end
    /// may have to return to the middle.
    private func loadForUndo(_ model: any PersistentModel, _ relationship: RelationshipShape) {
        if isAlive, context?.undoManager != nil { fill(model, relationship.column) }
    }

    /// Whether two objects belong to different contexts, so that neither can follow what the other does: the number
    /// that one has in its store is another record's in the other's, or nobody's yet.
    static func areApart(_ first: ModelState, _ second: ModelState) -> Bool {
        first.isAlive && second.isAlive && first.context !== second.context
    }

    /// Whether the object belongs to another context, or belonged to one that is gone.
    func isForeign(to context: ModelContext?) -> Bool {
        self.context !== context && (isAlive || (phase == .transient && record > 0))
    }

    /// Brings a new object into the context of the one that it is related to.
    static func bringTogether(
        _ model: any PersistentModel, _ other: any PersistentModel, _ relationship: RelationshipShape
    ) {
        let state = model._$state
        let otherState = other._$state
        if state.isAlive, let context = state.context {
            if otherState.phase == .transient {
                context.insert(other)
            } else if areApart(state, otherState) {
                context.deferredError = ModelDataError.foreignObject(model: type(of: other)._$entityName)
                // The other one's may be the only one that is saved.
                otherState.context?.deferredError =
                    ModelDataError.foreignObject(model: type(of: model)._$entityName)
            }
        } else if state.phase == .transient, otherState.isAlive, let context = otherState.context,
            relationship.inverse != nil
        {
            context.insert(model)
        }
    }
}
