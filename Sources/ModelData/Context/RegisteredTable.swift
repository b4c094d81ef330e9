/// The objects of one model that a context knows, one for each record.
final class RegisteredTable {
    let layout: EntityLayout
    unowned(unsafe) let context: ModelContext
    let session: StoreSession
    private let map = RecordMap()
    /// The records that the next save deletes, as far as they have no object.
    var doomed: Set<Int64> = [] {
        didSet { hasDoomed = !doomed.isEmpty }
    }
    /// Whether there are such records; asked once a row.
    private(set) var hasDoomed = false
    /// Whether there may be objects of which some properties weren't read.
    var hasPartial = false
    private var knownKeyPaths: KeyPathTable?
    private var updates: [ColumnSet: String] = [:]
    /// The tables of subclasses, once they were asked for. The table itself isn't among them: it, and with it the context
    /// and its connection, would never go.
    var knownDescendants: [RegisteredTable]?
    /// The position of the class that the last row was of; the next one most often is too.
    var lastKind = 0

    init(_ layout: EntityLayout, context: ModelContext, session: StoreSession) {
        self.layout = layout
        self.context = context
        self.session = session
    }

    /// How far ahead each relationship is loaded, by the positions of the relationships.
    private var readAheads: [Int: ReadAhead] = [:]

    /// Notes that a relationship is read which was loaded ahead.
    func noteRead(ahead relationship: Int) { readAheads[relationship]?.noteRead() }

    /// The objects whose relationship is to be loaded along with one object's.
    func companions(of state: ModelState, _ relationship: RelationshipShape) -> [any PersistentModel] {
        let limit = readAheads[relationship.index, default: ReadAhead()].next()
        guard limit > 0, let shape = state.graph?.shape else { return [] }
        let states = map.neighbours(of: state.record, limit: limit) { other in
            guard other.phase == .saved, let links = other.graph, links.shape === shape else { return false }
            return !links[relationship.index].isLoaded
        }
        for other in states { other.graph?[relationship.index].isAhead = true }
        readAheads[relationship.index]?.noteLoaded(states.count)
        return states.compactMap(\.model)
    }

    func state(_ record: Int64) -> ModelState? { map[record] }

    /// Makes an object the one that stands for a record.
    func register(_ model: any PersistentModel, _ state: ModelState, record: Int64) {
        state.record = record
        state.revived = 0
        state.phase = .saved
        state.context = context
        state.model = model
        state.table = self
        state.epoch = session.epoch
        map.insert(state, for: record)
    }

    func forget(_ record: Int64, _ state: ModelState) { map.remove(record, of: state) }

    /// The registered objects. They are held, since what is done with one may let go of another.
    var models: [any PersistentModel] {
        var models: [any PersistentModel] = []
        models.reserveCapacity(map.count)
        map.forEach { state in
            if let model = state.model { models.append(model) }
        }
        return models
    }

    /// The states of the registered objects.
    var states: [ModelState] {
        var states: [ModelState] = []
        states.reserveCapacity(map.count)
        map.forEach { states.append($0) }
        return states
    }

    /// Takes all objects out of the context; they keep their values.
    func detachAll() {
        completeAll()
        // Objects go away when others let go of them; those that hold another one are held until then.
        var models: [any PersistentModel] = []
        map.forEach { state in
            if let graph = state.knownGraph, graph.holdsOne, let model = state.model { models.append(model) }
            state.leave(as: .transient)
        }
        map.removeAll()
        for model in models { model._$state.releaseLinks(model) }
    }

    func keyPaths<T: PersistentModel>(_ type: T.Type) -> KeyPathTable {
        if let knownKeyPaths { return knownKeyPaths }
        let table = KeyPathTable(type, layout)
        knownKeyPaths = table
        return table
    }

    /// The statement that writes these columns of one record.
    func updateSQL(_ columns: ColumnSet) -> String {
        if let sql = updates[columns] { return sql }
        let assignments = columns.columns.map { "\(layout.columns[$0].quoted) = ?" }.joined(separator: ", ")
        let sql = "UPDATE \(layout.table) SET \(assignments) WHERE _id = ?"
        updates[columns] = sql
        return sql
    }

    /// The statement that reads one record of the class itself.
    var rowSQL: String {
        let condition = layout.family.map { " AND \($0.exactCondition())" } ?? ""
        return "SELECT \(layout.selection) FROM \(layout.table) WHERE _id = ?\(condition)"
    }

    /// The error for a value that couldn't be read: the column is found by reading each again.
    func unreadable(_ row: ModelRow, record: Int64, _ problem: ValueProblem) -> ModelDataError {
        for (index, column) in layout.columns.enumerated() where column.isValue {
            if let found = Self.problem(of: column.codec, row, index) {
                return .unreadableValue(
                    model: layout.name, property: column.name, record: record, problem: found)
            }
        }
        return .unreadableValue(model: layout.name, property: "", record: record, problem: problem)
    }

    private static func problem<C: ColumnCodec>(
        of codec: C.Type, _ row: ModelRow, _ column: Int
    ) -> ValueProblem? {
        do {
            _ = try codec.decode(row, column)
            return nil
        } catch {
            return error as? ValueProblem
        }
    }

    /// The error for a value that can't be stored: the column is found by encoding each again.
    func invalid(_ model: any PersistentModel, _ problem: ValueProblem) -> ModelDataError {
        let record = model._$state.record > 0 ? model._$state.record : nil
        for (index, column) in layout.columns.enumerated() where column.isValue {
            do {
                _ = try model._$stored(index)
            } catch {
                return .invalidValue(
                    model: layout.name, property: column.name, record: record,
                    problem: error as? ValueProblem ?? problem)
            }
        }
        return .invalidValue(model: layout.name, property: "", record: record, problem: problem)
    }
}
