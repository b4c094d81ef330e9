import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `mission`: opens a mission.
struct MissionCommand: Command {
    static let name = ValueType<String>.text.named(text("MISSION")).completed(
        from: MissionCompletions.missions)
    static let mission = Parameter.words(
        "mission", name,
        help: text("The mission's number or name, such as 11 or apollo11. Default: the open mission."))

    let declaration = CommandDeclaration(
        "mission", aliases: ["open"], group: .looking,
        summary: text("Opens a mission: badge, dates, highlights and crew."),
        discussion: [
            text(
                "Then “crew 2” or an astronaut's name opens the astronaut, “next” and “previous” open the neighbouring missions, and “back” closes the mission."
            )
        ],
        parameters: [mission.declaration],
        examples: [.verbatim("mission 11"), .verbatim("mission apollo11"), .verbatim("open 11")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Self.mission].joined(separator: " ")
        if !name.isEmpty { return try session.show(.mission(session.mission(named: name))) }
        guard let mission = try session.openedMission() else { throw session.nothingOpenError }
        return try session.show(.mission(mission))
    }
}

/// `astronaut`: opens an astronaut.
struct AstronautCommand: Command {
    static let astronaut = Parameter.words(
        "astronaut",
        ValueType<String>.text.named(text("ASTRONAUT")).completed(from: MissionCompletions.astronauts),
        minimum: 1,
        help: text("The astronaut's ID, such as armstrong, or any part of the name."),
        question: text("Which astronaut"))

    let declaration = CommandDeclaration(
        "astronaut", group: .looking, summary: text("Opens an astronaut: biography and missions flown."),
        parameters: [astronaut.declaration],
        examples: [.verbatim("astronaut armstrong"), .verbatim("astronaut Buzz Aldrin")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Self.astronaut].joined(separator: " ")
        return try session.show(.astronaut(session.astronaut(named: name)))
    }
}

/// `crew`: opens an astronaut of the open mission, or lists its crew.
struct CrewCommand: Command {
    static let member = Parameter.words(
        "member",
        ValueType<String>.text.named(text("MEMBER")).completed(from: MissionCompletions.crew),
        help: text("The position in the crew, starting at 1, or a name. Default: the whole crew."))

    let declaration = CommandDeclaration(
        "crew", group: .looking, summary: text("Opens an astronaut of the open mission's crew."),
        parameters: [member.declaration],
        examples: [
            .verbatim(lines: "mission 11", "crew"), .verbatim(lines: "mission 11", "crew 2"),
            .verbatim(lines: "mission 11", "crew collins"),
        ])

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

/// `show`: shows the open item again, or opens a mission or an astronaut.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", group: .looking,
        summary: text("Shows the open mission or astronaut again, or opens another one."),
        parameters: [Subject.named.declaration],
        examples: [.verbatim(lines: "mission 11", "show"), .verbatim("show 11"), .verbatim("show armstrong")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Subject.named].joined(separator: " ")
        return try session.show(name.isEmpty ? session.openedSubject() : session.subject(named: name))
    }
}

extension MoonshotSession {
    /// Opens a mission or an astronaut, and shows it.
    func show(_ subject: Subject) throws -> Output {
        switch subject {
        case .mission(let mission):
            open(mission)
            return try MissionPage.output(mission, in: self)
        case .astronaut(let astronaut):
            open(astronaut)
            return try AstronautPage.output(astronaut, in: self)
        }
    }
}

/// `next` and `previous`: open the next or previous mission or crew member.
struct StepCommand: Command {
    let declaration: CommandDeclaration
    private let step: Int

    static let next = StepCommand(
        CommandDeclaration(
            "next", group: .looking,
            summary: text("Opens the next mission, or the next member of the crew."),
            examples: [.verbatim(lines: "mission 11", "next")]), 1)
    static let previous = StepCommand(
        CommandDeclaration(
            "previous", aliases: ["prev"], group: .looking,
            summary: text("Opens the previous mission, or the previous member of the crew."),
            examples: [.verbatim(lines: "mission 11", "previous")]), -1)

    private init(_ declaration: CommandDeclaration, _ step: Int) {
        self.declaration = declaration
        self.step = step
    }

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        switch try session.openedSubject() {
        case .mission(let mission):
            let other = try neighbour(of: mission, in: session.missions(), name: mission.name)
            return try session.show(.mission(other))
        case .astronaut(let astronaut):
            let crew = try session.openedMission()?.crewInOrder.compactMap(\.astronaut) ?? []
            // If the astronaut isn't in the open mission's crew, the user opened them by name. Then step
            // through all astronauts.
            let isInCrew = crew.contains { $0 === astronaut }
            let other = try neighbour(
                of: astronaut, in: isInCrew ? crew : session.astronauts(), name: astronaut.name)
            return try session.show(.astronaut(other))
        }
    }

    private func neighbour<Model: AnyObject>(
        of model: Model, in models: [Model], name: String
    ) throws -> Model {
        guard let index = models.firstIndex(where: { $0 === model }), models.indices.contains(index + step)
        else { throw MoonshotError.atEnd(name, isFirst: step < 0) }
        return models[index + step]
    }
}

/// Shows all data of a mission.
@MainActor
enum MissionPage {
    static func output(_ mission: Mission, in session: MoonshotSession) throws -> Output {
        let details = try session.details(of: [mission])[0], context = session.fieldContext
        return Output(
            [.picture(Badge.of(mission.number).labelled)] + blocks(details, context),
            data: [.record(MissionDetails.fields.data(details, context)), .table(crew(of: mission))])
    }

    /// Returns the blocks of a mission, without its badge.
    static func blocks(_ details: MissionDetails, _ context: FieldContext) -> [Block] {
        let mission = details.mission
        return [
            .heading(.verbatim(mission.name)), .record(MissionDetails.fields.shown(details, context)),
        ] + Block.paragraphs(mission.highlights) + [.table(crew(of: mission))]
    }

    /// Returns a table of the crew, with the commander marked.
    static func crew(of mission: Mission) -> Table {
        Table(
            "crew",
            columns: [
                .init("place", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Place")),
                .init("astronaut", text("ID"), isShown: false),
                .init("name", text("Crew"), priority: 8),
                .init("role", text("Role"), priority: 7, wraps: true),
                .init("isCommander", .verbatim(""), priority: 9, spokenTitle: text("Commander")),
            ],
            rows: mission.crewInOrder.map { seat in
                [
                    .identifier(seat.place), .text(seat.astronaut?.key), seat.astronaut?.nameCell ?? .empty,
                    seat.roleCell, seat.commanderCell,
                ]
            },
            spokenCount: text("%lld in the crew", mission.crew.count))
    }
}
