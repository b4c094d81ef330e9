import Localization
import ModelData
import Shell
import Suite

/// `shelf rename`: renames a shelf. If another shelf already has the new name, merges the two.
struct ShelfRenameCommand: Command {
    static let newName = Parameter.required(
        "new-name", .shelf, placeholder: text("NEW-NAME"),
        help: text("The new name."), question: text("New name"))
    static let merge = Parameter.flag(
        "merge", help: text("If a shelf already has the new name, merge both shelves."))

    let declaration = CommandDeclaration(
        "shelf rename", group: .shelves, summary: text("Renames a shelf."),
        parameters: [ShelfArguments.name.declaration, newName.declaration, merge.declaration],
        examples: [
            text("shelf rename favourites \"the best\""),
            .verbatim("shelf rename dnf did-not-finish --merge"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let shelf = try session.existingShelf(try invocation[ShelfArguments.name])
        let newName = try invocation[Self.newName]
        let oldName = shelf.name
        if oldName == newName.text {
            return Output(
                [.message(text("“%@” already has these values. Nothing changed.", oldName))],
                data: [.table(try ShelfTable.table([shelf], in: session))])
        }
        if let other = try session.shelf(newName), other !== shelf {
            return try await merge(shelf, into: other, invocation, in: session)
        }
        shelf.name = newName.text
        shelf.key = newName.key
        return Output(
            [.message(text("The shelf “%1$@” is now called “%2$@”.", oldName, newName.text))],
            data: [.table(try ShelfTable.table([shelf], in: session))],
            label: text("Renamed the shelf “%1$@” to “%2$@”.", oldName, newName.text))
    }

    private func merge(
        _ shelf: Shelf, into other: Shelf, _ invocation: Invocation, in session: BookSession
    ) async throws -> Output {
        if try !invocation[Self.merge] {
            guard session.interaction.isInteractive else { throw ShelfError.taken(other.name) }
            let question = text(
                "The shelf “%1$@” already exists. Move the books of “%2$@” to it?", other.name, shelf.name)
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was changed."))
            }
        }
        let name = shelf.name
        for book in shelf.books {
            book.shelves.removeAll { $0 === shelf }
            if !book.shelves.contains(where: { $0 === other }) { book.shelves.append(other) }
        }
        session.context.delete(shelf)
        return Output(
            [.message(text("The books of “%1$@” are now on the shelf “%2$@”.", name, other.name))],
            data: [.table(try ShelfTable.table([other], in: session))],
            label: text("Moved the books of “%1$@” to the shelf “%2$@”.", name, other.name))
    }
}
