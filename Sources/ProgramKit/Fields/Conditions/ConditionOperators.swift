import Localization

/// A word between conditions, or before one.
public enum ConditionOperator: Hashable, Sendable {
    case and
    case or
    case not
}

/// The operators of conditions, in English and in the user's language. In quotation marks, they are texts.
public struct ConditionOperators: Sendable {
    private let meanings: [String: ConditionOperator]
    /// The number of characters of the longest operator.
    let longest: Int

    /// Makes the operators of a language.
    public init(_ localizer: Localizer) {
        var meanings: [String: ConditionOperator] = [:]
        for word in localizer.words(of: text("not")) { meanings[word] = .not }
        for word in localizer.words(of: text("and")) { meanings[word] = .and }
        for word in localizer.words(of: text("or")) { meanings[word] = .or }
        self.meanings = meanings
        longest = meanings.keys.map(\.count).max() ?? 0
    }

    /// Returns the operator that a word means; `nil` for other words.
    public subscript(word: String) -> ConditionOperator? {
        word.count > longest ? nil : meanings[SearchFold.fold(word)]
    }

    /// Whether some words have an operator, so that they may be conditions.
    public func areIn(_ words: [String]) -> Bool { words.contains { self[$0] != nil } }
}
