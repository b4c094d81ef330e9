// Methods that the accessors of relationships call.

extension ModelState {
    /// Loads a relationship before it is read, if it isn't loaded. Called by the code that `@Model`
    /// generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - column: The relationship's column, counted from 0.
    @inlinable
    public func load(_ model: some PersistentModel, _ column: Int) {
        if mayHaveFaults { loadRelationship(model, column) }
    }

    /// Whether the object may have relationships that aren't loaded yet.
    @usableFromInline
    var mayHaveFaults: Bool { hasRowLinks || knownGraph != nil }

    @usableFromInline
    func loadRelationship(_ model: any PersistentModel, _ column: Int) {
        guard let graph else { return }
        let index = graph.shape.index(of: column)
        guard index >= 0 else { return }
        if graph[index].isLoaded {
            if graph[index].isReadAhead {
                graph[index].isReadAhead = false
                table?.noteRead(ahead: index)
            }
            return
        }
        if isAlive, let context {
            context.loadRelationship(model, self, graph.shape.relationships[index])
        } else if let former = graph.links[index].detail?.formerObject {
            model._$relate(column, .set([former]))
        }
    }

    /// Prepares a change of a relationship: loads it if its current objects are needed. Called by the code
    /// that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The relationship. It is evaluated only if the object is observed or an alias.
    ///   - column: The relationship's column, counted from 0.
    public func willRelate<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ column: Int
    ) {
        if phase == .alias { return willChangeAlias(model, keyPath(), column) }
        guard let links = links(of: model) else { return }
        if savesInCalls { context?.beginChange(of: self) }
        let index = links.shape.index(of: column)
        let relationship = links.shape.relationships[index]
        let isRecorded = isAlive && context?.undoManager != nil
        if relationship.isToMany || links.links[index].record == 0 || isRecorded {
            loadRelationship(model, column)
        }
        let detail = detail(index, links)
        if detail.oldObjects == nil { detail.oldObjects = model._$relate(column, .read) }
        detail.members.reset()
        observers?.registrar.willSet(model, keyPath: keyPath())
    }

    /// Updates the inverses of a changed relationship. Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The relationship. It is evaluated only if the object is observed or an alias.
    ///   - column: The relationship's column, counted from 0.
    public func didRelate<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ column: Int
    ) {
        if phase == .alias { return didChangeAlias(model, keyPath()) }
        observers?.registrar.didSet(model, keyPath: keyPath())
        guard let links = graph else { return }
        let index = links.shape.index(of: column)
        let relationship = links.shape.relationships[index]
        let context = context
        context?.beginCall()
        replaceAliases(of: model, relationship)
        let joined =
            relationship.isToMany
            ? didRelateMany(model, relationship, links) : didRelateOne(model, relationship, links)
        if let context {
            context.openCalls -= 1
            if context.savesInCalls { context.endChange(of: self) }
        } else {
            joined?.endCall()
        }
    }

    /// Changes or reads the storage of a relationship and informs observers of a change. Called by the code
    /// that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - keyPath: The relationship.
    ///   - change: The kind of access.
    ///   - apply: Applies the change to the storage and returns the related objects.
    /// - Returns: The related objects.
    public func relate<M: PersistentModel, V>(
        _ model: M, _ keyPath: @autoclosure () -> KeyPath<M, V>, _ change: LinkChange,
        _ apply: () -> [any PersistentModel]
    ) -> [any PersistentModel] {
        switch change {
        case .read, .find, .load: return apply()
        default: break
        }
        guard let registrar = observers?.registrar else { return apply() }
        let keyPath = keyPath()
        registrar.willSet(model, keyPath: keyPath)
        defer { registrar.didSet(model, keyPath: keyPath) }
        return apply()
    }
}

extension ModelState {
    /// Returns the state of an object's relationships, or nil if its model has no relationships.
    func links(of model: any PersistentModel) -> ObjectLinks? {
        if let graph { return graph }
        let shape = layout?.shape ?? ModelShape.of(type(of: model))
        if shape.relationships.isEmpty { return nil }
        let links = ObjectLinks.make(shape, isLoaded: true)
        graph = links
        return links
    }

    func detail(_ index: Int, _ links: ObjectLinks) -> LinkDetail {
        if let detail = links.links[index].detail { return detail }
        let detail = LinkDetail()
        links.links[index].detail = detail
        return detail
    }

    /// Restores one side of a relationship for an undo.
    ///
    /// Each side registers its own undo action. The actions run in reverse order, so both sides get their
    /// earlier objects.
    func restoreObjects(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ elements: [any PersistentModel]
    ) {
        guard let links = links(of: model) else { return }
        loadRelationship(model, relationship.column)
        links.links[relationship.index].detail?.oldObjects = nil
        noteLink(model, relationship)
        if relationship.isRequired || relationship.inverse?.isRequired == true {
            // Register the objects whose required relationships the next save must check.
            context?.missingRequiredTargets += [model] + elements + model._$relate(relationship.column, .read)
        }
        replaceLinks(model, relationship, elements)
        // An object that returns to a list needs a position in it, even if the list itself was never
        // changed.
        if relationship.holdsOrder, let owner = elements.first, let inverse = relationship.inverse,
            owner._$state.isAlive
        {
            owner._$state.loadRelationship(owner, inverse.column)
            context?.undoManager?.disableUndoRegistration()
            owner._$state.noteLink(owner, inverse)
            context?.undoManager?.enableUndoRegistration()
        }
    }

