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

/// `edit`: changes a book's fields with options or by asking for each field.
struct EditCommand: Command {
    /// The fields that the program asks for.
    static let questions: [(key: String, isAsked: (Book) -> Bool)] = [
        ("title", { _ in true }), ("author", { _ in true }), ("status", { _ in true }),
        ("rating", { _ in true }), ("added", { _ in true }),
        ("started", { ReadingDate.started.isRelevant(for: $0.status) }),
        ("completed", { ReadingDate.completed.isRelevant(for: $0.status) }),
        ("summary", { _ in true }),
    ]

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
        parameters: [BookParameters.words.declaration] + Book.fields.options(),
        examples: [
            .verbatim("edit solaris --author \"Stanisław Lem\""),
            .verbatim("edit 12 --status completed --completed 2024-03-15"), .verbatim("edit 12"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookParameters.book(of: invocation, in: session)
        let (oldTitle, oldStatus) = (book.title, book.status)
        let changed = try await Book.fields.edit(book, invocation, asking: Self.questions, in: session)
        let removed =
            book.status == oldStatus ? [] : try ReadingList.removeBegun([book], in: session)
        return Output(
            [.message(.changed(oldTitle, changed))] + removed, data: [.record(Book.fields.data(book))])
    }
}

/// `show`: shows all fields and quotes of a book.
struct ShowCommand: Command {
    let declaration = CommandDeclaration(
        "show", group: .looking, summary: text("Shows all details of a book."),
        parameters: [BookParameters.words.declaration],
        examples: [.verbatim("show 1"), .verbatim("show solaris"), .verbatim("show left hand")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try BookParameters.book(of: invocation, in: session)
        let context = session.fieldContext
        let quotes = Quote.table(book.quotes, showsBooks: false, context)
        let readings = Reading.table(book, context)
        var blocks: [Block] = [.record(book.shown(context))]
        if !book.readings.isEmpty { blocks += [.heading(text("Readings")), .table(readings)] }
        if !book.quotes.isEmpty { blocks += [.heading(text("Quotes")), .table(quotes)] }
        return Output(blocks, data: [.record(Book.fields.data(book)), .table(readings), .table(quotes)])
    }
}

/// `delete`: deletes books from the log.
struct DeleteCommand: Command {
    let declaration = CommandDeclaration(
        "delete", aliases: ["remove", "rm"], group: .changes,
        summary: text("Deletes books after confirmation."),
        parameters: [BookParameters.books.declaration],
        examples: [.verbatim("delete 12"), text("delete solaris dune --yes")], changesData: true,
        needsConfirmation: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try session.records(try invocation[BookParameters.books], in: Book.self)
        let titles = books.map(\.title)
        let deleted = BookTable.table(books)
        guard try await session.interaction.confirm(question(books), for: invocation) else {
            return .nothingDeleted(deleted)
        }
        try session.delete(books)
        let message =
            titles.count == 1
            ? text("Deleted “%@”.", titles[0]) : text("Deleted %lld books.", titles.count)
        return Output([.message(message)], data: [.table(deleted)])
    }

    private func question(_ books: [Book]) -> LocalizedText {
        let quotes = books.reduce(0) { $0 + $1.quotes.count }
        if quotes > 0 {
            return books.count == 1
                ? text(
                    "Delete “%1$@” by %2$@ and %3$lld quotes from it?", books[0].title, books[0].author,
                    quotes)
                : text("Delete %lld books and their quotes?", books.count)
        }
        return books.count == 1
            ? text("Delete “%1$@” by %2$@?", books[0].title, books[0].author)
            : text("Delete %lld books?", books.count)
    }
}

/// `rate`: sets or removes the rating of a book.
struct RateCommand: Command {
    static let rating = Parameter.required(
        "rating", ValueType<StarRating>.rating.orNone, placeholder: text("RATING"),
        help: text("A rating from 0.25 to 5 in steps of 0.25, or “none” to remove the rating."),
        question: text("Rating (0.25 to 5, or none)"))

    let declaration = CommandDeclaration(
        "rate", group: .changes, summary: text("Rates a book from 0.25 to 5."),
        parameters: [BookParameters.book.declaration, rating.declaration],
        examples: [.verbatim("rate solaris 5"), .verbatim("rate 12 none")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let rating = try invocation[Self.rating]
        guard book.stars != rating.value else {
            return Output(
                [.message(text("“%@” already has this rating. Nothing changed.", book.title))],
                data: [.record(Book.fields.data(book))])
        }
        book.stars = rating.value
        let message =
            rating.value.map { text("Rated “%1$@” %2$@ of %3$@.", book.title, $0.textArgument, "5") }
            ?? text("Removed the rating of “%@”.", book.title)
        return Output([.message(message)], data: [.record(Book.fields.data(book))])
    }
}
