/// A kind of quiz question.
enum QuizKind: CaseIterable, Sendable {
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
