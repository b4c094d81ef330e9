import Localization
import Shell
import Suite

/// `edit`: changes a book's fields, by options or by asking for each.
struct EditCommand: Command {
    static let title = Parameter.option("title", .nonBlank, help: text("The new title."))
    static let author = Parameter.option(
        "author", .nonBlank.completed(from: LiveValues.authors), help: text("The new author."))

    let declaration = CommandDeclaration(
        "edit", group: .changes, summary: text("Changes a book."),
        discussion: [
            text(
                "A new status is applied first, with the dates that go with it; dates that are given come after it."
            ),
            text(
                "Without options, at a terminal, each field is asked for with its present value in the line. Ctrl-C discards it all."
            ),
        ],
        parameters: [ShowCommand.book.declaration, title.declaration, author.declaration]
            + BookFields.declarations,
        examples: [
            "edit solaris --author \"Stanisław Lem\"", "edit 12 --status completed --completed 2024-03-15",
            "edit 12",
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[ShowCommand.book], in: Book.self)
        var changes = try BookFields.changes(invocation)
        changes.title = try invocation[Self.title]
        changes.author = try invocation[Self.author]
        if changes.isEmpty {
            guard session.interaction.isInteractive else { throw EditError.nothingToChange }
            changes = try await BookQuestions(book: book, session: session).ask()
        }
        let oldTitle = book.title
        let changed = try changes.apply(to: book, today: session.today)
        let message =
            changed.isEmpty
            ? text("“%@” is already like that. Nothing changed.", oldTitle)
            : text("Changed “%1$@”: %2$@.", oldTitle, TextArgument.list(changed.map { .text($0) }))
        return Output([.message(message)], data: [.record(BookRecord.data(book))])
    }
}

/// An edit without anything to change, where nobody can be asked.
enum EditError: PresentableError {
    case nothingToChange

    var problem: LocalizedText { text("There is nothing to change.") }
    var remedy: LocalizedText? { text("Give at least one option, such as --title or --rating.") }
    var failure: FailureKind { .usage }
}
