/// The state of an object's relationships, one entry for each.
///
/// Each object has one instance. The entries are allocated together with it.
final class ObjectLinks: ManagedBuffer<ObjectLinks.Header, Link> {
    struct Header {
        /// The shape of a class is never deallocated.
        unowned(unsafe) let shape: ModelShape
        let count: Int
    }

    /// Creates the entries of an object, all loaded or all unloaded.
    static func make(_ shape: ModelShape, isLoaded: Bool) -> ObjectLinks {
        let count = shape.relationships.count
        let buffer = create(minimumCapacity: count) { _ in Header(shape: shape, count: count) }
        buffer.withUnsafeMutablePointerToElements {
            $0.initialize(repeating: Link(isLoaded: isLoaded), count: count)
        }
        return unsafeDowncast(buffer, to: ObjectLinks.self)
    }

    deinit {
        let count = header.count
        _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: count) }
    }

    var shape: ModelShape { header.shape }

    /// The entries, by the indexes of the relationships in the shape.
    var links: ObjectLinks { self }

    var indices: Range<Int> { 0..<header.count }

    subscript(index: Int) -> Link {
        @inline(__always) _read { yield element(index).pointee }
        @inline(__always) _modify { yield &element(index).pointee }
    }

    /// Sets the record number and position that are stored in a row.
    func setRow(_ index: Int, record: Int64, order: Int64) {
        let link = element(index)
        link.pointee.record = record
        link.pointee.order = order
        link.pointee.isLoaded = record == 0
    }

    /// Whether a to-one relationship is loaded.
    var hasLoadedToOne: Bool {
        for index in header.shape.toOneIndices where element(index).pointee.isLoaded { return true }
        return false
    }

    @inline(__always)
    private func element(_ index: Int) -> UnsafeMutablePointer<Link> {
        withUnsafeMutablePointerToElements { $0 + index }
    }
}

/// The state of one relationship of one object.
struct Link {
    /// Whether the object's storage has the related objects; otherwise they are in the store.
    var isLoaded: Bool
    /// Whether the inverse is up to date. After `init` it isn't, until the object is inserted.
    var isLinked = false
    /// Whether it was loaded ahead, together with another object's relationship, and not read yet.
    var isReadAhead = false
    /// The number of searches in the list, up to ``MemberIndex/usefulCount``.
    var searches: UInt8 = 0
    /// The record number in the foreign key, while the relationship isn't loaded.
    var record: Int64 = 0
    /// The position among the objects of the other side.
    var order: Int64 = 0
    var detail: LinkDetail?

    init(isLoaded: Bool) {
        self.isLoaded = isLoaded
        isLinked = !isLoaded
    }
}

/// The details of a relationship that has changes.
final class LinkDetail {
    /// The objects before the change in progress.
    var oldObjects: [any PersistentModel]?
    /// The objects that were added to, and removed from, an unloaded relationship.
    var added: [any PersistentModel] = []
    var removed: [any PersistentModel] = []
    /// The objects of the list if it is loaded; otherwise the added objects.
    var members = MemberIndex()
    var removedMembers = MemberIndex()
    /// The stored objects of a list: those before its first unsaved change.
    var storedObjects: [any PersistentModel]?
    /// The order of a changed list before it was unloaded.
    var unsavedOrder: [any PersistentModel] = []
    /// The to-one object of an owner that has left its context.
    weak var formerObject: (any PersistentModel)?
}
