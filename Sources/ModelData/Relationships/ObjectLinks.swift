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

    /// Returns the state of an object's relationships, or nil if its model has no relationships.
    static func of(_ model: any PersistentModel, _ state: ModelState) -> ObjectLinks? {
        if let graph = state.graph { return graph }
        let shape = state.layout?.shape ?? ModelShape.of(type(of: model))
        if shape.relationships.isEmpty { return nil }
        let links = make(shape, isLoaded: true)
        state.graph = links
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
