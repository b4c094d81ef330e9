import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The arguments that name quotes.
enum QuoteParameters {
    static let quote = Parameter.required(
        "quote", .quote, help: text("The quote's number, or a part of its text."),
        question: text("Which quote"))
    static let quotes = Parameter.rest(
        "quote", .quote, minimum: 1, help: text("The numbers of the quotes, or parts of their texts."),
        question: text("Which quote"))
}

extension ValueType where Value == RecordReference {
    /// A quote, named by its number or a part of its text.
    fileprivate static var quote: ValueType<RecordReference> {
        .record(MyBooks.text("QUOTE"), source: BookCompletions.quotes)
    }
}

extension CommandGroup {
    /// Commands for quotes.
    fileprivate static let quotes = CommandGroup(text("Quotes"))
}

/// `quote list`: lists the quotes from a book, or from all books.
struct QuoteListCommand: Command {
    static let book = Parameter.optional(
        "book", .book, help: text("The book's number, or a part of its title. Default: all books."))

    let declaration = CommandDeclaration(
        "quote list", aliases: ["quotes"], group: .quotes,
        summary: text("Lists the quotes of a book, or of all books."),
        parameters: [book.declaration], examples: [.verbatim("quote list"), .verbatim("quote list solaris")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try invocation[Self.book].map { try session.record($0, in: Book.self) }
        let quotes = try book?.quotes ?? session.quotesByBook()
        let table = Quote.table(quotes, showsBooks: book == nil, session.fieldContext.forList)
        return Output(
            table,
            ifEmpty: book.map {
                text("There are no quotes from “%@”. Add one with “quote add BOOK TEXT”.", $0.title)
            } ?? text("There are no quotes yet. Add one with “quote add BOOK TEXT”."))
    }
}

extension BookSession {
    /// Returns all quotes, sorted by book title, then by their order in the book.
    ///
    /// - Throws: `ModelDataError`.
    fileprivate func quotesByBook() throws -> [Quote] {
        var descriptor = FetchDescriptor<Quote>()
        descriptor.relationshipKeyPathsForPrefetching = [\.book]
        var seen: Set<ObjectIdentifier> = []
        let books = try context.fetch(descriptor).compactMap(\.book)
            .filter { seen.insert(ObjectIdentifier($0)).inserted }
        return Collator(localizer.language).sorted(books, by: \.title).flatMap(\.quotes)
    }
}

/// `quote add`: adds a quote from a book.
struct QuoteAddCommand: Command {
    /// Words such as `page:12` are the options that they name. All other words with a colon belong to the quote.
    static let quoteText = Parameter.words(
        "text", .text, help: text("The quote. If it is missing, the program asks for it at a terminal.")
    ).claiming { _, _ in
        false
    } naming: { word, localizer in
        let keys = Quote.fields.fields.compactMap(\.option)
        // The value keeps the quotation marks that are a part of it.
        return Quote.fields.argument(namedBy: word, of: keys, localizer).map {
            ($0.argument, String(word.drop { $0 != ":" }.dropFirst()))
        }
    }

