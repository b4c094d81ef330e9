/// The targets of to-one relationships that objects release when their context is deallocated.
///
/// An object and its target may retain each other. So an object that leaves its context releases its targets, and
/// refers to them weakly from then on. This needs an allocation for each relationship, but most objects are
/// deallocated together with their context. Therefore, all targets are released first, and only objects that the
/// program still uses get references to them.
struct FormerTargets {
    private struct Entry {
        /// The index of the object.
        let position: Int
        let state: ModelState
        /// The index of the relationship.
        let relationship: Int
        weak var target: (any PersistentModel)?
    }

    private var entries: ContiguousArray<Entry> = []
    private var objects: ContiguousArray<AnyObject> = []

    /// Releases the targets of objects that have left their context, and the objects.
    static func release(of models: inout [any PersistentModel]) {
        var former = FormerTargets()
        for model in models { former.take(from: model) }
        models = []
        former.refer()
    }

    private mutating func take(from model: any PersistentModel) {
        let state = model._$state
        LinkEnds(model, state).release { index, _, target in
            entries.append(
                Entry(position: objects.count, state: state, relationship: index, target: target))
        }
        objects.append(model)
    }

    /// Lets the objects that are still used refer to their former targets.
    private mutating func refer() {
        for entry in entries where !isKnownUniquelyReferenced(&objects[entry.position]) {
            guard let target = entry.target, let links = entry.state.linkStorage.known else { continue }
            links.detail(entry.relationship).formerObject = target
        }
    }
}
