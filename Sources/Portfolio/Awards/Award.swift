import Localization
import Shell

/// An award, as the file of a language defines it.
struct Award: Codable, Hashable, Sendable {
    /// What it is called.
    let name: String
    /// What it takes.
    let description: String
    /// The colour in which it is earned: the name of a ``Tint``.
    let color: String
    /// What is counted; one of ``AwardCriterion``, or something that a newer version knows.
    let criterion: String
    /// How many it takes.
    let value: Int
    /// The badge's symbol.
    let image: String

    /// What is counted; `nil` where this version doesn't know it.
    var known: AwardCriterion? { AwardCriterion(rawValue: criterion) }

    /// What stays the same in every language.
    var key: String { "\(criterion)-\(value)" }

    /// Whether it is earned with such counts. What isn't known never is.
    func isEarned(_ counts: AwardCounts) -> Bool {
        known.map { counts[$0] >= value } ?? false
    }
}

/// What awards are given for.
enum AwardCriterion: String, CaseIterable, Sendable {
    /// The issues that there are.
    case issues
    /// The issues that are closed.
    case closed
    /// The tags that there are.
    case tags
}

/// How many of each criterion there are now.
struct AwardCounts: Hashable, Sendable {
    private let numbers: [AwardCriterion: Int]

    init(_ numbers: [AwardCriterion: Int]) { self.numbers = numbers }

    subscript(criterion: AwardCriterion) -> Int { numbers[criterion] ?? 0 }
}
