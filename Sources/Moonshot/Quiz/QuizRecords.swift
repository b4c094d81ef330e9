import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The results of earlier quizzes.
@MainActor
enum QuizRecords {
    /// Keeps a result, and returns a message about the best result of this difficulty.
    static func keep(
        _ score: Int, of questions: Int, difficulty: QuizDifficulty, seed: Int, in session: MoonshotSession
    ) throws -> [Block] {
        let best = try results(in: session).first { $0.difficulty == difficulty }
        // A store that can only be read keeps nothing, but the quiz works.
        if !session.isReadOnly {
            session.context.insert(
                QuizResult(
                    score: score, questions: questions, difficulty: difficulty, seed: seed,
                    played: session.today))
        }
        guard let best else { return [] }
        if score > best.score { return [.message(text("A new record."))] }
        return [
            .message(
                text(
                    "Your best result so far: %1$@ of %2$@.", String(best.score), String(best.questions)))
        ]
    }

    /// Returns the best ten results.
    static func output(in session: MoonshotSession) throws -> Output {
        let results = Array(try results(in: session).prefix(10))
        let table = QuizResult.fields.table("results", results, session.fieldContext)
        if results.isEmpty {
            return Output(
                [.message(text("There are no results yet. “quiz” starts a quiz."))], data: [.table(table)])
        }
        return Output([.table(table)])
    }

    /// Returns the results, the best first: more right answers, then fewer questions, then the earlier one.
    private static func results(in session: MoonshotSession) throws -> [QuizResult] {
        try session.context.fetch(
            FetchDescriptor(sortBy: [
                SortDescriptor(\.score, order: .reverse), SortDescriptor(\.questions),
                SortDescriptor(\.played),
            ]))
    }
}

extension QuizResult {
    /// The fields of a result.
    static let fields = FieldTable<QuizResult> {
        Field.computed("score", text("Score"), stored: \.score) { result, _ in .number(result.score) }
            .listed(priority: 9, alignsRight: true)
        Field.computed("questions", text("Questions"), stored: \.questions) { result, _ in
            .number(result.questions)
        }
        .listed(priority: 8, alignsRight: true)
        Field.computed("difficulty", text("Difficulty"), stored: \.difficulty) { result, _ in
            Cell(.string(result.difficulty.rawValue), .text(result.difficulty.name))
        }
        .listed(priority: 7)
        Field.computed("played", text("Played"), stored: \.played) { result, _ in
            .day(CivilDate(utc: result.played))
        }
        .listed()
        Field.computed("seed", text("Seed"), stored: \.seed) { result, _ in .identifier(result.seed) }
            .listed(alignsRight: true)
    }
}
