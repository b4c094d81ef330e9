/// Keeps both sides of every link consistent: a change of one side is applied to the other side immediately.
///
/// No new links of deleted objects are made. A deleted object that is assigned to a relationship, or is in an
/// assigned list, is left out. A deleted object's own relationships can be changed, but objects that are added to
/// them don't refer to it. If it is inserted again, it gets those that aren't related to another object.
///
/// Each object has its own ``ObjectLinks``, with a ``Link`` for each relationship. All changes of links go
/// through the static methods here, which change one ``LinkEnd`` after the other. They work without a
/// context, too.
///
/// A context's graph has in addition the work that is left until the next save: new objects whose inverses
/// must be updated, and objects that may lack a required target.
final class RelationshipGraph {
    /// New objects whose relationships haven't been connected yet.
    private var unconnected: [any PersistentModel] = []
    /// Objects that may have lost the target of a required relationship.
    var missingRequiredTargets: [any PersistentModel] = []
    /// The lists that the program is changing in place.
    var lent: [LinkEnd] = []

    /// Updates the inverses of a new object's relationships, and inserts related new objects.
    func connect(_ model: any PersistentModel, _ state: ModelState, in context: ModelContext) {
        if state.layout?.shape.relationships.isEmpty != false { return }
        // A queue instead of recursion: chains of objects may be long.
        unconnected.append(model)
        if unconnected.count > 1 { return }
        var next = 0
        while next < unconnected.count {
            Self.connectNow(unconnected[next], in: context)
            next += 1
        }
        // Inserting objects one by one would allocate the queue for each of them.
        unconnected.removeAll(keepingCapacity: unconnected.count < 1000)
    }

    private static func connectNow(_ model: any PersistentModel, in context: ModelContext) {
        let state = model._$state
        guard let links = ObjectLinks.of(model, state) else { return }
        for relationship in links.shape.relationships where !links[relationship.index].isLinked {
            links[relationship.index].isLinked = true
            let end = LinkEnd(model, state, relationship)
            end.replaceAliases()
            var hasDeleted = false
            forEachObject(of: end) { element in
                if !end.accepts(element) { return hasDeleted = true }
                link(end, to: element)
                joinContext(end, element)?.autosave.endCall()
            }
            if hasDeleted {
                model._$relate(relationship.column, .replace(end.objects.filter(end.accepts)))
                links[relationship.index].detail?.forgetList()
            }
        }
        for relationship in links.shape.relationships {
            forEachObject(of: LinkEnd(model, state, relationship)) { element in
                if element._$state.phase == .transient { context.insert(element) }
            }
        }
    }

    /// Calls a closure for each object of an end. For a to-one relationship, this creates no array.
    @inline(__always)
    private static func forEachObject(of end: LinkEnd, _ body: (any PersistentModel) -> Void) {
        if end.relationship.isToMany {
            for element in end.objects { body(element) }
        } else if let element = end.target {
            body(element)
        }
    }
}

// Both sides of a link.

extension RelationshipGraph {
    /// Adds the object of an end to the inverse of `other`, because the end now refers to `other`.
    static func link(_ end: LinkEnd, to other: any PersistentModel) {
        guard let inverse = end.relationship.inverse, !end.state.phase.isDeleted else { return }
        let opposite = LinkEnd(other, inverse)
        if belongToDifferentContexts(end.state, opposite.state) { return }
        if inverse.isToMany { return opposite.add(end.model) }
        guard let (links, former) = opposite.willSetTarget(end.model) else { return }
        if let former { remove(other, from: LinkEnd(former, end.relationship)) }
        opposite.setTarget(end.model, links)
    }

    /// Removes the object of an end from the inverse of `other`, because the end no longer refers to `other`.
    static func unlink(_ end: LinkEnd, from other: any PersistentModel) {
        guard let inverse = end.relationship.inverse else { return }
        remove(end.model, from: LinkEnd(other, inverse))
    }

    /// Removes an object from an end.
    static func remove(_ element: any PersistentModel, from end: LinkEnd) {
        if !belongToDifferentContexts(end.state, element._$state) { end.remove(element) }
    }

