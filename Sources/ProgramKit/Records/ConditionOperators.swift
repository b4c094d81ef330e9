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

    /// Returns conditions with English operators, so that they have the same meaning in another language, as in a synchronized
    /// view.
    public func inEnglish(_ conditions: String) -> String {
        var written = "", word = ""
        var closing: [Character]?
        var isEscaped = false
        let lastMarks = Dictionary(
            conditions.enumerated().filter { "\"”“»".contains($0.element) }.map { ($0.element, $0.offset) },
            uniquingKeysWith: max)
        func wordInEnglish() -> String {
            let sign = word.prefix { $0 == "-" }
            // After a hyphen, “and” and “or” are texts.
            switch self[String(word.dropFirst(sign.count))] {
            case .and? where sign.isEmpty: return "and"
            case .or? where sign.isEmpty: return "or"
            case .not?: return "\(sign)not"
            default: return word
            }
        }
        for (index, character) in conditions.enumerated() {
            if let marks = closing {
                word.append(character)
                if !isEscaped, marks.contains(character) { closing = nil }
                isEscaped = !isEscaped && character == "\\"
            } else if character == "(", case let plain = String(word.drop { $0 == "-" }), !plain.isEmpty,
                self[plain] == nil
            {
                // The parenthesis belongs to the word, as in “f(i)”.
                word.append(character)
            } else if character.isWhitespace || "()".contains(character) {
                written += wordInEnglish() + String(character)
                word = ""
            } else {
                // A mark that nothing closes is a letter, as in 5".
                closing = QuotedText.closing(of: character).flatMap { marks in
                    marks.contains { lastMarks[$0] ?? -1 > index } ? marks : nil
                }
                word.append(character)
            }
        }
        return written + wordInEnglish()
    }

    /// Returns the usual word of a list of operators such as “lub, albo”.
    static func usual(_ list: LocalizedText, _ localizer: Localizer) -> String {
        String(localizer.string(list).prefix { $0 != "," })
    }

    /// Returns the words that Tab offers: “or” and “not”.
    static func offered(_ localizer: Localizer) -> [String] {
        var words: [String] = []
        for language in [localizer, Localizer(.english)] {
            for list in [text("or"), text("not")] {
                let word = usual(list, language)
                if !words.contains(word) { words.append(word) }
            }
        }
        return words
    }

    /// Returns whether a word joins others, as “and” and “or” do.
    public func join(_ word: String) -> Bool {
        switch self[word] {
        case .and, .or: true
        case .not, nil: false
        }
    }

    /// Whether some words have an operator, so that they may be conditions. An operator alone is a text.
    public func areIn(_ words: [String]) -> Bool { words.count > 1 && words.contains { self[$0] != nil } }
}
