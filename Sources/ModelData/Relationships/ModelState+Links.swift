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
    var mayHaveFaults: Bool { linkStorage.mayHaveFaults }

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
        } else if let former = graph[index].detail?.formerObject {
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
        if phase == .alias { return AliasValues(state: self).willChange(model, keyPath(), column) }
        guard let links = links(of: model) else { return }
        if contextReference.savesInCalls { context?.beginChange(of: self) }
        let index = links.shape.index(of: column)
        let relationship = links.shape.relationships[index]
        let isRecorded = isAlive && context?.undoManager != nil
        if relationship.isToMany || links[index].record == 0 || isRecorded {
            loadRelationship(model, column)
        }
        let detail = links.detail(index)
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
        if phase == .alias { return AliasValues(state: self).didChange(model, keyPath()) }
        observers?.registrar.didSet(model, keyPath: keyPath())
        guard let links = graph else { return }
        let index = links.shape.index(of: column)
        let relationship = links.shape.relationships[index]
        let context = context
        context?.beginCall()
        let end = LinkEnd(model, self, relationship)
        end.replaceAliases()
        let joined =
            relationship.isToMany
            ? RelationshipGraph.didChangeList(end, links) : RelationshipGraph.didSetTarget(end, links)
        if let context {
            context.changes.autosave.endCall()
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

    /// The record number to store in a foreign key that refers to an object, or NULL if it has none.
    static func key(_ model: (any PersistentModel)?) -> StoredValue {
        guard let state = model?._$state else { return .null }
        if state.record > 0 { return .integer(state.record) }
        if state.savedRecord > 0 { return .integer(state.savedRecord) }
        return .null
    }

    /// Returns whether the object belongs to another context, or belonged to a context that was deallocated.
    func isForeign(to context: ModelContext?) -> Bool {
        !contextReference.isSame(as: ContextReference(context))
            && (isAlive || (phase == .transient && record > 0))
    }

    /// Returns the value to store in a column, which can also be a foreign key or a position.
    func stored(_ model: any PersistentModel, _ column: Int, _ layout: EntityLayout) throws -> StoredValue {
        switch layout.columns[column].role {
        case .value: return try model._$stored(column)
        case .key(let relationship): return LinkEnd(model, self, relationship).key
        case .order(let relationship):
            let order = graph?[relationship.index].order ?? 0
            return order > 0 ? .integer(order) : .null
        case .withoutColumn: return .null
        }
    }

    /// Returns whether a to-one relationship refers to an object that has no record yet.
    func refersToUnsavedObject(_ model: any PersistentModel, _ relationship: RelationshipShape) -> Bool {
        guard let link = graph?[relationship.index], link.isLoaded,
            let target = model._$target(relationship.column)
        else { return false }
        return ModelState.key(target) == .null
    }
}
