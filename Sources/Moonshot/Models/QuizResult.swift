import Foundation
import Localization
import ModelData

/// The result of a quiz, in the store on disk.
@Model
final class QuizResult {
    /// The number of right answers.
    var score: Int
    /// The number of answered questions.
    var questions: Int
    var difficulty: QuizDifficulty
    var seed: Int
    /// The day on which the quiz was played, as midnight UTC.
    var played: Date
    /// The positions of the questions that were answered wrong and haven't been answered right since, from 0.
    var missed: [Int] = []
    /// The directory of the data files; empty for the built-in data.
    var data: String = ""

    init(
        score: Int, questions: Int, difficulty: QuizDifficulty, seed: Int, played: CivilDate,
        missed: [Int] = [], data: String = ""
    ) {
        self.score = score
        self.questions = questions
        self.difficulty = difficulty
        self.seed = seed
        self.played = played.utcDate
        self.missed = missed
        self.data = data
    }
}

/// How hard the questions of a quiz are.
enum QuizDifficulty: String, CaseIterable, Codable, Sendable {
    case easy, normal, hard

    /// The difficulty's name.
    var name: LocalizedText {
        switch self {
        case .easy: text("easy")
        case .normal: text("normal")
        case .hard: text("hard")
        }
    }

    /// The number of answers to choose from.
    var answerCount: Int {
        switch self {
        case .easy: 3
        case .normal: 4
        case .hard: 6
        }
    }
}
