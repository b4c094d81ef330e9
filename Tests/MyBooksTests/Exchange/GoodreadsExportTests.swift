import Formats
import Foundation
import Localization
import TestSupport
import Testing

@testable import MyBooks

@MainActor
@Suite("Exporting in the form of Goodreads, and as Markdown")
struct GoodreadsExportTests {
    /// The rows of a CSV text as values by column.
    private func rows(_ text: String) throws -> [[String: String]] {
        var pending: [UInt8]? = Array(text.utf8)
        var reader = CSVReader {
            defer { pending = nil }
            return pending ?? []
        }
        let header = try #require(try reader.next()?.strings)
        var rows: [[String: String]] = []
        while let values = try reader.next()?.strings {
            rows.append(Dictionary(uniqueKeysWithValues: zip(header, values)))
        }
        return rows
    }

    private func export(_ log: TestLog) throws -> [[String: String]] {
        try rows(String(decoding: LogExport.goodreads(try log.books).bytes, as: UTF8.self))
    }

    @Test func `An abandoned reading of a book on the shelf doesn't become a finished one`() async throws {
        let log = try await TestLog()
        try log.add("Emma", "Jane Austen") { book in
            book.readings = [
                Reading(ReadingValues(status: .completed, completed: PartialDate(day(2024, 3, 1)))),
                Reading(ReadingValues(status: .abandoned, completed: PartialDate(day(2025, 3, 1)))),
            ]
        }
        #expect(try export(log).map { $0["Date Read"] } == ["2024/03/01"])
        let report = try await log.importText(
            String(decoding: LogExport.goodreads(try log.books).bytes, as: UTF8.self))
        #expect(report.changed == 0)
        #expect(report.added == 0)
        #expect(try log.book("Emma").readings.count == 2)
    }

    @Test func `A Goodreads export goes out as it came in`() async throws {
        let path = try #require(
            Bundle.module.path(
                forResource: "goodreads_library_export", ofType: "csv", inDirectory: "Fixtures"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let log = try await TestLog()
        _ = try await log.importFile(path)
        let exported = try Dictionary(grouping: export(log)) { $0["Book Id"] ?? "" }
        // “Solaris” has two rows in the file, and two rows have no title or no author.
        let expected = try rows(text).filter { !["1000", "5001", "5003"].contains($0["Book Id"]) }
        #expect(expected.count > 70)
        for row in expected {
            let found = try #require(exported[row["Book Id"] ?? ""]?.first)
            for (column, value) in row {
                #expect(found[column] == value, "\(column) of \(row["Title"] ?? "")")
            }
        }
        // The exported file changes nothing.
        let bytes = LogExport.goodreads(try log.books).bytes
        let report = try await log.importText(String(decoding: bytes, as: UTF8.self))
        #expect(report.added == 0)
        #expect(report.changed == 0)
        #expect(report.unknownFields.isEmpty)
    }

    /// A row with all 31 columns.
    private var complete: String {
        GoodreadsRow.columns.joined(separator: ",") + "\r\n"
            + [
                "7", "\"Dune (Dune, #1)\"", "Frank Herbert", "\"Herbert, Frank\"", "\"Ann Lee, Bo Ek\"",
                "\"=\"\"0441172717\"\"\"", "\"=\"\"9780441172719\"\"\"", "4", "4.27", "Ace", "Paperback",
                "412",
                "1990", "1965", "2020/05/06", "2019/01/02", "\"sand, to-lend, books\"",
                "\"sand (#3), to-lend (#1), books (#7)\"", "sand", "\"a <b>c</b><br/>d & \"\"e\"\"\"", "true",
                "\"Line 1\nLine 2\"", "4", "Anna", "Béla", "2", "2019/01/01", "\"Kraków, market\"", "used",
                "\"A bit, torn\"", "123-456",
            ].joined(separator: ",") + "\r\n"
    }

    @Test func `All 31 columns are kept, also through our own exports`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(complete)
        #expect(report.added == 1)
        #expect(report.unknownFields.isEmpty)
        let first = try rows(complete)
        #expect(try export(log) == first)
        for bytes in [LogExport.json(try log.books), LogExport.csv(try log.books)] {
            let copy = try await TestLog()
            _ = try await copy.importText(String(decoding: bytes, as: UTF8.self))
            #expect(try export(copy) == first)
        }
        #expect(try await log.importText(complete).unchanged == 1)
    }

