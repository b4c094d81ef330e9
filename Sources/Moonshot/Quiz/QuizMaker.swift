import Localization
import ProgramKit

/// Generates questions about the missions and their crews.
@MainActor
struct QuizMaker {
    private let details: [MissionDetails]
    private let missions: [Mission]
    private let astronauts: [Astronaut]
    /// The missions and astronauts that questions are about: in a quiz a sample of very many, in a deck all.
    private var subjects: [MissionDetails]
    private var persons: [Astronaut]
    /// The missions and astronauts that wrong answers are taken from.
    private let otherMissions: [MissionDetails]
    private let otherAstronauts: [Astronaut]
    private let facts: ProgrammeFacts
    private let difficulty: QuizDifficulty
    private let localizer: Localizer
    private var generator: SplitMix64

    /// The number of questions in a quiz. If there isn't enough data, the quiz has fewer.
    static let defaultCount = 10
    /// The greatest number of missions and of astronauts that questions and wrong answers are taken from.
    private static let sampleSize = 100

    init(_ session: MoonshotSession, seed: Int, difficulty: QuizDifficulty = .normal) throws {
        details = try session.details(of: session.missions())
        missions = details.map(\.mission)
        astronauts = try session.astronauts()
        facts = try session.facts()
        self.difficulty = difficulty
        localizer = session.localizer
        generator = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
        subjects = details
        persons = astronauts
        if details.count > Self.sampleSize {
            subjects = Array(details.shuffled(using: &generator).prefix(Self.sampleSize))
        }
        if astronauts.count > Self.sampleSize {
            persons = Array(astronauts.shuffled(using: &generator).prefix(Self.sampleSize))
        }
        otherMissions = subjects
        otherAstronauts = persons
    }

    /// Returns the questions. No question and no kind repeats while another one is left.
    mutating func questions() -> [QuizQuestion] {
        var kinds: [[QuizQuestion]] = []
        for kind in QuizKind.kinds(of: difficulty).shuffled(using: &generator) {
            kinds.append(questions(of: kind))
        }
        for index in kinds.indices { kinds[index].shuffle(using: &generator) }
        var chosen: [QuizQuestion] = []
        var turn = 0
        while chosen.count < Self.defaultCount, kinds.contains(where: { !$0.isEmpty }) {
            if let question = kinds[turn % kinds.count].popLast() { chosen.append(question) }
            turn += 1
        }
        return chosen
    }

    /// Returns a card for each question and all its right answers, to learn with another program.
    mutating func cards() -> [QuizCard] {
        subjects = details
        persons = astronauts
        func card(_ kind: QuizKind, _ question: LocalizedText, _ answers: [String]) -> QuizCard? {
            answers.isEmpty ? nil : QuizCard(kind: kind, question: question, answers: answers)
        }
        return QuizKind.allCases.flatMap { kind in
            switch kind {
            case .crewMember:
                return missions.compactMap {
                    card(
                        kind, text("Who was in the crew of %@?", Self.name($0)),
                        $0.crewInOrder.compactMap(\.astronaut?.name))
                }
            case .backupCrew:
                return details.compactMap {
                    card(
                        kind, text("Who was in the backup crew of %@?", Self.name($0.mission)),
                        $0.backupCrew.map { localizer.string($0.label) })
                }
            case .missionOfAstronaut:
                return astronauts.compactMap {
                    card(
                        kind, text("Which missions had %@ in their crews?", $0.name), $0.missions.map(\.name))
                }
            case .role:
                return missions.flatMap { mission in
                    mission.crewInOrder.compactMap { seat in
                        card(
                            kind,
                            text(
                                "Which role did %1$@ have on %2$@?", seat.astronaut?.name ?? "",
                                Self.name(mission)),
                            [localizer.string(seat.roleName)])
                    }
                }
            default:
                return questions(of: kind).map {
                    QuizCard(kind: kind, question: $0.question, answers: [$0.answers[$0.right].shown])
                }
            }
        }
    }

