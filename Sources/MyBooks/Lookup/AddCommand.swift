import Localization
import ModelData
import ProgramKit
import Shell

/// `add`: adds a book to the log.
struct AddCommand: Command {
    /// The fields that are arguments.
    private nonisolated static let keys = ["title", "author"]
    private static let arguments = [
        Book.fields["title"]?.argument(placeholder: text("TITLE")),
        Book.fields["author"]?.argument(placeholder: text("AUTHOR")),
    ]
    .compactMap { $0?.replaced(byOption: "isbn") }
    private static let values = Parameter.rest(
        "value", ValueType<String>.nonBlank.named(text("VALUE")).keepingQuotes,
        help: text("Values of other fields, such as pages:204, and shelves, such as #favourites.")
    ).claiming { word, localizer in
        Book.fields.isChange(word, localizer) || ShelfChange(word, of: .add, localizer) != nil
    } orUnknown: {
        $0.typedKey != nil
    } naming: { word, localizer in
        Book.fields.argument(namedBy: word, of: keys, localizer)
    }
    static let allowDuplicate = Parameter.flag(
        "allow-duplicate", help: text("Add the book even if it is already in the log."))

    let declaration = CommandDeclaration(
        "add", aliases: ["new"], group: .changes, summary: text("Adds a book to the log."),
        discussion: [
            text(
                "Default: the book is on the shelf, added today. At a terminal, the program asks for a missing title or author."
            ),
            text(
                "With --isbn and without a title or an author, the missing values are looked up at Open Library: see “help lookup”."
            ),
        ],
        parameters: arguments.map(\.declaration) + [
            values.declaration, allowDuplicate.declaration, ShelfChange.creates.declaration,
        ]
            + Book.fields.options(except: keys),
        examples: [
            .verbatim("add \"Solaris\" \"Stanisław Lem\""),
            .verbatim("add \"Eden\" \"Stanisław Lem\" pages:324 rating:4"),
            text("add \"The Hobbit\" \"J.R.R. Tolkien\" --status completed --rating 5"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (shelves, words) = ShelfChange.split(try invocation[Self.values], of: .add, session.localizer)
        let (typed, rest) = try Book.fields.changes(in: words, clears: false, session.fieldContext.parsing)
        if let word = rest.first {
            throw ValueError.refused(
                text("“%@” belongs neither to the title nor to the author.", QuotedText.unquoted(word)),
                remedy: text(
                    "Put a title of several words in quotation marks, and write other values as pages:204."))
        }
        let changes =
            try Self.arguments.filter { invocation.has($0) }.map { try invocation[$0] }
            + Book.fields.changes(invocation, except: Self.keys)
            + typed
        let book = Book(title: "", author: "", added: session.today)
        _ = try Book.fields.apply(changes, to: book, session.fieldContext)
        if book.title.isEmpty || book.author.isEmpty, let isbn = book.isbn.flatMap({ ISBN($0) }) {
            book.fill(with: try await BookLookup(session).book(isbn))
        }
        let (title, author) = (book.title, book.author)
        if try !invocation[Self.allowDuplicate],
            let duplicate = try session.duplicate(title: title, author: author, isbn: book.isbn)
        {
            let refusal = BookError.duplicate(
                title: duplicate.title, author: duplicate.author, number: duplicate.number)
            guard session.interaction.isInteractive else { throw refusal }
            let question = text(
                "“%1$@” by %2$@ is already in the log as number %3$@. Add it again?", duplicate.title,
                duplicate.author, String(duplicate.number))
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
        _ = try session.apply(shelves, to: book, creating: try invocation[ShelfChange.creates])
        return Self.added(book)
    }

    /// The output for a book that was added.
    static func added(_ book: Book) -> Output {
        let (title, author) = (book.title, book.author)
        return Output(label: text("Added “%1$@” by %2$@.", title, author)) {
            Output(
                [.message(text("Added “%1$@” by %2$@ as number %3$@.", title, author, String(book.number)))],
                data: [.record(Book.fields.data(book))])
        }
    }
}