    @Test func `A newer file with fewer columns keeps the others`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(complete)
        _ = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,Average Rating,Spoiler\r\n7,\"Dune (Dune, #1)\",Frank Herbert,sand,4.30,\r\n"
        )
        let row = try #require(try export(log).first)
        #expect(row["Average Rating"] == "4.30")
        #expect(row["Spoiler"] == "")
        #expect(row["Condition"] == "used")
        #expect(row["BCID"] == "123-456")
    }

    @Test func `The user's changes replace the imported columns`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(complete)
        let book = try log.book("Dune (Dune, #1)")
        book.author = "F. Herbert"
        book.review = "New & <short>\nsecond"
        book.isbn = "9783161484100"
        book.transition(to: .completed, on: PartialDate(TestLog.today))
        try log.session.context.save()
        try log.shelve("Dune (Dune, #1)", on: "New One")
        let row = try #require(try export(log).first)
        #expect(row["Author l-f"] == "Herbert, F.")
        #expect(row["My Review"] == "New &amp; &lt;short><br/>second")
        #expect(row["ISBN"] == "=\"\"")
        #expect(row["ISBN13"] == "=\"9783161484100\"")
        #expect(row["Exclusive Shelf"] == "read")
        #expect(row["Bookshelves with positions"] == "")
        #expect(row["Bookshelves"] == "books, New-One, sand, to-lend")
        #expect(row["Date Read"] == "2024/03/15")
    }

    @Test func `Books of the log get Goodreads' shelves, dates and whole stars`() async throws {
        let log = try await TestLog()
        try log.add("Solaris") { book in
            book.latestReading = ReadingValues(
                status: .completed, started: nil, completed: PartialDate("2010-05"), rating: StarRating(4.5))
            book.isbn = "0156027607"
        }
        try log.add("Emma", "Jane Austen") { $0.transition(to: .abandoned, on: PartialDate(TestLog.today)) }
        let rows = try export(log)
        #expect(LogExport.goodreads(try log.books).rounded == 1)
        #expect(rows[0]["My Rating"] == "5" && rows[0]["Date Read"] == "2010/05")
        #expect(rows[0]["ISBN"] == "=\"0156027607\"" && rows[0]["ISBN13"] == "=\"9780156027601\"")
        #expect(rows[0]["Exclusive Shelf"] == "read" && rows[0]["Read Count"] == "1")
        #expect(rows[0]["Author l-f"] == "Lem, Stanisław" && rows[0]["Book Id"] == "")
        #expect(rows[1]["Exclusive Shelf"] == "did-not-finish" && rows[1]["Bookshelves"] == "did-not-finish")
    }

    @Test func `Markdown has a section for each status, and its syntax is escaped`() async throws {
        let log = try await TestLog(language: "pl")
        try log.add("A *star* [x]") { book in
            book.latestReading = ReadingValues(
                status: .completed, started: nil, completed: PartialDate("2010"), rating: StarRating(4.5))
            book.summary = "One\n# two"
        }
        try log.add("Emma", "Jane Austen")
        try log.quote("Emma", "Quote", page: "3")
        let text = String(
            decoding: MarkdownLog(log.session.localizer).write(try log.books), as: UTF8.self)
        #expect(
            text == """
                # Dziennik lektur

                ## Przeczytana

                - **A \\*star\\* \\[x\\]** · Stanisław Lem · ★★★★½ · 2010

                  > One
                  >
                  > \\# two

                ## Na półce

                - **Emma** · Jane Austen
                  - „Quote” (strona 3)

                """)
    }

    @Test func `An ISBN has a form with 10 digits if it begins with 978`() {
        #expect(ISBN("9780156027601")?.ten == "0156027607")
        #expect(ISBN("080442957X")?.ten == "080442957X")
        #expect(ISBN("9780804429573")?.ten == "080442957X")
        #expect(ISBN("9791034743667")?.ten == nil)
    }
}

