import Localization
import ProgramKit
import Shell

/// `review`: shows a year of reading on one screen.
struct ReviewCommand: Command {
    static let year = Parameter<Int>.optional(
        "year", .integer(in: 1...9999), placeholder: text("YEAR"),
        help: text("The year. Default: this year.")
    ).taking([("year", text("year"))])

    let declaration = CommandDeclaration(
        "review", group: .readings, summary: text("Shows a year of reading on one screen."),
        parameters: [year.declaration], examples: [.verbatim("review 2026")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let year = try invocation[Self.year] ?? session.today.year
        var statistics = ReadingStatistics(try session.endedReadings(in: year...year))
        statistics.unfinishedPages = try session.unfinishedPages(in: year...year)
        let days = try ReadingDays(of: year, in: session)
        var fields = statistics.fields(year: year) + days.fields
        var sentences = statistics.sentences(year: year) + days.sentences
        for goal in try session.goals(of: year) {
            let summary = goal.summary(session.today)
            fields.append(.init("goal", text("Goal"), Cell(.integer(goal.target), .text(summary))))
            sentences.append(text("Goal: %@.", summary))
        }
        fields += statistics.furtherFields
        let record = Record(fields: fields, sentences: sentences)
        var blocks: [Block] = [.record(record)]
        if statistics.count > 0 {
            // The bars would need twelve lines more than a screen has.
            let localizer = session.localizer
            blocks.append(
                .chart(statistics.months(of: year, upTo: session.today, localizer, isSparkline: true)))
        }
        var output = Output(blocks, data: [.record(record)])
        let (localizer, today) = (session.localizer, session.today)
        output.makePage = { [fields, statistics] in
            YearPage(year: year, facts: fields, statistics: statistics, days: days, today: today)
                .page(localizer)
        }
        return output
    }
}

/// The page of a year of reading: the amounts in large letters, the days read, facts, charts, and the books.
@MainActor
struct YearPage {
    let year: Int
    /// The facts of the review.
    let facts: [Record.Field]
    let statistics: ReadingStatistics
    let days: ReadingDays
    let today: CivilDate

    /// The facts in large letters.
    private static let amounts = ["readings", "books", "pages", "minutes", "averageRating"]
    /// The number of authors, languages and the like in a chart. More would not fit on a screen.
    private static let mostBars = 6

    /// Returns the page.
    func page(_ localizer: Localizer) -> Page {
        var parts: [Page.Part] = [.figures(facts.filter { Self.amounts.contains($0.key) && $0.isShown })]
        if let grid = days.grid(localizer) { parts.append(.year(grid)) }
        var sections = [Page.Section(parts: parts)]
        let rest = facts.filter { !(["year"] + Self.amounts).contains($0.key) }
        let record = Page.Part.block(.record(Record(fields: rest.map(withAllBest))))
        guard statistics.count > 0 else {
            return Page(text("%@ in books", String(year)), sections + [Page.Section(parts: [record])])
        }
        let groups = statistics.groups(most: Self.mostBars)
        let authors = groups.filter { $0.key == ReadingStatistics.authors }
        let others =
            [statistics.ratings].compactMap(\.self) + groups.filter { $0.key != ReadingStatistics.authors }
        sections += ([record] + ([months(localizer)] + authors).map { .block(.chart($0)) }).map {
            Page.Section(parts: [$0], isBesideOthers: true)
        }
        sections += [
            Page.Section(blocks: others.map { .chart($0) }),
            Page.Section(text("Books read"), parts: [.lines(books(localizer))]),
        ]
        return Page(text("%@ in books", String(year)), sections)
    }

    /// Returns a fact. The best book is joined by the other ones with five stars.
    private func withAllBest(_ fact: Record.Field) -> Record.Field {
        let best = statistics.completed.filter { $0.values.rating?.quarters == 20 }.map(\.title)
        guard fact.key == "best", best.count > 1 else { return fact }
        return Record.Field(fact.key, fact.title, .text(Set(best).sorted().joined(separator: " · ")))
    }

    /// Returns the books of each month as columns, with short names of the months.
    private func months(_ localizer: Localizer) -> BarChart {
        let names = localizer.shortMonthNames
        let chart = statistics.months(of: year, upTo: today, localizer)
        return BarChart(
            chart.key, title: chart.title,
            bars: chart.bars.enumerated().map { index, bar in
                .init(index < names.count ? .text(names[index]) : bar.label, bar.values)
            }, isSparkline: true)
    }

    /// Returns the books, a line each.
    private func books(_ localizer: Localizer) -> Table {
        Table(
            "books",
            columns: [
                .init("completed", text("Ended")), .init("title", text("Title")),
                .init("author", text("Author")), .init("pages", text("Pages"), alignsRight: true),
                .init("rating", text("Rating")),
            ],
            rows: statistics.completed.map { reading in
                [
                    reading.values.completed?.cell(localizer) ?? .empty, .text(reading.title),
                    .text(reading.author), .number(reading.pages), reading.values.rating?.cell ?? .empty,
                ]
            })
    }
}
