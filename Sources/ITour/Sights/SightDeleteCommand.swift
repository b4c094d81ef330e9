import Localization
import Shell
import Suite

/// `sight delete`: deletes sights.
struct SightDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "sight delete", aliases: ["sight remove", "sight rm"], group: .changes,
        summary: text("Deletes sights after confirmation."),
        parameters: [SightArguments.sights.declaration, SightArguments.inside.declaration],
        examples: [text("sight delete colosseum"), .verbatim("sight delete 7 8 --yes")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let sights = try session.sights(
            try invocation[SightArguments.sights], in: try invocation[SightArguments.inside])
        let names = sights.map(\.name)
        let deleted = SightTable.table(sights)
        let question =
            names.count == 1 ? text("Delete “%@”?", names[0]) : text("Delete %lld sights?", names.count)
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(deleted)
        }
        for sight in sights { session.context.delete(sight) }
        // Remove the sights from their destinations now, so that output that is made before the save is
        // correct.
        session.context.processPendingChanges()
        let message =
            names.count == 1 ? text("Deleted “%@”.", names[0]) : text("Deleted %lld sights.", names.count)
        return Output([.message(message)], data: [.table(deleted)])
    }
}
