import Localization
import Shell
import Suite

/// `sight list`: lists the sights of a destination in their order.
struct SightListCommand: Command {
    let declaration = CommandDeclaration(
        "sight list", aliases: ["sight ls"], group: .looking,
        summary: text("Lists the sights of a destination in their order."),
        parameters: [EditCommand.destination.declaration],
        examples: [text("open rome\nsight list"), text("sight list rome")])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let destination = try session.record(
            try invocation[EditCommand.destination], orOpen: Destination.self)
        let table = SightTable.table(destination.sights)
        guard destination.sights.isEmpty else { return Output([.table(table)]) }
        return Output(
            [.message(text("“%@” has no sights yet. Add one with “sight add”.", destination.name))],
            data: [.table(table)])
    }
}
