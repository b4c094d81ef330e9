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
        unconnected.removeAll()
    }

    private func connectNow(_ model: any PersistentModel) {
        let state = model._$state
        guard let links = state.links(of: model) else { return }
        for relationship in links.shape.relationships where !links.links[relationship.index].isLinked {
            links.links[relationship.index].isLinked = true
            state.replaceAliases(of: model, relationship)
            for element in model._$relate(relationship.column, .read) {
                ModelState.link(model, relationship, element)
                ModelState.joinContext(model, element, relationship)?.endCall()
            }
        }
        for relationship in links.shape.relationships {
            for element in model._$relate(relationship.column, .read)
            where element._$state.phase == .transient {
                insert(element)
            }
        }
    }
}
