import Localization
import Suite

/// Generates questions about the missions and their crews.
@MainActor
struct QuizMaker {
    let missions: [Mission]
    let localizer: Localizer
    private var generator: SplitMix64

    /// The number of questions in a quiz. If there isn't enough data, the quiz has fewer.
    static let defaultCount = 10

    init(missions: [Mission], seed: Int, localizer: Localizer) {
        self.missions = missions
        self.localizer = localizer
        generator = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    }

    /// Returns the questions, without duplicates.
    mutating func questions() -> [QuizQuestion] {
        // Take the types of questions in turn, so that every quiz covers all of them.
        var kinds = [commanders(), crews(), years(), sites(), roles()]
        for index in kinds.indices { kinds[index].shuffle(using: &generator) }
        var questions: [QuizQuestion] = []
        var turn = Int.random(in: 0..<kinds.count, using: &generator)
        while questions.count < Self.defaultCount, kinds.contains(where: { !$0.isEmpty }) {
            if let question = kinds[turn % kinds.count].popLast() { questions.append(question) }
            turn += 1
        }
        return questions
    }

    /// Returns the name as a localizable text. In machine-readable output, the question then has the English
    /// name.
    private func name(_ mission: Mission) -> TextArgument { .text(Mission.name(of: mission.number)) }

    private func answer(_ mission: Mission) -> QuizQuestion.Answer {
        QuizQuestion.Answer(
            shown: mission.name, raw: Localizer(.english).string(Mission.name(of: mission.number)))
    }

    private func landingSite(_ mission: Mission) -> QuizQuestion.Answer? {
        mission.landingSite.map { .init(shown: $0, raw: mission.landingSiteAsWritten ?? $0) }
    }

    private func answer(_ astronaut: Astronaut) -> QuizQuestion.Answer {
        .init(shown: astronaut.name, raw: astronaut.nameForPrograms)
    }

    /// All crew members, sorted by missions and seats.
    private var crewMembers: [Astronaut] { missions.flatMap { $0.crewInOrder.compactMap(\.astronaut) } }

    private mutating func commanders() -> [QuizQuestion] {
        let commanders = missions.flatMap { $0.crewInOrder.filter(\.isCommander).compactMap(\.astronaut) }
        return missions.compactMap { mission in
            guard let commander = mission.crewInOrder.first(where: \.isCommander)?.astronaut else {
                return nil
            }
            return QuizQuestion(
                text("Who commanded %@?", name(mission)), right: answer(commander),
                others: commanders.map(answer),
                using: &generator)
        }
    }

    private mutating func crews() -> [QuizQuestion] {
        missions.compactMap { mission in
            let crew = mission.crewInOrder.compactMap(\.astronaut)
            guard let member = crew.randomElement(using: &generator) else { return nil }
            return QuizQuestion(
                text("Who was in the crew of %@?", name(mission)), right: answer(member),
                others: crewMembers.filter { other in !crew.contains { $0 === other } }.map(answer),
                using: &generator)
        }
    }

    private mutating func years() -> [QuizQuestion] {
        let years = missions.compactMap { $0.launchDay?.year }
        return missions.compactMap { mission in
            guard let year = mission.launchDay?.year else { return nil }
            return QuizQuestion(
                text("In which year was %@ launched?", name(mission)), right: .init(String(year)),
                others: years.map { .init(String($0)) }, using: &generator)
        }
    }

    private mutating func sites() -> [QuizQuestion] {
        let sites = missions.compactMap(landingSite)
        return missions.compactMap { mission in
            guard let site = landingSite(mission) else { return nil }
            return QuizQuestion(
                text("Where did %@ land?", name(mission)), right: site, others: sites, using: &generator)
        }
    }

    /// Returns questions about the missions of astronauts who flew only once.
    private mutating func roles() -> [QuizQuestion] {
        missions.compactMap { mission in
            let once = mission.crewInOrder.compactMap(\.astronaut).filter { $0.flights.count == 1 }
            guard let member = once.randomElement(using: &generator) else { return nil }
            return QuizQuestion(
                text("Which mission was %@ on?", member.name),
                forPrograms: text("Which mission was %@ on?", member.nameForPrograms), right: answer(mission),
                others: missions.map(answer),
                using: &generator)
        }
    }
}
