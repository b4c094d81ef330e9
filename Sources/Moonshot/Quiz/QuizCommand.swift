import Localization
import ProgramKit
import Shell

/// `quiz`: asks ten questions about the data and shows the score.
struct QuizCommand: Command {
    static let seed = Parameter.option(
        "seed", .integer(), help: text("A number that repeats the questions of an earlier quiz."))
    static let difficulty = Parameter.option(
        "difficulty", .choice(QuizDifficulty.allCases.map { Choice($0.rawValue, $0, $0.name) }),
        help: text("Easy, normal or hard. Default: normal."))
    static let records = Parameter.flag("records", help: text("Shows your best results instead."))
    static let missed = Parameter.flag(
        "missed", help: text("Asks the questions that you answered wrong, until you answer them right."))
    static let answers = Parameter.option(
        "answers", ValueType<String>.text.named(text("N,N,…")),
        help: text("The numbers of the answers, separated by commas, for use without a terminal."))

    let declaration = CommandDeclaration(
        "quiz", group: .facts,
        summary: text("Asks ten questions about the missions and counts your right answers."),
        discussion: [
            text(
                "Answer with the number of an answer or with its first letters. Ctrl-C ends the quiz and keeps the score so far."
            ),
            text("The best results are kept in the store: “quiz --records” shows them."),
            text(
                "“quiz --missed” asks up to ten questions that you answered wrong. Its results aren't kept."),
        ],
        parameters: [
            difficulty.declaration, records.declaration, missed.declaration, seed.declaration,
            answers.declaration,
        ],
        examples: [
            .verbatim("quiz"), .verbatim("quiz --records"), .verbatim("quiz --missed"),
            .verbatim("quiz --seed 11"),
        ])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        if try invocation[Self.records] { return try QuizRecords.output(in: session) }
        if try invocation[Self.missed] { return try await askMissed(invocation, in: session) }
        let difficulty = try invocation[Self.difficulty] ?? .normal
        let seed = try invocation[Self.seed] ?? Int.random(in: 1...99_999)
        var maker = try QuizMaker(session, seed: seed, difficulty: difficulty)
        let questions = maker.questions()
        guard !questions.isEmpty else { throw MoonshotError.tooLittleData }
        let (given, isCancelled) = try await answers(to: questions, invocation, in: session)
        var output = Self.output(
            Array(questions.prefix(given.count)), given, seed: seed, difficulty: difficulty)
        let score = zip(questions, given).filter { $0.right == $1 }.count
        // After Ctrl-C, the user wants the score, not the questions. The shell also drops tables then.
        if isCancelled { output.blocks.removeAll { if case .table = $0 { true } else { false } } }
        output.blocks += try QuizRecords.keep(
            score, of: given.count, difficulty: difficulty, seed: seed,
            missed: given.indices.filter { questions[$0].right != given[$0] }, in: session)
        return output
    }

    /// Asks the questions that the user answered wrong, and forgets those that are answered right.
    private func askMissed(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let missed = try QuizRecords.missed(in: session, atMost: QuizMaker.defaultCount)
        if missed.isEmpty {
            return Output([.message(text("There are no questions that you answered wrong."))])
        }
        let questions = missed.map(\.question)
        let (given, _) = try await answers(to: questions, invocation, in: session)
        let output = Self.output(Array(questions.prefix(given.count)), given, seed: nil, difficulty: .normal)
        for (question, answer) in zip(missed, given) where question.question.right == answer {
            if !session.isReadOnly { question.result.missed.removeAll { $0 == question.position } }
        }
        return output
    }

    /// Returns the user's answers, and whether the user ended the round with Ctrl-C.
    private func answers(
        to questions: [QuizQuestion], _ invocation: Invocation, in session: MoonshotSession
    ) async throws -> (given: [Int], isCancelled: Bool) {
        var given: [Int] = []
        var isCancelled = false
        if let written = try invocation[Self.answers] {
            given = try Self.answers(written, to: questions)
        } else {
            guard session.interaction.isInteractive else { throw MoonshotError.cannotAsk }
            do {
                for (number, question) in questions.enumerated() {
                    let answer = try await ask(question, number: number + 1, of: questions.count, session)
                    given.append(answer)
                    try session.interaction.show(.message(Self.verdict(question, answer)))
                }
            } catch let cancelled as InteractionCancelled {
                // Ctrl-C keeps the score so far.
                if given.isEmpty { throw cancelled }
                isCancelled = true
            }
        }
        return (given, isCancelled)
    }

    private func ask(
        _ question: QuizQuestion, number: Int, of count: Int, _ session: MoonshotSession
    ) async throws -> Int {
        let lines = question.answers.enumerated().map { index, answer in
            Block.message(.verbatim("\(index + 1)) \(answer.shown)"))
        }
        try session.interaction.show(
            Output(
                [
                    .message(
                        text("Question %1$@ of %2$@: %3$@", String(number), String(count), question.question))
                ] + lines))
        let line = try await session.interaction.ask(
            text("Your answer"), initial: "",
            completion: .words(question.answers.map { .fixed($0.shown) }),
            check: { typed in _ = try Self.index(typed, question) })
        return try Self.index(line, question)
    }

    private static func index(_ typed: String, _ question: QuizQuestion) throws -> Int {
        let typed = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let index = question.index(of: typed) else {
            throw ValueError.invalidAnswer(
                text("“%@” isn't one of the answers.", typed),
                remedy: text("Enter a number from 1 to %@.", String(question.answers.count)))
        }
        return index
    }

    private static func answers(_ written: String, to questions: [QuizQuestion]) throws -> [Int] {
        let parts = written.split { ",; ".contains($0) }
        guard parts.count == questions.count else {
            throw MoonshotError.tooFewAnswers(given: parts.count, questions: questions.count)
        }
        return try zip(parts, questions).map { try index(String($0), $1) }
    }

    private static func verdict(_ question: QuizQuestion, _ answer: Int) -> LocalizedText {
        answer == question.right
            ? text("Right.") : text("No: %@.", question.answers[question.right].shown)
    }

    @MainActor
    private static func output(
        _ questions: [QuizQuestion], _ given: [Int], seed: Int?, difficulty: QuizDifficulty
    ) -> Output {
        let score = zip(questions, given).filter { $0.right == $1 }.count
        let table = Table(
            "questions",
            columns: [
                .init("question", text("Question"), wraps: true),
                .init("answer", text("Answer"), wraps: true),
                .init("given", text("Your answer"), wraps: true),
                .init("isRight", text("Right?"), priority: 2, spokenTitle: text("Right")),
            ],
            rows: zip(questions, given).map { question, answer in
                let isRight = answer == question.right
                return [
                    Cell(
                        .string(Localizer(.english).string(question.questionForPrograms)),
                        .text(question.question)),
                    question.answers[question.right].cell, question.answers[answer].cell,
                    Cell(
                        .bool(isRight),
                        isRight
                            ? .symbol("✓", ascii: "x", spoken: text("yes"))
                            : .symbol("–", ascii: "-", spoken: text("no"))),
                ]
            }, spokenCount: text("%lld questions", questions.count))
        var blocks: [Block] = [
            .table(table), .message(text("%1$@ of %2$@ right.", String(score), String(questions.count))),
        ]
        if let seed {
            // The options of the line belong to the questions.
            let hard = difficulty == .normal ? "" : " --difficulty \(difficulty.rawValue)"
            blocks.append(
                .message(text("“%@” asks the same questions again.", "quiz --seed \(seed)\(hard)")))
        }
        if score < questions.count {
            blocks.append(.message(text("“quiz --missed” asks what you answered wrong.")))
        }
        return Output(
            blocks,
            data: [
                .record(
                    Record(fields: [
                        .init("seed", text("Seed"), seed.map { .identifier($0) } ?? .empty),
                        .init("score", text("Score"), .number(score)),
                    ])), .table(table),
            ], label: text("Quiz: %1$@ of %2$@ right.", String(score), String(questions.count)))
    }
}
