import Localization
import Shell

/// An award, decoded from the award file of a language.
struct Award: Codable, Hashable, Sendable {
    let name: String
    /// The condition for earning the award, as a text.
    let description: String
    /// The colour of the earned award: the name of a `TerminalColor`.
    let color: String
    /// The raw value of an ``AwardCriterion``, or a criterion of a newer version.
    let criterion: String
    /// The count at which the award is earned.
    let value: Int
    /// The badge's symbol.
    let image: String

    /// The criterion; `nil` if this version doesn't support it.
    var knownCriterion: AwardCriterion? { AwardCriterion(rawValue: criterion) }

    /// The award's identity, which is the same in every language.
    var key: String { "\(criterion)-\(value)" }

    /// Whether the award is earned with the given counts. An award with an unknown criterion is never earned.
    func isEarned(_ counts: AwardCounts) -> Bool {
        knownCriterion.map { counts[$0] >= value } ?? false
    }
}

/// The objects that awards count.
enum AwardCriterion: String, CaseIterable, Sendable {
    /// All issues.
    case issues
    /// The closed issues.
    case closed
    /// All tags.
    case tags
}

/// The present count for each criterion.
struct AwardCounts: Hashable, Sendable {
    private let numbers: [AwardCriterion: Int]

    init(_ numbers: [AwardCriterion: Int]) { self.numbers = numbers }

    subscript(criterion: AwardCriterion) -> Int { numbers[criterion] ?? 0 }
}
