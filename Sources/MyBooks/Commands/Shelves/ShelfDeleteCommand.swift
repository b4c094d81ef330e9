import Localization
import Shell
import Suite

/// `shelf delete`: deletes a shelf; its books stay in the log.
struct ShelfDeleteCommand: Command {
    let declaration = CommandDeclaration(
        "shelf delete", group: .shelves,
        summary: text("Deletes a shelf after confirmation. Its books stay in the log."),
        parameters: [ShelfArguments.name.declaration],
        examples: [text("shelf delete \"to lend\"")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let shelf = try session.existingShelf(try invocation[ShelfArguments.name])
        let name = shelf.name
        let table = try ShelfTable.table([shelf], in: session)
        let question = text(
            "%2$lld books are on the shelf “%1$@”. Delete the shelf?", name,
            try session.context.relatedCount(shelf, \.books))
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(table)
        }
        // Another process may have deleted the shelf while the user answered.
        _ = try session.existingShelf(try invocation[ShelfArguments.name])
        session.context.delete(shelf)
        return Output(
            [.message(text("Deleted the shelf “%@”. Its books are still in the log.", name))],
            data: [.table(table)])
    }
}
