import Foundation

/// Loads relationships from the stores.
@usableFromInline
struct RelationshipLoader {
    private let context: ModelContext

    init(_ context: ModelContext) { self.context = context }

    /// Loads a relationship before it is read, if it isn't loaded.
    @usableFromInline
    static func load(_ model: any PersistentModel, _ state: ModelState, _ column: Int) {
        guard let links = state.links else { return }
        let index = links.shape.index(of: column)
        guard index >= 0 else { return }
        if links[index].isLoaded {
            if links[index].isReadAhead {
                links[index].isReadAhead = false
                state.table?.readAhead.noteRead(index)
            } else if links[index].isLent {
                LinkEnd(model, state, links.shape.relationships[index]).endLoan(returning: true)
            }
            return
        }
        if state.phase.isAlive, let context = state.context {
            RelationshipLoader(context).load(model, state, links.shape.relationships[index])
        } else if links.shape.relationships[index].isToMany {
            FormerReader(state)?.loadList(LinkEnd(model, state, links.shape.relationships[index]), links)
        }
    }

    /// Loads one relationship of one object.
    func load(
        _ model: any PersistentModel, _ state: ModelState, _ relationship: RelationshipShape
    ) {
        var others: [any PersistentModel] = []
        if state.phase == .saved, let table = state.table {
            others = table.readAhead.candidates(of: state, relationship, in: table.map)
        }
        // An unreadable record of another object mustn't prevent loading this one.
        if !others.isEmpty, (try? load([model] + others, relationship)) != nil { return }
        // An unreadable relationship is empty and stays unloaded.
        context.deferringErrors { try load([model], relationship) }
    }

