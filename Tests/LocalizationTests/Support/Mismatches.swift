/// A short list of differences between our texts and the platform's. It has few lines even if a mistake in a
/// new language affects many numbers or days.
struct Mismatches: CustomStringConvertible {
    private(set) var count = 0
    private var first: [String] = []

    /// Records a text that isn't as expected.
    mutating func compare(_ found: String, _ expected: String) {
        if found == expected { return }
        count += 1
        if first.count < 5 { first.append("“\(found)” should be “\(expected)”") }
    }

    var description: String { "\(count) differ: \(first.joined(separator: "; "))" }
}
