import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `quote list`: lists the quotes from a book, or from all books.
struct QuoteListCommand: Command {
    static let book = Parameter.optional(
        "book", .book, help: text("The book's number, or a part of its title. Default: all books."))

    let declaration = CommandDeclaration(
        "quote list", aliases: ["quotes"], group: .quotes,
        summary: text("Lists the quotes of a book, or of all books."),
        parameters: [book.declaration], examples: [.verbatim("quote list"), .verbatim("quote list solaris")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        if let reference = try invocation[Self.book] {
            let book = try session.record(reference, in: Book.self)
            let table = QuoteTable.table(book.quotes, showsBooks: false)
            if !book.quotes.isEmpty { return Output([.table(table)]) }
            return Output(
                [
                    .message(
                        text("There are no quotes from “%@”. Add one with “quote add BOOK TEXT”.", book.title)
                    )
                ],
                data: [.table(table)])
        }
        let quotes = try session.quotesByBook()
        let table = QuoteTable.table(quotes, showsBooks: true)
        if !quotes.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("There are no quotes yet. Add one with “quote add BOOK TEXT”."))],
            data: [.table(table)])
    }
}

extension BookSession {
    /// Returns the quotes that contain a text, or all quotes. They are sorted by book title, then by their
    /// order in the book.
    ///
    /// - Throws: `ModelDataError`.
    func quotesByBook(containing wanted: String? = nil) throws -> [Quote] {
        var descriptor = FetchDescriptor<Quote>()
        if let wanted {
            descriptor.predicate = #Predicate {
                $0.text.localizedStandardContains(wanted) || $0.note.localizedStandardContains(wanted)
            }
        }
        descriptor.relationshipKeyPathsForPrefetching = [\.book]
        let quotes = try context.fetch(descriptor)
        var books: [Book] = []
        var seen: Set<ObjectIdentifier> = []
        for quote in quotes {
            if let book = quote.book, seen.insert(ObjectIdentifier(book)).inserted { books.append(book) }
        }
        let found = Set(quotes.map(ObjectIdentifier.init))
        return Collator(localizer.language).sorted(books, by: \.title).flatMap { book in
            book.quotes.filter { found.contains(ObjectIdentifier($0)) }
        }
    }
}
