import Localization
import ProgramKit
import Testing
import TestSupport

@testable import Moonshot

@Suite("Quiz")
@MainActor
struct QuizTests {
    private func questions(
        _ moon: TestMoon, seed: Int, _ difficulty: QuizDifficulty = .normal
    ) throws -> [QuizQuestion] {
        var maker = try QuizMaker(moon.session, seed: seed, difficulty: difficulty)
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

    @Test func `A quiz about very many missions takes a sample, and its cards all of them`() async throws {
        let directory = try TemporaryDirectory()
        let missions = (1...2000).map {
            #"{"id": \#($0), "launchDate": "\#(1800 + $0 % 200)-01-01", "crew": [], "description": "x"}"#
        }
        try directory.write("[\(missions.joined(separator: ","))]", to: "missions.json")
        try directory.write("{}", to: "astronauts.json")
        let moon = try await TestMoon(data: directory.path)
        let found = try questions(moon, seed: 3)
        #expect(found.count == 10)
        #expect(found.allSatisfy { $0.answers.count == 4 })
        var maker = try QuizMaker(moon.session, seed: 3)
        #expect(maker.cards().count { $0.kind == .launchYear } == 2000)
    }

    /// Returns whether the data confirm the right answer and no other answer.
    private func isRight(_ question: QuizQuestion, _ moon: TestMoon) throws -> Bool {
        let facts = try moon.session.facts()
        let missions = try moon.session.missions(), astronauts = try moon.session.astronauts()
        let subjects = question.question.arguments.map { argument in
            switch argument {
            case .string(let string): string
            case .text(let text): moon.session.localizer.string(text)
            case .day(let day): day.description
            default: ""
            }
        }
        let mission = missions.first { subjects.contains($0.name) }
        let astronaut = astronauts.first { subjects.contains($0.name) }
        let about = mission.flatMap { facts.missions[$0.number] }
        let person = astronaut.flatMap { facts.astronauts[$0.key] }
        func isTrue(_ answer: String) -> Bool {
            let named = missions.first { $0.name == answer }
            let ofNamed = named.flatMap { facts.missions[$0.number] }
            return switch question.kind {
            case .commander: mission?.crew.contains { $0.isCommander && $0.astronaut?.name == answer } == true
            case .crewMember: mission?.crew.contains { $0.astronaut?.name == answer } == true
            case .launchYear: mission?.launchDay.map { String($0.year) } == answer
            case .landingSite: mission?.landingSite == answer
            case .missionOfAstronaut: astronaut?.missions.contains { $0.name == answer } == true
            case .missionAtSite: named?.landingSite == subjects[0]
            case .days: mission?.days.map { "\($0) days" } == answer
            case .role:
                mission?.crew.contains {
                    $0.astronaut === astronaut && moon.session.localizer.string($0.roleName) == answer
                } == true
            case .launchDay: named?.launchDay?.description == subjects[0]
            case .commandModule: about?.commandModule == answer
            case .lunarModule: about?.lunarModule == answer
            case .missionOfCommandModule: ofNamed?.commandModule == subjects[0]
            case .missionOfLunarModule: ofNamed?.lunarModule == subjects[0]
            case .lunarOrbits: about?.lunarOrbits.map { String($0) } == answer
            case .moonwalks: about?.moonwalks.map { "\($0)×" } == answer
            case .rocket: about?.rocket == answer
            case .backupCrew:
                astronauts.contains { $0.name == answer && about?.backupCrew?.contains($0.key) == true }
            case .spaceflights: (person?.spaceflights?.count).map { "\($0)×" } == answer
            case .firstSpaceflight: person?.spaceflights?.first == answer
            case .birthYear: person?.born.map { String($0.year) } == answer
            }
        }
        return question.answers.indices.allSatisfy {
            isTrue(question.answers[$0].shown) == ($0 == question.right)
        }
    }

    @Test func `There are at least fifteen kinds, and a normal quiz repeats none`() async throws {
        #expect(QuizKind.allCases.count >= 15)
        let moon = try await TestMoon()
        var seen: Set<QuizKind> = []
        for seed in 1...60 {
            let kinds = try questions(moon, seed: seed).map(\.kind)
            #expect(Set(kinds).count == 10, "seed \(seed)")
            seen.formUnion(kinds)
        }
        #expect(seen == Set(QuizKind.allCases))
    }

    @Test func `Every difficulty has its kinds and its number of answers`() async throws {
        let moon = try await TestMoon()
        for difficulty in QuizDifficulty.allCases {
            for seed in 1...20 {
                let questions = try questions(moon, seed: seed, difficulty)
                #expect(questions.count == 10)
                #expect(questions.allSatisfy { $0.answers.count <= difficulty.answerCount })
                #expect(Set(questions.map(\.kind)).isSubset(of: QuizKind.kinds(of: difficulty)))
                for question in questions { #expect(try isRight(question, moon), "seed \(seed)") }
            }
        }
        #expect(!QuizKind.kinds(of: .hard).contains(.commander))
    }

    @Test func `Results are kept and shown, the best first, and undo removes the latest`() async throws {
        let moon = try await TestMoon()
        #expect(
            try await moon.csv("quiz --records") == ["score,questions,difficulty,played,seed,missed,data"])
        let all = try questions(moon, seed: 5)
        let right = all.map { String($0.right + 1) }.joined(separator: ",")
        let wrong = all.map { $0.right == 0 ? "2" : "1" }.joined(separator: ",")
        _ = try await moon.run("quiz --seed 5 --answers \(wrong)")
        let best = moon.rendered(try await moon.run("quiz --seed 5 --answers \(right)"))
        #expect(best.contains("10 of 10 right."))
        #expect(best.contains("A new record."))
        let records = try await moon.csv("quiz --records")
        #expect(records[1] == "10,10,normal,2024-03-15,5,0,")
        #expect(records[2] == "0,10,normal,2024-03-15,5,10,")
        _ = try await moon.run("undo")
        #expect(try await moon.csv("quiz --records").count == 2)
    }

    @Test func `Wrong answers are asked again until they are right`() async throws {
        let moon = try await TestMoon()
        #expect(try await moon.csv("quiz --missed").isEmpty)
        let all = try questions(moon, seed: 5, .hard)
        // The first two answers are wrong.
        let given = all.enumerated().map { index, question in
            index < 2 ? (question.right == 0 ? "2" : "1") : String(question.right + 1)
        }
        let round = moon.rendered(
            try await moon.run("quiz --seed 5 --difficulty hard --answers \(given.joined(separator: ","))"))
        #expect(round.contains("8 of 10 right."))
        #expect(round.contains("“quiz --seed 5 --difficulty hard” asks the same questions again."))
        #expect(round.contains("“quiz --missed”"))
        let half = "\(all[0].right + 1),\(all[1].right == 0 ? 2 : 1)"
        let again = moon.rendered(try await moon.run("quiz --missed --answers \(half)"))
        #expect(again.contains("1 of 2 right."))
        #expect(!again.contains("--seed"))
        let last = moon.rendered(try await moon.run("quiz --missed --answers \(all[1].right + 1)"))
        #expect(last.contains("1 of 1 right."))
        #expect(moon.rendered(try await moon.run("quiz --missed")).contains("no questions"))
        // Only the first round is a result.
        #expect(try await moon.csv("quiz --records").count == 2)
        _ = try await moon.run("undo")
        #expect(
            moon.rendered(try await moon.run("quiz --missed --answers \(all[1].right + 1)")).contains(
                "1 of 1"))
    }

