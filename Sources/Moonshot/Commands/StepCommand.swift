import Localization
import Shell
import Suite

/// `next` and `previous`: from the open mission to the one after or before it, and in a crew from one to another.
struct StepCommand: Command {
    let declaration: CommandDeclaration
    private let step: Int

    static let next = StepCommand(
        CommandDeclaration(
            "next", group: .looking,
            summary: text("Opens the mission after the open one, or the next of its crew."),
            examples: ["mission 11\nnext"]), 1)
    static let previous = StepCommand(
        CommandDeclaration(
            "previous", aliases: ["prev"], group: .looking,
            summary: text("Opens the mission before the open one, or the one before in its crew."),
            examples: ["mission 11\nprevious"]), -1)

    private init(_ declaration: CommandDeclaration, _ step: Int) {
        self.declaration = declaration
        self.step = step
    }

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        switch try session.openedSubject() {
        case .mission(let mission):
            let other = try beside(mission, in: session.missions(), name: mission.name)
            return try session.show(.mission(other))
        case .astronaut(let astronaut):
            let crew = try session.openedMission()?.crewInOrder.compactMap(\.astronaut) ?? []
            // An astronaut who isn't in the open mission's crew was opened by name: all of them follow.
            let isInCrew = crew.contains { $0 === astronaut }
            let other = try beside(
                astronaut, in: isInCrew ? crew : session.astronauts(), name: astronaut.name)
            return try session.show(.astronaut(other))
        }
    }

    private func beside<Model: AnyObject>(_ model: Model, in models: [Model], name: String) throws -> Model {
        guard let index = models.firstIndex(where: { $0 === model }), models.indices.contains(index + step)
        else {
            throw MoonshotError.atEnd(name, isFirst: step < 0)
        }
        return models[index + step]
    }
}
