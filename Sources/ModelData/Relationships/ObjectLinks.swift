/// What an object knows of its relationships besides the objects themselves, one entry a relationship.
final class ObjectLinks {
    let shape: ModelShape
    var links: ContiguousArray<Link>

    init(_ shape: ModelShape, isLoaded: Bool) {
        self.shape = shape
        links = ContiguousArray(repeating: Link(isLoaded: isLoaded), count: shape.relationships.count)
    }
}

/// One relationship of one object.
struct Link {
    /// Whether the object's storage says what is related; otherwise the store must be asked.
    var isLoaded: Bool
    /// Whether the other side knows, too; false after an initializer until the object is inserted.
    var isLinked = false
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
    /// The object of a relationship whose owner has left its context.
    weak var former: (any PersistentModel)?
}
