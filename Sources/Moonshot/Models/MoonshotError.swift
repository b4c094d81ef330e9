import Localization
import ProgramKit

/// An error of moonshot's commands.
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
    case comparesBoth(mission: String, astronaut: String)
    case comparesOne(String)
    case tooLittleData
    case cannotAsk
    case tooFewAnswers(given: Int, questions: Int)

    var problem: LocalizedText {
        switch self {
        case .unknownMission(let name, _): text("There is no mission “%@”.", name)
        case .unknownAstronaut(let name, _): text("There is no astronaut “%@”.", name)
        case .ambiguousAstronaut(let name, _): text("“%@” matches several astronauts.", name)
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
        case .notFavourite(let name): text("“%@” isn't a favourite.", name)
        case .comparesBoth(let mission, let astronaut):
            text("%1$@ is a mission, and %2$@ is an astronaut.", mission, astronaut)
        case .comparesOne(let name): text("Only %@ was named.", name)
        case .cannotAsk: text("The quiz needs answers, and there is no terminal to ask at.")
        case .tooLittleData: text("The data files contain too little for a quiz.")
        case .tooFewAnswers(let given, let questions):
            text("There are %1$@ questions, but %2$@ answers were given.", String(questions), String(given))
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknownMission(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“missions” lists the missions.")
        case .unknownAstronaut(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“astronauts” lists the astronauts.")
        case .unknownName(_, let nearest):
            LocalizedText.didYouMean(nearest)
                ?? text("“missions” lists all missions, and “astronauts” all astronauts.")
        case .ambiguousAstronaut(_, let candidates):
            text("Enter more of one of these names: %@.", TextArgument.choice(candidates.map { .string($0) }))
        case .noSeat(_, _, let seats):
            seats == 0 ? nil : text("Enter a number from 1 to %@, or a name.", String(seats))
        case .notInCrew(_, _, let crew):
            crew.isEmpty ? nil : text("The crew: %@.", TextArgument.list(crew.map { .string($0) }))
        case .noMissionOpen: text("Open one first, for example with “mission 11”.")
        case .atEnd(_, let isFirst):
            isFirst ? text("“next” opens the next one.") : text("“previous” opens the previous one.")
        case .noNote: text("Write one with “note MISSION TEXT”.")
        case .notFavourite: text("“favourites” lists the favourites.")
        case .comparesBoth: text("Compare missions with missions, and astronauts with astronauts.")
        case .comparesOne: text("Name at least two missions or two astronauts.")
        case .tooLittleData: nil
        case .cannotAsk: text("Start it at a terminal, or give the answers, such as --answers 1,4,2.")
        case .tooFewAnswers: text("Give one answer for each question, such as --answers 1,4,2.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .cannotAsk, .tooFewAnswers, .comparesBoth, .comparesOne: .usage
        default: .failed
        }
    }
}
