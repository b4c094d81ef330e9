import Foundation
import Localization
import ProgramKit
import Testing

@testable import MyBooks

/// A sound value comes in, and the report names one that isn't sound.
@MainActor
@Suite("Files with unsound values")
struct UnsoundFileTests {
    private static let header = "Title,Authors,ISBN/UID,Read Status,Star Rating,Last Date Read,Dates Read\n"

    @Test func `A service's file whose columns changed comes in, and the new columns are named`() async throws
    {
        let log = try await TestLog()
        let report = try await log.importText(
            """
            Read Status,Stars,Mood,Authors,Title,Last Date Read
            read,4.5,dark,Stanisław Lem,Solaris,2020/01/02
            to-read,,,Bolesław Prus,Lalka,

            """)
        #expect(report.added == 2)
        #expect(report.unknownFields.sorted() == ["Mood", "Stars"])
        let solaris = try log.book("Solaris")
        #expect(solaris.status == .completed)
        #expect(solaris.stars == nil)
        #expect(solaris.otherColumns == #"{"Stars": "4.5", "Mood": "dark"}"#)
        #expect(solaris.latestReading.completed?.description == "2020-01-02")
    }

    @Test func `A column with the name of the goals or the views costs no book`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "title,author,status,views,goals\nEmma,Jane Austen,completed,17,2\n")
        #expect(try log.books.map(\.title) == ["Emma"])
        #expect(report.unknownFields.sorted() == ["goals", "views"])
    }

    @Test(arguments: [
        #"[{"views": [{"x": 1}]}]"#, #"[{"views": []}, {"goals": []}]"#,
        #"[{"views": [{"name": " ", "query": "is:read"}]}]"#,
        #"[{"views": [{"name": "a\u001b[31mb", "query": "is:read"}]}]"#,
    ])
    func `Goals and views that can't be used add nothing`(file: String) async throws {
        let log = try await TestLog()
        let report = try await log.importText(file)
        #expect(report.added == 0)
        #expect(try log.books.isEmpty)
        #expect(try log.session.viewEntries().isEmpty)
    }

    @Test func `A second view with a name that differs only in case is reported`() async throws {
        let log = try await TestLog()
        let file =
            #"[{"views": [{"name": "dup", "query": "is:rated"}, {"name": "DUP", "query": "is:lent"}]}]"#
        let report = try await log.importText(file)
        #expect(report.skippedCount == 1)
        #expect(try log.session.viewEntries().map(\.name) == ["dup"])
        let again = try await log.importText(#"[{"views": [{"name": "dup", "query": "is:rated"}]}]"#)
        #expect(again.skippedCount == 0)
    }

    @Test func `A view with an unknown order is refused, and the list of views names it`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            #"[{"views": [{"name": "best", "query": "is:rated", "order": "colour"}]}]"#)
        #expect(try await log.problem("view best") == "The order “colour” of the view “best” is unknown.")
        let warnings = try await log.run("views").blocks.filter {
            if case .warning = $0 { true } else { false }
        }
        #expect(warnings.count == 1)
    }

    @Test(
        arguments: [
            ("4.5/5", 18), ("9/10", 18), ("4,25", 17), ("★★★★½", 18), ("90/100", 18), ("0", nil), ("6", nil),
            ("11/10", nil), ("4.1", nil), ("good", nil), ("-1", nil),
        ] as [(String, Int?)])
    func `Ratings are read on the scales of 5, 10 and 100, and others are named`(
        written: String, quarters: Int?
    ) async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            Self.header + "Emma,Jane Austen,,read,\"\(written)\",,\n")
        #expect(report.added == 1)
        #expect(try log.book("Emma").stars?.quarters == quarters)
        #expect(report.dropped.count == (quarters == nil && written != "0" ? 1 : 0))
        let goodreads = try await TestLog()
        _ = try await goodreads.importText(
            "Book Id,Title,Author,Exclusive Shelf,My Rating\n1,Emma,Jane Austen,read,\"\(written)\"\n")
        #expect(try goodreads.book("Emma").stars?.quarters == quarters)
    }

    @Test func `StoryGraph's own identifiers and ASINs are no wrong ISBNs, and find the book again`()
        async throws
    {
        let log = try await TestLog()
        let file =
            Self.header + "Emma,Jane Austen,B00MU2ZJ5K,read,4,,\nLalka,Bolesław Prus,9780156027602,read,4,,\n"
        let report = try await log.importText(file)
        #expect(report.added == 2)
        #expect(report.dropped.count == 1)
        #expect(try log.book("Emma").source == "storygraph:B00MU2ZJ5K")
        try log.book("Emma").title = "Emma, once more"
        try log.session.context.save()
        let again = try await log.importText(file)
        #expect(again.added == 0)
        #expect(again.unchanged == 2)
    }

    @Test func `A start after the end is named, and the end stays`() async throws {
        let log = try await TestLog()
        let mapped = try await log.importText(
            "Name,Who,From,To\nEmma,Jane Austen,2020-05-02,2020-05-01\n",
            map: "Name=title,Who=author,From=started,To=completed")
        #expect(mapped.added == 1)
        #expect(mapped.dropped.count == 1)
        let emma = try log.book("Emma").latestReading
        #expect(emma.started == nil)
        #expect(emma.completed?.description == "2020-05-01")
        let report = try await log.importText(
            Self.header + "Lalka,Bolesław Prus,,read,,,2021/03/09-2021/03/01\n")
        #expect(report.added == 1)
        #expect(report.dropped.count == 1)
    }

    @Test func `Dates in five styles in one file are read, and others are named with their lines`()
        async throws
    {
        let log = try await TestLog()
        let styles = [
            "2018/01/31", "2018-01-31T10:00:00Z", "31.01.2018", "Jan 31, 2018", "2018-01", "31 sty 18",
            "2018-02-30",
        ]
        let report = try await log.importText(
            Self.header + styles.enumerated().map { "Book \($0),Lem,,read,,\"\($1)\",\n" }.joined())
        #expect(report.added == 7)
        let dates = try log.books.map { $0.latestReading.completed?.description }
        #expect(dates == Array(repeating: "2018-01-31", count: 4) + ["2018-01", nil, nil])
        #expect(report.dropped.first.map(\.position) == [7, 8])
        #expect(report.dropped.first.map(\.written) == ["31 sty 18", "2018-02-30"])
    }

    @Test(arguments: ["-5", "many", "1e9", "100001"])
    func `A number of pages that can't be is named, and the book comes in`(pages: String) async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,Number of Pages\n1,Emma,Jane Austen,read,\(pages)\n")
        #expect(report.added == 1)
        #expect(report.dropped.count == 1)
        #expect(report.dropped.first.first?.field == "Number of Pages")
        #expect(report.dropped.first.first?.written == pages)
        #expect(try log.book("Emma").pages == nil)
    }

    @Test func `An ISBN with a wrong digit is named, and the other one of the row counts`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            #"""
            Book Id,Title,Author,Exclusive Shelf,ISBN,ISBN13
            1,Dune,Frank Herbert,read,"=""0441172717""","=""9780441172710"""
            2,Emma,Jane Austen,read,"=""""","=""9780156027602"""

            """#)
        #expect(report.added == 2)
        #expect(report.dropped.count == 2)
        #expect(report.dropped.first.map(\.field) == ["ISBN13", "ISBN13"])
        #expect(try log.book("Dune").isbn == "0441172717" && log.book("Emma").isbn == nil)
    }

    @Test func `300 readings of one book come in, and again none`() async throws {
        let log = try await TestLog()
        let days = (0..<300).map { day(2020, 1, 1).adding(days: $0 * 5) }
        let ranges = days.map { day in
            let ends = [day, day.adding(days: 2)].map { $0.description.replacing("-", with: "/") }
            return ends.joined(separator: "-")
        }
        let file = Self.header + "Emma,Jane Austen,,read,5,,\"\(ranges.joined(separator: ", "))\"\n"
        let report = try await log.importText(file)
        #expect(report.added == 1)
        #expect(report.dropped.count == 0)
        let readings = try log.book("Emma").allReadings
        #expect(readings.count == 300)
        #expect(readings.first?.started?.first == day(2020, 1, 1))
        #expect(try await log.importText(file).unchanged == 1)
        #expect(try log.book("Emma").allReadings.count == 300)
    }

    @Test func `A series number of 1.5 is kept, and sorts between 1 and 2`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            """
            Book Id,Title,Author,Exclusive Shelf
            1,"Two (Earthsea, #2)",Le Guin,read
            2,"Between (Earthsea, #1.5)",Le Guin,read
            3,"One (Earthsea, #1)",Le Guin,read

            """)
        let books = Book.fields.sorted(
            try log.books, by: "series", reversed: false, Collator(log.session.localizer.language))
        #expect(books.map(\.seriesNumber) == ["1", "1.5", "2"])
    }

    @Test func `A file in UTF-16 with unsound values is reported as one in UTF-8`() async throws {
        let text = Self.header + "Żółw,Őry,9780156027602,read,6,2018-02-30,\nLalka,Prus,,read,4.5,2018,\n"
        let log = try await TestLog()
        let units = "\u{FEFF}\(text)".utf16.map(\.littleEndian)
        let report = try await log.importBytes(units.withUnsafeBytes { Array($0) })
        let expected = try await TestLog().importText(text)
        #expect(report.added == 2)
        #expect(report.dropped.count == 3)
        #expect(report.dropped.first.map(\.written) == expected.dropped.first.map(\.written))
        #expect(report.dropped.first.map(\.position) == expected.dropped.first.map(\.position))
        #expect(try log.book("Lalka").stars == StarRating(4.5))
    }

    @Test func `Every unsound value of a row is named, and the row comes in`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            Self.header + "Emma,Jane Austen,978-1,dropped,7/5,someday,2020-2021-2022\n")
        #expect(report.added == 1)
        #expect(report.skipped.isEmpty)
        #expect(
            Set(report.dropped.first.map(\.field)) == [
                "ISBN/UID", "Read Status", "Star Rating", "Last Date Read", "Dates Read",
            ])
        #expect(report.dropped.first.allSatisfy { $0.position == 2 })
    }
}
