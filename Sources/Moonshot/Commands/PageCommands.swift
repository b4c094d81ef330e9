import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `mission`: opens a mission.
struct MissionCommand: Command {
    static let mission = Parameter.rest(
        "mission",
        ValueType(placeholder: "MISSION", completion: .live(LiveValues.missions), parse: { name, _ in name }),
        help: text("The mission's number or name, such as 11 or apollo11; the open one where none is named."))

    let declaration = CommandDeclaration(
        "mission", aliases: ["open"], group: .looking,
        summary: text("Opens a mission: badge, dates, highlights and crew."),
        discussion: [
            text(
                "From there “crew 2” or an astronaut's name opens the astronaut, “next” and “previous” walk on, and “back” returns."
            )
        ],
        parameters: [mission.declaration], examples: ["mission 11", "mission apollo11", "open 11"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Self.mission].joined(separator: " ")
        if !name.isEmpty { return try session.show(.mission(session.mission(named: name))) }
        guard let mission = try session.openedMission() else { throw session.nothingOpen }
        return try session.show(.mission(mission))
    }
}

/// `astronaut`: opens an astronaut.
struct AstronautCommand: Command {
    static let astronaut = Parameter.rest(
        "astronaut",
        ValueType(placeholder: "NAME", completion: .live(LiveValues.astronauts), parse: { name, _ in name }),
        minimum: 1,
        help: text("The astronaut's id, such as armstrong, or any part of the name."),
        question: text("Which astronaut"))

    let declaration = CommandDeclaration(
        "astronaut", group: .looking, summary: text("Opens an astronaut: biography and missions flown."),
        parameters: [astronaut.declaration], examples: ["astronaut armstrong", "astronaut Buzz Aldrin"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Self.astronaut].joined(separator: " ")
        return try session.show(.astronaut(session.astronaut(named: name)))
    }
}

/// `crew`: opens an astronaut of the open mission, or lists its crew.
struct CrewCommand: Command {
    static let member = Parameter.rest(
        "member",
        ValueType(placeholder: "MEMBER", completion: .live(LiveValues.crew), parse: { name, _ in name }),
        help: text("The place in the crew, from 1, or the name; the whole crew where none is named."))

    let declaration = CommandDeclaration(
        "crew", group: .looking, summary: text("Opens an astronaut of the open mission's crew."),
        parameters: [member.declaration],
        examples: ["mission 11\ncrew", "mission 11\ncrew 2", "mission 11\ncrew collins"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        guard let mission = try session.openedMission() else { throw MoonshotError.noMissionOpen }
        let name = try invocation[Self.member].joined(separator: " ")
        guard !name.isEmpty else { return Output([.table(MissionPage.crew(of: mission))]) }
        let crew = mission.crewInOrder
        if let seat = Int(name) {
            guard crew.indices.contains(seat &- 1), let astronaut = crew[seat - 1].astronaut else {
                throw MoonshotError.noSeat(seat, mission: mission.name, seats: crew.count)
            }
            return try session.show(.astronaut(astronaut))
        }
        let astronaut = try session.astronaut(named: name)
        guard crew.contains(where: { $0.astronaut === astronaut }) else {
            throw MoonshotError.notInCrew(
                astronaut.name, mission: mission.name, crew: crew.compactMap { $0.astronaut?.name })
        }
        return try session.show(.astronaut(astronaut))
    }
}

/// `astronauts`: all astronauts, or those who flew so many times.
struct AstronautsCommand: Command {
    static let flights = Parameter.option(
        "flights", .integerRange(in: 0...1000),
        help: text("Only astronauts with so many flights: 2, 1..2 or 2.."))

    let declaration = CommandDeclaration(
        "astronauts", group: .looking, summary: text("Lists the astronauts."),
        parameters: [flights.declaration],
        examples: ["astronauts", "astronauts --flights 2"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let flights = try invocation[Self.flights]
        let (lowest, highest) = (flights?.lowerBound ?? 0, flights?.upperBound ?? .max)
        let all = try session.astronauts(
            flights == nil ? nil : #Predicate { $0.flights.count >= lowest && $0.flights.count <= highest })
        let collator = Collator(session.localizer.language)
        // Last names are what people look for; the keys are made of them.
        let sorted = collator.sorted(all, by: \.key)
        let table = AstronautList.table(sorted, favourites: try session.favouriteKeys(.astronaut))
        if sorted.isEmpty {
            return Output(
                [.message(text("No astronaut fits. “astronauts” alone shows all."))], data: [.table(table)])
        }
        return Output([.table(table)])
    }
}

/// `show`: shows what is open once more, or a mission or an astronaut.
struct ShowCommand: Command {
    static let name = Parameter.rest(
        "name", ValueType(placeholder: "NAME", completion: .live(LiveValues.all), parse: { name, _ in name }),
        help: text("A mission or an astronaut; what is open where none is named."))

    let declaration = CommandDeclaration(
        "show", group: .looking,
        summary: text("Shows what is open once more, or opens a mission or an astronaut."),
        parameters: [name.declaration], examples: ["mission 11\nshow", "show 11", "show armstrong"])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Self.name].joined(separator: " ")
        return try session.show(name.isEmpty ? session.openedSubject() : session.subject(named: name))
    }
}
