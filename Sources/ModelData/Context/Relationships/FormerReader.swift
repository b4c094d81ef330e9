/// Reads relationships of objects whose context is gone, each with a context that lives as long as the read.
struct FormerReader {
    private let former: FormerContext

    /// - Parameter state: The state of the object; nil is returned if it never had a context, or was deleted.
    init?(_ state: ModelState) {
        guard state.phase == .transient, let former = state.former?.context else { return nil }
        self.former = former
    }

    /// Loads a list. Its objects refer to the owner weakly, as they would if they had left the context with it.
    func loadList(_ end: LinkEnd, _ links: ObjectLinks) {
        guard end.state.record > 0, let stored = related(end) else { return }
        let removed = Set((links[end.index].detail?.removed ?? []).map(\._$state.record))
        let objects = stored.filter { !removed.contains($0._$state.record) }.map(former.unique)
        end.finishLoading(objects, links)
        refer(objects, to: end)
    }

    /// Lets the objects of a relationship refer to its owner, if the inverse is to-one.
    private func refer(_ objects: [any PersistentModel], to end: LinkEnd) {
        guard let inverse = end.relationship.inverse, !inverse.isToMany else { return }
        for object in objects {
            guard let links = object._$state.links, !links[inverse.index].isLoaded else { continue }
            links.detail(inverse.index).formerObject = end.model
        }
    }

    /// Returns the object of a to-one relationship. The relationship refers to it weakly.
    func target(_ end: LinkEnd, _ links: ObjectLinks) -> (any PersistentModel)? {
        let link = links[end.index]
        let number = link.record > 0 ? link.record : link.detail?.formerNumber ?? 0
        let target = end.relationship.target
        let found =
            number > 0
            ? read { try $0.record(target, number) } ?? nil
            : end.state.record > 0 && link.state == .unloaded ? related(end)?.last : nil
        guard let object = found.map(former.unique) else { return nil }
        links.detail(end.index).formerObject = object
        refer([object], to: end)
        return object
    }

    /// Returns the stored objects of a relationship; nil if they can't be read.
    private func related(_ end: LinkEnd) -> [any PersistentModel]? {
        read { context in
            guard let owner = try context.record(type(of: end.model), end.state.record) else { return [] }
            try RelationshipLoader(context).load([owner], end.relationship)
            return owner._$relate(end.relationship.column, .read)
        }
    }

    private func read<Result>(_ body: (ModelContext) throws -> Result) -> Result? {
        var sessions: [ContextSession] = []
        func run() throws -> Result {
            let context = ModelContext(ModelContainer(core: former.core))
            context.registry.former = former
            defer { sessions = context.registry.sessions.open }
            return try body(context)
        }
        // The next read uses the same connections. By now, no context does.
        defer { for session in sessions { session.store.reuse(session.connection) } }
        do {
            return try run()
        } catch {
            former.noteFailure(error)
            return nil
        }
    }
}

extension ModelContext {
    fileprivate func record(
        _ type: any PersistentModel.Type, _ number: Int64
    ) throws -> (any PersistentModel)? {
        func object<T: PersistentModel>(_ type: T.Type) throws -> (any PersistentModel)? {
            try self.object(T.self, number: number)
        }
        return try object(type)
    }
}
