import Foundation

extension ModelContext {
    /// The object of a record, if the context has it.
    func known(_ type: any PersistentModel.Type, _ record: Int64) -> (any PersistentModel)? {
        guard record > 0, let table = try? table(for: type) else { return nil }
        return table.knownState(record)?.model
    }

    /// Loads one relationship of one object.
    func fill(_ model: any PersistentModel, _ state: ModelState, _ relationship: RelationshipShape) {
        let companions = state.phase == .saved ? state.table?.companions(of: state, relationship) ?? [] : []
        // What can't be read of the others mustn't keep the object's own from being loaded.
        if !companions.isEmpty, (try? fill([model] + companions, relationship)) != nil { return }
        // A relationship that can't be read is empty, and stays to be loaded.
        reading { try fill([model], relationship) }
    }

    /// Loads one relationship of several objects of a model, with one query.
    func fill(_ models: [any PersistentModel], _ relationship: RelationshipShape) throws {
        let waiting = models.filter { model in
            guard let links = model._$state.graph else { return false }
            return !links.links[relationship.index].isLoaded
        }
        if waiting.isEmpty { return }
        if relationship.holdsKey {
            try fillKeys(waiting, relationship, as: relationship.target)
        } else {
            try fillOthers(waiting, relationship, as: relationship.target)
        }
        // What others changed meanwhile may concern what was just read.
        for session in openSessions where session.mustFollow {
            try follow(session)
            try fill(models, relationship)
        }
    }

