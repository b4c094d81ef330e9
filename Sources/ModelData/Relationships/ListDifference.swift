/// The difference between two lists of objects.
struct ListDifference {
    private(set) var removed: [any PersistentModel] = []
    private(set) var added: [any PersistentModel] = []
    private(set) var hasDuplicates = false
    let new: [any PersistentModel]
    let isEmpty: Bool

    init(_ old: [any PersistentModel], _ new: [any PersistentModel]) {
        self.new = new
        var start = 0
        let shorter = min(old.count, new.count)
        while start < shorter, old[start] === new[start] { start += 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] === new[new.count - 1 - end] { end += 1 }
        let before = old[start..<old.count - end]
        let after = new[start..<new.count - end]
        isEmpty = before.isEmpty && after.isEmpty
        if isEmpty { return }
        if before.isEmpty, after.count == 1, let element = after.first {
            added = [element]
            hasDuplicates = old.contains { $0 === element }
            return
        }
        let known = Set(before.map { ObjectIdentifier($0) })
        let kept = Set(after.map { ObjectIdentifier($0) })
        removed = before.filter { !kept.contains(ObjectIdentifier($0)) }
        added = after.filter { !known.contains(ObjectIdentifier($0)) }
        if !added.isEmpty || after.count != kept.count {
            hasDuplicates = Set(new.map { ObjectIdentifier($0) }).count != new.count
        }
    }

    /// Returns the new list without duplicates and without some objects.
    func unique(without excluded: [any PersistentModel]) -> [any PersistentModel] {
        var seen = Set(excluded.map { ObjectIdentifier($0) })
        return new.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
