/// What differs between our texts and the platform's, shortly: who adds a language gets few lines for each mistake in
/// its facts, and not a line for each number and day that a test tries.
struct Mismatches: CustomStringConvertible {
    private(set) var count = 0
    private var first: [String] = []

    /// Notes a text that is not as expected.
    mutating func compare(_ found: String, _ expected: String) {
        if found == expected { return }
        count += 1
        if first.count < 5 { first.append("“\(found)” should be “\(expected)”") }
    }

    var description: String { "\(count) differ: \(first.joined(separator: "; "))" }
}