    /// Returns all questions of a kind.
    private mutating func questions(of kind: QuizKind) -> [QuizQuestion] {
        let localizer = localizer
        switch kind {
        case .commander:
            return aboutMissions(kind, { text("Who commanded %@?", $0) }) { mission, _ in
                mission.crewInOrder.first(where: \.isCommander)?.astronaut.map { Self.answer($0) }
            }
        case .crewMember: return crewMembers()
        case .launchYear:
            return aboutMissions(kind, { text("In which year was %@ launched?", $0) }) { mission, _ in
                mission.launchDay.map { .init(String($0.year)) }
            }
        case .landingSite:
            return aboutMissions(kind, { text("Where did %@ land?", $0) }) { mission, _ in Self.site(mission)
            }
        case .missionOfAstronaut: return missionsOfAstronauts()
        case .missionAtSite:
            return whichMission(kind, { text("Which mission landed at this place: %@?", $0) }) { mission, _ in
                Self.site(mission).map { (.string($0.shown), .string($0.raw)) }
            }
        case .days:
            return aboutMissions(kind, { text("How many days after the launch did %@ return?", $0) }) {
                mission, _ in
                mission.days.map { Self.days($0, localizer) }
            } alsoRight: { details in
                // Who counts hours, gets 10 days for Apollo 7, which returned on the eleventh day after the launch.
                let days = details.flightMinutes.map { Double($0) / 1440 }
                return days.map { [$0.rounded(.down), $0.rounded(), $0.rounded(.up)] }?
                    .map { Self.days(Int($0), localizer) } ?? []
            }
        case .role: return roles()
        case .launchDay:
            return whichMission(kind, { text("Which mission was launched on %@?", $0) }) { mission, _ in
                mission.launchDay.map { (.day($0), .day($0)) }
            }
        case .commandModule:
            return aboutMissions(kind, { text("What was the command module of %@ called?", $0) }) {
                _, facts in
                facts?.commandModule.map { .init($0) }
            }
        case .lunarModule:
            return aboutMissions(kind, { text("What was the lunar module of %@ called?", $0) }) { _, facts in
                facts?.lunarModule.map { .init($0) }
            }
        case .missionOfCommandModule:
            return whichMission(kind, { text("Which mission had a command module called “%@”?", $0) }) {
                _, facts in
                facts?.commandModule.map { (.string($0), .string($0)) }
            }
        case .missionOfLunarModule:
            return whichMission(kind, { text("Which mission had a lunar module called “%@”?", $0) }) {
                _, facts in
                facts?.lunarModule.map { (.string($0), .string($0)) }
            }
        case .lunarOrbits:
            return aboutMissions(kind, { text("How many times did %@ orbit the Moon?", $0) }) { _, facts in
                facts?.lunarOrbits.map { .init(String($0)) }
            }
        case .moonwalks:
            return aboutMissions(kind, { text("How many moonwalks were there on %@?", $0) }) { _, facts in
                facts?.moonwalks.map { .init("\($0)×") }
            }
        case .rocket:
            return aboutMissions(kind, { text("Which rocket launched %@?", $0) }) { _, facts in
                facts?.rocket.map { .init($0) }
            }
        case .backupCrew: return backupCrews()
        case .spaceflights:
            return aboutAstronauts(kind, { text("How many times did %@ fly into space?", $0) }) { facts in
                facts.spaceflights.map { .init("\($0.count)×") }
            }
        case .firstSpaceflight:
            let localizer = localizer
            return aboutAstronauts(kind, { text("What was the first spaceflight of %@?", $0) }) { facts in
                facts.spaceflights?.first.map {
                    .init(shown: localizer.string(Mission.flightName($0)), raw: $0)
                }
            }
        case .birthYear:
            return aboutAstronauts(kind, { text("In which year was %@ born?", $0) }) { facts in
                facts.born.map { .init(String($0.year)) }
            }
        }
    }

