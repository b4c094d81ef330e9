/// A set of the objects in a long to-many relationship, so that adding many objects doesn't search the list
/// each time.
///
/// It belongs to one list, which retains the objects. All changes of the list must be passed on to it.
/// Short lists are searched directly, which is faster than keeping a set.
struct MemberIndex {
    /// The number of objects in a list, and of searches in it, from which a set is faster.
    static let usefulCount = 32

    private var members: Set<ObjectIdentifier>?

    /// Returns whether an object is in the list. Evaluates `list` only if there is no set yet.
    mutating func contains(
        _ element: any PersistentModel, in list: @autoclosure () -> [any PersistentModel]
    ) -> Bool {
        if let members { return members.contains(ObjectIdentifier(element)) }
        let list = list()
        if list.count < Self.usefulCount { return list.contains { $0 === element } }
        let members = Set(list.map { ObjectIdentifier($0) })
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
