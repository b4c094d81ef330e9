/// Decides for how many objects at a time a relationship is loaded.
///
/// A loop that reads a relationship of one object after another would need a query for each object.
/// Therefore, the relationship of the first object is loaded together with those of the following objects.
/// Their number grows while most of them are read, and shrinks otherwise. A loop over a thousand owners needs
/// about a dozen queries; reading a few scattered owners loads few others.
struct ReadAhead {
    private var window = 1
    /// The number of objects whose relationship was loaded in advance, and how many of these were read.
    private var loaded = 0
    private var read = 0

    static let most = 256

    /// Returns the number of other objects to load now.
    mutating func next() -> Int {
        let isWorthIt = read * 2 >= loaded
        window = isWorthIt ? Swift.min(window * 4, Self.most) : Swift.max(window / 4, 1)
        return window - 1
    }

    /// Records the number of objects whose relationship was just loaded in advance.
    mutating func noteLoaded(_ count: Int) {
        loaded = count
        read = 0
    }

    mutating func noteRead() { read += 1 }
}

/// The read-ahead state of a model's relationships.
final class ReadAheads {
    /// By the index of the relationship.
    private var windows: [Int: ReadAhead] = [:]

    /// Records that a relationship was read which had been loaded ahead.
    func noteRead(_ relationship: Int) { windows[relationship]?.noteRead() }

    /// Returns the objects whose relationship is loaded together with that of one object.
    func candidates(
        of state: ModelState, _ relationship: RelationshipShape, in map: RecordMap
    ) -> [any PersistentModel] {
        let limit = windows[relationship.index, default: ReadAhead()].next()
        guard limit > 0, let shape = state.links?.shape else { return [] }
        let states = map.neighbours(of: state.record, limit: limit) { other in
            guard other.phase == .saved, let links = other.links, links.shape === shape else { return false }
            return !links[relationship.index].isLoaded
        }
        for other in states { other.links?[relationship.index].isReadAhead = true }
        windows[relationship.index]?.noteLoaded(states.count)
        return states.compactMap(\.model)
    }
}
