import Localization
import ProgramKit
import Shell

/// A multiple-choice question.
struct QuizQuestion: Sendable {
    let kind: QuizKind
    /// The question in the user's language.
    let question: LocalizedText
    /// The question for machine-readable output, with the names in English.
    let questionForPrograms: LocalizedText
    /// The answers in the order in which they are shown.
    let answers: [Answer]
    /// The index of the right answer.
    let right: Int

    /// An answer, as shown to the user and as in machine-readable output.
    struct Answer: Hashable, Sendable {
        let shown: String
        let raw: String

        /// Makes an answer that has the same text for the user and in machine-readable output.
        init(_ text: String) { self.init(shown: text, raw: text) }

        init(shown: String, raw: String) {
            self.shown = shown
            self.raw = raw
        }

        var cell: Cell { Cell(.string(raw), .verbatim(shown)) }
    }

    /// Makes a question from the right answer and candidates for wrong answers. Returns `nil` if no candidate
    /// differs from the right answer.
    ///
    /// - Parameters:
    ///   - alsoRight: Answers that are right by another source or in another sense. They aren't shown as wrong ones.
    ///   - count: The maximum number of answers.
    init?(
        _ kind: QuizKind, _ question: LocalizedText, forPrograms questionForPrograms: LocalizedText? = nil,
        right: Answer, alsoRight: [Answer] = [],
        others: some Sequence<Answer>, count: Int,
        using generator: inout SplitMix64
    ) {
        // Don't use a set: its order isn't determined by the seed.
        var wrong: [Answer] = []
        for other in others where other != right && !alsoRight.contains(other) && !wrong.contains(other) {
            wrong.append(other)
        }
        guard !wrong.isEmpty else { return nil }
        wrong.shuffle(using: &generator)
        var answers = wrong.prefix(count - 1) + [right]
        answers.shuffle(using: &generator)
        self.kind = kind
        self.question = question
        self.questionForPrograms = questionForPrograms ?? question
        self.answers = Array(answers)
        self.right = answers.firstIndex(of: right) ?? 0
    }

    /// Returns the index of the answer that the user means. The user types the answer's number or the
    /// beginning of one of its words. If several answers match, the text must be a complete answer.
    func index(of typed: String) -> Int? {
        if let number = Int(typed) {
            return answers.indices.contains(number &- 1) ? number - 1 : exact(typed)
        }
        let folded = SearchFold.foldName(typed)
        guard !folded.isEmpty else { return nil }
        let fitting = answers.indices.filter { index in
            let answer = SearchFold.foldName(answers[index].shown)
            return answer.hasPrefix(folded) || answer.contains(" " + folded)
        }
        return fitting.count == 1 ? fitting[0] : exact(typed)
    }

    private func exact(_ typed: String) -> Int? {
        answers.firstIndex { SearchFold.foldName($0.shown) == SearchFold.foldName(typed) }
    }
}

/// A kind of quiz question.
enum QuizKind: String, CaseIterable, Sendable {
    case commander, crewMember, launchYear, landingSite, missionOfAstronaut, missionAtSite, days, role
    case launchDay, commandModule, lunarModule, missionOfCommandModule, missionOfLunarModule, lunarOrbits
    case backupCrew, rocket, spaceflights, firstSpaceflight, birthYear, moonwalks

    /// Returns the kinds of a difficulty.
    static func kinds(of difficulty: QuizDifficulty) -> [QuizKind] {
        let easy: [QuizKind] = [
            .commander, .crewMember, .launchYear, .landingSite, .missionOfAstronaut, .missionAtSite,
        ]
        return switch difficulty {
        case .easy: easy
        case .normal: allCases
        case .hard: allCases.filter { !easy.contains($0) }
        }
    }
}

/// A question with all its right answers.
struct QuizCard: Sendable {
    let kind: QuizKind
    let question: LocalizedText
    let answers: [String]
}
