import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `stats`: shows what the user has, and what they read.
struct StatsCommand: Command {
    static let months = Parameter.option(
        "months", .integer(in: 1...1200),
        help: text("The number of months in the chart, up to this month. Default: 12."))

    static let year = Parameter.option(
        "year", .integerRange(in: 1...9999),
        help: text("Only readings that ended in this year or range of years."))

    let declaration = CommandDeclaration(
        "stats", group: .looking, summary: text("Shows the number of books by status, rating and month."),
        discussion: [
            text(
                "With --year or --author, it shows the books that you read: pages, ratings, authors and more."
            )
        ],
        parameters: [
            BookListOptions.conditions.declaration, months.declaration, BookListOptions.shelf.declaration,
            year.declaration, BookListOptions.author.declaration,
        ],
        examples: [
            .verbatim("stats"), .verbatim("stats --months 24"), .verbatim("stats --year 2026"),
            .verbatim("stats --author lem"), .verbatim("stats language:pl --year 2026"),
        ])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let years = try invocation[Self.year], author = try invocation[BookListOptions.author]
        let filter = BookFilter(
            author: author ?? "",
            shelf: try invocation[BookListOptions.shelf].map { try session.existingShelf($0).key },
            condition: try session.condition(try invocation[BookListOptions.conditions], session.conditions))
        if years != nil || author != nil { return try ofReadings(in: years, of: filter, in: session) }
        var descriptor = FetchDescriptor(predicate: try BookListOptions.onShelf(invocation, in: session))
        descriptor.relationshipKeyPathsForPrefetching = [\.readings]
        let found = try session.readableBooks(descriptor, meeting: filter.condition)
        let books = found.books
        guard !books.isEmpty else {
            return Output(
                try BookListOptions.noBooks(found, in: session), data: [.table(BookStatistics(books).data)])
        }
        let statistics = BookStatistics(
            books, unfinishedPages: try session.unfinishedPages(in: nil, of: filter))
        let readings = statistics.readings
        var blocks: [Block] = [.message(text("%lld books", books.count))]
        if readings.hasEnded {
            let days = try ReadingDays(of: session.today.year, in: session, books: filter)
            blocks.append(
                .record(
                    Record(fields: readings.fields(year: nil) + days.currentFields + readings.furtherFields)))
        }
        blocks += [.chart(statistics.byStatus), .chart(statistics.byRating)]
        let months = try invocation[Self.months] ?? 12
        let charts =
            [
                statistics.completedByMonth(last: months, upTo: session.today, session.localizer),
                readings.years(upTo: session.today.year),
            ].compactMap(\.self) + readings.groups()
        blocks += charts.map { .chart($0) }
        return Output(blocks + found.warnings, data: [.table(statistics.data)])
    }

    /// Returns the books that count, also those that were read without a date of the end.
    private func books(_ filter: BookFilter, in session: BookSession) throws -> [Book] {
        var descriptor = FetchDescriptor<Book>()
        descriptor.relationshipKeyPathsForPrefetching = [\.readings]
        return try session.readableBooks(descriptor).books.filter { try filter.takes($0) }
    }

    /// Returns the statistics of the readings that ended in a period.
    private func ofReadings(
        in years: ClosedRange<Int>?, of filter: BookFilter, in session: BookSession
    ) throws -> Output {
        let readings =
            try years == nil
            ? EndedReading.all(of: books(filter, in: session)) : session.endedReadings(in: years, of: filter)
        let year = years.flatMap { $0.count == 1 ? $0.lowerBound : nil }
        var statistics = ReadingStatistics(readings)
        statistics.unfinishedPages = try session.unfinishedPages(in: years, of: filter)
        var fields = statistics.fields(year: year)
        var calendar: [Block] = []
        if let year {
            let days = try ReadingDays(of: year, in: session, books: filter)
            fields += days.fields
            if let table = days.calendar(session.localizer) { calendar.append(.table(table)) }
        }
        let record = Record(fields: fields + statistics.furtherFields)
        var charts: [BarChart] = []
        if let year {
            charts.append(statistics.months(of: year, upTo: session.today, session.localizer))
        } else if let chart = statistics.years(upTo: min(years?.upperBound ?? .max, session.today.year)) {
            charts.append(chart)
        }
        charts += statistics.groups()
        if statistics.count == 0 { charts = [] }
        let heading: [Block] = calendar.isEmpty ? [] : [.heading(text("Days read"))]
        return Output(
            [.record(record)] + charts.map { .chart($0) } + heading + calendar,
            data: [.record(record)] + charts.map { .chart($0) } + calendar)
    }
}
