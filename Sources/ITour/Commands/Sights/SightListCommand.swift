import Localization
import Shell
import Suite

/// `sight list`: the sights of a destination, in their order.
struct SightListCommand: Command {
    let declaration = CommandDeclaration(
        "sight list", aliases: ["sight ls"], group: .looking,
        summary: text("Lists the sights of a destination, in their order."),
        parameters: [EditCommand.destination.declaration],
        examples: ["open rome\nsight list", "sight list rome"])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.record(
            try invocation[EditCommand.destination], orOpen: Destination.self)
        let table = SightTable.table(destination.sights)
        guard destination.sights.isEmpty else { return Output([.table(table)]) }
        return Output(
            [.message(text("No sights are planned for “%@” yet. “sight add” plans one.", destination.name))],
            data: [.table(table)])
    }
}
