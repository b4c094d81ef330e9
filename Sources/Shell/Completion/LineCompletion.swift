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
    /// The candidates, of which there is at least one.
    let candidates: [Candidate]
    /// Whether the word is finished, so that a space follows.
    let appendsSpace: Bool
}

extension LineCompletion {
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
        candidates = words.map {
            Candidate(
                line: head + Self.written($0.text, quote: quote, isWhole: $0.isWhole),
                display: $0.display ?? $0.text)
        }
        guard words.count > 1 else {
            common = candidates[0].line
            appendsSpace = first.isWhole
            return
        }
        appendsSpace = false
        var shared = words.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
        // Candidates that only differ in case or accents from what was typed never take letters away.
        if shared.count < typed.count { shared = typed }
        common = head + Self.written(shared, quote: quote, isWhole: false)
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
    func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
