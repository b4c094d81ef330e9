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
        let record: Int64
        /// The target if its values must be kept.
        var kept: (any PersistentModel)?
    }

    private var entries: ContiguousArray<Entry> = []
    private var objects: ContiguousArray<AnyObject> = []
    private var keepsValues = false

    /// Releases the targets of objects that have left their context, and the objects.
    static func release(of models: inout [any PersistentModel]) {
        var former = FormerTargets()
        for model in models { former.take(from: model) }
        models = []
        former.refer()
    }

    private mutating func take(from model: any PersistentModel) {
        let state = model._$state
        LinkEnds(model, state).release { index, links, target in
            let isKept = FormerRecords.keeps(target, of: links.shape.relationships[index])
            if isKept { keepsValues = true }
            entries.append(
                Entry(
                    position: objects.count, state: state, relationship: index, target: target,
                    record: max(target._$state.record, 0), kept: isKept ? target : nil))
        }
        objects.append(model)
    }

    /// Lets the objects that are still used refer to their former targets.
    private mutating func refer() {
        let records = FormerRecords()
        if keepsValues {
            for entry in entries {
                if let target = entry.kept {
                    records.add(target, releasedBy: entry.state, entry.relationship)
                }
            }
        }
        for entry in entries where !isKnownUniquelyReferenced(&objects[entry.position]) {
            guard let links = entry.state.linkStorage.known else { continue }
            links.detail(entry.relationship).formerNumber = entry.record
            guard let target = entry.target else { continue }
            let detail = links.detail(entry.relationship)
            detail.formerObject = target
            if let kept = entry.kept { detail.formerRecord = records.note(kept) }
        }
        records.endNotes()
    }
}

/// The last values of required and of unsaved targets, for objects that left their context.
///
/// A strong reference to the target would keep both in memory for ever, if the target's list contains the object. A
/// target that is no longer used is therefore made again of its values. Other targets are read from the store again.
final class FormerRecords {
    /// The place of one target's values.
    struct Place {
        let records: FormerRecords
        let index: Int

        func object() -> (any PersistentModel)? { records.object(at: index) }
    }

    private struct Values {
        let type: any PersistentModel.Type
        let values: [StoredValue]
        let former: FormerTable?
        let record: Int64
        /// The object if it can't be made again, because a value can't be stored or isn't decoded.
        let retained: (any PersistentModel)?
        weak var object: (any PersistentModel)?
        /// The kept targets, by the index of their relationships. A place in these records has only its index, because
        /// a reference to the records themselves would keep them in memory.
        var own: [(relationship: Int, index: Int)] = []
        var others: [(relationship: Int, place: Place)] = []
    }

    private var values: [Values] = []
    /// Only during the notes: the places of targets, the targets, which are retained meanwhile, and the targets
    /// that objects have released already.
    private var places: [ObjectIdentifier: Int] = [:]
    private var noted: [any PersistentModel] = []
    private var released: [ObjectIdentifier: [(relationship: Int, target: any PersistentModel)]] = [:]

    /// Removes objects from their context. They keep what the related objects had.
    static func detach(_ models: [any PersistentModel], as phase: ModelState.Phase) {
        let records = FormerRecords()
        for model in models {
            model._$state.detach(as: phase)
            LinkEnds(model).release(records)
        }
        records.endNotes()
    }

    /// Returns whether the values of a target are kept.
    static func keeps(_ target: any PersistentModel, of relationship: RelationshipShape) -> Bool {
        relationship.isRequired || target._$state.record <= 0
    }

    /// Adds a target that an object has released.
    func add(_ target: any PersistentModel, releasedBy state: ModelState, _ relationship: Int) {
        released[ObjectIdentifier(state), default: []].append((relationship, target))
    }

    /// Keeps the values of an object, and those of the objects that it refers to if they must be kept.
    func note(_ model: any PersistentModel) -> Place {
        if let index = places[ObjectIdentifier(model)] { return Place(records: self, index: index) }
        let first = values.count
        append(model)
        var next = first
        while next < noted.count {
            noteTargets(of: noted[next], at: next)
            next += 1
        }
        return Place(records: self, index: first)
    }

    /// Releases the noted objects.
    func endNotes() {
        places = [:]
        noted = []
        released = [:]
    }

