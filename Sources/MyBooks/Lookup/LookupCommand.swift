import Localization
import ModelData
import ProgramKit
import Shell

/// `lookup`: looks up a book at Open Library.
struct LookupCommand: Command {
    private static let words = Parameter.words(
        "book", BookParameters.word, minimum: 1,
        help: text("An ISBN, or a title. A book of the log is also named by its number."),
        question: text("ISBN or title"))

    let declaration = CommandDeclaration(
        "lookup", group: .looking, summary: text("Looks up a book at Open Library."),
        discussion: [
            text(
                "Fills the empty fields of a book of the log that has an ISBN: authors, pages, years and publisher. Other books are shown, and not added."
            ),
            text("Only this command and “add --isbn” ask the server. “set lookup off” switches both off."),
        ],
        parameters: [words.declaration],
        examples: [.verbatim("lookup 9780156027601"), .verbatim("lookup solaris")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let words = try invocation[Self.words].joined(separator: " ")
        let lookup = try BookLookup(session)
        if let isbn = ISBN(words) {
            let found = try await lookup.book(isbn)
            if let book = try session.duplicate(title: found.title, author: found.author, isbn: isbn.digits),
                book.isbn.flatMap({ ISBN($0) })?.thirteen == isbn.thirteen
            {
                return try await fill(book, with: found)
            }
            return Self.output([found], .message(text("Add it with “add --isbn %@”.", isbn.digits)))
        }
        if let book = try? session.record(RecordReference(words), in: Book.self),
            let isbn = book.isbn.flatMap({ ISBN($0) })
        {
            return try await fill(book, with: lookup.book(isbn))
        }
        let found = try await lookup.books(titled: words)
        return Self.output(found, .message(text("Add one of them with “add --isbn ISBN”.")))
    }

    private func fill(_ book: Book, with found: ImportedBook) async throws -> Output {
        let names = await Book.fields.names(changedIn: book) { book.fill(with: found) }
        return Output([.message(.changed(book.title, names))], data: [.record(Book.fields.data(book))])
    }

    private static func output(_ books: [ImportedBook], _ advice: Block) -> Output {
        func value(_ key: String, _ book: ImportedBook) -> Cell {
            switch book.details[key] {
            case .integer(let number)?: .identifier(number)
            case .string(let text)?: .text(text)
            default: .empty
            }
        }
        let table = Table(
            "books",
            columns: [
                .init("title", text("Title"), priority: 6), .init("author", text("Author"), priority: 5),
                .init("originalYear", text("First published"), alignsRight: true, priority: 4),
                .init("pages", text("Pages"), alignsRight: true, priority: 4),
                .init("isbn", .verbatim("ISBN"), priority: 8),
                .init("year", text("Year"), alignsRight: true, priority: 3),
                .init("publisher", text("Publisher"), priority: 2),
            ],
            rows: books.map { book in
                [
                    .text(book.title), .text(book.author), value("originalYear", book), value("pages", book),
                    value("isbn", book), value("year", book), value("publisher", book),
                ]
            }, count: text("%lld books", books.count))
        return Output([.table(table), advice], data: [.table(table)])
    }
}
