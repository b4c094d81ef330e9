import Foundation
import Localization
import ProgramKit
import TestSupport
import Testing

@testable import MyBooks

@MainActor
@Suite("Exporting the log")
struct LogExportTests {
    /// Returns a log with values that are difficult to export.
    func trickyLog() async throws -> TestLog {
        let log = try await TestLog()
        try log.add("Solaris")
        try log.add("A \"quoted\", title\u{1B}[31m", "三体, 刘慈欣") {
            $0.summary = "First line\r\nsecond, \"line\"\n\ttab \\ back\u{7}"
            $0.status = .completed
            $0.rating = 5
            $0.completed = day(2024, 3, 13).utcDate
        }
        try log.add("Łódź", "ÉE\u{301}") {
            $0.status = .inProgress
            $0.started = day(2024, 3, 14).utcDate
            $0.source = "goodreads:7"
            $0.lastImport = "title:1f rating:2a"
        }
        // A second book with the same title must still be a separate book after an import.
        try log.add("Solaris")
        try log.shelve("Łódź", on: "to lend; \"soon\"", "a, b", "śląsk")
        try log.shelve("Solaris", on: "A, B")
        try log.quote("Łódź", "Second\n\"line\"\u{1B}", page: "12–13", note: "; ,")
        try log.quote("Łódź", "First")
        let quotes = try log.book("Łódź").quotes
        try log.book("Łódź").quotes = quotes.reversed()
        try log.session.context.save()
        return log
    }

    func contents(_ log: TestLog) throws -> [String] {
        String(decoding: LogExport.json(try log.books), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["books.json", "books.csv", "goodreads.csv --as goodreads", "books.md"])
    func `An export in each format counts the books that are in the file`(file: String) async throws {
        let directory = try TemporaryDirectory()
        let log = try await TestLog()
        for status in ReadingStatus.allCases {
            try log.add("A book \(status.rawValue)") { $0.status = status }
        }
        let count = ReadingStatus.allCases.count
        let name = String(file.prefix { $0 != " " })
        let path = directory.file(name)
        let output = try await log.run("export \(path)\(file.dropFirst(name.count))")
        let messages = output.blocks.compactMap { block in
            if case .message(let text) = block { log.session.localizer.string(text) } else { nil }
        }
        #expect(messages == ["Wrote \(count) books to “\(path)”."])
        if name.hasSuffix(".md") {
            // mybooks doesn't read Markdown.
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.split(separator: "\n").count { $0.hasPrefix("- **") } == count)
        } else {
            #expect(try await TestLog().importFile(path).added == count)
        }
    }

    @Test func `JSON imported into an empty log gives the same log`() async throws {
        let log = try await trickyLog()
        let text = String(decoding: LogExport.json(try log.books), as: UTF8.self)
        let copy = try await TestLog()
        let report = try await copy.importText(text)
        #expect(report.added == 4)
        #expect(report.skipped.isEmpty)
        #expect(try contents(copy) == contents(log))
    }

    @Test func `CSV imported into an empty log gives the same log`() async throws {
        let log = try await trickyLog()
        let text = String(decoding: LogExport.csv(try log.books), as: UTF8.self)
        let copy = try await TestLog()
        let report = try await copy.importText(text)
        #expect(report.added == 4)
        #expect(report.skipped.isEmpty)
        #expect(try contents(copy) == contents(log))
    }

    @Test(arguments: ["completed,5", ",2024-01-01", "2024-01-05,2024-02"])
    func `A truncated last CSV row is skipped and reported, and the complete file imports it`(last: String)
        async throws
    {
        let log = try await TestLog()
        try log.add("Solaris") {
            $0.status = .completed
            $0.rating = 5
            $0.setDates(
                ReadingDates(added: day(2024, 1, 1), started: day(2024, 1, 5), completed: day(2024, 2, 20)))
            $0.lastImport = "title:1f rating:2a"
        }
        let text = String(decoding: LogExport.csv(try log.books), as: UTF8.self)
        let end = try #require(text.range(of: last)?.upperBound)
        let copy = try await TestLog()
        let report = try await copy.importText(String(text[..<end]))
        #expect(report.added == 0)
        #expect(report.skipped.map(\.position) == [2])
        let reason = try #require(report.skipped.first?.reason)
        #expect(Localizer(.english).string(reason).contains("the file ends in the middle of this line"))
        #expect(try await copy.importText(text).added == 1)
        #expect(try contents(copy) == contents(log))
    }

