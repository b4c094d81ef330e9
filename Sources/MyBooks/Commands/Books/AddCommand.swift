import Localization
import ModelData
import Shell
import Suite

/// `add`: adds a book to the log.
struct AddCommand: Command {
    static let title = Parameter.required(
        "title", .nonBlank, placeholder: text("TITLE"),
        help: text("The book's title."), question: text("Title"))
    static let author = Parameter.required(
        "author", .nonBlank.completed(from: BookCompletions.authors), placeholder: text("AUTHOR"),
        help: text("The book's author."),
        question: text("Author"))
    static let allowDuplicate = Parameter.flag(
        "allow-duplicate", help: text("Add the book even if it is already in the log."))

    let declaration = CommandDeclaration(
        "add", aliases: ["new"], group: .changes, summary: text("Adds a book to the log."),
        discussion: [
            text(
                "Default: the book is on the shelf, added today. At a terminal, the program asks for a missing title or author."
            )
        ],
        parameters: [title.declaration, author.declaration, allowDuplicate.declaration]
            + BookFields.declarations,
        examples: [
            .verbatim("add \"Solaris\" \"Stanisław Lem\""),
            text("add \"The Hobbit\" \"J.R.R. Tolkien\" --status completed --rating 5"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let title = try invocation[Self.title], author = try invocation[Self.author]
        var changes = try BookFields.changes(invocation)
        if try !invocation[Self.allowDuplicate],
            let duplicate = try session.duplicate(
                title: title, author: author, isbn: changes.details[.isbn]?.value?.written)
        {
            let refusal = BookError.duplicate(
                title: duplicate.title, author: duplicate.author, number: duplicate.number)
            guard session.interaction.isInteractive else { throw refusal }
            let question = text(
                "“%1$@” by %2$@ is already in the log as number %3$@. Add it again?", duplicate.title,
                duplicate.author,
                String(duplicate.number))
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was added."))
            }
        }
        // Make the book with its date added first, because the status sets the other dates relative to it.
        let added = changes.added ?? session.today
        if added > session.today { throw BookError.inFuture(PartialDate(added)) }
        let book = Book(title: title, author: author, added: added)
        changes.added = nil
        if let suffix = SeriesSuffix(title), changes.details[.series] == nil {
            changes.details[.series] = .some(.text(suffix.series))
            if changes.details[.seriesNumber] == nil {
                changes.details[.seriesNumber] = suffix.number.map { .some(.text($0)) }
            }
        }
        _ = try changes.apply(to: book, today: session.today)
        session.context.insert(book)
        return Output(label: text("Added “%1$@” by %2$@.", title, author)) {
            Output(
                [.message(text("Added “%1$@” by %2$@ as number %3$@.", title, author, String(book.number)))],
                data: [.record(BookRecord.data(book))])
        }
    }
}
