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

    static var declarations: [ParameterDeclaration] {
        [sort.declaration, reverse.declaration, status.declaration, rating.declaration]
    }

    /// The books that the options and a text ask for, in order.
    @MainActor
    static func books(
        _ invocation: Invocation, containing wanted: String? = nil, in session: BookSession
    ) throws -> [Book] {
        let status = try invocation[status], rating = try invocation[rating]
        let (anyStatus, anyRating, anyText) = (status == nil, rating == nil, wanted == nil)
        let wantedStatus = status ?? .onShelf
        let (lowest, highest) = (rating?.lowerBound ?? 1, rating?.upperBound ?? 5)
        let searched = wanted ?? ""
        var descriptor = FetchDescriptor<Book>()
        if !anyText {
            descriptor.predicate = #Predicate {
                (anyStatus || $0.status == wantedStatus)
                    && (anyRating || (($0.rating ?? 0) >= lowest && ($0.rating ?? 0) <= highest))
                    && ($0.title.localizedStandardContains(searched)
                        || $0.author.localizedStandardContains(searched)
                        || $0.summary.localizedStandardContains(searched))
            }
        } else if !anyStatus || !anyRating {
            descriptor.predicate = #Predicate {
                (anyStatus || $0.status == wantedStatus)
                    && (anyRating || (($0.rating ?? 0) >= lowest && ($0.rating ?? 0) <= highest))
            }
        }
        let order = try invocation[sort] ?? session.preferences[usualOrder]
        return order.sorted(
            try session.context.fetch(descriptor), collator: Collator(session.localizer.language),
            reversed: try invocation[reverse])
    }
}

/// `list`: the books of the log.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        "list", aliases: ["ls"], group: .looking, summary: text("Lists the books."),
        parameters: ListOptions.declarations,
        examples: ["list", "list --status in-progress", "list --rating 4..5 --sort author"])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let books = try ListOptions.books(invocation, in: session)
        if !books.isEmpty { return BookTable.output(books) }
        let isEmptyLog = try session.context.fetchCount(FetchDescriptor<Book>()) == 0
        let message =
            isEmptyLog
            ? text("The log is empty. Enter your first book with “add”, or look around with “samples”.")
            : text("No book fits. “list” alone shows all books.")
        return Output([.message(message)], data: [.table(BookTable.table([]))])
    }
}
