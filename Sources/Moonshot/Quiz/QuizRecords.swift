import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The results of earlier quizzes.
@MainActor
enum QuizRecords {
    /// Keeps a result, and returns a message about the best result of this difficulty.
    static func keep(
        _ score: Int, of questions: Int, difficulty: QuizDifficulty, seed: Int, missed: [Int],
        in session: MoonshotSession
    ) throws -> [Block] {
        let best = try results(in: session).first { $0.difficulty == difficulty }
        // A store that can only be read keeps nothing, but the quiz works.
        if !session.isReadOnly {
            session.context.insert(
                QuizResult(
                    score: score, questions: questions, difficulty: difficulty, seed: seed,
                    played: session.today, missed: missed, data: session.dataName))
        }
        guard let best else { return [] }
        if score > best.score { return [.message(text("A new record."))] }
        return [
            .message(
                text("Your best result so far: %1$@ of %2$@.", String(best.score), String(best.questions)))
        ]
    }

    /// Returns the best ten results.
    static func output(in session: MoonshotSession) throws -> Output {
        let results = Array(try results(in: session).prefix(10))
        let table = QuizResult.fields.table("results", results, session.fieldContext)
        return Output(table, ifEmpty: text("There are no results yet. “quiz” starts a quiz."))
    }

    /// A question that the user answered wrong.
    struct Missed {
        let result: QuizResult
        /// The question's position in the quiz, from 0.
        let position: Int
        let question: QuizQuestion
    }

    /// Returns the questions that the user answered wrong, those of the latest quiz first.
    static func missed(in session: MoonshotSession, atMost limit: Int) throws -> [Missed] {
        var missed: [Missed] = []
        var asked: Set<String> = []
        let latest = try results(in: session, sortedBy: [SortDescriptor(\.played, order: .reverse)])
        for result in latest where !result.missed.isEmpty && missed.count < limit {
            // The number and the difficulty repeat the questions of that quiz.
            var maker = try QuizMaker(session, seed: result.seed, difficulty: result.difficulty)
            let questions = maker.questions()
            for position in result.missed where questions.indices.contains(position) && missed.count < limit {
                let question = questions[position]
                // A question of two quizzes is asked once.
                guard asked.insert(session.localizer.string(question.question)).inserted else { continue }
                missed.append(Missed(result: result, position: position, question: question))
            }
        }
        return missed
    }

    /// Returns the results with the same data files, the best first: more right answers, then fewer questions, then the
    /// earlier one.
    private static func results(
        in session: MoonshotSession,
        sortedBy order: [SortDescriptor<QuizResult>] = [
            SortDescriptor(\.score, order: .reverse), SortDescriptor(\.questions), SortDescriptor(\.played),
        ]
    ) throws -> [QuizResult] {
        let data = session.dataName
        return try session.context.fetch(
            FetchDescriptor(predicate: #Predicate { $0.data == data }, sortBy: order))
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
        Field.computed("missed", text("Wrong"), stored: \.missed) { result, _ in .number(result.missed.count)
        }
        .listed(alignsRight: true)
        Field.computed("data", text("Data files"), stored: \.data) { result, _ in
            .text(result.data.isEmpty ? nil : result.data)
        }
    }
}
