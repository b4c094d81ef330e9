import Localization
import ModelData
import ProgramKit
import Shell

/// `lookup`: looks up a book at Open Library, and fills a book of the log or adds one.
struct LookupCommand: Command {
    private static let words = Parameter.words(
        "book", BookParameters.word, minimum: 1,
        help: text("An ISBN, or a title. A book of the log is also named by its number."),
        question: text("ISBN or title"))
    private static let take = Parameter.option(
        "take", .integer(in: 1...BookLookup.largestCount).named(text("NUMBER")),
        help: text("The number of the match that fills the book of the log, or is added."))

    let declaration = CommandDeclaration(
        "lookup", group: .looking, summary: text("Looks up a book at Open Library, and fills or adds it."),
        discussion: [
            text(
                "Fills the empty fields of a book of the log: authors, pages, years, publisher and ISBN. Without an ISBN, or for a book that isn't in the log, the matches are listed. At a terminal, the program asks which one to take; in a script, --take names it."
            ),
            text("Only this command and “add --isbn” ask the server. “set lookup off” switches both off."),
        ],
        parameters: [words.declaration, take.declaration],
        examples: [
            .verbatim("lookup 9780156027601"), .verbatim("lookup solaris"),
            .verbatim("lookup solaris --take 1"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let words = BookParameters.withoutKey(
            try invocation[Self.words].joined(separator: " "), session.localizer)
        let lookup = try BookLookup(session)
        if let isbn = ISBN(words) {
            let found = try await lookup.book(isbn)
            if let book = try session.duplicate(title: found.title, author: found.author, isbn: isbn.digits),
                book.isbn.flatMap({ ISBN($0) })?.thirteen == isbn.thirteen
            {
                return try await fill(book, with: found)
            }
            return try await take(from: [found], for: nil, invocation, session)
        }
        // A number that names no book, as in “lookup 1984”, is a title.
        let book = try? session.record(RecordReference(words), in: Book.self)
        if let book, let isbn = book.isbn.flatMap({ ISBN($0) }) {
            return try await fill(book, with: lookup.book(isbn))
        }
        let found = try await lookup.books(titled: book?.title ?? words)
        return try await take(from: found, for: book, invocation, session) { try await lookup.book($0) }
    }

    /// Fills a book of the log with the match that the user takes, or adds it; otherwise, lists the matches.
    private func take(
        from found: [ImportedBook], for book: Book?, _ invocation: Invocation, _ session: BookSession,
        edition: (ISBN) async throws -> ImportedBook? = { _ in nil }
    ) async throws -> Output {
        guard let number = try await number(among: found, for: book, invocation, session) else {
            let advice =
                book.map {
                    text("“lookup %@ --take NUMBER” fills the book from one of them.", String($0.number))
                }
                ?? text("“lookup” with --take NUMBER adds one of them.")
            let table = Self.table(found)
            return Output([.table(table), .message(advice)], data: [.table(table)])
        }
        var match = found[number - 1]
        // The edition has more fields than the list of matches.
        if case .string(let digits)? = match.details["isbn"], let isbn = ISBN(digits),
            let edition = try await edition(isbn)
        {
            for (key, value) in edition.details.values { match.details[key] = value }
        }
        if let book { return try await fill(book, with: match) }
        return try add(match, to: session)
    }

    /// Returns the number of the match to take; `nil` for none.
    private func number(
        among found: [ImportedBook], for book: Book?, _ invocation: Invocation, _ session: BookSession
    ) async throws -> Int? {
        let numbers = 1...found.count
        if let number = try invocation[Self.take] {
            guard numbers.contains(number) else { throw LookupError.unknownMatch(number, count: found.count) }
            return number
        }
        guard session.interaction.isInteractive else { return nil }
        let lines = found.enumerated().map { index, match -> LocalizedText in
            let year = if case .integer(let year)? = match.details["originalYear"] { ", \(year)" } else { "" }
            return .verbatim("\(index + 1): \(match.title) (\(match.author)\(year))")
        }
        let question =
            book.map {
                text(
                    "%1$@. Which one fills “%2$@” (empty: none)", TextArgument.list(lines.map { .text($0) }),
                    $0.title)
            }
            ?? text("%@. Which one is added (empty: none)", TextArgument.list(lines.map { .text($0) }))
        let answer = try await session.interaction.ask(question, initial: "", completion: .none) { answer in
            guard answer.isEmpty || Int(answer).map({ numbers.contains($0) }) ?? false else {
                throw LookupError.unknownMatch(Int(answer) ?? 0, count: found.count)
            }
        }
        return Int(answer)
    }

    private func fill(_ book: Book, with found: ImportedBook) async throws -> Output {
        let title = book.title
        let names = await Book.fields.names(changedIn: book) { book.fill(with: found) }
        return Output([.message(.changed(title, names))], data: [.record(Book.fields.data(book))])
    }

    private func add(_ found: ImportedBook, to session: BookSession) throws -> Output {
        let book = Book(title: "", author: "", added: session.today)
        book.fill(with: found)
        if let known = try session.duplicate(title: book.title, author: book.author, isbn: book.isbn) {
            throw BookError.duplicate(title: known.title, author: known.author, number: known.number)
        }
        session.context.insert(book)
        return AddCommand.added(book)
    }

    private static func table(_ books: [ImportedBook]) -> Table {
        func value(_ key: String, _ book: ImportedBook) -> Cell {
            switch book.details[key] {
            case .integer(let number)?: .identifier(number)
            case .string(let text)?: .text(text)
            default: .empty
            }
        }
        return Table(
            "books",
            columns: [
                .init(
                    "number", text("#"), alignsRight: true, priority: 9, spokenTitle: text("Number"),
                    isData: false),
                .init("title", text("Title"), priority: 6), .init("author", text("Author"), priority: 5),
                .init("originalYear", text("First published"), alignsRight: true, priority: 4),
                .init("pages", text("Pages"), alignsRight: true, priority: 4),
                .init("isbn", .verbatim("ISBN"), priority: 8),
                .init("year", text("Year"), alignsRight: true, priority: 3),
                .init("publisher", text("Publisher"), priority: 2),
            ],
            rows: books.enumerated().map { index, book in
                [
                    .number(index + 1), .text(book.title), .text(book.author), value("originalYear", book),
                    value("pages", book), value("isbn", book), value("year", book), value("publisher", book),
                ]
            }, count: text("%lld books", books.count))
    }
}