/// Rows of all shapes that Goodreads writes, with random values.
private struct RandomRows {
    private var random = SeededGenerator()
    private var positions: [String: Int] = [:]

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func day(_ years: ClosedRange<Int>) -> String {
        let parts = [number(1...12), number(1...28)].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(number(years))/\(parts[0])/\(parts[1])"
    }

    /// Returns both forms of an ISBN, or none.
    private mutating func isbn() -> [String] {
        let first = "978" + (0..<9).map { _ in String(number(0...9)) }.joined()
        guard number(0...4) > 0, let isbn = (0...9).lazy.compactMap({ ISBN(first + String($0)) }).first else {
            return ["=\"\"", "=\"\""]
        }
        return ["=\"\(isbn.ten ?? "")\"", "=\"\(isbn.thirteen)\""]
    }

    /// Returns the values of a row by column.
    mutating func row(_ id: Int) -> [String: String] {
        let words = ["The", "A", "Star,", "Dune:", "(Part", "Łódź", "\"Quoted\"", "&", "1984", "—", "Éden"]
        let first = pick(["Stanisław", "Ursula K.", "J.R.R.", "刘", "O."])
        let last = pick(["Lem", "Guin", "Tolkien", "慈欣", "de Saint-Exupéry", "O'Brien"])
        let exclusive = pick(["read", "read", "read", "to-read", "currently-reading"])
        let isRead = exclusive == "read"
        var shelves = ["sf", "favorites", "to-lend", "2024"].filter { _ in number(0...3) == 0 }
        if !isRead { shelves.append(exclusive) }
        let placed = shelves.map { name -> String in
            positions[name, default: 0] += 1
            return "\(name) (#\(positions[name] ?? 0))"
        }
        let isbn = isbn()
        let title = (0...number(0...4)).map { _ in pick(words) }.joined(separator: " ")
        let review = isRead ? pick(["", "Great", "One<br/>two", "<b>Bold</b> & \"quoted\"", "a, b; c"]) : ""
        return [
            "Book Id": String(id), "Title": title + pick(["", "", " (Series, #1)", " (Series, #2.5)"]),
            "Author": "\(first) \(last)", "Author l-f": "\(last), \(first)",
            "Additional Authors": pick(["", "Anna Nowak", "Anna Nowak, Jan Kot"]), "ISBN": isbn[0],
            "ISBN13": isbn[1], "My Rating": isRead ? String(number(0...5)) : "0",
            "Average Rating": "\(number(2...4)).\(number(10...99))",
            "Publisher": pick(["", "Penguin", "Harper, Row"]),
            "Binding": pick(["", "Paperback", "Kindle Edition"]),
            "Number of Pages": pick(["", String(number(20...1500))]),
            "Year Published": pick(["", String(number(1900...2023))]),
            "Original Publication Year": pick(["", String(number(1700...2020)), "-380"]),
            "Date Read": isRead ? pick([day(2015...2023), ""]) : "", "Date Added": day(2008...2014),
            "Bookshelves": shelves.joined(separator: ", "),
            "Bookshelves with positions": placed.joined(separator: ", "), "Exclusive Shelf": exclusive,
            "My Review": review, "Spoiler": review.isEmpty ? "" : pick(["", "true"]),
            "Private Notes": pick(["", "private, note"]),
            "Read Count": isRead ? pick(["1", "1", "2", "3"]) : "0",
            "Owned Copies": pick(["0", "0", "1", "2"]),
        ]
    }
}

extension GoodreadsExportTests {
    @Test func `1,206 rows of all shapes come back with every value`() async throws {
        var random = RandomRows()
        let rows = (1000..<2206).map { random.row($0) }
        let columns = GoodreadsRow.columns
        let lines = rows.map { row in
            columns.map { "\"\((row[$0] ?? "").replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
        }
        let log = try await TestLog()
        let report = try await log.importText(
            ([columns.joined(separator: ",")] + lines).joined(separator: "\n") + "\n")
        #expect(report.added == rows.count)
        let exported = try Dictionary(grouping: export(log)) { $0["Book Id"] ?? "" }
        for row in rows {
            let found = try #require(exported[row["Book Id"] ?? ""]?.first)
            for column in columns {
                #expect(found[column] == row[column] ?? "", "\(column) of \(row["Book Id"] ?? "")")
            }
        }
    }
}
