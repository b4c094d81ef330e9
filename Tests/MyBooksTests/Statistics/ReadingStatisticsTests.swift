import Foundation
import Localization
import Shell
import TestSupport
import Testing

@testable import MyBooks

@MainActor
@Suite("Statistics of readings")
struct ReadingStatisticsTests {
    /// A log with readings of 2021, 2022 and 2024. Today is 15 March 2024.
    private func log() async throws -> TestLog {
        let log = try await TestLog()
        func read(
            _ title: String, _ author: String, _ start: String?, _ end: String, _ rating: Double?,
            pages: Int?,
            binding: String, language: String, year: Int, outcome: ReadingStatus = .completed
        ) throws {
            try log.add(title, author) { book in
                book.latestReading = ReadingValues(
                    status: outcome, started: start.flatMap { PartialDate($0) }, completed: PartialDate(end),
                    rating: rating.flatMap { StarRating($0) })
                (book.pages, book.binding, book.language, book.originalYear) = (
                    pages, binding, language, year
                )
            }
        }
        try read(
            "Solaris", "Lem", "2022-01-01", "2022-01-03", 4.5, pages: 204, binding: "ebook",
            language: "Polish",
            year: 1961)
        try read(
            "Eden", "Lem", "2022-05-01", "2022-05-20", nil, pages: 250, binding: "ebook", language: "Polish",
            year: 1959)
        try read(
            "Emma", "Austen", nil, "2021", 4, pages: 512, binding: "Paperback", language: "English",
            year: 1815)
        try read(
            "Persuasion", "Austen", nil, "2024-02", 3, pages: nil, binding: "Paperback", language: "English",
            year: 1817)
        try read(
            "Ulysses", "Joyce", nil, "2022-07-01", 1, pages: 730, binding: "Paperback", language: "English",
            year: 1922, outcome: .abandoned)
        return log
    }

