// Aliases: objects that share a record with another object, the canonical object.
//
// If a new object has the unique values of an existing record, its save updates that record. If the context
// already has an object for the record, two objects then represent it, and programs may use either object.
// The new object becomes an alias of the older object, which is the canonical object. An alias has no state
// of its own: its properties are copied from the canonical object before each read, and to the canonical
// object after each change. So observers, undo and saves see only the canonical object.

/// Copies values between an alias and its canonical object.
struct AliasValues {
    let state: ModelState

    private var observers: ObjectObservers? { state.observers }

    /// The canonical object of an alias; nil for all other objects.
    var canonicalObject: (any PersistentModel)? {
        guard state.phase == .alias, var object = observers?.canonicalObject else { return nil }
        // A canonical object that was deleted and inserted again may itself have become an alias.
        while object._$state.phase == .alias, let next = object._$state.observers?.canonicalObject {
            object = next
        }
        return object
    }

    /// Makes a new object an alias of the object that already represents its record.
    func becomeAlias(of canonicalObject: any PersistentModel, record: Int64) {
        state.detach(as: .alias)
        state.record = record
        state.links = nil
        if state.observers == nil { state.observers = ObjectObservers(nil) }
        state.observers?.canonicalObject = canonicalObject
    }

    /// Turns an alias back into an independent object that belongs to no context.
    func leaveCanonicalObject() {
        guard state.phase == .alias else { return }
        observers?.canonicalObject = nil
        state.record = 0
        state.phase = .transient
    }

    /// Copies a property from the canonical object, before the property is read.
    func read<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>) {
        guard let observers, !observers.isCopying, let canonicalObject = canonicalObject as? M,
            let writable = keyPath as? ReferenceWritableKeyPath<M, V>,
            // Each object has its own transient properties.
            M.schemaMetadata.contains(where: { $0.keyPath == keyPath })
        else { return }
        // Reading the canonical object registers it with the observation that tracks this read.
        let value = canonicalObject[keyPath: keyPath]
        observers.isCopying = true
        defer { observers.isCopying = false }
        state.withoutPropertyObservers { model[keyPath: writable] = value }
    }

    /// Copies all values from the canonical object to an alias, before a property of the alias is set.
    func readAll(_ model: any PersistentModel) {
        guard let observers, !observers.isCopying, let canonicalObject else { return }
        canonicalObject._$state.complete(canonicalObject)
        for (column, property) in type(of: model).schemaMetadata.enumerated() {
            // Skip properties that are being changed right now.
            if property.codec.isRelationship || observers.changing.contains(column) { continue }
            guard let value = try? canonicalObject._$stored(column),
                value != (try? model._$stored(column))
            else { continue }
            try? model.restore(column, from: value)
        }
    }

    /// Prepares a change of an alias's property.
    func willChange<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>, _ column: Int) {
        guard let observers, !observers.isCopying else { return }
        observers.changing.append(column)
        observers.registrar.willSet(model, keyPath: keyPath)
    }

    /// Copies a changed property to the canonical object.
    func didChange<M: PersistentModel, V>(_ model: M, _ keyPath: KeyPath<M, V>) {
        guard let observers, !observers.isCopying else { return }
        observers.registrar.didSet(model, keyPath: keyPath)
        if !observers.changing.isEmpty { observers.changing.removeLast() }
        guard let canonicalObject = canonicalObject as? M,
            let writable = keyPath as? ReferenceWritableKeyPath<M, V>
        else { return }
        observers.isCopying = true
        let value = model[keyPath: keyPath]
        observers.isCopying = false
        canonicalObject[keyPath: writable] = value
    }
}
