import Localization
import ModelData
import Shell
import Suite

/// `add`: adds a book to the log.
struct AddCommand: Command {
    /// The fields that are arguments.
    private static let keys = ["title", "author"]
    private static let arguments = [
        Book.fields["title"]?.argument(placeholder: text("TITLE")),
        Book.fields["author"]?.argument(placeholder: text("AUTHOR")),
    ]
    .compactMap(\.self)
    static let allowDuplicate = Parameter.flag(
        "allow-duplicate", help: text("Add the book even if it is already in the log."))

    let declaration = CommandDeclaration(
        "add", aliases: ["new"], group: .changes, summary: text("Adds a book to the log."),
        discussion: [
            text(
                "Default: the book is on the shelf, added today. At a terminal, the program asks for a missing title or author."
            )
        ],
        parameters: arguments.map(\.declaration) + [allowDuplicate.declaration]
            + Book.fields.options(except: keys),
        examples: [
            .verbatim("add \"Solaris\" \"Stanisław Lem\""),
            text("add \"The Hobbit\" \"J.R.R. Tolkien\" --status completed --rating 5"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let changes =
            try Self.arguments.map { try invocation[$0] } + Book.fields.changes(invocation, except: Self.keys)
        let book = Book(title: "", author: "", added: session.today)
        _ = try Book.fields.apply(changes, to: book, session.fieldContext)
        let (title, author) = (book.title, book.author)
        if try !invocation[Self.allowDuplicate],
            let duplicate = try session.duplicate(title: title, author: author, isbn: book.isbn)
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
        let given = Set(changes.map(\.key))
        if let suffix = SeriesSuffix(title), !given.contains("series") {
            book.series = suffix.series
            if !given.contains("seriesNumber") { book.seriesNumber = suffix.number }
        }
        session.context.insert(book)
        return Output(label: text("Added “%1$@” by %2$@.", title, author)) {
            Output(
                [.message(text("Added “%1$@” by %2$@ as number %3$@.", title, author, String(book.number)))],
                data: [.record(Book.fields.data(book))])
        }
    }
}
