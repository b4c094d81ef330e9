/// The state of an object's relationships, with one entry for each relationship.
///
/// Each object has one instance. The entries are stored in the same allocation.
final class ObjectLinks: ManagedBuffer<ObjectLinks.Header, Link> {
    struct Header {
        let shape: ModelShape
        let count: Int
    }

    /// Creates the entries for an object's relationships: all loaded, or all unloaded.
    static func make(_ shape: ModelShape, isLoaded: Bool) -> ObjectLinks {
        let count = shape.relationships.count
        let buffer = create(minimumCapacity: count) { _ in Header(shape: shape, count: count) }
        buffer.withUnsafeMutablePointerToElements {
            $0.initialize(repeating: Link(isLoaded: isLoaded), count: count)
        }
        // `create` makes an instance of the class that it is called on, but its result has the superclass's type. Debug
        // builds check this cast; a conditional one would have nothing to return if it failed.
        return unsafeDowncast(buffer, to: ObjectLinks.self)
    }

    /// Returns the state of an object's relationships, or nil if its model has no relationships.
    static func of(_ model: any PersistentModel, _ state: ModelState) -> ObjectLinks? {
        if let links = state.links { return links }
        let shape = state.layout?.shape ?? ModelShape.of(type(of: model))
        if shape.relationships.isEmpty { return nil }
        let links = make(shape, isLoaded: true)
        state.links = links
        return links
    }

    deinit {
        withUnsafeMutablePointers { header, links in
            _ = links.deinitialize(count: header.pointee.count)
        }
    }

    // Reads through the pointer. `header` is a property of the standard library, so each access to it is checked
    // for overlapping accesses at run time.
    var shape: ModelShape { withUnsafeMutablePointerToHeader { $0.pointee.shape } }

    var indices: Range<Int> { 0..<withUnsafeMutablePointerToHeader { $0.pointee.count } }

    /// The state of `shape.relationships[index]`.
    subscript(index: Int) -> Link {
        @inline(__always) _read { yield element(index).pointee }
        @inline(__always) _modify { yield &element(index).pointee }
    }

    /// Sets the record number and the position of a relationship, as read from a row.
    func setRow(_ index: Int, record: Int64, order: Int64) {
        let link = element(index)
        link.pointee.refer(to: record)
        link.pointee.order = order
    }

    /// Returns the details of a relationship's changes; creates them if there are none.
    func detail(_ index: Int) -> LinkDetail {
        if let detail = self[index].detail { return detail }
        let detail = LinkDetail()
        self[index].detail = detail
        return detail
    }

    /// Whether any to-one relationship is loaded.
    var hasLoadedToOne: Bool {
        for index in shape.toOneIndices where element(index).pointee.isLoaded { return true }
        return false
    }

    @inline(__always)
    private func element(_ index: Int) -> UnsafeMutablePointer<Link> {
        withUnsafeMutablePointerToElements { $0 + index }
    }
}

/// The state of one relationship of one object, as a state machine.
///
/// | State | The property contains | The unsaved change is in |
/// |---|---|---|
/// | `unloaded` | nothing; ``record`` is the foreign key of a to-one relationship | – |
/// | `deferred` | nothing | ``detail``: the added and removed objects |
/// | `released` | nothing, because the object left its context; ``detail`` has the last object weakly | – |
/// | `loaded` | the related objects | – |
/// | `edited` | the related objects | the property; ``detail`` has the stored objects of a list |
///
/// | Transition | From | To |
/// |---|---|---|
/// | ``refer(to:)``: a row is read | any | `unloaded`; `loaded` if the row refers to no record |
/// | ``finishLoading()``: the objects are read | `unloaded`, `released` / `deferred` | `loaded` / `edited` |
/// | ``noteEdit()``: one side is about to change | `unloaded` / `loaded` | `deferred` / `edited` |
/// | ``setTarget()``, ``replaceAll()``: the relationship gets other objects, or none | any | `edited` |
/// | ``unload()``: the objects must be read again | any | `unloaded` |
/// | ``unload(keeping:)``: the same for a list with unsaved changes | `edited` | `deferred` |
/// | ``discardEdits()``: after a save or rollback | `deferred` / `edited` | `unloaded` / `loaded` |
/// | ``matchStore()``: the object turns out to be the stored one | `edited` | `loaded` |
/// | ``release()``: the object leaves its context | `loaded`, `edited` | `released` |
/// | ``restore()``: the object is inserted again | `released`, `unloaded` | `loaded` |
///
/// No other code changes the state.
struct Link {
    /// The states. Those with objects in the property come last, so that ``isLoaded`` is one comparison.
    enum State: UInt8 {
        case unloaded, deferred, released, loaded, edited
    }

