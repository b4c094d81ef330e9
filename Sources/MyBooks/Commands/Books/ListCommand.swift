import Foundation
import Localization
import ModelData
import Shell
import Suite

/// The options that narrow and order a list of books.
enum ListOptions {
    static let sort = Parameter.option(
        "sort", .choice(BookOrder.allCases.map { Choice($0.rawValue, $0, $0.name) }),
        help: text("What to sort by: title, author, added, started, completed, rating or status."))
    static let usualOrder = Setting.choice(
        "sort", BookOrder.allCases.map { Choice($0.rawValue, $0, $0.name) }, usually: "title", .title,
        help: text("What lists of books are sorted by, where --sort doesn't say."))
    static let reverse = Parameter.flag("reverse", help: text("Turns the order round."))
    static let status = Parameter.option("status", .status, help: text("Only books of this status."))
    static let rating = Parameter.option(
        "rating", .integerRange(in: 1...5), help: text("Only books with such a rating: 4, 3..5, 4.. or ..2."))

    static let shelf = Parameter.option(
        "shelf", .shelf, help: text("Only books on this shelf; case and accents don't matter."))

    static var declarations: [ParameterDeclaration] {
        [
            sort.declaration, reverse.declaration, status.declaration, rating.declaration,
            shelf.declaration,
        ]
    }

    /// The books that the options and a text ask for, in order.
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
        let order = try invocation[sort] ?? session.preferences[usualOrder]
        found.books = order.sorted(
            found.books, collator: Collator(session.localizer.language), reversed: try invocation[reverse])
        return found
    }

    /// What the options narrow a list to; `nil` where they don't.
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

    /// The books on the shelf that is named; `nil` where none is.
    @MainActor
    static func onShelf(_ invocation: Invocation, in session: BookSession) throws -> Predicate<Book>? {
        guard let key = try invocation[shelf].map({ try session.existingShelf($0).key }) else { return nil }
        return #Predicate<Book> { book in book.shelves.contains { $0.key == key } }
    }

    /// What is said where there is nothing to show: that no book fits, or that there is none at all, or which can't be read.
    @MainActor
    static func noBooks(_ found: ReadableBooks, in session: BookSession) throws -> [Block] {
        if !found.warnings.isEmpty { return found.warnings }
        let isEmptyLog = try session.context.fetchCount(FetchDescriptor<Book>()) == 0
        return [
            .message(
                isEmptyLog
                    ? text(
                        "The log is empty. Enter your first book with “add”, or look around with “samples”.")
                    : text("No book fits. “list” alone shows all books."))
        ]
    }

    /// The books with a text in them or in a quote from them.
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

/// `list`: the books of the log.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the books."),
        parameters: ListOptions.declarations,
        examples: ["list", "list --status in-progress", "list --rating 4..5 --sort author"])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let found = try ListOptions.books(invocation, in: session)
        if !found.books.isEmpty { return BookTable.output(found) }
        return Output(
            try ListOptions.noBooks(found, in: session), data: [.table(BookTable.table([]))])
    }
}