    /// Updates the other sides after the program has set the object of a to-one relationship.
    ///
    /// - Returns: The context that the object joined, with an open call; nil if it joined none.
    static func didSetTarget(_ end: LinkEnd, _ links: ObjectLinks) -> ModelContext? {
        let index = end.index
        var new = end.target
        var old = links[index].detail?.oldObjects?.first
        let oldRecord = links[index].isLoaded ? 0 : links[index].record
        // If the context hasn't loaded the other object, there is no inverse in memory to update.
        if old == nil, oldRecord > 0 {
            old = end.state.context?.registry.object(end.relationship.target, oldRecord)
        }
        if let target = new, target !== old, !end.accepts(target) {
            end.model._$relate(end.relationship.column, .replace([]))
            new = nil
        }
        let isSame = old == nil ? new == nil && oldRecord == 0 : old === new && links[index].isLoaded
        if isSame {
            links[index].detail = nil
            // The object may have been removed from the list of the same target before.
            if let new, end.relationship.isRequired,
                end.state.context?.graph.missingRequiredTargets.isEmpty == false
            {
                link(end, to: new)
            }
            return nil
        }
        end.noteEdit()
        links[index].setTarget()
        if let old, old !== new { unlink(end, from: old) }
        var joined: ModelContext?
        if let new {
            link(end, to: new)
            joined = joinContext(end, new)
        }
        links[index].isLinked = !end.state.phase.isDeleted
        return joined
    }

    /// Updates the other sides after the program has changed a list.
    ///
    /// - Returns: As for ``didSetTarget(_:_:)``.
    static func didChangeList(_ end: LinkEnd, _ links: ObjectLinks) -> ModelContext? {
        let index = end.index
        // Don't keep a second reference to the former list, because changing the list would then copy it.
        guard var change = end.difference(), !change.isEmpty else { return nil }
        if removeInvalid(of: change, from: end, links) {
            guard let rest = end.difference(), !rest.isEmpty else { return nil }
            change = rest
        }
        end.noteEdit()
        let detail = links.detail(index)
        detail.oldList?.replaceSubrange(change.replaced, with: change.present.map { $0 as AnyObject })
        for element in change.removed { detail.members.remove(element) }
        for element in change.added { detail.members.insert(element) }
        if end.state.phase.isDeleted { links[index].isLinked = false }
        for element in change.removed { unlink(end, from: element) }
        var joined: ModelContext?
        for element in change.added {
            link(end, to: element)
            joined = joinContext(end, element) ?? joined
        }
        return joined
    }

    /// Removes duplicates and deleted objects from a list that the program has changed, and replaces aliases.
    ///
    /// - Returns: Whether the list had some.
    private static func removeInvalid(
        of change: ListDifference, from end: LinkEnd, _ links: ObjectLinks
    ) -> Bool {
        let detail = links.detail(end.index)
        var seen: Set<ObjectIdentifier> = []
        func isValid(_ element: any PersistentModel) -> Bool {
            end.accepts(element) && element._$state.phase != .alias
                && !detail.members.contains(element, inList: detail.oldList ?? [])
        }
        let isDistinct =
            change.present.count == 1
            || change.present.allSatisfy { seen.insert(ObjectIdentifier($0)).inserted }
        if isDistinct, change.added.allSatisfy(isValid) { return false }
        let isAppended = change.replaced.lowerBound == detail.oldList?.count
        let objects = (isAppended ? change.present : end.objects).map { element in
            AliasValues(state: element._$state).canonicalObject ?? element
        }
        let added = Set(change.added.map { ObjectIdentifier($0) })
        seen = []
        let kept = objects.filter { element in
            if isAppended
                ? !isValid(element) : added.contains(ObjectIdentifier(element)) && !end.accepts(element)
            {
                return false
            }
            return seen.insert(ObjectIdentifier(element)).inserted
        }
        let column = end.relationship.column
        let start = change.replacing.lowerBound
        end.model._$relate(column, isAppended ? .replaceTail(start, with: kept) : .replace(kept))
        return true
    }

    /// Returns the lists that the program is changing in place: a save or rollback in the meantime needs them.
    func endLoans() {
        while let end = lent.last { end.endLoan(returning: true) }
    }

    /// Notes that a list is in its property again.
    func endLoan(of end: LinkEnd) {
        if let index = lent.lastIndex(where: { $0.state === end.state && $0.index == end.index }) {
            lent.remove(at: index)
        }
    }

    /// Restores one side of a relationship for an undo.
    ///
    /// Each side registers its own undo action. The actions run in reverse order, so both sides get their
    /// earlier objects.
    static func restore(_ end: LinkEnd, _ elements: [any PersistentModel]) {
        let (model, state, relationship) = (end.model, end.state, end.relationship)
        guard let links = ObjectLinks.of(model, state) else { return }
        state.load(model, relationship.column)
        links[end.index].detail?.oldObjects = nil
        links[end.index].detail?.oldList = nil
        end.noteEdit()
        if relationship.isRequired || relationship.inverse?.isRequired == true {
            // Register the objects whose required relationships the next save must check.
            state.context?.graph.missingRequiredTargets += [model] + elements + end.objects
        }
        end.replace(with: elements)
        // An object that returns to a list needs a position in it, even if the list itself was never changed.
        guard relationship.holdsOrder, let owner = elements.first, let inverse = relationship.inverse,
            owner._$state.phase.isAlive
        else { return }
        owner._$state.load(owner, inverse.column)
        state.context?.undoManager?.disableUndoRegistration()
        LinkEnd(owner, inverse).noteEdit()
        state.context?.undoManager?.enableUndoRegistration()
    }