    private(set) var state: State
    /// Whether the inverse is up to date. False after `init`, until the object is inserted into a context.
    var isLinked: Bool
    /// Whether the relationship was loaded in advance, together with another object's, and not read yet.
    var isReadAhead = false
    /// Whether the program is changing the list in place: the property is empty, and ``LinkDetail/oldList`` has the
    /// objects.
    var isLent = false
    /// The number of searches in the list so far, up to ``MemberIndex/usefulCount``.
    var searches: UInt8 = 0
    /// The record number in the foreign key of a to-one relationship that isn't loaded.
    private(set) var record: Int64 = 0
    /// The object's position in the list on the other side of a to-one relationship.
    var order: Int64 = 0
    var detail: LinkDetail?

    /// Creates the state of a new object's relationship, or of one that isn't read yet.
    init(isLoaded: Bool) {
        state = isLoaded ? .loaded : .unloaded
        isLinked = !isLoaded
    }

    /// Whether the property contains the related objects. Otherwise they must be read from the store.
    @inline(__always)
    var isLoaded: Bool { state.rawValue >= State.loaded.rawValue }
}

extension Link {
    /// Refers to a record, whose object is loaded at the next read; zero for none.
    @inline(__always)
    mutating func refer(to record: Int64) {
        self.record = record
        state = record == 0 ? .loaded : .unloaded
        if detail != nil { detail = nil }
    }

    /// Notes that the property contains the stored objects, together with unsaved changes.
    @inline(__always)
    mutating func finishLoading() {
        switch state {
        case .unloaded, .released: state = .loaded
        case .deferred: state = .edited
        case .loaded, .edited: break
        }
    }

    /// Notes that the relationship is about to differ from the store.
    @inline(__always)
    mutating func noteEdit() {
        switch state {
        case .unloaded: state = .deferred
        case .loaded: state = .edited
        case .deferred, .released, .edited: break
        }
    }

    /// Notes that the program sets the object of a to-one relationship, directly or through the inverse.
    @inline(__always)
    mutating func setTarget() {
        state = .edited
        record = 0
        order = 0
        detail = nil
    }

    /// Notes that the program replaces all objects.
    mutating func replaceAll() {
        detail?.oldObjects = nil
        detail?.forgetList()
        detail?.formerObject = nil
        state = .edited
        isLinked = true
        record = 0
        order = 0
    }

    /// Forgets the objects, so that they are read again.
    mutating func unload() {
        state = .unloaded
        detail = nil
    }

    /// Forgets the objects of a list and keeps its unsaved changes.
    mutating func unload(keeping difference: LinkDetail) {
        state = .deferred
        detail = difference
    }

    /// Forgets the unsaved changes, because they were saved or rolled back.
    @inline(__always)
    mutating func discardEdits() {
        if detail != nil { detail = nil }
        switch state {
        case .deferred: state = .unloaded
        case .edited: state = .loaded
        case .unloaded, .released, .loaded: break
        }
    }

    /// Notes that the property contains the stored object.
    mutating func matchStore() {
        if state == .edited { state = .loaded }
    }

    /// Releases the object of a to-one relationship, because its owner leaves the context.
    mutating func release() {
        state = .released
        record = 0
    }

    /// Makes a to-one relationship of an object that left its context usable again.
    mutating func restore() {
        state = .loaded
        record = 0
    }
}

/// The details of a relationship that has changes.
final class LinkDetail {
    /// The object of a to-one relationship before the change in progress.
    var oldObjects: [any PersistentModel]?
    /// The objects of a list before the change in progress; kept and updated for later changes.
    var oldList: ContiguousArray<AnyObject>?
    /// The objects that were added to an unloaded relationship, and those that were removed from it.
    var added: [any PersistentModel] = []
    var removed: [any PersistentModel] = []
    /// Finds objects in the list if it is loaded, otherwise in the list of added objects.
    var members = MemberIndex()
    var removedMembers = MemberIndex()
    /// The stored objects of a list, as they were before its first unsaved change.
    var storedObjects: [any PersistentModel]?
    /// The order of a changed list at the time when it was unloaded.
    var unsavedOrder: [any PersistentModel] = []
    /// The last object of a to-one relationship, after the owner has left its context.
    weak var formerObject: (any PersistentModel)?
    /// Its record number; zero if it has none.
    var formerNumber: Int64 = 0
    /// Its values, if the relationship is required or the object was never saved.
    var formerRecord: FormerRecords.Place?

