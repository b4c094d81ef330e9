/// Which objects a long list has, so that who adds many to it doesn't look through all of it for each.
///
/// It belongs to one list, whose objects live as long as they are in it, and is told of all that becomes of it. A short
/// list is looked through, which is quicker than to keep a set of it.
struct MemberIndex {
    /// From how many objects on a set is worth its memory.
    static let usefulCount = 32

    private var members: Set<ObjectIdentifier>?

    /// Whether an object is in the list, which is only read where the answer isn't known.
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

    /// Takes note of an object that was added.
    mutating func insert(_ element: any PersistentModel) { members?.insert(ObjectIdentifier(element)) }

    /// Takes note of an object that was taken out.
    mutating func remove(_ element: any PersistentModel) { members?.remove(ObjectIdentifier(element)) }

    /// Forgets everything, since the list is another one.
    mutating func reset() { members = nil }
}