    /// Records that a relationship is about to differ from the store.
    func noteLink(_ model: any PersistentModel, _ relationship: RelationshipShape) {
        if isAlive, let context, context.undoManager != nil, let link = graph?.links[relationship.index],
            link.isLoaded
        {
            let old = link.detail?.oldObjects ?? model._$relate(relationship.column, .read)
            context.recordUndo(of: model, relationship, old)
        }
        switch phase {
        case .saved, .deleting:
            if changed.isEmpty, phase == .saved {
                complete(model)
                context?.noteChange(of: model, self)
            }
            if !changed.contains(relationship.column) {
                if relationship.isToMany, let link = graph?.links[relationship.index], link.isLoaded {
                    let detail = link.detail ?? LinkDetail()
                    detail.storedObjects = detail.oldObjects ?? model._$relate(relationship.column, .read)
                    graph?.links[relationship.index].detail = detail
                }
                changed.insert(relationship.column)
                let old: StoredValue =
                    relationship.holdsKey ? keyValue(model, relationship) : .null
                noteOriginal(Original(column: relationship.column, value: old))
                if relationship.holdsOrder { noteOrder(model, relationship) }
            }
        case .inserted: context?.noteActivity()
        case .transient, .deleted, .alias: break
        }
    }

    /// Returns the record number to store as a relationship's foreign key, or NULL if there is no object.
    func keyValue(_ model: any PersistentModel, _ relationship: RelationshipShape) -> StoredValue {
        guard let link = graph?.links[relationship.index] else { return .null }
        if !link.isLoaded { return link.record > 0 ? .integer(link.record) : .null }
        if let shadow = link.detail?.oldObjects { return Self.key(shadow.first) }
        return Self.key(model._$target(relationship.column))
    }

    static func key(_ model: (any PersistentModel)?) -> StoredValue {
        guard let state = model?._$state else { return .null }
        if state.record > 0 { return .integer(state.record) }
        if state.savedRecord > 0 { return .integer(state.savedRecord) }
        return .null
    }

    /// Updates the inverse of a changed to-one relationship.
    ///
    /// - Returns: The context that the object joined, with an open call; nil if it joined none.
    private func didRelateOne(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ links: ObjectLinks
    ) -> ModelContext? {
        let index = relationship.index
        let new = model._$target(relationship.column)
        var old = links.links[index].detail?.oldObjects?.first
        let oldRecord = links.links[index].isLoaded ? 0 : links.links[index].record
        // If the context hasn't loaded the other object, there is no inverse in memory to update.
        if old == nil, oldRecord > 0 { old = context?.registry.object(relationship.target, oldRecord) }
        if let old, let new, old === new, links.links[index].isLoaded {
            links.links[index].detail = nil
            return nil
        }
        if old == nil, new == nil, oldRecord == 0 {
            links.links[index].detail = nil
            return nil
        }
        noteLink(model, relationship)
        links.links[index].isLoaded = true
        links.links[index].record = 0
        links.links[index].detail = nil
        links.links[index].order = 0
        if let old, old !== new { ModelState.unlink(model, relationship, old) }
        var joined: ModelContext?
        if let new {
            ModelState.link(model, relationship, new)
            joined = ModelState.joinContext(model, new, relationship)
        }
        graph?.links[index].isLinked = true
        return joined
    }

    /// Updates the inverses of a changed to-many relationship.
    ///
    /// - Returns: As for ``didRelateOne(_:_:_:)``.
    private func didRelateMany(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ links: ObjectLinks
    ) -> ModelContext? {
        let index = relationship.index
        let old = links.links[index].detail?.oldObjects ?? []
        let new = model._$relate(relationship.column, .read)
        var change = ListDifference(old, new)
        if change.isEmpty { return nil }
        if change.hasDuplicates {
            model._$relate(relationship.column, .replace(change.unique))
            change = ListDifference(old, change.unique)
        }
        noteLink(model, relationship)
        links.links[index].detail?.oldObjects = nil
        for element in change.removed { ModelState.unlink(model, relationship, element) }
        var joined: ModelContext?
        for element in change.added {
            ModelState.link(model, relationship, element)
            joined = ModelState.joinContext(model, element, relationship) ?? joined
        }
        detail(index, links).oldObjects = change.new
        return joined
    }
}

/// The difference between two lists of objects.
struct ListDifference {
    private(set) var removed: [any PersistentModel] = []
    private(set) var added: [any PersistentModel] = []
    private(set) var hasDuplicates = false
    let new: [any PersistentModel]
    let isEmpty: Bool

    init(_ old: [any PersistentModel], _ new: [any PersistentModel]) {
        self.new = new
        var start = 0
        let shorter = min(old.count, new.count)
        while start < shorter, old[start] === new[start] { start += 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] === new[new.count - 1 - end] { end += 1 }
        let before = old[start..<old.count - end]
        let after = new[start..<new.count - end]
        isEmpty = before.isEmpty && after.isEmpty
        if isEmpty { return }
        if before.isEmpty, after.count == 1, let element = after.first {
            added = [element]
            hasDuplicates = old.contains { $0 === element }
            return
        }
        let known = Set(before.map { ObjectIdentifier($0) })
        let kept = Set(after.map { ObjectIdentifier($0) })
        removed = before.filter { !kept.contains(ObjectIdentifier($0)) }
        added = after.filter { !known.contains(ObjectIdentifier($0)) }
        if !added.isEmpty || after.count != kept.count {
            hasDuplicates = Set(new.map { ObjectIdentifier($0) }).count != new.count
        }
    }

    /// The new list without duplicates.
    var unique: [any PersistentModel] {
        var seen: Set<ObjectIdentifier> = []
        return new.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
