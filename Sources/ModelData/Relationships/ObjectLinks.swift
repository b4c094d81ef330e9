/// The state of an object's relationships, with one entry for each relationship.
///
/// Each object has one instance. The entries are stored in the same allocation.
final class ObjectLinks: ManagedBuffer<ObjectLinks.Header, Link> {
    struct Header {
        /// Not retained, because the shape of a class is never deallocated.
        unowned(unsafe) let shape: ModelShape
        let count: Int
    }

    /// Creates the entries for an object's relationships: all loaded, or all unloaded.
    static func make(_ shape: ModelShape, isLoaded: Bool) -> ObjectLinks {
        let count = shape.relationships.count
        let buffer = create(minimumCapacity: count) { _ in Header(shape: shape, count: count) }
        buffer.withUnsafeMutablePointerToElements {
            $0.initialize(repeating: Link(isLoaded: isLoaded), count: count)
        }
        return unsafeDowncast(buffer, to: ObjectLinks.self)
    }

    deinit {
        withUnsafeMutablePointers { header, links in
            _ = links.deinitialize(count: header.pointee.count)
        }
    }

    // Reads through the pointer. `header` is a property of the standard library, so each access to it is checked
    // for overlapping accesses at run time.
    var shape: ModelShape { withUnsafeMutablePointerToHeader { $0.pointee.shape } }

    /// The entries by index: `links[index]` is the state of `shape.relationships[index]`.
    var links: ObjectLinks { self }

    var indices: Range<Int> { 0..<withUnsafeMutablePointerToHeader { $0.pointee.count } }

    subscript(index: Int) -> Link {
        @inline(__always) _read { yield element(index).pointee }
        @inline(__always) _modify { yield &element(index).pointee }
    }

    /// Sets the record number and the position of a relationship, as read from a row.
    func setRow(_ index: Int, record: Int64, order: Int64) {
        let link = element(index)
        link.pointee.record = record
        link.pointee.order = order
        link.pointee.isLoaded = record == 0
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

/// The state of one relationship of one object.
struct Link {
    /// Whether the object contains its related objects. Otherwise they must be read from the store.
    var isLoaded: Bool
    /// Whether the inverse is up to date. False after `init`, until the object is inserted into a context.
    var isLinked = false
    /// Whether the relationship was loaded in advance, together with another object's, and not read yet.
    var isReadAhead = false
    /// The number of searches in the list so far, up to ``MemberIndex/usefulCount``.
    var searches: UInt8 = 0
    /// The record number in the foreign key of a to-one relationship that isn't loaded.
    var record: Int64 = 0
    /// The object's position in the list on the other side of a to-one relationship.
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
}
