import Localization
import Shell
import Suite

/// `edit`: changes a book's fields with options or by asking for each field.
struct EditCommand: Command {
    static let title = Parameter.option("title", .nonBlank, help: text("The new title."))
    static let author = Parameter.option(
        "author", .nonBlank.completed(from: BookCompletions.authors), help: text("The new author."))

    let declaration = CommandDeclaration(
        "edit", group: .changes, summary: text("Changes the fields of a book."),
        discussion: [
            text(
                "A new status is applied first and sets its usual dates. Dates given as options are applied afterwards."
            ),
            text(
                "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
            ),
        ],
        parameters: [BookWords.required.declaration, title.declaration, author.declaration]
            + BookFields.declarations,
        examples: [
            .verbatim("edit solaris --author \"Stanisław Lem\""),
            .verbatim("edit 12 --status completed --completed 2024-03-15"), .verbatim("edit 12"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookWords.book(invocation, in: session)
        var changes = try BookFields.changes(invocation)
        changes.title = try invocation[Self.title]
        changes.author = try invocation[Self.author]
        if changes.isEmpty {
            guard session.interaction.isInteractive else { throw EditError.nothingToChange }
            changes = try await BookQuestions(book: book, session: session).ask()
        }
        let (oldTitle, oldStatus) = (book.title, book.status)
        let changed = try changes.apply(to: book, today: session.today)
        let message =
            changed.isEmpty
            ? text("“%@” already has these values. Nothing changed.", oldTitle)
            : text("Changed “%1$@”: %2$@.", oldTitle, TextArgument.list(changed.map { .text($0) }))
        let removed =
            book.status == oldStatus ? [] : try ReadingList.removeBegun([book], in: session)
        return Output([.message(message)] + removed, data: [.record(BookRecord.data(book))])
    }
}

/// The error for an edit without options if the program can't ask the user.
enum EditError: PresentableError {
    case nothingToChange

    var problem: LocalizedText { text("There is nothing to change.") }
    var remedy: LocalizedText? { text("Add at least one option, such as --title or --rating.") }
    var failure: FailureKind { .usage }
}