    /// Inserts a new object into the context of the object that it is related to.
    ///
    /// - Returns: The context that the object of the end joined, with an open call that the caller must end, because the
    ///   object may be related to further objects. Nil if it joined none.
    private static func joinContext(_ end: LinkEnd, _ other: any PersistentModel) -> ModelContext? {
        let otherState = other._$state
        if end.state.phase == .deleting { return nil }
        if end.state.phase.isAlive, let context = end.state.context {
            if otherState.phase == .transient {
                context.insert(other)
            } else if belongToDifferentContexts(end.state, otherState) {
                context.deferredError = ModelDataError.foreignObject(model: type(of: other)._$entityName)
                // Report the error in both contexts, because the program may save only one of them.
                otherState.context?.deferredError =
                    ModelDataError.foreignObject(model: type(of: end.model)._$entityName)
            }
        } else if end.state.phase == .transient, otherState.phase.isAlive, let context = otherState.context,
            end.relationship.inverse != nil
        {
            context.autosave.beginCall()
            context.insert(end.model)
            return context
        }
        return nil
    }

    /// Returns whether two objects belong to different contexts.
    ///
    /// The inverse isn't updated between such objects, because record numbers are valid only in one store.
    private static func belongToDifferentContexts(_ first: ModelState, _ second: ModelState) -> Bool {
        first.phase.isAlive && second.phase.isAlive
            && !first.contextReference.isSame(as: second.contextReference)
    }

    /// Returns whether the object belongs to another context, or belonged to a context that was deallocated.
    static func isForeign(_ state: ModelState, to context: ModelContext?) -> Bool {
        !state.contextReference.isSame(as: ContextReference(context))
            && (state.phase.isAlive || (state.phase == .transient && state.record > 0))
    }
}

// Relationships: methods that their accessors call.

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
        // The record number of an unloaded target is enough to find the object that loses this one. Without a number, the
        // target may be loaded, or a one-to-one relationship's key may be in the other object's row.
        if relationship.isToMany || links[index].record == 0 || isRecorded {
            load(model, column)
        }
        if relationship.isToMany {
            LinkEnd(model, self, relationship).noteFormerList(links)
        } else if links.detail(index).oldObjects == nil {
            let former = links[index].isLoaded ? nil : links.detail(index).formerObject
            links.detail(index).oldObjects =
                former.map { [$0] } ?? LinkEnd(model, self, relationship).objects
        }
        observers?.registrar.willSet(model, keyPath: keyPath())
    }

    /// Lets generated code move a list out of its storage while the program changes the list in place, so that the
    /// list isn't copied. The setter then puts the changed list into the storage.
    ///
    /// If other code needs the list meanwhile, it gets the list as it was (`LinkEnd.endLoan(returning:)`).
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - column: The relationship's column, counted from 0.
    /// - Returns: False if the list must stay in its storage.
    public func lend(_ model: any PersistentModel, _ column: Int) -> Bool {
        guard phase != .alias, let links = ObjectLinks.of(model, self) else { return false }
        let index = links.shape.index(of: column)
        guard links[index].isLoaded else { return false }
        let end = LinkEnd(model, self, links.shape.relationships[index])
        end.noteFormerList(links)
        links[index].isLent = true
        context?.graph.lent.append(end)
        return true
    }

    /// Notes that the setter gets the list that was changed in place. Called by the code that `@Model` generates.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - column: The relationship's column, counted from 0.
    public func endLoan(_ model: any PersistentModel, _ column: Int) {
        guard let links else { return }
        let index = links.shape.index(of: column)
        LinkEnd(model, self, links.shape.relationships[index]).endLoan(returning: false)
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
        guard let links else { return }
        let index = links.shape.index(of: column)
        let relationship = links.shape.relationships[index]
        let context = context
        context?.autosave.beginCall()
        let end = LinkEnd(model, self, relationship)
        if !relationship.isToMany { end.replaceAliases() }
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
        case .read, .find, .load, .compare: return apply()
        default: break
        }
        guard let registrar = observers?.registrar else { return apply() }
        let keyPath = keyPath()
        registrar.willSet(model, keyPath: keyPath)
        defer { registrar.didSet(model, keyPath: keyPath) }
        return apply()
    }
}
