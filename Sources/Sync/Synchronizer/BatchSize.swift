/// The number of records in a request and in its answer, which adapts to the line.
///
/// After a failure for lack of time or space, half as many are sent, down to one. After a request without any progress,
/// one is sent, so that a silent server is noticed soon. A size that worked is doubled, but a size that failed is tried
/// again only after several requests.
struct BatchSize {
    /// The number of full requests after which a size that failed is tried again.
    private static let patience = 8

    let largest: Int
    private(set) var current: Int
    /// The smallest size that failed.
    private var failed: Int?
    private var successes = 0

    /// Whether no request failed lately.
    var isLargest: Bool { current == largest }

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - largest: The maximum.
    ///   - known: The size that worked last; `nil` if unknown.
    init(largest: Int, known: Int? = nil) {
        self.largest = largest
        current = min(max(known ?? largest, 1), largest)
    }

    /// Returns whether a smaller size is possible after a failure, and uses it.
    ///
    /// - Parameters:
    ///   - count: The number of records in the failed request; less than ``current`` if there were no more.
    ///   - isSilent: Whether no byte was moved for a long time.
    mutating func shrink(from count: Int, isSilent: Bool = false) -> Bool {
        let tried = min(max(count, 1), current)
        if current == 1 { return false }
        failed = tried
        successes = 0
        current = isSilent ? 1 : max(1, tried / 2)
        return true
    }

    /// Notes that a request succeeded.
    ///
    /// - Parameter count: The number of records in the request or in the answer, whichever is greater.
    mutating func grow(after count: Int) {
        if count < current { return }
        successes += 1
        if successes >= Self.patience { failed = nil }
        let next = min(current * 2, largest)
        if let failed, next >= failed { return }
        if next > current { successes = 0 }
        current = next
    }
}
