import Localization

/// The completions of a line.
struct LineCompletion: Hashable {
    /// One completion.
    struct Candidate: Hashable {
        /// The line up to the end of the completed word.
        let line: String
        /// The word as shown in the list.
        let display: String
    }

    /// The line, completed with the common beginning of all candidates.
    let common: String
    /// The candidates: at least one, at most ``maximumCandidates``.
    let candidates: [Candidate]
    /// The number of all candidates, including those above the maximum.
    let total: Int
    /// Whether the word is complete, so that a space follows.
    let appendsSpace: Bool
}

extension LineCompletion {
    /// The maximum number of candidates that are listed.
    static let maximumCandidates = 500

    /// A candidate for the word at the end of a line.
    struct Word: Hashable {
        /// The candidate's text, without quotes.
        let text: String
        /// Whether the word is complete: not a directory, and not an option before its value.
        var isWhole = true
        /// The word as shown in the list; `nil` if it is the same as `text`.
        var display: String?
        /// The word as it is in lines, with quotes around a part of it; `nil` if the whole word is quoted if necessary.
        var written: String?
    }

    /// Creates the completions of the text at the end of a line; `nil` without candidates.
    ///
    /// - Parameters:
    ///   - words: The candidates.
    ///   - typed: The typed part of the text, without quotes.
    ///   - head: The line before the text.
    ///   - written: The typed part as it is in the line. It stays as it is if the candidates add nothing to it.
    ///   - quote: The open quote of the text, if any.
    ///   - isClosed: Whether the closing quote follows in the line.
    init?(
        _ words: [Word], typed: String, head: String, written: String, quote: QuoteMark? = nil,
        isClosed: Bool = false
    ) {
        guard let first = words.first else { return nil }
        candidates = words.prefix(Self.maximumCandidates).map {
            Candidate(
                line: head
                    + ($0.written ?? Self.written($0.text, quote: quote, isWhole: $0.isWhole && !isClosed)),
                display: $0.display ?? $0.text)
        }
        total = words.count
        appendsSpace = words.count == 1 && first.isWhole && !isClosed
        let shared = Self.shared(by: words, typed: typed)
        common =
            if words.count == 1 {
                candidates[0].line
            } else if SearchFold.fold(shared) == SearchFold.fold(typed) {
                head + written
            } else if words.contains(where: { $0.written != nil }) {
                head + Self.shared(by: words.map { Word(text: $0.written ?? $0.text) }, typed: written)
            } else {
                head + Self.written(shared, quote: quote, isWhole: false)
            }
    }

    /// Creates the completions of an answer, which is the whole line and has no quotes; `nil` without
    /// candidates.
    init?(answers words: [Word], typed: String) {
        if words.isEmpty { return nil }
        candidates = words.prefix(Self.maximumCandidates).map {
            Candidate(line: $0.text, display: $0.display ?? $0.text)
        }
        total = words.count
        appendsSpace = false
        common = Self.shared(by: words, typed: typed)
    }

    /// Returns the common beginning of the words; at least the typed text, even if the words differ from it
    /// in case or accents.
    private static func shared(by words: [Word], typed: String) -> String {
        guard var shared = words.first?.text else { return typed }
        for word in words.dropFirst() where !shared.isEmpty { shared = shared.commonPrefix(with: word.text) }
        return shared.count < typed.count ? typed : shared
    }

    /// Returns the word in the open quote, or in double quotes if it needs them.
    private static func written(_ word: String, quote: QuoteMark?, isWhole: Bool) -> String {
        guard let quote = quote ?? (word.isEmpty || Quoting.quote(word) == word ? nil : .double) else {
            return word
        }
        return Quoting.written(word, in: quote, isWhole: isWhole)
    }
}

extension String {
    /// Returns the common beginning of two texts.
    fileprivate func commonPrefix(with other: String) -> String {
        var length = zip(utf8, other.utf8).prefix { $0 == $1 }.count
        // Don't end within a character of one of the texts.
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
