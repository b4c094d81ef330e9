/// One end of the links between objects: an object and one of its relationships. The related objects have the
/// other end, the inverse.
///
/// The methods change this end only. ``RelationshipGraph`` changes both.
struct LinkEnd {
    let model: any PersistentModel
    let state: ModelState
    let relationship: RelationshipShape

    @inline(__always)
    init(_ model: any PersistentModel, _ state: ModelState, _ relationship: RelationshipShape) {
        self.model = model
        self.state = state
        self.relationship = relationship
    }

    @inline(__always)
    init(_ model: any PersistentModel, _ relationship: RelationshipShape) {
        self.init(model, model._$state, relationship)
    }

    @inline(__always)
    var index: Int { relationship.index }

    /// The objects in the property.
    var objects: [any PersistentModel] {
        relationship.isRequired && keepsFormer ? [] : model._$relate(relationship.column, .read)
    }

    /// The object in the property of a to-one relationship.
    @inline(__always)
    var target: (any PersistentModel)? {
        relationship.isRequired && keepsFormer ? nil : model._$target(relationship.column)
    }

    /// Whether a required relationship isn't loaded: the property then has its last object, if any.
    private var keepsFormer: Bool {
        if let links = state.linkStorage.known { return !links[index].isLoaded }
        return state.linkStorage.hasRow
    }

    /// Returns whether an object can be added. A deleted object can't, except to a required relationship: then the
    /// next save throws an error, unless the program sets another object before.
    @inline(__always)
    func accepts(_ element: any PersistentModel) -> Bool {
        !element._$state.phase.isDeleted || relationship.isRequired
    }

    /// Returns whether the end refers to an object, without reading the store.
    func refers(to other: any PersistentModel) -> Bool {
        guard let links = ObjectLinks.of(model, state) else { return false }
        if links[index].isLent { endLoan(returning: true) }
        let link = links[index]
        if link.isLoaded { return !model._$relate(relationship.column, .find(other)).isEmpty }
        // An unloaded list contains its stored objects, except the removed ones.
        if relationship.isToMany { return link.detail?.removed.contains { $0 === other } != true }
        return link.record > 0 && link.record == other._$state.record
    }

    /// The record number to store as the foreign key, or NULL if there is no object. During a change, this is the former
    /// number until ``Link/setTarget()``, so ``noteEdit()`` before it can note the number.
    var key: StoredValue {
        guard let link = state.links?[index] else { return .null }
        if !link.isLoaded { return link.record > 0 ? .integer(link.record) : .null }
        if let old = link.detail?.oldObjects { return Self.key(of: old.first) }
        return Self.key(of: target)
    }

    /// The record number to store in a foreign key that refers to an object, or NULL if it has none.
    static func key(of model: (any PersistentModel)?) -> StoredValue {
        guard let state = model?._$state else { return .null }
        if state.record > 0 { return .integer(state.record) }
        if state.savedRecord > 0 { return .integer(state.savedRecord) }
        return .null
    }

    /// Whether a to-one relationship refers to an object that has no record yet.
    var refersToUnsavedObject: Bool {
        guard let link = state.links?[index], link.isLoaded, let target else { return false }
        return Self.key(of: target) == .null
    }
}

extension LinkEnd {
    /// Notes that the end differs from the store from now on. The property may have its new objects already; the link
    /// still has the former ones.
    func noteEdit() {
        let links = state.links
        if state.phase.isAlive, let context = state.context, context.undoManager != nil,
            let link = links?[index],
            link.isLoaded
        {
            UndoRecorder(context).recordChange(of: self, formerObjects(link))
        }
        links?[index].noteEdit()
        switch state.phase {
        case .saved, .deleting:
            state.noteFirstChange(of: model)
            if state.unsaved.columns.contains(relationship.column) { return }
            if relationship.isToMany, let links, links[index].isLoaded {
                links.detail(index).storedObjects = formerObjects(links[index])
            }
            state.unsaved.columns.insert(relationship.column)
            let old = relationship.holdsKey ? key : .null
            state.noteOriginal(UnsavedChanges.Original(column: relationship.column, value: old))
            if relationship.holdsOrder { noteOrder() }
        case .inserted: state.context?.autosave.noteActivity()
        case .transient, .deleted, .alias: break
        }
    }

