import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `stats`: counts books by status, rating and month of completion.
struct StatsCommand: Command {
    static let months = Parameter.option(
        "months", .integer(in: 1...1200),
        help: text("The number of months in the chart, up to the latest. Default: 12."))

    let declaration = CommandDeclaration(
        "stats", group: .looking, summary: text("Shows the number of books by status, rating and month."),
        parameters: [months.declaration, BookListOptions.shelf.declaration],
        examples: [.verbatim("stats"), .verbatim("stats --months 24")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let found = try session.readableBooks(
            FetchDescriptor(predicate: try BookListOptions.onShelf(invocation, in: session)))
        let books = found.books
        guard !books.isEmpty else {
            return Output(
                try BookListOptions.noBooks(found, in: session), data: [.table(BookStatistics(books).data)])
        }
        let statistics = BookStatistics(books)
        var blocks: [Block] = [
            .message(text("%lld books", books.count)),
            .chart(statistics.byStatus),
            .chart(statistics.byRating),
        ]
        if let chart = statistics.completedByMonth(
            last: try invocation[Self.months] ?? 12, session.localizer)
        {
            blocks.append(.chart(chart))
        }
        return Output(blocks + found.warnings, data: [.table(statistics.data)])
    }
}