    /// Loads objects whose record numbers are in the owners' rows.
    private func fillKeys<T: PersistentModel>(
        _ models: [any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws {
        let table = try table(for: T.self)
        let index = relationship.index
        func record(_ model: any PersistentModel) -> Int64 { model._$state.graph?.links[index].record ?? 0 }
        let missing = Set(models.map(record)).filter { table.knownState($0) == nil }
        var loaded: [Int64: T] = [:]
        let condition = "_id IN (SELECT value FROM json_each(?))\(table.layout.andKind(""))"
        try forEach(
            T.self, table, from: "\(table.layout.table) WHERE \(condition)", [.text(Self.list(missing))]
        ) { loaded[$1.integer(-1)] = $0 }
        for model in models {
            let number = record(model)
            let target = loaded[number] ?? table.knownState(number)?.model as? T
            // One that must be there and isn't stays to be loaded.
            if target == nil, relationship.isRequired { continue }
            if let target { model._$relate(relationship.column, .set([target])) }
            model._$state.graph?.links[index].isLoaded = true
        }
    }

    /// Loads objects that refer to the owners, or are paired with them.
    private func fillOthers<T: PersistentModel>(
        _ models: [any PersistentModel], _ relationship: RelationshipShape, as type: T.Type
    ) throws {
        let table = try table(for: T.self)
        let records = models.map(\._$state.record).filter { $0 > 0 }
        let source = table.layout.source(of: relationship)
        // An object's own row often says whose it is; pairs, and rows of several classes, are asked for it.
        let own = relationship.isJoined || table.layout.isPolymorphic ? nil : relationship.inverseColumn
        let owner = own ?? table.layout.width
        let place = own == nil ? nil : table.layout.orderColumn(of: relationship.inverse)
        func load(by order: String) throws -> LoadedGroups {
            var found = LoadedGroups()
            try forEach(
                T.self, table, selecting: own == nil ? source.owner : nil,
                from: source.rows + " ORDER BY " + order, [.text(Self.list(records))]
            ) { model, row in
                found.append(
                    model, model._$state, owner: row.integer(owner), place: place.map { row.integer($0) } ?? 0
                )
            }
            found.close()
            return found
        }
        var found = try load(by: source.order)
        // What two stores added at one time has the same places once it has come together. Sorting all by one thing
        // more would take the order from the index that has it.
        if found.hasTies, let order = table.layout.orderWithoutTies(of: relationship) {
            found = try load(by: order)
        }
        for model in models { finishLoading(model, relationship, found, as: T.self) }
    }

    /// Brings what the store has together with what was changed and not saved.
    private func finishLoading<T: PersistentModel>(
        _ model: any PersistentModel, _ relationship: RelationshipShape, _ groups: LoadedGroups,
        as type: T.Type
    ) {
        let state = model._$state
        guard let links = state.graph else { return }
        let detail = links.links[relationship.index].detail
        let found = groups[state.record]
        if detail == nil, groups.isClean, relationship.isToMany {
            links[relationship.index].isLoaded = true
            if !found.isEmpty { model._$relate(relationship.column, .load(ContiguousArray(found))) }
            return
        }
        let stored: [any PersistentModel] = found.map { unsafeDowncast($0, to: T.self) }
        let removed = Set((detail?.removed ?? []).map { ObjectIdentifier($0) })
        var elements = stored.filter { element in
            if element._$state.isSwept || removed.contains(ObjectIdentifier(element)) { return false }
            guard let inverse = relationship.inverse, !inverse.isToMany,
                element._$state.changed.contains(inverse.column)
            else { return true }
            return element._$relate(inverse.column, .read).first === model
        }
        let added = detail?.added ?? []
        let known = Set(added.isEmpty ? [] : elements.map { ObjectIdentifier($0) })
        elements += added.filter { !known.contains(ObjectIdentifier($0)) && !$0.isDeletedElsewhere }
        if let order = detail?.arrangement, !order.isEmpty { elements = Self.arranged(elements, as: order) }
        links.links[relationship.index].detail = nil
        if relationship.isToMany, state.changed.contains(relationship.column) {
            state.detail(relationship.index, links).base = stored
        }
        links.links[relationship.index].isLoaded = true
        if !relationship.isToMany, elements.count > 1 { elements = [elements[elements.count - 1]] }
        if !elements.isEmpty { model._$relate(relationship.column, .set(elements)) }
    }

    /// Elements in the order that a list had before; those that it didn't have come last.
    private static func arranged(
        _ elements: [any PersistentModel], as order: [any PersistentModel]
    ) -> [any PersistentModel] {
        let present = Set(elements.map { ObjectIdentifier($0) })
        let kept = order.filter { present.contains(ObjectIdentifier($0)) }
        let known = Set(kept.map { ObjectIdentifier($0) })
        return kept + elements.filter { !known.contains(ObjectIdentifier($0)) }
    }

    /// Goes through the objects of the rows that a condition finds.
    func forEach<T: PersistentModel>(
        _ type: T.Type, _ table: RegisteredTable, selecting extra: String? = nil, from source: String,
        _ arguments: [StoredValue], _ body: (T, ModelRow) throws -> Void
    ) throws {
        let selection = table.layout.selection(qualified: extra != nil) + (extra.map { ", \($0)" } ?? "")
        let sql = "SELECT \(selection) FROM \(source)"
        try table.session.connection.perform { connection in
            let statement = try connection.statement(sql)
            try statement.bind(arguments)
            statement.isInUse = true
            defer {
                statement.reset()
                statement.isInUse = false
            }
            let row = ModelRow(statement: statement.handle)
            while try statement.step() { try body(self.object(row, row.integer(-1), table), row) }
        }
    }

    /// Record numbers as a JSON array, so that one statement serves any number of them.
    static func list(_ records: some Collection<Int64>) -> String {
        var text = "["
        for record in records {
            if text.utf8.count > 1 { text += "," }
            text += String(record)
        }
        return text + "]"
    }
}

extension EntityLayout {
    /// The record number and all columns; behind the table's name where another table takes part.
    func selection(qualified: Bool) -> String {
        if !qualified { return fetchSelection }
        if isPolymorphic, let family { return family.selection(qualifier: table) }
        let names = columns.map { $0.isStored ? "\(table).\($0.quoted)" : "NULL" }
        return (["\(table)._id"] + names).joined(separator: ", ")
    }

    /// Where the rows of this table stand that belong to the owners of a relationship to it; the one
    /// parameter is the JSON array of the owners' record numbers.
    func source(
        of relationship: RelationshipShape
    ) -> (rows: String, owner: String, order: String) {
        let owners = "(SELECT value FROM json_each(?))"
        if relationship.isJoined, let join = relationship.join {
            let isForward = relationship.leadsJoin
            let own = "\(join.table).\(isForward ? "_source" : "_target")"
            let other = "\(join.table).\(isForward ? "_target" : "_source")"
            let place = "\(join.table).\(isForward ? "_source_order" : "_target_order")"
            return (
                "\(join.table) JOIN \(table) ON \(table)._id = \(other) WHERE \(own) IN \(owners)", own,
                "\(own), \(place), \(join.table)._id"
            )
        }
        let key = "\(table).\((relationship.inverseName ?? "").quotedSQL)"
        // Classes beside each other may have a property of this name each, which is one column.
        let rows = "\(table) WHERE \(key) IN \(owners)\(andKind(table))"
        let place = place(in: relationship).map { "\($0), " } ?? ""
        return (rows, key, "\(key), \(place)\(table)._id")
    }

    /// The order of a relationship in which records with the same place stand alike in all stores; `nil` where nothing
    /// is known that they have in common there.
    func orderWithoutTies(of relationship: RelationshipShape) -> String? {
        guard let place = place(in: relationship), let identity = identityColumn,
            let inverse = relationship.inverseName
        else { return nil }
        return "\(table).\(inverse.quotedSQL), \(place), \(table).\(identity.quoted), \(table)._id"
    }

    /// The column with the place in the order of a one-to-many relationship to this model.
    private func place(in relationship: RelationshipShape) -> String? {
        guard let inverse = relationship.inverse, inverse.holdsOrder else { return nil }
        return "\(table).\(inverse.orderColumn.quotedSQL)"
    }

    /// The position of the place in the order that a relationship's other side has.
    func orderColumn(of relationship: RelationshipShape?) -> Int? {
        keys.first { $0.relationship === relationship }?.orderColumn
    }

    /// The UUID that a record has in all stores that are kept the same.
    private var identityColumn: ColumnLayout? {
        columns.first { column in
            column.isValue && column.codec.wrappedType == UUID.self
                && uniqueGroups.contains { $0.names == [column.name] }
        }
    }
}

extension RelationshipShape {
    /// The table of pairs, for a relationship that has one.
    var join: JoinLayout? {
        guard isJoined else { return nil }
        return JoinLayout(leadsJoin ? self : inverse ?? self)
    }
}

/// Related objects as a query finds them, one owner's after another's.
struct LoadedGroups {
    private var objects: ContiguousArray<AnyObject> = []
    private var ranges: [Int64: Range<Int>] = [:]
    private var owner: Int64 = 0
    private var start = 0
    private var place: Int64 = 0
    /// Whether none of the objects has unsaved changes, so that they are related as the store says.
    private(set) var isClean = true
    /// Whether two of one owner's have the same place in its order. Zero is none: those that were written without one
    /// stand as they were written.
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
        if state.hasChanges || state.isSwept { isClean = false }
    }

    /// Ends the last owner's.
    mutating func close() {
        if owner != 0 { ranges[owner] = start..<objects.count }
    }

    subscript(owner: Int64) -> ContiguousArray<AnyObject>.SubSequence {
        objects[ranges[owner] ?? 0..<0]
    }
}