    private func append(_ model: any PersistentModel) {
        places[ObjectIdentifier(model)] = values.count
        noted.append(model)
        let state = model._$state
        state.complete(model)
        let stored = try? type(of: model).schemaMetadata.enumerated().map { index, property in
            let value = try model._$stored(index)
            if !property.codec.isRelationship { try property.codec.checkDecodes(value) }
            return value
        }
        values.append(
            Values(
                type: type(of: model), values: stored ?? [], former: state.table?.former ?? state.former,
                record: state.record,
                retained: stored == nil ? model : nil, object: model))
    }

    private func noteTargets(of model: any PersistentModel, at index: Int) {
        let state = model._$state
        guard let links = state.linkStorage.known else { return }
        let released = released[ObjectIdentifier(state)] ?? []
        for number in links.shape.toOneIndices {
            let relationship = links.shape.relationships[number]
            let target =
                released.first { $0.relationship == number }?.target
                ?? model._$target(relationship.column) ?? links[number].detail?.formerObject
            if let target, Self.keeps(target, of: relationship) {
                if places[ObjectIdentifier(target)] == nil { append(target) }
                if let place = places[ObjectIdentifier(target)] {
                    values[index].own.append((number, place))
                }
            } else if let place = links[number].detail?.formerRecord {
                if place.records === self {
                    values[index].own.append((number, place.index))
                } else {
                    values[index].others.append((number, place))
                }
            }
        }
    }

    private func object(at index: Int) -> (any PersistentModel)? {
        if let object = values[index].object { return object }
        let former = values[index]
        guard let object = try? former.type.make(of: former.values) else { return nil }
        let state = object._$state
        state.former = former.former
        state.record = former.record
        let places =
            former.own.map { ($0.relationship, Place(records: self, index: $0.index)) } + former.others
        if let links = ObjectLinks.of(object, state) {
            // The others are read from the store.
            if state.record > 0 { for index in links.indices { links[index].unload() } }
            for (relationship, place) in places {
                links[relationship].release()
                links.detail(relationship).formerRecord = place
            }
        }
        values[index].object = object
        return object
    }
}

extension ColumnCodec {
    /// Throws if the codec doesn't decode a stored value.
    static func checkDecodes(_ stored: StoredValue) throws { _ = try value(from: stored) }
}

extension PersistentModel {
    /// Makes an object of stored values, without a record.
    static func make(of values: [StoredValue]) throws -> Self {
        let connection = try StoreConnection(path: nil, timeout: 1)
        return try connection.perform { connection in
            let marks = Array(repeating: "?", count: values.count)
            let statement = try connection.statement("SELECT \((["0"] + marks).joined(separator: ", "))")
            try statement.bind(values)
            _ = try statement.step()
            defer { statement.reset() }
            return try Self(_$row: ModelRow(statement: statement.handle))
        }
    }
}

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

extension FormerTable {
    /// Returns the object of a to-one relationship whose owner's context is gone; nil if the property has it, or if there
    /// is none. It isn't stored in the property: its list may contain the owner, and both would stay in memory for ever.
    static func target(of model: any PersistentModel, _ column: Int) -> (any PersistentModel)? {
        let state = model._$state
        guard state.phase == .transient || state.phase == .deleted, let links = state.links else {
            return nil
        }
        let index = links.shape.index(of: column)
        if index < 0 || links[index].isLoaded { return nil }
        if let former = links[index].detail?.former { return former }
        return FormerReader(state)?.target(LinkEnd(model, state, links.shape.relationships[index]), links)
    }
}

/// Creates objects without a record, for the elements of a ``FetchResultsCollection`` whose records are gone.
enum PlaceholderObject {
    /// Returns an object whose properties have their default or empty values; nil if a property has none. A required
    /// relationship has none.
    static func make<T: PersistentModel>(_ type: T.Type, record: Int64 = 0) -> T? {
        let values = type.schemaMetadata.map { property in
            (
                value: (try? property.storedDefault) ?? property.emptyStoredValue,
                isOptional: property.codec.isOptional
            )
        }
        guard values.allSatisfy({ $0.value != .null || $0.isOptional }),
            let model = try? type.make(of: values.map(\.value))
        else { return nil }
        model._$state.phase = .deleted
        model._$state.record = record
        return model
    }
}

/// The object of an identifier without a readable record. It has no properties, so no value of it is invented. No
/// store contains such records.
@Model
final class MissingRecord {
    init() {}
}