    /// Loads one relationship of several objects of a model, with one query.
    func load(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws {
        let waiting = models.filter { model in
            guard let links = model._$state.links else { return false }
            return !links[relationship.index].isLoaded
        }
        if waiting.isEmpty { return }
        if relationship.holdsKey {
            try loadByForeignKey(waiting, relationship, as: relationship.target)
        } else {
            try loadByInverse(waiting, relationship, as: relationship.target)
        }
        // External changes can affect the records that were just read.
        for session in context.registry.sessions.open where session.hasUnmergedChanges {
            try ExternalChangeMerger(context).merge(session)
            try load(models, relationship)
        }
    }

    /// Loads objects by the foreign keys in the owners' rows.
    private func loadByForeignKey<T: PersistentModel>(
        _ models: [any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws {
        let table = try context.table(for: T.self)
        let index = relationship.index
        func record(_ model: any PersistentModel) -> Int64 { model._$state.links?[index].record ?? 0 }
        let missing = Set(models.map(record)).filter { table.knownState($0) == nil }
        var loaded: [Int64: T] = [:]
        if !missing.isEmpty {
            let condition = "_id IN (SELECT value FROM json_each(?))\(table.layout.andKind(""))"
            try table.forEachObject(
                T.self, from: "\(table.layout.table) WHERE \(condition)", [.list(missing)]
            ) { loaded[$1.integer(-1)] = $0 }
        }
        for model in models {
            let number = record(model)
            let target = loaded[number] ?? table.knownState(number)?.model as? T
            // A missing required object stays unloaded.
            if target == nil, relationship.isRequired { continue }
            if let target { model._$relate(relationship.column, .set([target])) }
            model._$state.links?[index].finishLoading()
        }
    }

    /// Loads objects whose rows or join rows refer to the owners.
    private func loadByInverse<T: PersistentModel>(
        _ models: [any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws {
        let table = try context.table(for: T.self)
        let records = models.map(\._$state.record).filter { $0 > 0 }
        let source = RelatedRowsSQL(relationship, in: table.layout)
        // The row usually contains the owner. With join tables and shared tables, the query selects it in
        // addition.
        let own = relationship.isJoined || table.layout.isPolymorphic ? nil : relationship.inverseColumn
        let owner = own ?? table.layout.width
        let place = own == nil ? nil : source.orderColumn
        func load(by order: String) throws -> LoadedGroups {
            var found = LoadedGroups()
            try table.forEachObject(
                T.self, selecting: own == nil ? source.owner : nil,
                from: source.rows + " ORDER BY " + order, [.list(records)]
            ) { model, row in
                found.append(
                    model, model._$state, owner: row.integer(owner), place: place.map { row.integer($0) } ?? 0
                )
            }
            found.close()
            return found
        }
        var found = try load(by: source.order)
        // After a synchronization, objects that two stores added can have the same position. Only then sort
        // by one more column, because that sort can't use the index.
        if found.hasTies, let order = source.orderWithoutTies {
            found = try load(by: order)
        }
        for model in models { finishLoading(model, relationship, found, as: T.self) }
    }

    /// Combines the stored objects with unsaved changes.
    private func finishLoading<T: PersistentModel>(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ groups: LoadedGroups,
        as type: T.Type
    ) {
        let state = model._$state
        guard let links = state.links else { return }
        let found = groups[state.record]
        if links[relationship.index].detail == nil, groups.isClean, relationship.isToMany {
            links[relationship.index].finishLoading()
            if !found.isEmpty { model._$relate(relationship.column, .load(found)) }
            return
        }
        let stored: [any PersistentModel] = found.compactMap { $0 as? T }
        LinkEnd(model, state, relationship).finishLoading(stored, links)
    }
}

extension RegisteredTable {
    /// Calls a closure for each object that a query finds.
    func forEachObject<T: PersistentModel>(
        _ type: T.Type, selecting extra: String? = nil, from source: String, _ arguments: [StoredValue],
        _ body: (T, ModelRow) throws -> Void
    ) throws {
        let selection = layout.selection(qualified: extra != nil) + (extra.map { ", \($0)" } ?? "")
        try registry.reading {
            try session.forEachRow("SELECT \(selection) FROM \(source)", arguments) { row in
                try body(registry.object(row, row.integer(-1), self), row)
            }
        }
    }
}

extension EntityLayout {
    /// Returns the SELECT list with the record number and all columns, qualified if the query joins tables.
    func selection(qualified: Bool) -> String {
        if !qualified { return fetchSelection }
        if isPolymorphic, let hierarchy { return hierarchy.qualifiedSelection }
        let names = columns.map { $0.isStored ? "\(table).\($0.quoted)" : "NULL" }
        return (["\(table)._id"] + names).joined(separator: ", ")
    }
}

/// The SQL that reads the objects of a to-many relationship, or of a relationship without a foreign key, for
/// several owners.
struct RelatedRowsSQL {
    /// The FROM clause. Its only parameter is a JSON array of the owners' record numbers.
    let rows: String
    /// The column with the owner's record number.
    let owner: String
    let order: String
    /// The index of the column with the position in the owner's list.
    let orderColumn: Int?
    /// An order that is the same in all synchronized stores, even for equal positions; nil if the records have
    /// no common identity.
    let orderWithoutTies: String?

    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - layout: The layout of the related objects.
    init(_ relationship: RelationshipShape, in layout: EntityLayout) {
        let table = layout.table
        let owners = "(SELECT value FROM json_each(?))"
        if relationship.isJoined, let join = relationship.join {
            let (from, to) = relationship.isJoinSource ? ("_source", "_target") : ("_target", "_source")
            let owner = "\(join.table).\(from)"
            self.owner = owner
            rows =
                "\(join.table) JOIN \(table) ON \(table)._id = \(join.table).\(to) "
                + "WHERE \(owner) IN \(owners)"
            order = "\(owner), \(owner)_order, \(join.table)._id"
            (orderColumn, orderWithoutTies) = (nil, nil)
            return
        }
        let owner = "\(table).\((relationship.inverseName ?? "").quotedSQL)"
        self.owner = owner
        // Sibling classes can share a column for properties of the same name.
        rows = "\(table) WHERE \(owner) IN \(owners)\(layout.andKind(table))"
        guard let inverse = relationship.inverse, inverse.holdsOrder else {
            order = "\(owner), \(table)._id"
            (orderColumn, orderWithoutTies) = (nil, nil)
            return
        }
        let place = "\(table).\(inverse.orderColumn.quotedSQL)"
        order = "\(owner), \(place), \(table)._id"
        orderColumn = layout.keys.first { $0.relationship === inverse }?.orderColumn
        // A unique UUID identifies a record in all synchronized stores.
        let identity = layout.columns.first { column in
            column.isValue && column.codec.wrappedType == UUID.self
                && layout.uniqueGroups.contains { $0.names == [column.name] }
        }
        orderWithoutTies = identity.map { "\(owner), \(place), \(table).\($0.quoted), \(table)._id" }
    }
}

/// Related objects of a query, grouped by owner.
struct LoadedGroups {
    private var objects: ContiguousArray<AnyObject> = []
    private var ranges: [Int64: Range<Int>] = [:]
    private var owner: Int64 = 0
    private var start = 0
    private var place: Int64 = 0
    /// Whether no object has unsaved changes, so that the stored relationships are current.
    private(set) var isClean = true
    /// Whether two objects of an owner have the same position. Zero means that no position was stored.
    private(set) var hasTies = false

    mutating func append(_ model: AnyObject, _ state: ModelState, owner: Int64, place: Int64) {
        if owner != self.owner {
            close()
            self.owner = owner
            start = objects.count
        } else if place == self.place, place != 0 {
            hasTies = true
        }
        self.place = place
        objects.append(model)
        if state.hasChanges || state.hasCascaded { isClean = false }
    }

    /// Ends the group of the last owner.
    mutating func close() {
        if owner != 0 { ranges[owner] = start..<objects.count }
    }

    subscript(owner: Int64) -> ContiguousArray<AnyObject>.SubSequence {
        objects[ranges[owner] ?? 0..<0]
    }
}

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
        // The list may contain this object.
        _ = former.unique(end.model)
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
        // A record that refers to itself is this object.
        if end.state.record > 0 { _ = former.unique(end.model) }
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
    ) throws -> (any PersistentModel)? { try object(type, number: number) }
}