    private func bars(_ chart: BarChart?) -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: (chart?.bars ?? []).map { bar in
                switch bar.label.raw {
                case .string(let name): (name, bar.values.first ?? 0)
                case .integer(let number): (String(number), bar.values.first ?? 0)
                default: ("", bar.values.first ?? 0)
                }
            })
    }

    private func facts(_ fields: [Record.Field]) -> [String: Cell.RawValue] {
        Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0.cell.raw) })
    }

    @Test func `They have counts, pages, ratings, and the longest, shortest, fastest and best book`()
        async throws
    {
        let statistics = ReadingStatistics(try await log().session.endedReadings(in: nil))
        let expected: [String: Cell.RawValue] = [
            "readings": .integer(4), "pages": .integer(966), "averageRating": .decimal(3.83),
            "abandoned": .integer(1), "longest": .string("Emma"), "shortest": .string("Solaris"),
            "fastest": .string("Solaris"), "best": .string("Solaris"),
        ]
        #expect(facts(statistics.fields(year: nil)) == expected)
    }

    @Test func `Sentences name only what there is in the year`() async throws {
        let log = try await log()
        func sentences(_ year: Int) throws -> [String] {
            ReadingStatistics(try log.session.endedReadings(in: year...year)).sentences(year: year)
                .map(log.session.localizer.string)
        }
        #expect(
            try sentences(2022) == [
                "In 2022, you finished 2 books and 454 pages.", "Abandoned: 1 of 3.",
                "The average rating is 4.5 of 5.", "The best rated is “Solaris”, 4.5 of 5.",
                "The longest is “Eden” with 250 pages.", "The shortest is “Solaris” with 204 pages.",
                "You read “Solaris” fastest, 68 pages a day.",
            ])
        #expect(
            try sentences(2024) == [
                "In 2024, you finished 1 book.", "The average rating is 3 of 5.",
                "The best rated is “Persuasion”, 3 of 5.",
            ])
        #expect(try sentences(2023) == ["No reading ended in 2023."])
    }

    @Test func `The chart of years has all years to the present one, and that of months all months`()
        async throws
    {
        let log = try await log()
        let statistics = ReadingStatistics(try log.session.endedReadings(in: nil))
        #expect(bars(statistics.years(upTo: 2024)) == ["2021": 1, "2022": 2, "2023": 0, "2024": 1])
        let months = statistics.months(of: 2024, upTo: TestLog.today, log.session.localizer)
        #expect(bars(months) == ["2024-01": 0, "2024-02": 1, "2024-03": 0])
        let earlier = statistics.months(of: 2022, upTo: TestLog.today, log.session.localizer)
        #expect(bars(earlier).count == 12)
        #expect(bars(earlier)["2022-05"] == 1)
        // A year alone counts in no month.
        #expect(
            bars(statistics.months(of: 2021, upTo: TestLog.today, log.session.localizer)).values
                .allSatisfy { $0 == 0 })
        #expect(ReadingStatistics(try log.session.endedReadings(in: 2024...2024)).years(upTo: 2024) == nil)
    }

    @Test func `The charts of groups count by binding, language, decade and author`() async throws {
        let groups = ReadingStatistics(try await log().session.endedReadings(in: nil)).groups()
        let expected: [[String: Int]] = [
            ["ebook": 2, "Paperback": 2], ["Polish": 2, "English": 2],
            ["1810": 2, "1950": 1, "1960": 1], ["Lem": 2, "Austen": 2],
        ]
        #expect(groups.map { bars($0) } == expected)
    }

    @Test func `They can be those of a period, an author or a shelf`() async throws {
        let log = try await log()
        try log.shelve("Emma", on: "long")
        func titles(_ readings: [EndedReading]) -> [String] { readings.map(\.title) }
        #expect(titles(try log.session.endedReadings(in: 2022...2022)) == ["Solaris", "Eden", "Ulysses"])
        #expect(
            titles(try log.session.endedReadings(in: nil, of: BookFilter(author: "austen"))) == [
                "Emma", "Persuasion",
            ])
        #expect(titles(try log.session.endedReadings(in: nil, of: BookFilter(shelf: "long"))) == ["Emma"])
    }

    @Test func `They can be those of books that meet conditions, and count contributors`() async throws {
        let log = try await log()
        try log.book("Emma").contributors = "Neil Gaiman"
        try log.shelve("Emma", on: "long")
        for line in ["stats #long --year 2021", "stats title:emma --year 2021", "stats --author gaiman"] {
            let output = try await log.run(line)
            let read = output.data.compactMap { block in
                if case .record(let record) = block {
                    record.fields.first { $0.key == "readings" }
                } else {
                    nil
                }
            }
            #expect(read.map(\.cell.raw) == [.integer(1)], "\(line)")
        }
        let shelves = try await log.run("stats #long")
        guard case .message(let count)? = shelves.blocks.first else { return }
        #expect(log.session.localizer.string(count) == "1 book")
        let counted = try log.session.endedReadings(in: nil, of: BookFilter(author: "gaiman"))
        #expect(counted.map(\.title) == ["Emma"])
    }

    @Test func `Those of all books count readings without a known end, too`() async throws {
        let log = try await log()
        try log.add("Fiasko", "Lem") { $0.latestReading = ReadingValues(status: .completed) }
        try log.add("Wizja lokalna", "Lem") { $0.latestReading = ReadingValues(status: .inProgress) }
        let solaris = try log.book("Solaris")
        solaris.transition(to: .inProgress, on: PartialDate(TestLog.today))
        let statistics = BookStatistics(try log.books)
        #expect(statistics.readings.count == 5)
        #expect(statistics.readings.fields(year: nil).contains { $0.key == "longest" })
        let rows = statistics.data.rows.map { row in
            row.map { cell in
                switch cell.raw {
                case .string(let text): text
                case .integer(let number): String(number)
                case .decimal(let number): String(number)
                default: ""
                }
            }
        }
        for expected in [
            ["readings", "completed", "5"], ["readings", "abandoned", "1"], ["pages", "", "966"],
            ["averageRating", "", "3.83"], ["longest", "Emma", "512"], ["fastest", "Solaris", "68"],
            ["unfinishedPages", "", "0"],
            ["year", "2022", "2"], ["binding", "ebook", "2"], ["decade", "1810", "2"],
            ["author", "Lem", "3"],
            ["status", "in-progress", "2"], ["completed", "2022-05", "1"],
        ] { #expect(rows.contains(expected), "\(expected)") }
    }

    @Test func `Pages of unfinished books count in the years in which they were read`() async throws {
        let log = try await TestLog()
        try log.add("Ulysses", "Joyce") { $0.pages = 700 }
        try log.add("Emma", "Austen") { $0.pages = 400 }
        try log.add("Solaris", "Lem") { $0.pages = 204 }
        for line in [
            "start 1 2022-11-01", "progress 1 100 2022-12-01", "progress 1 150 2023-02-01",
            "abandon 1 2023-03-01",
            "start 2 2023-05-01", "progress 2 25% 2023-06-01",
            "start 3 2023-01-01", "progress 3 50 2023-01-02", "finish 3 2023-01-03",
        ] { try await log.run(line) }
        #expect(try log.session.unfinishedPages(in: 2022...2022) == 100)
        #expect(try log.session.unfinishedPages(in: 2023...2023) == 50 + 100)
        #expect(try log.session.unfinishedPages(in: nil) == 250)
        #expect(try log.session.unfinishedPages(in: nil, of: BookFilter(author: "austen")) == 100)
        let output = try await log.run("review 2023")
        guard case .record(let record)? = output.blocks.first else { return #expect(Bool(false)) }
        #expect(facts(record.fields)["unfinishedPages"] == .integer(150))
        #expect(facts(record.fields)["pages"] == .integer(204))
    }

    @Test func `The fastest book has the most pages a day, not the fewest days`() async throws {
        let log = try await TestLog()
        try log.add("Novella", "Lem") { $0.pages = 90 }
        try log.add("Novel", "Lem") { $0.pages = 900 }
        try log.add("Unknown", "Lem")
        for line in [
            "start 1 2023-01-01", "finish 1 2023-01-02", "start 2 2023-02-01", "finish 2 2023-02-10",
            "start 3 2023-03-01", "finish 3 2023-03-01",
        ] { try await log.run(line) }
        let fastest = ReadingStatistics(try log.session.endedReadings(in: 2023...2023)).fastest
        #expect(fastest?.reading.title == "Novel")
        #expect(fastest?.pagesADay == 90)
    }

    @Test(arguments: ["462", "7:42", "7h42"])
    func `The length of an audiobook is typed in minutes or hours, and shown in hours`(typed: String)
        async throws
    {
        let log = try await TestLog()
        try await log.run("add Solaris Lem --minutes \(typed)")
        try await log.run("progress 1 3h")
        let book = try log.book("Solaris")
        #expect(book.minutes == 462)
        let shown = book.shown(log.session.fieldContext).fields.filter {
            ["minutes", "progress"].contains($0.key)
        }
        #expect(
            shown.map { field in
                switch field.cell.display {
                case .verbatim(let text): text
                case .text(let text): log.session.localizer.string(text)
                default: ""
                }
            } == ["7h42", "3h of 7h42"])
        #expect(try await log.problem("edit 1 minutes:long") == "“long” can't follow “minutes:”.")
    }

    @Test func `Unknown pages have no line, and count as 0 in data`() async throws {
        let log = try await TestLog()
        try log.add("Fiasko", "Lem") { $0.latestReading = ReadingValues(status: .completed) }
        let fields = BookStatistics(try log.books).readings.fields(year: nil)
        let pages = try #require(fields.first { $0.key == "pages" })
        #expect(!pages.isShown)
        #expect(pages.cell.raw == .integer(0))
    }

    @Test func `The page of a year has the distribution of its ratings`() async throws {
        let log = try await log()
        let invocation = Invocation(command: "review", values: ["year": [2022]])
        let output = try await ReviewCommand().run(invocation, in: log.session)
        let page = try #require(output.makePage?())
        let charts = page.sections.flatMap(\.blocks).compactMap { block -> BarChart? in
            if case .chart(let chart) = block { chart } else { nil }
        }
        let ratings = try #require(charts.first { $0.key == "rating" })
        #expect(ratings.bars.map { $0.values.first } == [0, 1, 0, 0, 0, 0, 1])
        #expect(ReadingStatistics([]).ratings == nil)
    }

    @Test
    func `The page of a year has its amounts, days, decades in order, all best books, and a line a book`()
        async throws
    {
        let log = try await log()
        for title in ["Solaris", "Eden"] { try log.book(title).latestReading.rating = StarRating(5.0) }
        let invocation = Invocation(command: "review", values: ["year": [2022]])
        let output = try await ReviewCommand().run(invocation, in: log.session)
        let page = try #require(output.makePage?())
        let bytes = Renderer.html(page, log.session.localizer)
        let html = String(decoding: bytes, as: UTF8.self)
        #expect(HTMLOutline(html).problems == [])
        #expect(html.contains("<dl class=\"figures\">\n<dt>Books read</dt><dd>"))
        #expect(html.contains("<figure class=\"year\"><figcaption>Days read</figcaption>"))
        #expect(html.contains("<dd>Eden · Solaris</dd>"))
        #expect(html.contains("<table class=\"lines e4 n1\">"))
        #expect(!html.contains("<th scope=\"col\">Review</th>"))
        let decades = try #require(
            ReadingStatistics(try log.session.endedReadings(in: nil)).groups().first { $0.key == "decade" })
        let names = decades.bars.compactMap {
            if case .verbatim(let name) = $0.label.display { name } else { nil }
        }
        #expect(names.compactMap { Int($0) } == names.compactMap { Int($0) }.sorted())
    }
}
