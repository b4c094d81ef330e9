import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `stats`: how many books of which status and rating, and how many completed a month.
struct StatsCommand: Command {
    static let months = Parameter.option(
        "months", .integer(in: 1...1200),
        help: text("How many months the chart shows, up to the latest; 12 unless you say otherwise."))

    let declaration = CommandDeclaration(
        "stats", group: .looking, summary: text("Counts books by status, rating and month."),
        parameters: [months.declaration, ListOptions.shelf.declaration],
        examples: ["stats", "stats --months 24"])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let found = try session.readableBooks(
            FetchDescriptor(predicate: try ListOptions.onShelf(invocation, in: session)))
        let books = found.books
        guard !books.isEmpty else {
            return Output(
                try ListOptions.noBooks(found, in: session), data: [.table(BookStatistics(books).data)])
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