    /// The last object of a to-one relationship, after the owner has left its context; nil if it must be read from the
    /// store.
    var former: (any PersistentModel)? { formerObject ?? formerRecord?.object() }

    /// Forgets the objects of the list, because it was replaced.
    func forgetList() {
        oldList = nil
        members.reset()
    }
}

/// Where an object has the state of its relationships: in ``ObjectLinks``, or still as the row's foreign key.
///
/// Most fetched objects never have their relationships accessed, so `ObjectLinks` is created at the first
/// access.
struct LinkStorage {
    let known: ObjectLinks?
    /// Whether there is only the row's foreign key.
    let hasRow: Bool
    /// The record number in the row's foreign key, if the model has exactly one foreign key.
    private let rowKey: Int64
    /// The object's position in the related object's list, if the model has exactly one foreign key.
    private let rowOrder: Int64

    @inline(__always)
    init(_ known: ObjectLinks? = nil) {
        self.known = known
        hasRow = false
        rowKey = 0
        rowOrder = 0
    }

    /// Reads the foreign keys of a row; the related objects are loaded when they are first accessed.
    init(_ row: ModelRow, _ layout: EntityLayout) {
        guard layout.keys.count < 2 else {
            let links = ObjectLinks.make(layout.shape, isLoaded: false)
            for key in layout.keys {
                let order = key.orderColumn.map { row.integer($0) } ?? 0
                links.setRow(key.index, record: row.integer(key.column), order: order)
            }
            self.init(links)
            return
        }
        let sole = layout.onlyKey
        self.init(
            rowKey: sole.column >= 0 ? row.integer(sole.column) : 0,
            rowOrder: sole.column >= 0 && sole.order >= 0 ? row.integer(sole.order) : 0)
    }

    @inline(__always)
    private init(rowKey: Int64, rowOrder: Int64) {
        known = nil
        hasRow = true
        self.rowKey = rowKey
        self.rowOrder = rowOrder
    }

    /// Whether the object may have relationships that aren't loaded yet.
    @inline(__always)
    var mayHaveFaults: Bool { hasRow || known != nil }

    /// Whether a required relationship isn't loaded.
    var lacksRequired: Bool {
        guard let known else { return hasRow }
        return known.shape.required.contains { !known[$0.index].isLoaded }
    }

    /// Discards the unsaved changes of all relationships, because they were saved.
    func discardEdits() {
        guard let known else { return }
        for index in known.indices {
            known[index].discardEdits()
            known[index].isLinked = true
        }
    }

    /// Returns the state of the relationships, with the foreign key that was read from the row.
    @inline(never)
    func unpacked(_ layout: EntityLayout) -> ObjectLinks {
        let links = ObjectLinks.make(layout.shape, isLoaded: false)
        if let key = layout.keys.first { links.setRow(key.index, record: rowKey, order: rowOrder) }
        return links
    }
}

/// A set of the objects in a long to-many relationship, so that adding many objects doesn't search the list
/// each time.
///
/// Each list has its own set. The set doesn't retain the objects; the list does. Every change of the list
/// must also be made in the set. Short lists are searched directly, which is faster than keeping a set.
struct MemberIndex {
    /// A set is used from this number of objects in the list, and from this number of searches. Below that, a
    /// direct search is faster.
    static let usefulCount = 32

    private var members: Set<ObjectIdentifier>?

    /// Returns whether an object is in the list. Evaluates `list` only if there is no set yet.
    mutating func contains(
        _ element: any PersistentModel, in list: @autoclosure () -> [any PersistentModel]
    ) -> Bool {
        if let members { return members.contains(ObjectIdentifier(element)) }
        return contains(element, inList: list())
    }

    /// Returns whether an object is in the list.
    mutating func contains<Objects: RandomAccessCollection>(
        _ element: any PersistentModel, inList list: Objects
    ) -> Bool {
        if let members { return members.contains(ObjectIdentifier(element)) }
        if list.count < Self.usefulCount { return list.contains { $0 as AnyObject === element } }
        let members = Set(list.map { ObjectIdentifier($0 as AnyObject) })
        self.members = members
        return members.contains(ObjectIdentifier(element))
    }

    /// Adds an object.
    mutating func insert(_ element: any PersistentModel) { members?.insert(ObjectIdentifier(element)) }

    /// Removes an object.
    mutating func remove(_ element: any PersistentModel) { members?.remove(ObjectIdentifier(element)) }

    /// Discards the set, because the list was replaced.
    mutating func reset() { members = nil }
}
