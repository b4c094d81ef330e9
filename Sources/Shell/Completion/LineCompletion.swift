/// What a line can become at Tab.
struct LineCompletion: Hashable {
    /// A way to go on.
    struct Candidate: Hashable {
        /// The line up to the end of the completed word.
        let line: String
        /// The word alone, as it is shown.
        let display: String
    }

    /// The line with what all candidates have in common.
    let common: String
    /// The candidates, of which there is at least one, up to ``mostCandidates``.
    let candidates: [Candidate]
    /// How many candidates there are in all.
    let total: Int
    /// Whether the word is finished, so that a space follows.
    let appendsSpace: Bool
}

extension LineCompletion {
    /// The most candidates that are written out: more than that, nobody reads.
    static let mostCandidates = 500

    /// A candidate for the word at the end of a line.
    struct Word: Hashable {
        /// The word.
        let text: String
        /// Whether it is the whole word, and not a directory or an option that a value follows.
        var isWhole = true
        /// The word as it is shown, where that is shorter.
        var display: String?
    }

    /// Puts candidates for the last word of a line into lines.
    ///
    /// - Parameters:
    ///   - words: The candidates.
    ///   - typed: What was typed of the word, without quotes.
    ///   - head: The line before the word.
    ///   - quote: The quote that was opened in the word.
    init?(_ words: [Word], typed: String, head: String, quote: Character?) {
        guard let first = words.first else { return nil }
        candidates = words.prefix(Self.mostCandidates).map {
            Candidate(
                line: head + Self.written($0.text, quote: quote, isWhole: $0.isWhole),
                display: $0.display ?? $0.text)
        }
        total = words.count
        appendsSpace = words.count == 1 && first.isWhole
        common =
            words.count == 1
            ? candidates[0].line
            : head + Self.written(Self.shared(by: words, typed: typed), quote: quote, isWhole: false)
    }

    /// Puts candidates for an answer, which is the whole line and has no quotes, into lines.
    init?(answers words: [Word], typed: String) {
        if words.isEmpty { return nil }
        candidates = words.prefix(Self.mostCandidates).map {
            Candidate(line: $0.text, display: $0.display ?? $0.text)
        }
        total = words.count
        appendsSpace = false
        common = Self.shared(by: words, typed: typed)
    }

    /// What the words begin with alike. Words that differ in case or accents from what was typed never take letters
    /// away from it.
    private static func shared(by words: [Word], typed: String) -> String {
        guard var shared = words.first?.text else { return typed }
        for word in words.dropFirst() where !shared.isEmpty { shared = shared.commonPrefix(with: word.text) }
        return shared.count < typed.count ? typed : shared
    }

    /// How a word is written after an open quote, or with quotes of its own where it needs them.
    private static func written(_ word: String, quote: Character?, isWhole: Bool) -> String {
        guard let quote = quote ?? (word.isEmpty || Quoting.quote(word) == word ? nil : "\"") else {
            return word
        }
        if let continued = Quoting.continuation(of: word, in: quote) {
            return String(quote) + continued + (isWhole ? String(quote) : "")
        }
        return "\"" + (Quoting.continuation(of: word, in: "\"") ?? word) + (isWhole ? "\"" : "")
    }
}

extension String {
    /// What two texts begin with alike.
    fileprivate func commonPrefix(with other: String) -> String {
        var length = zip(utf8, other.utf8).prefix { $0 == $1 }.count
        // Not in the middle of a character of either.
        while true {
            let end = utf8.index(startIndex, offsetBy: length)
            let otherEnd = other.utf8.index(other.startIndex, offsetBy: length)
            if let end = String.Index(end, within: self), String.Index(otherEnd, within: other) != nil {
                return String(self[..<end])
            }
            length -= 1
        }
    }
}