    @Test func `No wrong answer is right in another sense or by another source`() async throws {
        let moon = try await TestMoon()
        for seed in 1...80 {
            for question in try questions(moon, seed: seed, .hard) {
                let subject = moon.session.localizer.string(question.question)
                let wrong = question.answers.indices.filter { $0 != question.right }.map {
                    question.answers[$0].raw
                }
                switch question.kind {
                case .days where subject.contains("Apollo 7 "): #expect(!wrong.contains("10 days"))
                case .backupCrew where subject.contains("Apollo 1?"):
                    #expect(!wrong.contains("James A. McDivitt"))
                case .backupCrew where subject.contains("Apollo 13"):
                    #expect(!wrong.contains { $0.contains("Mattingly") })
                case .role where subject.contains("Grissom"): #expect(!wrong.contains("Commander"))
                case .role where subject.contains("Chaffee"): #expect(!wrong.contains("Lunar Module Pilot"))
                default: break
                }
            }
        }
    }

    @Test func `A deck has a card for each question, with all right answers`() async throws {
        let moon = try await TestMoon()
        let directory = try TemporaryDirectory()
        let path = directory.file("deck.csv")
        let answer = moon.rendered(try await moon.run("export \(path) --deck"), .json)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\r\n").map(
            String.init)
        #expect(lines[0] == "front,back,tags")
        #expect(lines.count > 200)
        #expect(answer.contains("\"cards\": \(lines.count - 1)"))
        #expect(
            lines.contains(
                "Who was in the crew of Apollo 11?,\"Neil A. Armstrong, Michael Collins, Buzz Aldrin\",moonshot crewMember"
            ))
        #expect(Set(lines).count == lines.count)
        await #expect(throws: (any Error).self) {
            try await moon.run("export \(directory.file("deck.md")) --deck")
        }
    }

    @Test func `Results with other data are apart`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            #"[{"id": 1, "launchDate": "2001-01-01", "crew": [], "description": ""},"#
                + #" {"id": 2, "launchDate": "2002-02-01", "crew": [], "description": ""}]"#,
            to: "missions.json")
        try directory.write("{}", to: "astronauts.json")
        let moon = try await TestMoon(data: directory.path + "/")
        #expect(moon.session.dataName == directory.path)
        moon.session.context.insert(
            QuizResult(score: 3, questions: 10, difficulty: .easy, seed: 1, played: moon.session.today))
        #expect(try await moon.csv("quiz --records").count == 1)
    }

    @Test func `Data with two missions has a short quiz, and data without any has none`() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            #"[{"id": 1, "launchDate": "2001-01-01", "crew": [], "description": ""},"#
                + #" {"id": 2, "launchDate": "2002-02-01", "crew": [], "description": ""}]"#,
            to: "missions.json")
        try directory.write("{}", to: "astronauts.json")
        let path = directory.file("missions.json").replacingOccurrences(of: "/missions.json", with: "")
        let moon = try await TestMoon(data: path)
        let questions = try questions(moon, seed: 1)
        #expect(!questions.isEmpty)
        #expect(questions.count < 10)
        #expect(questions.allSatisfy { $0.answers.count == 2 })
        try directory.write("[]", to: "missions.json")
        let empty = try await TestMoon(data: path)
        await #expect(throws: MoonshotError.self) { try await empty.run("quiz --answers 1") }
    }

    @Test func `An answer is a number or a unique prefix`() throws {
        var generator = SplitMix64(seed: 1)
        let question = try #require(
            QuizQuestion(
                .crewMember, .verbatim("Who?"), right: .init("Neil A. Armstrong"),
                others: [.init("Michael Collins"), .init("Edgar Mitchell"), .init("1969")], count: 4,
                using: &generator)
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
        #expect(answer("5") == nil)
        #expect(answer("0") == nil)
        #expect(answer("") == nil)
        #expect(answer("-9223372036854775808") == nil)
    }
}
