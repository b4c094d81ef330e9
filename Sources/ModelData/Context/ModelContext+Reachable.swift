extension ModelContext {
    /// Updates the inverses of a new object's relationships, and inserts related new objects.
    func connect(_ model: any PersistentModel, _ state: ModelState) {
        if state.layout?.shape.relationships.isEmpty != false { return }
        // A queue instead of recursion: chains of objects may be long.
        unconnected.append(model)
        if unconnected.count > 1 { return }
        var next = 0
        while next < unconnected.count {
            connectNow(unconnected[next])
            next += 1
        }
        // Inserting objects one by one would allocate the queue for each of them.
        unconnected.removeAll(keepingCapacity: unconnected.count < 1000)
    }

    private func connectNow(_ model: any PersistentModel) {
        let state = model._$state
        guard let links = state.links(of: model) else { return }
        for relationship in links.shape.relationships where !links[relationship.index].isLinked {
            links[relationship.index].isLinked = true
            state.replaceAliases(of: model, relationship)
            if relationship.isToMany {
                for element in model._$relate(relationship.column, .read) {
                    ModelState.link(model, relationship, element)
                    ModelState.joinContext(model, element, relationship)?.endCall()
                }
            } else if let element = model._$target(relationship.column) {
                ModelState.link(model, relationship, element)
                ModelState.joinContext(model, element, relationship)?.endCall()
            }
        }
        for relationship in links.shape.relationships {
            if relationship.isToMany {
                for element in model._$relate(relationship.column, .read)
                where element._$state.phase == .transient {
                    insert(element)
                }
            } else if let element = model._$target(relationship.column), element._$state.phase == .transient {
                insert(element)
            }
        }
    }
}
