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
        if mayHaveFaults { RelationshipLoader.load(model, self, column) }
    }

    /// Whether the object may have relationships that aren't loaded yet.
    @usableFromInline
    var mayHaveFaults: Bool { linkStorage.mayHaveFaults }

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
        guard let links = ObjectLinks.of(model, self) else { return }
        if contextReference.savesInCalls { context?.autosave.beginChange(of: self) }
        let index = links.shape.index(of: column)
        let relationship = links.shape.relationships[index]
        let isRecorded = phase.isAlive && context?.undoManager != nil
        if relationship.isToMany || links[index].record == 0 || isRecorded {
            load(model, column)
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
        context?.autosave.beginCall()
        let end = LinkEnd(model, self, relationship)
        end.replaceAliases()
        let joined =
            relationship.isToMany
            ? RelationshipGraph.didChangeList(end, links) : RelationshipGraph.didSetTarget(end, links)
        if let context {
            context.changes.autosave.endCall()
            if context.savesInCalls { context.autosave.endChange(of: self) }
        } else {
            joined?.autosave.endCall()
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
