import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `quote list`: the quotes of a book, or of all books.
struct QuoteListCommand: Command {
    static let book = Parameter.optional(
        "book", .book, help: text("The book's number, or a part of its title; all books unless you say one."))

    let declaration = CommandDeclaration(
        "quote list", aliases: ["quotes"], group: .quotes,
        summary: text("Lists the quotes of a book, or of all books."),
        parameters: [book.declaration], examples: ["quote list", "quote list solaris"])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        if let reference = try invocation[Self.book] {
            let book = try session.record(reference, in: Book.self)
            let table = QuoteTable.table(book.quotes, showsBooks: false)
            if !book.quotes.isEmpty { return Output([.table(table)]) }
            return Output(
                [.message(text("No quote from “%@” is noted. “quote add BOOK TEXT” notes one.", book.title))],
                data: [.table(table)])
        }
        let quotes = try session.quotesByBook()
        let table = QuoteTable.table(quotes, showsBooks: true)
        if !quotes.isEmpty { return Output([.table(table)]) }
        return Output(
            [.message(text("No quotes are noted yet. “quote add BOOK TEXT” notes one."))],
            data: [.table(table)])
    }
}

extension BookSession {
    /// All quotes that contain a text, or all: by the titles of their books, those of a book in their order.
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
