import Localization
import Suite

/// What moonshot can't find or do.
enum MoonshotError: PresentableError {
    case unknownMission(String, nearest: [String])
    case unknownAstronaut(String, nearest: [String])
    case ambiguousAstronaut(String, candidates: [String])
    case unknownName(String, nearest: [String])
    case noSeat(Int, mission: String, seats: Int)
    case notInCrew(String, mission: String, crew: [String])
    case noMissionOpen
    case atEnd(String, isFirst: Bool)
    case noNote(mission: String)
    case notFavourite(String)
    case nothingToAsk
    case nobodyToAnswer
    case tooFewAnswers(given: Int, questions: Int)

    var problem: LocalizedText {
        switch self {
        case .unknownMission(let name, _): text("There is no mission “%@”.", name)
        case .unknownAstronaut(let name, _): text("There is no astronaut “%@”.", name)
        case .ambiguousAstronaut(let name, _): text("“%@” fits several astronauts.", name)
        case .unknownName(let name, _): text("There is no mission and no astronaut “%@”.", name)
        case .noSeat(let seat, let mission, let seats):
            seats == 0
                ? text("%@ has no crew.", mission)
                : text("%1$@ has no crew member number %2$@.", mission, String(seat))
        case .notInCrew(let name, let mission, _): text("%1$@ was not in the crew of %2$@.", name, mission)
        case .noMissionOpen: text("No mission is open.")
        case .atEnd(let name, let isFirst):
            isFirst ? text("“%@” is the first.", name) : text("“%@” is the last.", name)
        case .noNote(let mission): text("There is no note about %@.", mission)
        case .notFavourite(let name): text("“%@” is no favourite.", name)
        case .nobodyToAnswer: text("There is nobody to answer the quiz.")
        case .nothingToAsk: text("The data are too few for a quiz.")
        case .tooFewAnswers(let given, let questions):
            text(
                "There are %1$@ questions, and the answers given are %2$@.", String(questions), String(given))
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknownMission(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“missions” lists them.")
        case .unknownAstronaut(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“astronauts” lists them.")
        case .unknownName(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“missions” and “astronauts” list what there is.")
        case .ambiguousAstronaut(_, let candidates):
            text("Write more of the name of one: %@.", TextArgument.choice(candidates.map { .string($0) }))
        case .noSeat(_, _, let seats):
            seats == 0 ? nil : text("Give a number from 1 to %@, or a name.", String(seats))
        case .notInCrew(_, _, let crew):
            crew.isEmpty ? nil : text("The crew: %@.", TextArgument.list(crew.map { .string($0) }))
        case .noMissionOpen: text("Open one first, as with “mission 11”.")
        case .atEnd(_, let isFirst): isFirst ? text("“next” goes on.") : text("“previous” goes back.")
        case .noNote: text("“note MISSION TEXT” writes one.")
        case .notFavourite: text("“favourites” lists them.")
        case .nothingToAsk: nil
        case .nobodyToAnswer: text("Begin it at a terminal, or give the answers, such as --answers 1,4,2.")
        case .tooFewAnswers: text("Give one answer for each question, such as --answers 1,4,2.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .nobodyToAnswer, .tooFewAnswers: .usage
        default: .failed
        }
    }
}
