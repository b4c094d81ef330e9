import Localization
import Shell
import Suite

/// A question with the answers to choose from.
struct QuizQuestion: Sendable {
    /// The question in the person's language.
    let words: LocalizedText
    /// The question with the names that programs read.
    let wordsForPrograms: LocalizedText
    /// The answers in the order in which they are offered.
    let answers: [Answer]
    /// The index of the right one.
    let right: Int

    /// An answer: what a person sees, and what programs read.
    struct Answer: Hashable, Sendable {
        let shown: String
        let raw: String

        /// An answer that is the same for both.
        init(_ text: String) { self.init(shown: text, raw: text) }

        init(shown: String, raw: String) {
            self.shown = shown
            self.raw = raw
        }

        var cell: Cell { Cell(.string(raw), .verbatim(shown)) }
    }

    /// The most answers that are offered.
    static let mostAnswers = 4

    /// Makes a question of its right answer and others; `nil` where there is no other.
    init?(
        _ words: LocalizedText, forPrograms wordsForPrograms: LocalizedText? = nil, right: Answer,
        others: some Sequence<Answer>,
        using generator: inout SplitMix64
    ) {
        // The order of a set is chance, which a seed knows nothing of.
        var wrong: [Answer] = []
        for other in others where other != right && !wrong.contains(other) { wrong.append(other) }
        guard !wrong.isEmpty else { return nil }
        wrong.shuffle(using: &generator)
        var answers = wrong.prefix(Self.mostAnswers - 1) + [right]
        answers.shuffle(using: &generator)
        self.words = words
        self.wordsForPrograms = wordsForPrograms ?? words
        self.answers = Array(answers)
        self.right = answers.firstIndex(of: right) ?? 0
    }

    /// The index of the answer that a person means: by its number, or by the beginning of its words if that fits only
    /// one.
    func index(of typed: String) -> Int? {
        if let number = Int(typed) {
            return answers.indices.contains(number &- 1) ? number - 1 : exact(typed)
        }
        let folded = SearchFold.fold(typed)
        guard !folded.isEmpty else { return nil }
        let fitting = answers.indices.filter { index in
            let words = SearchFold.fold(answers[index].shown)
            return words.hasPrefix(folded) || words.contains(" " + folded)
        }
        return fitting.count == 1 ? fitting[0] : exact(typed)
    }

    private func exact(_ typed: String) -> Int? {
        answers.firstIndex { SearchFold.fold($0.shown) == SearchFold.fold(typed) }
    }
}
