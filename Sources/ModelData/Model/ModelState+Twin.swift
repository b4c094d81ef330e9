// Objects whose record another object stands for.
//
// A new object whose unique values a record has already gives them to that record. When the context has an object of
// the record, there are two then, and programs go on with either: the new one becomes the twin of the other, its elder.
// It has no state of its own any more. A property is taken from the elder before it is read, and given to the elder
// after it was changed, so that observers, undo and saves see one object only: the elder.

extension ModelState {
    /// The object that stands for the record of a twin; nil for all other objects.
    var elder: (any PersistentModel)? {
        guard phase == .twin, var elder = observers?.elder else { return nil }
        // One that was deleted, inserted again and met a third one is a twin by now.
        while elder._$state.phase == .twin, let next = elder._$state.observers?.elder { elder = next }
        return elder
    }

    /// Makes a new object the twin of the one that its record has already.
    func become(twinOf elder: any PersistentModel, record: Int64) {
        detach(as: .twin)
        self.record = record
        graph = nil
        if observers == nil { observers = ObjectObservers(nil) }
        observers?.elder = elder
    }

    /// Makes a twin an object of its own again, which belongs to no context.
    func leaveElder() {
        guard phase == .twin else { return }
        observers?.elder = nil
        record = 0
        phase = .transient
    }

    /// Takes the elder's value of a property that is about to be read.
    func readElder<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>) {
        guard let observers, !observers.isFollowing, let elder = elder as? M,
            let writable = keyPath as? ReferenceWritableKeyPath<M, V>,
            // What isn't stored each object has for itself.
            M.schemaMetadata.contains(where: { $0.keyPath == keyPath })
        else { return }
        // Who tracks the read hears of the elder's changes.
        let value = elder[keyPath: keyPath]
        observers.isFollowing = true
        defer { observers.isFollowing = false }
        quietly { model[keyPath: writable] = value }
    }

    /// Takes all values of the elder, before one of them is set.
    func readElder(_ model: any PersistentModel) {
        guard let observers, !observers.isFollowing, let elder else { return }
        elder._$state.complete(elder)
        for (column, property) in type(of: model).schemaMetadata.enumerated() {
            // What is being changed mustn't be touched.
            if property.codec.isRelationship || observers.changing.contains(column) { continue }
            guard let value = try? elder._$stored(column), value != (try? model._$stored(column)) else {
                continue
            }
            try? model._$restore(column, from: value)
        }
    }

    /// Prepares the change of a twin's property.
    func willChangeTwin<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>, _ column: Int) {
        guard let observers, !observers.isFollowing else { return }
        observers.changing.append(column)
        observers.registrar.willSet(model, keyPath: keyPath)
    }

    /// Gives the elder a property that was changed.
    func didChangeTwin<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>) {
        guard let observers, !observers.isFollowing else { return }
        observers.registrar.didSet(model, keyPath: keyPath)
        if !observers.changing.isEmpty { observers.changing.removeLast() }
        guard let elder = elder as? M, let writable = keyPath as? ReferenceWritableKeyPath<M, V> else {
            return
        }
        observers.isFollowing = true
        let value = model[keyPath: keyPath]
        observers.isFollowing = false
        elder[keyPath: writable] = value
    }

    /// Has an object be related to elders where it was given twins.
    func replaceTwins(of model: any PersistentModel, _ relationship: RelationshipShape) {
        // A context without twins needn't look through long lists.
        if relationship.isToMany, context?.hasTwins == false { return }
        let elements = model._$relate(relationship.column, .read)
        guard elements.contains(where: { $0._$state.phase == .twin }) else { return }
        model._$relate(relationship.column, .replace(elements.map { $0._$state.elder ?? $0 }))
    }
}

extension ModelContext {
    /// Notes that a record has a second object.
    func noteTwin(_ model: any PersistentModel) {
        hasTwins = true
        openTransaction?.twins.append(model)
    }
}
