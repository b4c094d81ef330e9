/// How many objects' relationships are loaded when one is read.
///
/// Who reads a relationship of one object after another would need a query for each. So the objects that
/// follow are loaded along, the more of them the more of the last ones were read: a walk over a thousand
/// owners takes a dozen queries, and one that looks at a few here and there loads hardly more than those.
struct ReadAhead {
    private var window = 1
    /// How many objects were loaded along, and how many of them were read since.
    private var loaded = 0
    private var read = 0

    static let most = 256

    /// How many other objects are to be loaded along now.
    mutating func next() -> Int {
        let isWorthIt = read * 2 >= loaded
        window = isWorthIt ? Swift.min(window * 4, Self.most) : Swift.max(window / 4, 1)
        return window - 1
    }

    /// Notes how many there were.
    mutating func noteLoaded(_ count: Int) {
        loaded = count
        read = 0
    }

    mutating func noteRead() { read += 1 }
}
