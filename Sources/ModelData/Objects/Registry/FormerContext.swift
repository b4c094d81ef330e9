/// The way to the stores for objects whose context is gone.
///
/// An object and the objects in its lists retain each other, so objects that retained their context would keep it, and
/// its connection, for ever. They retain the container instead: a read opens the store (`FormerReader`).
final class FormerContext {
    private struct Reference {
        weak var object: (any PersistentModel)?
    }

    let core: ContainerCore
    private var references: [PersistentIdentifier: Reference] = [:]

    init(_ core: ContainerCore) { self.core = core }

    /// Returns an object that was just read, or the one that an earlier read returned if the program still uses it.
    func unique(_ object: any PersistentModel) -> any PersistentModel {
        let identifier = object.persistentModelID
        if let known = references[identifier]?.object { return known }
        references[identifier] = Reference(object: object)
        return object
    }

    /// Keeps the first error of a call that can't throw, for the next context that checks its reads.
    func noteFailure(_ error: any Error) {
        core.failure.withLock { if $0 == nil { $0 = error } }
    }
}

/// What an object that isn't registered knows of its table.
final class FormerTable {
    let layout: EntityLayout
    /// Nil if the registry had no context.
    let context: FormerContext?

    init(_ layout: EntityLayout, _ context: FormerContext?) {
        self.layout = layout
        self.context = context
    }
}
