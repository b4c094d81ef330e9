/// The number of objects whose relationship is loaded together.
///
/// Reading a relationship of one object after another would need a query for each. Therefore the
/// relationships of the following objects are loaded with the first. The window grows while most of them
/// are read, and shrinks otherwise. Iterating over a thousand owners takes a dozen queries; reading a few
/// scattered owners loads few others.
struct ReadAhead {
    private var window = 1
    /// The number of objects loaded ahead, and how many of them have been read.
    private var loaded = 0
    private var read = 0

    static let most = 256

    /// Returns the number of other objects to load now.
    mutating func next() -> Int {
        let isWorthIt = read * 2 >= loaded
        window = isWorthIt ? Swift.min(window * 4, Self.most) : Swift.max(window / 4, 1)
        return window - 1
    }

    /// Records how many were loaded.
    mutating func noteLoaded(_ count: Int) {
        loaded = count
        read = 0
    }

    mutating func noteRead() { read += 1 }
}
