/// Collects differences between our texts and the platform's. Only the first ones are printed, because a
/// mistake in a new language can affect many numbers or days.
struct Mismatches: CustomStringConvertible {
    private(set) var count = 0
    private var first: [String] = []

    /// Counts a text that differs from the expected one.
    mutating func compare(_ found: String, _ expected: String) {
        if found == expected { return }
        count += 1
        if first.count < 5 { first.append("“\(found)” should be “\(expected)”") }
    }

    var description: String { "\(count) differ: \(first.joined(separator: "; "))" }
}
