import Localization
import Suite
import TestSupport
import Testing

@testable import Moonshot

@Suite("Quiz")
@MainActor
struct QuizTests {
    private func questions(_ moon: TestMoon, seed: Int) throws -> [QuizQuestion] {
        var maker = QuizMaker(
            missions: try moon.session.missions(), seed: seed, localizer: moon.session.localizer)
        return maker.questions()
    }

    @Test func `The same seed gives the same questions, and another seed different ones`() async throws {
        let moon = try await TestMoon()
        func words(_ seed: Int) throws -> [String] {
            try questions(moon, seed: seed).map { question in
                moon.session.localizer.string(question.question)
                    + question.answers.map(\.shown).joined(separator: "|")
            }
        }
        #expect(try words(11) == words(11))
        #expect(try words(11) != words(12))
        #expect(try words(-1).count == 10)
        #expect(try words(.max).count == 10 && words(.min).count == 10)
    }

    @Test func `A quiz has ten different questions with different answers and one correct answer each`()
        async throws
    {
        let moon = try await TestMoon()
        var generator = SeededGenerator()
        for _ in 0..<30 {
            let seed = Int.random(in: .min ... .max, using: &generator)
            let questions = try questions(moon, seed: seed)
            #expect(questions.count == 10)
            #expect(
                Set(questions.map { moon.session.localizer.string($0.question) }).count == 10, "seed \(seed)")
            for question in questions {
                #expect((2...4).contains(question.answers.count))
                #expect(Set(question.answers).count == question.answers.count)
                #expect(try isRight(question, moon), "\(moon.session.localizer.string(question.question))")
            }
        }
    }

    /// Returns whether the data confirm the right answer and no other answer.
    private func isRight(_ question: QuizQuestion, _ moon: TestMoon) throws -> Bool {
        let missions = try moon.session.missions()
        let subject = question.question.arguments.map { argument in
            switch argument {
            case .string(let string): string
            case .text(let text): moon.session.localizer.string(text)
            default: ""
            }
        }.first
        let isTrue: (String) -> Bool
        if let mission = missions.first(where: { $0.name == subject }) {
            let crew = mission.crewInOrder
            let commander = crew.first { $0.isCommander }?.astronaut?.name
            switch question.question.key {
            case "Who commanded %@?": isTrue = { $0 == commander }
            case "Who was in the crew of %@?":
                isTrue = { name in crew.contains { $0.astronaut?.name == name } }
            case "In which year was %@ launched?": isTrue = { Int($0) == mission.launchDay?.year }
            default: isTrue = { $0 == mission.landingSite }
            }
        } else {
            let astronaut = try moon.session.astronauts().first { $0.name == subject }
            isTrue = { name in astronaut?.flights.contains { $0.mission?.name == name } == true }
        }
        return question.answers.indices.allSatisfy {
            isTrue(question.answers[$0].shown) == ($0 == question.right)
        }
    }

    @Test func `An answer is a number or a unique prefix`() throws {
        var generator = SplitMix64(seed: 1)
        let question = try #require(
            QuizQuestion(
                .verbatim("Who?"), right: .init("Neil A. Armstrong"),
                others: [.init("Michael Collins"), .init("Edgar Mitchell"), .init("1969")], using: &generator)
        )
        func answer(_ typed: String) -> String? {
            question.index(of: typed).map { question.answers[$0].shown }
        }
        #expect(answer("armstr") == "Neil A. Armstrong")
        #expect(answer("NEIL") == "Neil A. Armstrong")
        #expect(answer("mi") == nil)
        #expect(answer("mit") == "Edgar Mitchell")
        #expect(answer("1") == question.answers[0].shown)
        #expect(answer("1969") == "1969")
        #expect(answer("5") == nil && answer("0") == nil && answer("") == nil)
        #expect(answer("-9223372036854775808") == nil)
    }
}