    @Test func `An export that a spreadsheet saved without the last line end is imported completely`()
        async throws
    {
        let log = try await trickyLog()
        let text = String(decoding: LogExport.csv(try log.books), as: UTF8.self)
        try #require(text.hasSuffix("\r\n"))
        let copy = try await TestLog()
        let report = try await copy.importText(String(text.dropLast()))
        #expect(report.added == 4)
        #expect(report.skipped.isEmpty)
        #expect(try contents(copy) == contents(log))
    }

    @Test(arguments: [
        ("title,author,status\nEden,Lem,on-shelf", true),
        ("title,author,status\nEden,Lem,on-shelf\n", false),
        ("title,author,status\nEden,Lem,\"on-shelf\"", false),
        ("title,author,status,summary\nEden,Lem,on-shelf,", false),
        ("Book Id,Title,Exclusive Shelf,Author\n7,Eden,read,Le", true),
    ])
    func `A last row without line end is imported, and its line is reported`(file: String, isOpen: Bool)
        async throws
    {
        let log = try await TestLog()
        let report = try await log.importText(file)
        #expect(report.added == 1)
        #expect(report.skipped.isEmpty)
        let warnings = BookImporter(log.session).output(report, isDryRun: false).blocks.compactMap { block in
            if case .warning(let warning) = block { Localizer(.english).string(warning) } else { nil }
        }
        #expect(
            warnings
                == (isOpen
                    ? [
                        "Line 2 is the last one and has no line end. If the file is incomplete, the last field may be cut off: check it."
                    ] : []))
    }

    @Test
    func `An unclosed quote affects only its row, or all later rows too if the last line end is missing`()
        async throws
    {
        let log = try await TestLog()
        for title in ["Solaris", "Eden", "Fiasco"] { try log.add(title) }
        let text = String(decoding: LogExport.csv(try log.books), as: UTF8.self)
            .replacing(",Eden,", with: ",\"Eden,")
        let copy = try await TestLog()
        let report = try await copy.importText(String(text.dropLast()))
        #expect(report.added == 1)
        #expect(report.skipped.map(\.position) == [3, 4])
        let reasons = report.skipped.map { Localizer(.english).string($0.reason ?? .verbatim("")) }
        #expect(
            reasons == [
                "a quote is never closed",
                "it follows a quote that is never closed",
            ])
        let whole = try await copy.importText(text)
        #expect(whole.added == 1)
        #expect(whole.skipped.map(\.position) == [3])
        let reason = try #require(whole.skipped.first?.reason)
        #expect(Localizer(.english).string(reason) == "a quote is never closed")
        #expect(Set(try copy.books.map(\.title)) == ["Solaris", "Fiasco"])
    }

    @Test(arguments: [
        "title,author,status\nEden,Lem,completed\n",
        #"[{"title": "Eden", "author": "Lem", "status": "completed"}]"#,
    ])
    func `The date added is replaced by that of a file if the first file had none`(text: String) async throws
    {
        let log = try await TestLog()
        _ = try await log.importText(text)
        let book = try #require(try log.books.first)
        #expect(book.dates == ReadingDates(added: TestLog.today))
        let later =
            "title,author,status,added,started,completed\nEden,Lem,completed,2024-01-01,2024-01-05,2024-02-20\n"
        #expect(try await log.importText(later).changed == 1)
        #expect(
            book.dates
                == ReadingDates(added: day(2024, 1, 1), started: day(2024, 1, 5), completed: day(2024, 2, 20))
        )
        // After this import, the date counts as set by the user, so further imports don't change it.
        #expect(try await log.importText(later.replacing("2024-01-01", with: "2024-01-02")).changed == 0)
        #expect(book.dates.added == day(2024, 1, 1))
    }

    nonisolated private static let reading: [(String, String)] = [
        (
            "title,author,status\nEden,Lem,completed\n",
            "title,author,status,completed\nEden,Lem,completed,2020-01-01\n"
        ),
        (
            #"[{"title": "Eden", "author": "Lem", "status": "completed"}]"#,
            #"[{"title": "Eden", "author": "Lem", "status": "completed", "completed": "2020-01-01"}]"#
        ),
        (
            "Book Id,Title,Author,Exclusive Shelf\n7,Eden,Lem,read\n",
            "Book Id,Title,Author,Exclusive Shelf,Date Read\n7,Eden,Lem,read,2020/01/01\n"
        ),
    ]

    @Test(arguments: reading)
    func `The default date added is never later than imported reading dates`(text: String, later: String)
        async throws
    {
        let log = try await TestLog()
        _ = try await log.importText(text)
        let book = try #require(try log.books.first)
        #expect(book.dates == ReadingDates(added: TestLog.today))
        let dates = ReadingDates(added: day(2020, 1, 1), completed: day(2020, 1, 1))
        #expect(try await log.importText(later).changed == 1)
        #expect(book.dates == dates)
        for file in [text, later] {
            #expect(try await log.importText(file).unchanged == 1)
            #expect(book.dates == dates)
        }
        // If a file contains the date on which the book was added, this date replaces the default.
        let known =
            later.hasPrefix("Book Id")
            ? "Book Id,Title,Author,Exclusive Shelf,Date Read,Date Added\n7,Eden,Lem,read,2020/01/01,2019/05/05\n"
            : "title,author,status,completed,added\nEden,Lem,completed,2020-01-01,2019-05-05\n"
        #expect(try await log.importText(known).changed == 1)
        #expect(book.dates == ReadingDates(added: day(2019, 5, 5), completed: day(2020, 1, 1)))
    }

    @Test func `Goodreads reading dates are imported even if the book was started before it was added there`()
        async throws
    {
        for (first, status) in [
            (
                "Book Id,Title,Author,Exclusive Shelf,Date Added\n1,Eden,Lem,currently-reading,2023/05/01\n",
                "in-progress"
            ),
            // A status that was imported in our own format counts as set by the user.
            ("title,author,status\nEden,Lem,completed\n", "completed"),
        ] {
            let log = try await TestLog()
            _ = try await log.importText(first)
            _ = try await log.importText("title,author,status,started\nEden,Lem,\(status),2022-03-01\n")
            let last =
                "Book Id,Title,Author,Exclusive Shelf,Date Added,Date Read\n1,Eden,Lem,read,2023/05/01,2023/07/01\n"
            #expect(try await log.importText(last).changed == 1)
            let dates = ReadingDates(
                added: day(2023, 5, 1), started: day(2022, 3, 1), completed: day(2023, 7, 1))
            #expect(try log.books.map(\.dates) == [dates])
            #expect(try await log.importText(last).unchanged == 1)
            #expect(try log.books.map(\.dates) == [dates])
        }
    }

    @Test(arguments: reading)
    func `A date added that the user set is kept`(text: String, later: String) async throws {
        let log = try await TestLog()
        _ = try await log.importText(text)
        let book = try #require(try log.books.first)
        book.setDates(ReadingDates(added: day(2024, 3, 1)))
        try log.session.context.save()
        #expect(try await log.importText(later).changed == 1)
        #expect(book.dates == ReadingDates(added: day(2024, 3, 1), completed: day(2020, 1, 1)))
    }

    @Test func `NUL in JSON strings is removed on import`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            #"[{"title": "a\u0000b", "author": "X\u0000", "status": "on-shelf", "summary": "\u0000s\u001b","#
                + #" "shelves": ["z\u0000"], "quotes": [{"text": "q\u0000", "page": "\u0000", "note": "n\u0000"}]},"#
                + #" {"title": "\u0000", "author": "X", "status": "on-shelf"}]"#)
        #expect(report.added == 1)
        #expect(report.skipped.map(\.position) == [2])
        let book = try #require(try log.books.first)
        #expect(book.title == "ab")
        #expect(book.author == "X")
        #expect(book.summary == "s\u{1B}")
        #expect(book.shelfNames == ["z"])
        let quote = try #require(book.quotes.first)
        #expect(quote.text == "q")
        #expect(quote.page == nil)
        #expect(quote.note == "n")
    }

    @Test func `A log that contains NUL is exported to readable CSV`() async throws {
        let log = try await TestLog()
        try log.add("So\u{0}laris") { $0.summary = "\u{0}" }
        try log.quote("So\u{0}laris", "q\u{0}")
        let copy = try await TestLog()
        let report = try await copy.importText(String(decoding: LogExport.csv(try log.books), as: UTF8.self))
        #expect(report.added == 1)
        #expect(report.skipped.isEmpty)
        let book = try #require(try copy.books.first)
        #expect(book.title == "Solaris")
        #expect(book.summary.isEmpty)
        #expect(book.quotes.map(\.text) == ["q"])
    }

    @Test func `A summary of several megabytes survives an export to CSV`() async throws {
        let log = try await TestLog()
        let long = String(repeating: "Lorem \"ipsum\",\n", count: 150_000)
        try log.add("Long") { $0.summary = long }
        try log.add("Next")
        let copy = try await TestLog()
        let report = try await copy.importText(String(decoding: LogExport.csv(try log.books), as: UTF8.self))
        #expect(report.added == 2)
        #expect(report.skipped.isEmpty)
        #expect(try copy.books.first?.summary == long)
    }

    @Test func `Importing an export into its own log changes nothing`() async throws {
        let log = try await trickyLog()
        let before = try contents(log)
        let report = try await log.importText(String(decoding: LogExport.json(try log.books), as: UTF8.self))
        #expect(report.unchanged == 4)
        #expect(report.added == 0)
        #expect(try contents(log) == before)
    }

    @Test func `Importing an export into its own log keeps import records and the redo history`() async throws
    {
        let log = try await TestLog()
        let goodreads = GoodreadsImportTests()
        _ = try await log.importText(goodreads.file("7,Emma,Jane Austen,3,2024/02/20,2024/01/05,read,,"))
        let book = try log.books[0]
        book.status = .onShelf
        book.setDates(ReadingDates(added: day(2024, 1, 5)))
        try log.session.context.save()
        try log.add("Solaris")
        #expect(try log.session.context.undoLastTransaction() != nil)
        let before = try contents(log)
        let report = try await log.importText(String(decoding: LogExport.json(try log.books), as: UTF8.self))
        #expect(report.unchanged == 1)
        #expect(report.changed == 0)
        #expect(try contents(log) == before)
        #expect(try log.session.context.redoableTransaction() != nil)
    }

    @Test func `Shelf names with special characters share one CSV field`() {
        let names = ["to lend", "a; b", "\"best\"", "x, y", ";", "\""]
        let text = ShelfList.text(names)
        #expect(ShelfList.names(in: text).map(\.text) == names)
        #expect(ShelfList.names(in: "fantasy;space ;; FANTASY").map(\.text) == ["fantasy", "space"])
        #expect(ShelfList.names(in: "") == [])
    }

    @Test func `A shelf name keeps a combining mark at its beginning, after a quote and after a space`()
        async throws
    {
        let names = [
            "plain", "\"\u{5B0}abc; d", "\u{301}x;t", "\u{301}y", "\u{301}\"z", ";\u{301}", "a \u{301}b",
        ]
        #expect(ShelfList.names(in: ShelfList.text(names)).map(\.text) == names)
        #expect(
            ShelfList.names(in: " a  b ;  \u{301}c  \u{301}d ").map(\.text) == ["a b", "\u{301}c \u{301}d"])

        let log = try await TestLog()
        _ = try await log.importText(
            #"[{"title": "A", "author": "X", "status": "on-shelf","#
                + #" "shelves": ["\"\u05b0abc; d", "plain", "\u0301x;t"]}]"#)
        let copy = try await TestLog()
        let report = try await copy.importText(String(decoding: LogExport.csv(try log.books), as: UTF8.self))
        #expect(report.added == 1)
        #expect(report.skipped.isEmpty)
        #expect(try copy.shelves == ["\"\u{5B0}abc; d": ["A"], "plain": ["A"], "\u{301}x;t": ["A"]])
    }

    @Test(arguments: [
        #""readings": [{"outcome": "completed", "completed": "2018-02-01"}]"#,
        #""progress": [{"date": "2022-01-05", "place": "50"}]"#,
        #""loans": [{"borrower": "Ann", "lent": "2022-03-01"}]"#,
        #""quotes": [{"text": "We need mirrors."}]"#,
        #""shelves": ["space"]"#, #""pages": 204"#, #""summary": "An ocean.""#,
    ])
    func `A file with one thing more changes the book, and the same file again doesn't`(
        part: String
    ) async throws {
        let log = try await TestLog()
        let book =
            #"{"title": "Solaris", "author": "Lem", "status": "completed", "started": "2022-01-01", "#
            + #""completed": "2022-02-01""#
        #expect(try await log.importText("[\(book)}]").added == 1)
        let report = try await log.importText("[\(book), \(part)}]")
        #expect(report.changed == 1)
        #expect(report.unchanged == 0)
        #expect(try await log.importText("[\(book), \(part)}]").unchanged == 1)
    }

    @Test func `A book in the log gets missing quotes, and its existing quotes stay unchanged`() async throws
    {
        let log = try await trickyLog()
        let text = String(decoding: LogExport.json(try log.books), as: UTF8.self)
        let book = try log.book("Łódź")
        let changed = try #require(book.quotes.last)
        changed.text = "Changed"
        log.session.context.delete(try #require(book.quotes.first))
        try log.session.context.save()
        let report = try await log.importText(text)
        #expect(report.changed == 1)
        #expect(report.unchanged == 3)
        #expect(try log.book("Łódź").quotes.map(\.text) == ["Changed", "First"])
    }

    @Test func `Two quotes never share an identifier, even if a file says so`() async throws {
        let log = try await TestLog()
        let quotes = #"[{"text": "Q", "identifier": "\#(UUID().uuidString)"}]"#
        let report = try await log.importText(
            #"[{"title": "A", "author": "X", "status": "on-shelf", "quotes": \#(quotes)},"#
                + #" {"title": "B", "author": "X", "status": "on-shelf", "quotes": \#(quotes)}]"#)
        #expect(report.added == 2)
        #expect(try log.books.map(\.quotes.count) == [1, 1])
    }

    @Test func `Foundation reads the exported JSON, which has raw values`() async throws {
        let bytes = LogExport.json(try await trickyLog().books)
        let array = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
        #expect(array[1]["rating"] as? Int == 5)
        #expect(array[1]["status"] as? String == "completed")
        #expect(array[1]["completed"] as? String == "2024-03-13")
        #expect(array[0]["rating"] == nil)
        #expect(array[2]["shelves"] as? [String] == ["a, b", "to lend; \"soon\"", "śląsk"])
        let quotes = try #require(array[2]["quotes"] as? [[String: Any]])
        #expect(quotes.map { $0["text"] as? String } == ["First", "Second\n\"line\"\u{1B}"])
        #expect(quotes[1]["page"] as? String == "12–13" && quotes[0]["page"] == nil)
    }

    @Test func `Bad values of a JSON file cost their fields, and the elements are imported`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            """
            [{"title": "Good", "author": "A", "status": "on-shelf"}, 7, {"title": [1], "author": "A"},
             {"title": "No author", "author": " ", "status": "on-shelf"},
             {"title": "Status", "author": "A", "status": "lost"},
             {"title": "Date", "author": "A", "status": "on-shelf", "added": "2023-02-30"},
             {"title": "Order", "author": "A", "status": "in-progress", "added": "2024-02-02", "started": "2024-01-01"},
             {"title": "Never added", "author": "A", "status": "completed", "started": "2024-02-02",
              "completed": "2024-01-01"}, {"title": "No status", "author": "A"},
             {"title": "Truth", "author": "A", "status": "on-shelf", "rating": true},
             {"title": "Fraction", "author": "A", "status": "on-shelf", "rating": 4.5},
             {"title": "Shelves", "author": "A", "status": "on-shelf", "shelves": "space"},
             {"title": "Shelf", "author": "A", "status": "on-shelf", "shelves": [" "]},
             {"title": "Quotes", "author": "A", "status": "on-shelf", "quotes": ["Q"]},
             {"title": "Quote", "author": "A", "status": "on-shelf", "quotes": [{"text": " "}]},
             {"title": "Text", "author": "A", "status": "on-shelf", "rating": "3", "summary": null}]
            """)
        #expect(report.added == 13)
        #expect(report.skipped.map(\.position) == [2, 3, 4])
        #expect(report.skipped[0].reason?.key == "the entry is not an object")
        let dropped = report.dropped.first
        #expect(dropped.map(\.position) == [5, 6, 8, 9, 10, 12, 13, 14, 15])
        #expect(
            dropped.map(\.field) == [
                "status", "added", "started", "status", "rating", "shelves", "shelves", "quotes", "quotes",
            ])
        #expect(dropped[4].written == "true")
        #expect(try log.book("Fraction").stars == StarRating(4.5))
        #expect(try log.book("Order").dates == ReadingDates(added: day(2024, 2, 2), started: day(2024, 1, 1)))
        #expect(try log.book("Never added").dates.completed == day(2024, 1, 1))
        #expect(try log.book("Text").rating == 3 && log.book("Status").status == .onShelf)
        // In JSON, skipped entries are counted, because they have no line numbers.
        #expect(!report.countsLines)
    }

    @Test func `A row with the source of another book is imported, and each book keeps its source`()
        async throws
    {
        let log = try await TestLog()
        let first = try log.add("Solaris")
        let second = try log.add("Eden") { $0.source = "goodreads:77" }
        let report = try await log.importText(
            """
            [{"title": "Solaris, again", "author": "Lem", "status": "on-shelf", "source": "goodreads:77",
              "identifier": "\(first.identifier.uuidString)"},
             {"title": "New", "author": "A", "status": "on-shelf"}]
            """)
        #expect(report.added == 1)
        #expect(report.skipped.isEmpty)
        #expect(try log.books.count == 3)
        #expect(first.source == nil)
        #expect(second.source == "goodreads:77")
    }
}
