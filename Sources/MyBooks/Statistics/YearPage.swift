import Localization
import Shell

/// The page of a year of reading: facts, charts, the days read, and the books.
@MainActor
struct YearPage {
    let year: Int
    /// The facts of the review.
    let facts: [Record.Field]
    let statistics: ReadingStatistics
    let days: ReadingDays
    let today: CivilDate

    /// Returns the page.
    func page(_ localizer: Localizer) -> Page {
        var blocks: [Block] = [.record(Record(fields: facts.filter { $0.key != "year" }))]
        if statistics.count > 0 {
            blocks.append(.chart(statistics.months(of: year, upTo: today, localizer)))
            if let ratings = statistics.ratings { blocks.append(.chart(ratings)) }
            blocks += statistics.groups.map { .chart($0) }
        }
        var sections = [Page.Section(blocks: blocks)]
        if let calendar = days.calendar(localizer) {
            sections.append(Page.Section(text("Days read"), blocks: [.table(calendar)]))
        }
        if statistics.count > 0 {
            sections.append(Page.Section(text("Books read"), blocks: [.table(books(localizer))]))
        }
        return Page(text("%@ in books", String(year)), sections)
    }

    private func books(_ localizer: Localizer) -> Table {
        Table(
            "books",
            columns: [
                .init("completed", text("Ended")), .init("title", text("Title")),
                .init("author", text("Author")), .init("pages", text("Pages"), alignsRight: true),
                .init("rating", text("Rating")), .init("review", text("Review")),
            ],
            rows: statistics.completed.map { reading in
                [
                    reading.values.completed?.cell(localizer) ?? .empty, .text(reading.title),
                    .text(reading.author), .number(reading.pages), reading.values.rating?.cell ?? .empty,
                    .text(reading.values.review),
                ]
            })
    }
}