    /// Adds an object at the end of a list, whether or not it is loaded.
    func add(_ element: any PersistentModel) {
        guard let links = editableLinks() else { return }
        if links[index].isLoaded {
            if hasLoaded(element, links) { return }
            noteEdit()
            model._$relate(relationship.column, .append(element))
            links[index].detail?.oldList?.append(element)
            links[index].detail?.members.insert(element)
        } else {
            let detail = links.detail(index)
            if detail.members.contains(element, in: detail.added) { return }
            noteEdit()
            if detail.removedMembers.contains(element, in: detail.removed) {
                detail.removed.removeAll { $0 === element }
                detail.removedMembers.remove(element)
            }
            detail.added.append(element)
            detail.members.insert(element)
        }
    }

    /// Removes an object from a list, whether or not it is loaded, or from a to-one relationship.
    func remove(_ element: any PersistentModel) {
        guard let links = editableLinks() else { return }
        if !relationship.isToMany { return removeTarget(element, links) }
        if links[index].isLoaded {
            guard hasLoaded(element, links) else { return }
            noteEdit()
            model._$relate(relationship.column, .remove(element))
            if let place = links[index].detail?.oldList?.place(of: element) {
                links[index].detail?.oldList?.remove(at: place)
            }
            links[index].detail?.members.remove(element)
        } else {
            noteEdit()
            let detail = links.detail(index)
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

    private func removeTarget(_ element: any PersistentModel, _ links: ObjectLinks) {
        if links[index].isLoaded {
            guard target === element else { return }
        } else if links[index].record > 0, links[index].record != element._$state.record {
            return
        }
        // A required relationship can't become empty. The save throws an error, unless the program sets
        // another object before.
        if relationship.isRequired {
            if state.phase.isAlive { state.context?.graph.missingRequiredTargets.append(model) }
            return
        }
        noteEdit()
        links[index].setTarget()
        model._$relate(relationship.column, .replace([]))
    }

    /// Prepares the end of a to-one relationship for a new object.
    ///
    /// - Returns: The links to pass to ``setTarget(_:_:)``, and the object that was the target before. Nil if the end
    ///   can't be changed or has the object already.
    func willSetTarget(
        _ element: any PersistentModel
    ) -> (links: ObjectLinks, former: (any PersistentModel)?)? {
        guard let links = editableLinks() else { return nil }
        if links[index].isLoaded {
            let present = target
            if present === element {
                links[index].isLinked = true
                return nil
            }
            noteEdit()
            return (links, present)
        }
        let record = links[index].record
        noteEdit()
        var former: (any PersistentModel)?
        if record > 0 {
            former = state.context?.registry.object(relationship.target, record)
        } else if record == 0, relationship.inverse?.holdsKey == true {
            // Another object's foreign key may still refer to this object. Load that object, so that it
            // releases this one.
            state.load(model, relationship.column)
            former = target
        }
        return (links, former === element ? nil : former)
    }

    /// Sets the object of a to-one relationship.
    func setTarget(_ element: any PersistentModel, _ links: ObjectLinks) {
        links[index].setTarget()
        links[index].isLinked = true
        model._$relate(relationship.column, .append(element))
    }

    /// Replaces the objects in the property.
    func replace(with elements: [any PersistentModel]) {
        guard let links = ObjectLinks.of(model, state) else { return }
        links[index].replaceAll()
        model._$relate(relationship.column, elements.isEmpty ? .clear : .set(elements))
    }

    /// Keeps the present objects of a list, before the program changes the list.
    func noteFormerList(_ links: ObjectLinks) {
        let detail = links.detail(index)
        if detail.oldList == nil { detail.oldList = ContiguousArray(objects.map { $0 as AnyObject }) }
    }

    /// Ends the time in which the program changes the list in place.
    ///
    /// - Parameter returning: Whether the property gets the objects that it had before.
    func endLoan(returning: Bool) {
        guard let links = state.links, links[index].isLent else { return }
        links[index].isLent = false
        state.context?.graph.endLoan(of: self)
        if returning, let former = links[index].detail?.oldList {
            model._$relate(relationship.column, .load(former[...]))
        }
    }

    /// Returns how the list differs from some objects.
    ///
    /// - Parameter former: The objects. Default: those before the change in progress.
    func difference(from former: ContiguousArray<AnyObject>? = nil) -> ListDifference? {
        let comparison = ListComparison(former ?? state.links?[index].detail?.oldList ?? [])
        model._$relate(relationship.column, .compare(comparison))
        return comparison.difference
    }

    /// The difference between a long list and the stored one, if all objects at one place were replaced, added or removed.
    /// Nil for other changes, and for short lists.
    ///
    /// With it, a save looks at the changed objects and their neighbours only.
    var simpleDifference: (change: ListDifference, stored: [any PersistentModel])? {
        guard let links = state.links, links[index].isLoaded, state.phase == .saved,
            let stored = links[index].detail?.storedObjects, stored.count > MemberIndex.usefulCount,
            let difference = difference(from: ContiguousArray(stored.map { $0 as AnyObject })),
            difference.present.count == difference.added.count
        else { return nil }
        return (difference, stored)
    }

    /// Returns the objects before the change in progress, or the present ones.
    private func formerObjects(_ link: Link) -> [any PersistentModel] {
        if let list = link.detail?.oldList {
            func models<T: PersistentModel>(_ type: T.Type) -> [any PersistentModel] {
                list.typed(as: T.self).erased
            }
            return models(relationship.target)
        }
        return link.detail?.oldObjects ?? objects
    }

    /// Returns the object's links, loaded if undo needs that; nil if the object was deleted. Deleted objects
    /// keep their last values.
    private func editableLinks() -> ObjectLinks? {
        guard state.phase != .deleted, let links = ObjectLinks.of(model, state) else { return nil }
        if links[index].isLent { endLoan(returning: true) }
        // An undo may have to put an object back into the middle.
        if state.phase.isAlive, state.context?.undoManager != nil {
            state.load(model, relationship.column)
        }
        return links
    }

    /// Returns whether a list contains an object, without reading the store.
    func contains(_ element: any PersistentModel) -> Bool {
        guard let links = ObjectLinks.of(model, state), links[index].isLoaded else {
            return refers(to: element)
        }
        return hasLoaded(element, links)
    }

    /// Returns whether a loaded list contains an object.
    private func hasLoaded(_ element: any PersistentModel, _ links: ObjectLinks) -> Bool {
        // Search the list directly at first: most lists are short, or are changed only a few times.
        if links[index].searches < MemberIndex.usefulCount {
            links[index].searches += 1
            return !model._$relate(relationship.column, .find(element)).isEmpty
        }
        return links.detail(index).members.contains(element, in: objects)
    }
}

extension LinkEnd {
    /// Sets the object's position in the list on the other side of a to-one relationship.
    func setOrder(_ order: Int64) {
        guard let links = ObjectLinks.of(model, state), links[index].order != order else { return }
        noteOrder()
        links[index].order = order
    }

    /// Notes that the object's position in a list is about to change.
    private func noteOrder() {
        // Include objects that are being deleted, because the history gets their original position.
        guard state.phase == .saved || state.phase == .deleting, let order = state.links?[index].order,
            let column = state.layout?.keys.first(where: { $0.relationship === relationship })?.orderColumn
        else { return }
        state.noteFirstChange(of: model)
        if state.unsaved.columns.contains(column) { return }
        state.unsaved.columns.insert(column)
        state.noteOriginal(
            UnsavedChanges.Original(column: column, value: order == 0 ? .null : .integer(order)))
    }
}

extension EntityColumn {
    /// Returns the value of an object to store in the column, which can also be a foreign key or a position.
    ///
    /// - Parameters:
    ///   - model: The object.
    ///   - state: Its state.
    ///   - index: The index of the column.
    func stored(_ model: any PersistentModel, _ state: ModelState, _ index: Int) throws -> StoredValue {
        switch role {
        case .value: return try model._$stored(index)
        case .key(let relationship): return LinkEnd(model, state, relationship).key
        case .order(let relationship):
            let order = state.links?[relationship.index].order ?? 0
            return order == 0 ? .null : .integer(order)
        case .withoutColumn: return .null
        }
    }
}
