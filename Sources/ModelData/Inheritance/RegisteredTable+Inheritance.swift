// The objects of a class and of those that inherit from it.

extension RegisteredTable {
    /// The tables of the class's subclasses, at every distance.
    var descendants: [RegisteredTable] {
        if !layout.isPolymorphic { return [] }
        if let knownDescendants { return knownDescendants }
        let found = (layout.family?.kinds.dropFirst() ?? []).compactMap { try? context.table(for: $0.type) }
        knownDescendants = found
        return found
    }

    /// The table itself and those of subclasses, in the order of the layout's kinds.
    var kinds: [RegisteredTable] { [self] + descendants }

    /// The object of a record, be it of the class or a subclass.
    func knownState(_ record: Int64) -> ModelState? {
        if let state = state(record) { return state }
        if !layout.isPolymorphic { return nil }
        for table in descendants {
            if let state = table.state(record) { return state }
        }
        return nil
    }

    /// The records to be deleted that have no objects, those of subclasses included.
    var allDoomed: Set<Int64> {
        layout.isPolymorphic ? kinds.reduce(into: []) { $0.formUnion($1.doomed) } : doomed
    }

    /// The class to which the record of a row belongs.
    func kind(of row: ModelRow, record: Int64) throws -> RegisteredTable {
        if let position = layout.family?.kind(of: row, expecting: lastKind), position <= descendants.count {
            lastKind = position
            return position == 0 ? self : descendants[position - 1]
        }
        let name = row.stored(layout.family?.typePosition ?? 0).description
        throw ModelDataError.unreadableValue(
            model: layout.name, property: ModelFamily.typeColumn, record: record,
            problem: .unreadable(content: name, type: "\(layout.entity.type)"))
    }

    /// The table among those of the family, whatever class this one is of, that has the object of a record.
    func relative(holding record: Int64) -> RegisteredTable? {
        if state(record) != nil { return self }
        guard layout.family != nil, let root = try? context.table(for: layout.shape.root.type) else {
            return nil
        }
        return root.kinds.first { $0.state(record) != nil }
    }

    /// The identifier of a record of the class, or of the subclass that is named.
    func identifier(_ record: Int64, kind name: String? = nil) -> PersistentIdentifier {
        let kind = name.flatMap { name in layout.family?.kinds.first { $0.name == name } }
        return PersistentIdentifier(origin: kind?.origin ?? layout.origin, number: record)
    }

    /// The statement that reads one record, be it of the class or a subclass.
    var fetchRowSQL: String {
        let condition = layout.family?.condition().map { " AND \($0)" } ?? ""
        return "SELECT \(layout.fetchSelection) FROM \(layout.table) WHERE _id = ?\(condition)"
    }
}

extension EntityLayout {
    /// Whether identifiers of an origin can be those of the model's objects.
    func covers(_ origin: IdentifierOrigin) -> Bool {
        origin === self.origin || (isPolymorphic && family?.kinds.contains { $0.origin === origin } == true)
    }

    /// The condition that a row is of the model itself, to be added to others; empty where it must be.
    var exactCondition: String { family.map { " AND \($0.exactCondition())" } ?? "" }

    /// What an upsert names after ON CONFLICT: unique columns, and of which records they are unique.
    func conflictTarget(of columns: [Int], _ list: String) -> String {
        let names = columns.map { self.columns[$0].name }
        let part = uniqueGroups.first { $0.names == names }?.condition
        return part.map { "(\(list)) WHERE \($0)" } ?? "(\(list))"
    }

    /// The models whose objects a query for the model's can find.
    var kindTypes: [any PersistentModel.Type] { family?.kinds.map(\.type) ?? [entity.type] }

    /// The condition that a row is of the model or a subclass, to be added to others; empty where it must be.
    func andKind(_ qualifier: String) -> String {
        family?.condition(qualifier: qualifier).map { " AND \($0)" } ?? ""
    }
}

extension ModelContext {
    /// The object of a row that may be of a subclass: the one that the context has, or a new one.
    func kindredObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable
    ) throws -> T {
        let kind = try table.kind(of: row, record: record)
        let model = try kindredObject(row, record, kind, as: kind.layout.entity.type)
        guard let model = model as? T else { throw ModelDataError.unknownModel(name: kind.layout.name) }
        return model
    }

    private func kindredObject<T: PersistentModel>(
        _ row: ModelRow, _ record: Int64, _ table: RegisteredTable, as type: T.Type
    ) throws -> any PersistentModel {
        let model: T = try ownObject(row, record, table)
        return model
    }
}

extension ModelContext {
    /// A model and those that inherit from it.
    func kinds(of type: any PersistentModel.Type) throws -> Set<ObjectIdentifier> {
        Set(try table(for: type).layout.kindTypes.map { ObjectIdentifier($0) })
    }

    /// The names of a model and of those that inherit from it.
    func kindNames(of type: any PersistentModel.Type) -> [String] {
        (try? table(for: type).layout.kindTypes.map { $0._$entityName }) ?? []
    }

    /// The identifiers of the records that a plan finds by SQL alone, each with its own class.
    func kindredIdentifiers<T: PersistentModel>(
        of plan: FetchPlan<T>, without doomed: Set<Int64>
    ) throws -> [PersistentIdentifier] {
        let selection = "_id, \(ModelFamily.typeColumn.quotedSQL)"
        let (sql, arguments) = plan.sql(selecting: selection, isLimited: doomed.isEmpty)
        let found = try plan.table.session.connection.perform { connection in
            if plan.needsFunctions { try connection.registerFunctions() }
            return try connection.rows(sql, arguments).compactMap { row -> PersistentIdentifier? in
                guard case .integer(let record) = row[0], !doomed.contains(record) else { return nil }
                return plan.table.identifier(record, kind: row[1].description)
            }
        }
        return doomed.isEmpty ? found : plan.limited(found)
    }
}