    let declaration = CommandDeclaration(
        "quote add", group: .quotes, summary: text("Adds a quote from a book."),
        discussion: [
            text(
                "Without a text, the program asks for it at a terminal. For a quote of several lines, leave the answer blank: your editor opens."
            )
        ],
        parameters: [BookParameters.book.declaration, quoteText.declaration]
            + Quote.fields.options(except: ["text"]),
        examples: [
            text("quote add solaris \"We have no need of other worlds. We need mirrors.\" --page 72"),
            .verbatim("quote add solaris"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        var quoteText = try invocation[Self.quoteText].joined(separator: " ")
        if !invocation.has(Self.quoteText) { quoteText = try await ask(session) }
        guard !quoteText.allSatisfy(\.isWhitespace) else {
            guard invocation.has(Self.quoteText) else { return .message(text("Nothing was added.")) }
            throw UsageError.invalidValue(name: text("TEXT"), .blank)
        }
        let quote = Quote(text: quoteText)
        _ = try Quote.fields.apply(
            Quote.fields.changes(invocation, except: ["text"]), to: quote, session.fieldContext)
        book.quotes.append(quote)
        return Output(label: text("Added a quote from “%@”.", book.title)) {
            Output(
                [
                    .message(
                        text("Added a quote from “%1$@” as number %2$@.", book.title, String(quote.number)))
                ],
                data: [.record(Quote.fields.data(quote))])
        }
    }

    /// Asks for the text in the input line or in the user's editor.
    private func ask(_ session: BookSession) async throws -> String {
        guard session.interaction.isInteractive else {
            throw UsageError.missingArgument(text("TEXT"), usage: text("quote add BOOK TEXT"))
        }
        let line = try await session.interaction.ask(
            text("Quote (blank to write it in your editor)"), initial: "", completion: .none, check: { _ in })
        guard line.allSatisfy(\.isWhitespace) else { return line }
        return try await session.interaction.edit("")
    }
}

extension Quote {
    /// `quote edit`: changes a quote with options or by asking for each field.
    @MainActor static let edit = EditRecordCommand<BookSession, Quote>(
        "quote edit", group: .quotes, summary: MyBooks.text("Changes a quote."),
        record: RecordArgument(QuoteParameters.quote), fields: fields,
        examples: [.verbatim("quote edit 3 --page 72"), MyBooks.text("quote edit mirrors")],
        asking: ["text", "page", "note"])
}

/// `quote move`: changes the position of a quote in its book.
struct QuoteMoveCommand: Command {
    static let place = Parameter.required(
        "place", .integer(in: 1 ... .max), placeholder: text("PLACE"),
        help: text("The new position, starting at 1. A larger number means the last position."),
        question: text("Position"))

    let declaration = CommandDeclaration(
        "quote move", group: .quotes,
        summary: text("Moves a quote to another position among the quotes of its book."),
        parameters: [QuoteParameters.quote.declaration, place.declaration],
        examples: [.verbatim("quote move 3 1")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let quote = try session.record(try invocation[QuoteParameters.quote], in: Quote.self)
        guard let book = quote.book, let old = book.quotes.firstIndex(where: { $0 === quote }) else {
            return .message(text("Nothing was changed."))
        }
        let count = book.quotes.count
        let new = min(try invocation[Self.place], count) - 1
        let (number, place, last) = (String(quote.number), String(new + 1), String(count))
        if new != old {
            var quotes = book.quotes
            quotes.remove(at: old)
            quotes.insert(quote, at: new)
            book.quotes = quotes
        }
        let message =
            new == old
            ? text(
                "Quote %1$@ is already at position %2$@ of %3$@ in “%4$@”. Nothing changed.", number, place,
                last, book.title)
            : text("Quote %1$@ is now at position %2$@ of %3$@ in “%4$@”.", number, place, last, book.title)
        return Output(
            [.message(message)],
            data: [.table(Quote.table(book.quotes, showsBooks: false, session.fieldContext))],
            label: text(
                "Moved quote %1$@ from “%2$@” to position %3$@ of %4$@.", number, book.title, place, last))
    }
}

extension Quote {
    /// `quote delete`: deletes quotes.
    @MainActor static let delete = DeleteRecordsCommand<BookSession, Quote>(
        "quote delete", group: .quotes, summary: MyBooks.text("Deletes quotes after confirmation."),
        records: RecordArgument(QuoteParameters.quotes),
        examples: [.verbatim("quote delete 3"), .verbatim("quote delete 4 5 --yes")],
        question: {
            $0.count == 1
                ? MyBooks.text("Delete “%1$@” from “%2$@”?", $0[0].beginning, $0[0].bookTitle)
                : MyBooks.text("Delete %lld quotes?", $0.count)
        },
        message: {
            $0.count == 1
                ? MyBooks.text("Deleted the quote from “%@”.", $0[0].bookTitle)
                : MyBooks.text("Deleted %lld quotes.", $0.count)
        },
        table: { table($0, showsBooks: true, $1.fieldContext) })
}
