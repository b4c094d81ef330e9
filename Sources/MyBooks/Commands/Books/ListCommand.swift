import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The options that filter and sort a list of books.
enum BookListOptions {
    static let sort = Parameter.option(
        "sort", .choice(BookOrder.allCases.map { Choice($0.rawValue, $0, $0.name) }),
        help: text("The field to sort by: title, author, added, started, completed, rating or status."))
    static let defaultOrder = Setting.choice(
        "sort", BookOrder.allCases.map { Choice($0.rawValue, $0, $0.name) }, defaultWord: "title", .title,
        help: text("The field that book lists are sorted by without --sort."))
    static let reverse = Parameter.flag("reverse", help: text("Reverses the order."))
    static let status = Parameter.option("status", .status, help: text("Only books with this status."))
    static let rating = Parameter.option(
        "rating", .integerRange(in: 1...5),
        help: text("Only books with a rating in this range: 4, 3..5, 4.. or ..2."))

    static let shelf = Parameter.option(
        "shelf", .shelf, help: text("Only books on this shelf. Case and accents don't matter."))

    static var declarations: [ParameterDeclaration] {
        [
            sort.declaration, reverse.declaration, status.declaration, rating.declaration,
            shelf.declaration,
        ]
    }

    /// Returns the books that match the options and contain a text, sorted.
    @MainActor
    static func books(
        _ invocation: Invocation, containing wanted: String? = nil, in session: BookSession
    ) throws -> ReadableBooks {
        let narrowing = try narrowing(invocation, in: session)
        var descriptor = FetchDescriptor<Book>(predicate: wanted.map(containing) ?? narrowing)
        descriptor.relationshipKeyPathsForPrefetching = [\.shelves]
        var found = try session.readableBooks(descriptor)
        if wanted != nil, let narrowing {
            found.books = try found.books.filter { try narrowing.evaluate($0) }
        }
        let order = try invocation[sort] ?? session.preferences[defaultOrder]
        found.books = order.sorted(
            found.books, collator: Collator(session.localizer.language), reversed: try invocation[reverse])
        return found
    }

    /// Returns a predicate for the filtering options; `nil` if none of them is given.
    @MainActor
    static func narrowing(_ invocation: Invocation, in session: BookSession) throws -> Predicate<Book>? {
        let status = try invocation[status], rating = try invocation[rating]
        let (anyStatus, anyRating) = (status == nil, rating == nil)
        let wantedStatus = status ?? .onShelf
        let (lowest, highest) = (rating?.lowerBound ?? 1, rating?.upperBound ?? 5)
        let shelf = try invocation[shelf].map { try session.existingShelf($0).key }
        let (anyShelf, wantedShelf) = (shelf == nil, shelf ?? "")
        if anyStatus && anyRating && anyShelf { return nil }
        return #Predicate<Book> { book in
            (anyStatus || book.status == wantedStatus)
                && (anyRating || ((book.rating ?? 0) >= lowest && (book.rating ?? 0) <= highest))
                && (anyShelf || book.shelves.contains { $0.key == wantedShelf })
        }
    }

    /// Returns a predicate for the shelf option; `nil` if it isn't given.
    @MainActor
    static func onShelf(_ invocation: Invocation, in session: BookSession) throws -> Predicate<Book>? {
        guard let key = try invocation[shelf].map({ try session.existingShelf($0).key }) else { return nil }
        return #Predicate<Book> { book in book.shelves.contains { $0.key == key } }
    }

    /// Returns the messages for an empty result: no book matches, the log is empty, or books can't be read.
    @MainActor
    static func noBooks(_ found: ReadableBooks, in session: BookSession) throws -> [Block] {
        if !found.warnings.isEmpty { return found.warnings }
        let isEmptyLog = try session.context.fetchCount(FetchDescriptor<Book>()) == 0
        return [
            .message(
                isEmptyLog
                    ? text(
                        "The log is empty. Add your first book with “add”, or try “samples”.")
                    : text("No book matches. “list” without options shows all books."))
        ]
    }

    /// Returns a predicate for books with a text in their fields or quotes.
    private static func containing(_ text: String) -> Predicate<Book> {
        #Predicate<Book> { book in
            book.title.localizedStandardContains(text) || book.author.localizedStandardContains(text)
                || book.summary.localizedStandardContains(text)
                || book.quotes.contains {
                    $0.text.localizedStandardContains(text) || $0.note.localizedStandardContains(text)
                }
        }
    }
}

/// `list`: lists the books of the log.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the books."),
        parameters: BookListOptions.declarations,
        examples: [
            .verbatim("list"), .verbatim("list --status in-progress"),
            .verbatim("list --rating 4..5 --sort author"),
        ])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let found = try BookListOptions.books(invocation, in: session)
        if !found.books.isEmpty { return BookTable.output(found) }
        return Output(
            try BookListOptions.noBooks(found, in: session), data: [.table(BookTable.table([]))])
    }
}