    // MARK: - Kinds with one form

    /// Returns a question about each mission that has an answer. The answers of other missions are wrong.
    private mutating func aboutMissions(
        _ kind: QuizKind, _ question: (TextArgument) -> LocalizedText,
        _ answer: (Mission, MissionFacts?) -> QuizQuestion.Answer?,
        alsoRight: (MissionDetails) -> [QuizQuestion.Answer] = { _ in [] }
    ) -> [QuizQuestion] {
        let others = otherMissions.compactMap { answer($0.mission, facts.missions[$0.mission.number]) }
        return subjects.compactMap { details in
            answer(details.mission, facts.missions[details.mission.number]).flatMap {
                QuizQuestion(
                    kind, question(Self.name(details.mission)), right: $0,
                    alsoRight: alsoRight(details)
                        + (details.facts?.otherSources ?? []).compactMap { answer(details.mission, $0) },
                    others: others,
                    count: difficulty.answerCount, using: &generator)
            }
        }
    }

    /// Returns a question for each value that only one mission has. The answers are missions.
    private mutating func whichMission(
        _ kind: QuizKind, _ question: (TextArgument) -> LocalizedText,
        _ value: (Mission, MissionFacts?) -> (shown: TextArgument, raw: TextArgument)?
    ) -> [QuizQuestion] {
        var counts: [TextArgument: Int] = [:]
        for mission in missions {
            if let raw = value(mission, facts.missions[mission.number])?.raw { counts[raw, default: 0] += 1 }
        }
        let others = otherMissions.map { Self.answer($0.mission) }
        return subjects.compactMap { details in
            let mission = details.mission
            guard let value = value(mission, facts.missions[mission.number]), counts[value.raw] == 1 else {
                return nil
            }
            return QuizQuestion(
                kind, question(value.shown), forPrograms: question(value.raw), right: Self.answer(mission),
                others: others, count: difficulty.answerCount, using: &generator)
        }
    }

    /// Returns a question about each astronaut that has an answer.
    private mutating func aboutAstronauts(
        _ kind: QuizKind, _ question: (TextArgument) -> LocalizedText,
        _ answer: (AstronautFacts) -> QuizQuestion.Answer?
    ) -> [QuizQuestion] {
        let others = otherAstronauts.compactMap { facts.astronauts[$0.key].flatMap(answer) }
        return persons.compactMap { astronaut in
            facts.astronauts[astronaut.key].flatMap(answer).flatMap {
                QuizQuestion(
                    kind, question(.string(astronaut.name)),
                    forPrograms: question(.string(astronaut.nameForPrograms)), right: $0,
                    alsoRight: (facts.astronauts[astronaut.key]?.otherSources ?? []).compactMap(answer),
                    others: others, count: difficulty.answerCount,
                    using: &generator)
            }
        }
    }

    // MARK: - Kinds of their own

    private mutating func crewMembers() -> [QuizQuestion] {
        let everyone = otherMissions.flatMap { $0.mission.crewInOrder.compactMap(\.astronaut) }
        return subjects.map(\.mission).compactMap { mission in
            let crew = mission.crewInOrder.compactMap(\.astronaut)
            guard let member = crew.randomElement(using: &generator) else { return nil }
            // A backup crew is a crew, too, and some of its members belonged to the main crew for a time.
            let backup = facts.missions[mission.number]?.backupCrew ?? []
            return QuizQuestion(
                .crewMember, text("Who was in the crew of %@?", Self.name(mission)),
                right: Self.answer(member),
                others: everyone.filter { other in
                    !crew.contains { $0 === other } && !backup.contains(other.key)
                }.map(Self.answer),
                count: difficulty.answerCount, using: &generator)
        }
    }

