/// What an object knows of its relationships besides the objects themselves, one entry a relationship.
///
/// There is one of this for each object, so the entries stand in the same piece of memory.
final class ObjectLinks: ManagedBuffer<ObjectLinks.Header, Link> {
    struct Header {
        /// The shape of a class lives as long as the program.
        unowned(unsafe) let shape: ModelShape
        let count: Int
    }

    /// Makes the entries of an object, all loaded or none.
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

    /// The entries by the positions of the relationships in the shape.
    var links: ObjectLinks { self }

    var indices: Range<Int> { 0..<header.count }

    subscript(index: Int) -> Link {
        @inline(__always) _read { yield element(index).pointee }
        @inline(__always) _modify { yield &element(index).pointee }
    }

    /// Takes the record that a row refers to.
    func setRow(_ index: Int, record: Int64, order: Int64) {
        let link = element(index)
        link.pointee.record = record
        link.pointee.order = order
        link.pointee.isLoaded = record == 0
    }

    /// Whether a relationship to a single object is loaded.
    var holdsOne: Bool {
        for index in header.shape.singles where element(index).pointee.isLoaded { return true }
        return false
    }

    @inline(__always)
    private func element(_ index: Int) -> UnsafeMutablePointer<Link> {
        withUnsafeMutablePointerToElements { $0 + index }
    }
}

/// One relationship of one object.
struct Link {
    /// Whether the object's storage says what is related; otherwise the store must be asked.
    var isLoaded: Bool
    /// Whether the other side knows, too; false after an initializer until the object is inserted.
    var isLinked = false
    /// Whether it was loaded together with another object's, and nobody has read it yet.
    var isAhead = false
    /// How often an object was looked for in the list, as long as that is seldom.
    var searches: UInt8 = 0
    /// For a relationship with a column: the record that it holds, while it isn't loaded.
    var record: Int64 = 0
    /// The place among the objects of the other side.
    var order: Int64 = 0
    var detail: LinkDetail?

    init(isLoaded: Bool) {
        self.isLoaded = isLoaded
        isLinked = !isLoaded
    }
}

/// What only relationships need that are being changed.
final class LinkDetail {
    /// The objects before the change that is under way.
    var shadow: [any PersistentModel]?
    /// What was added to, and taken from, a relationship that isn't loaded.
    var added: [any PersistentModel] = []
    var removed: [any PersistentModel] = []
    /// What is in the list, if it is loaded, or else in what was added to it.
    var members = MemberIndex()
    var removedMembers = MemberIndex()
    /// The objects of a list before its first unsaved change.
    var base: [any PersistentModel]?
    /// The order that a list had before it was read again.
    var arrangement: [any PersistentModel] = []
    /// The object of a relationship whose owner has left its context.
    weak var former: (any PersistentModel)?
}
