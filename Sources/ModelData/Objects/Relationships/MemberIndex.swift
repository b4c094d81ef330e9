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