    /// Returns questions about the missions of astronauts who flew only one of them.
    private mutating func missionsOfAstronauts() -> [QuizQuestion] {
        let others = otherMissions.map { Self.answer($0.mission) }
        return subjects.map(\.mission).compactMap { mission in
            let once = mission.crewInOrder.compactMap(\.astronaut).filter { $0.missions.count == 1 }
            guard let member = once.randomElement(using: &generator) else { return nil }
            return QuizQuestion(
                .missionOfAstronaut, text("Which of these missions was %@ on?", member.name),
                forPrograms: text("Which of these missions was %@ on?", member.nameForPrograms),
                right: Self.answer(mission), others: others, count: difficulty.answerCount, using: &generator)
        }
    }

    /// Returns questions about the roles of astronauts who had only one seat on the mission.
    private mutating func roles() -> [QuizQuestion] {
        let localizer = localizer
        func role(_ seat: CrewRole) -> QuizQuestion.Answer {
            .init(shown: localizer.string(seat.roleName), raw: seat.role)
        }
        let roles = otherMissions.flatMap(\.mission.crewInOrder).map(role)
        return subjects.map(\.mission).compactMap { mission in
            let seats = mission.crewInOrder.filter { seat in
                mission.crew.filter { $0.astronaut === seat.astronaut }.count == 1
            }
            guard let seat = seats.randomElement(using: &generator), let member = seat.astronaut else {
                return nil
            }
            let missionName = Self.name(mission)
            func question(_ name: String) -> LocalizedText {
                text("Which role did %1$@ have on %2$@?", name, missionName)
            }
            return QuizQuestion(
                .role, question(member.name), forPrograms: question(member.nameForPrograms),
                right: role(seat),
                alsoRight: Self.otherNames(of: seat).map {
                    .init(shown: localizer.string($0.localizedName), raw: $0.rawValue)
                }, others: roles, count: difficulty.answerCount, using: &generator)
        }
    }

    /// Returns the names that the seat has on other missions.
    private static func otherNames(of seat: CrewRole) -> [RoleName] {
        let seats: [[RoleName]] = [
            [.commander, .commandPilot], [.commandModulePilot, .seniorPilot], [.lunarModulePilot, .pilot],
        ]
        return RoleName(seat.role).flatMap { role in seats.first { $0.contains(role) } } ?? []
    }

    private mutating func backupCrews() -> [QuizQuestion] {
        let byKey = Dictionary(astronauts.map { ($0.key, $0) }) { first, _ in first }
        return subjects.map(\.mission).compactMap { mission in
            let backup = facts.missions[mission.number]?.backupCrew ?? []
            let known = backup.compactMap { byKey[$0] }
            guard let member = known.randomElement(using: &generator) else { return nil }
            return QuizQuestion(
                .backupCrew, text("Who was in the backup crew of %@?", Self.name(mission)),
                right: Self.answer(member),
                others: otherAstronauts.filter { !backup.contains($0.key) }.map(Self.answer),
                count: difficulty.answerCount, using: &generator)
        }
    }

    // MARK: - Answers

    /// Returns the name as a localizable text. In machine-readable output, the question then has the English
    /// name.
    private static func name(_ mission: Mission) -> TextArgument { .text(mission.label) }

    private static func days(_ days: Int, _ localizer: Localizer) -> QuizQuestion.Answer {
        let text = text("%lld days", days)
        return .init(shown: localizer.string(text), raw: Localizer(.english).string(text))
    }

    private static func answer(_ mission: Mission) -> QuizQuestion.Answer {
        .init(shown: mission.name, raw: Localizer(.english).string(mission.label))
    }

    private static func answer(_ astronaut: Astronaut) -> QuizQuestion.Answer {
        .init(shown: astronaut.name, raw: astronaut.nameForPrograms)
    }

    private static func site(_ mission: Mission) -> QuizQuestion.Answer? {
        mission.landingSite.map { .init(shown: $0, raw: mission.landingSiteAsWritten ?? $0) }
    }
}
