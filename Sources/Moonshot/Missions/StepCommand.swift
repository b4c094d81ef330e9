import Localization
import ProgramKit
import Shell

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
        else {
            throw MoonshotError.atEnd(name, isFirst: step < 0)
        }
        return models[index + step]
    }
}
