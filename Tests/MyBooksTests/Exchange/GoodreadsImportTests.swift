import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Importing a Goodreads library export")
struct GoodreadsImportTests {
    static let header =
        "Book Id,Title,Author,My Rating,Date Read,Date Added,Exclusive Shelf,My Review,Spoiler\r\n"

    func file(_ rows: String...) -> String { Self.header + rows.joined(separator: "\r\n") }

    var fixture: String {
        get throws {
            try #require(
                Bundle.module.path(
                    forResource: "goodreads_library_export", ofType: "csv", inDirectory: "Fixtures"))
        }
    }

    @Test func `Status, rating, dates and review are imported`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            file(
                #"7,Lalka,Bolesław Prus,4,2024/02/20,2024/01/05,read,"Long, ""slow"",<br/>good &amp; <i>true</i>.","#,
                "8,Chłopi,Władysław Reymont,0,,2024/01/06,currently-reading,,",
                "9,Potop,Henryk Sienkiewicz,0,,2024/01/07,to-read,,"))
        #expect(report.added == 3)
        #expect(report.skipped.isEmpty)
        let books = try log.books
        #expect(books.map(\.status) == [.completed, .inProgress, .onShelf])
        #expect(books.map(\.rating) == [4, nil, nil])
        #expect(books[0].review == "Long, \"slow\",\ngood & true.")
        #expect(
            books[0].dates == ReadingDates(added: day(2024, 1, 5), started: nil, completed: day(2024, 2, 20)))
        #expect(books[1].dates == ReadingDates(added: day(2024, 1, 6)))
        #expect(books[0].source == "goodreads:7")
    }

    @Test func `Markup is removed from a review even if a combining mark or joiner follows it`() {
        for mark in ["\u{FE0F}", "\u{200D}", "\u{301}"] {
            #expect(
                ReviewMarkup.plainText("a<br/>\(mark)b &amp;\(mark) <i>\(mark)c</i>\(mark) <\(mark)")
                    == "a\n\(mark)b &\(mark) \(mark)c\(mark) <\(mark)")
        }
    }

    @Test func `A book can have been read before it was added`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(file("7,Lalka,Prus,4,2020/02/20,2024/01/05,read,,"))
        #expect(try log.books[0].dates == ReadingDates(added: day(2024, 1, 5), completed: day(2020, 2, 20)))
    }

    @Test func `A read book without dates is imported as added today, without other dates`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(file("7,Lalka,Prus,4,,,read,,"))
        let book = try log.books[0]
        #expect(book.status == .completed)
        #expect(book.dates == ReadingDates(added: TestLog.today))
    }

    @Test func `A date read counts whatever the shelf, and an abandoned book gets that status`() async throws
    {
        let log = try await TestLog()
        let text = file(
            "7,Lalka,Prus,0,2024/02/20,2024/01/05,read,,",
            "8,Chłopi,Reymont,0,2023/03/04,2024/01/06,currently-reading,,",
            "9,Potop,Sienkiewicz,0,2022/05/06,2024/01/07,to-read,,",
            "10,Ulysses,Joyce,0,2021/07/08,2024/01/08,did-not-finish,,",
            "11,Emma,Austen,0,,2024/01/09,to-read,,")
        let report = try await log.importText(text)
        #expect(report.added == 5)
        #expect(report.skipped.isEmpty)
        #expect(report.dropped.count == 0)
        let books = try log.books
        #expect(books.map(\.status) == [.completed, .inProgress, .onShelf, .abandoned, .onShelf])
        #expect(
            books.map { $0.allReadings.compactMap { $0.completed?.description } } == [
                ["2024-02-20"], ["2023-03-04"], ["2022-05-06"], ["2021-07-08"], [],
            ])
        #expect(books[3].shelfNames == ["did-not-finish"])
        #expect(try await log.importText(text).unchanged == 5)
        #expect(try log.books.map(\.allReadings.count) == [1, 2, 1, 1, 0])
    }

    @Test func `The messages about values that aren't imported are limited, the data isn't`() async throws {
        let log = try await TestLog()
        let rows = (1...22).map { "\($0),Book \($0),A,9,,,to-read,," }
        let report = try await log.importText(Self.header + rows.joined(separator: "\n"))
        let output = BookImporter(log.session).output(report, isDryRun: false)
        let warnings = output.blocks.compactMap { block in
            if case .warning(let text) = block { log.session.localizer.string(text) } else { nil as String? }
        }
        #expect(warnings.count == 21)
        #expect(
            warnings.first
                == "Line 2, “Book 1”: “My Rating” (9) was not imported: it is not a rating from 0 to 5.")
        #expect(warnings.last == "2 more values were not imported.")
        let tables = output.data.compactMap { block in
            if case .table(let table) = block { table } else { nil as Table? }
        }
        #expect(tables.map(\.key) == ["droppedFields"])
        #expect(tables.first?.rows.count == 22)
        let good = BookImporter(log.session).output(ImportReport(), isDryRun: false)
        #expect(good.data.count == 1)
    }

    @Test func `A value that is altered is reported with its reason, for all entries together`() async throws
    {
        let log = try await TestLog()
        let report = try await log.importText(
            file(
                "7,Lalka,Prus,4,2024/02/21,2024/01/05,read,<i>Long</i>,",
                "9,Emma,Austen,4,2024/02/21,2024/01/05,read,<b>Good</b>,"))
        #expect(report.altered.first.map(\.field) == ["My Review", "My Review"])
        #expect(report.altered.first.map(\.stored) == ["Long", "Good"])
        #expect(
            messages(report, log).contains(
                "Changed “My Review” in 2 entries: the HTML markup was removed. First: line 2, <i>Long</i> became Long."
            ))
    }

    @Test func `Details and the number of readings are imported, and a newer export adds a reading`()
        async throws
    {
        let log = try await TestLog()
        let header =
            "Book Id,Title,Author,Additional Authors,ISBN,ISBN13,My Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Exclusive Shelf,Private Notes,Read Count,Owned Copies\n"
        let row =
            "7,\"Dune (Dune, #1)\",Frank Herbert,\"A B, C D\",\"=\"\"0345391802\"\"\",\"=\"\"9780345391803\"\"\",5,Ace,Paperback,604,1990,1965,2020/01/02,2019/01/01,read,Lent,2,1\n"
        _ = try await log.importText(header + row)
        let book = try #require(try log.books.first)
        #expect(book.title == "Dune (Dune, #1)")
        #expect(book.series == "Dune")
        #expect(book.seriesNumber == "1")
        #expect(book.contributors == "A B; C D")
        #expect(book.isbn == "9780345391803")
        #expect(book.pages == 604)
        #expect(book.publisher == "Ace")
        #expect(book.binding == "Paperback")
        #expect(book.year == 1990)
        #expect(book.originalYear == 1965)
        #expect(book.privateNotes == "Lent")
        #expect(book.copies == 1)
        #expect(book.allReadings.map(\.completed?.description) == [nil, "2020-01-02"])
        #expect(try await log.importText(header + row).unchanged == 1)
        #expect(book.allReadings.count == 2)
        let newer = row.replacing("2020/01/02", with: "2024/02/03").replacing("Lent,2,1", with: "Lent,3,1")
        #expect(try await log.importText(header + newer).changed == 1)
        #expect(book.allReadings.compactMap(\.completed?.description) == ["2020-01-02", "2024-02-03"])
    }

    /// Files of three months: a book is being read, read, and read again.
    private static let months: [String] = [
        "7,Emma,Jane Austen,0,,2022/01/01,currently-reading,1",
        "7,Emma,Jane Austen,4,2023/02/10,2022/01/01,read,1",
        "7,Emma,Jane Austen,5,2023/09/10,2022/01/01,read,2",
    ].map {
        "Book Id,Title,Author,My Rating,Date Read,Date Added,Exclusive Shelf,Read Count\n\($0)\n"
    }

    @Test func `Another reading leaves the earlier one its rating`() async throws {
        let log = try await TestLog()
        for file in Self.months { _ = try await log.importText(file) }
        let book = try log.book("Emma")
        #expect(book.allReadings.map(\.completed?.description) == ["2023-02-10", "2023-09-10"])
        #expect(book.allReadings.map(\.rating) == [StarRating(4.0), StarRating(5.0)])
        #expect(try await log.importText(Self.months[2]).unchanged == 1)
        #expect(book.allReadings.count == 2)
    }

    @Test func `Another reading is added after a corrected one, and none is invented`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(Self.months[0])
        try await log.run("finish emma 2023-02-08")
        try await log.run("rate emma 4")
        for file in Self.months[1...] { _ = try await log.importText(file) }
        let book = try log.book("Emma")
        #expect(book.allReadings.map(\.completed?.description) == ["2023-02-08", "2023-09-10"])
        #expect(book.allReadings.map(\.rating) == [StarRating(4.0), StarRating(5.0)])
        // A reading without a rating in the file begins without one.
        let third = Self.months[2].replacing("Austen,5,2023/09/10", with: "Austen,0,2024/01/10")
            .replacing("read,2", with: "read,3")
        _ = try await log.importText(third)
        #expect(book.allReadings.map(\.rating) == [StarRating(4.0), StarRating(5.0), nil])
    }

    @Test func `Values that the user changed stay, and the report names them beside those of the file`()
        async throws
    {
        let log = try await TestLog()
        let old = file("7,Emma,Austen,3,,2024/01/05,to-read,,", "8,Lalka,Prus,3,,2024/01/05,to-read,,")
        _ = try await log.importText(old)
        let books = try log.books
        books[0].rating = 2
        try log.session.context.save()
        let report = try await log.importText(old)
        #expect(report.unchanged == 2 && books[0].rating == 2)
        #expect(report.kept.first.map(\.title) == ["Emma"])
        #expect(report.kept.first.map(\.stored) == ["2"])
        #expect(messages(report, log).contains("“Emma” keeps your rating 2; the file says 3."))
        books[1].rating = nil
        try log.session.context.save()
        let second = try await log.importText(old)
        #expect(
            messages(second, log).contains(
                "2 entries keep your rating. First: “Emma” keeps 2; the file says 3."))
        #expect(try log.books.map(\.rating) == [2, nil])
    }

    @Test func `Columns without a field are kept and named, and empty ones aren't`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            "Book Id,Title,Author,Exclusive Shelf,Moods,Pace,Owned\n7,Emma,Austen,read,,good,\n8,Lalka,Prus,read,,,1\n"
        )
        #expect(report.unknownFields == ["Pace", "Owned"])
        #expect(
            messages(report, log).contains(
                "Kept as in the file, without a field of their own: “Pace” and “Owned”."))
        #expect(try log.books.map(\.otherColumns) == [#"{"Pace": "good"}"#, #"{"Owned": "1"}"#])
    }

    /// The messages of a report, without warnings.
    private func messages(_ report: ImportReport, _ log: TestLog) -> [String] {
        BookImporter(log.session).output(report, isDryRun: false).blocks.compactMap { block in
            if case .message(let text) = block { log.session.localizer.string(text) } else { nil }
        }
    }

    @Test func `The difficult sample file is imported, and a second import adds nothing`() async throws {
        let log = try await TestLog()
        let first = try await log.importFile(try fixture)
        #expect(first.added == 77)
        // Solaris is in the file twice: the second row has a rating and a date.
        #expect(first.changed == 1)
        #expect(first.skipped.map(\.position) == [80, 82])
        let solaris = try #require(try log.books.first { $0.source == "goodreads:1000" })
        #expect(solaris.rating == 5)
        #expect(solaris.dates.completed == day(2019, 1, 2))
        #expect(solaris.review == "A planet that thinks.\n\n\"Perfect\", as a friend said.")
        let titles = try log.books.map(\.title)
        #expect(titles.contains("三体"))
        #expect(titles.contains("الأيام"))
        #expect(titles.contains("Dune (Dune, #1)"))
        #expect(titles.contains("\"Surely You're Joking, Mr. Feynman!\": Adventures of a Curious Character"))

        // A rating of 9 and an impossible date cost only these fields.
        let bad = try #require(try log.books.first { $0.source == "goodreads:5002" })
        #expect(bad.title == "Bad Rating")
        #expect(bad.rating == nil)
        #expect(bad.status == .completed)
        #expect(first.dropped.first.filter { $0.position == 81 }.map(\.field) == ["My Rating", "Date Read"])

        let second = try await log.importFile(try fixture)
        #expect(second.added == 0)
        #expect(try log.books.count == 77)
    }

    @Test func `Local changes are kept, and unchanged values follow a newer file`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(file("7,Lalka,Prus,3,,2024/01/05,to-read,Old review,"))
        let book = try log.books[0]
        book.rating = 5
        try log.session.context.save()
        let report = try await log.importText(
            file("7,The Doll,Prus,2,2024/02/02,2024/01/05,read,New review,"))
        #expect(report.changed == 1)
        #expect(book.title == "The Doll")
        #expect(book.review == "New review")
        #expect(book.rating == 5)
        #expect(book.status == .completed)
        #expect(book.dates.completed == day(2024, 2, 2))
    }

    @Test func `Unchanged values follow a newer file in any Unicode normalization form`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            file("7,Zola\u{301},E\u{301}mile,3,,2024/01/05,to-read,Cafe\u{301} notes,"))
        // Read the texts from the store again. The store contains them as NFC.
        log.session.context.reset()
        let report = try await log.importText(file("7,Zola\u{301} 2,Emile Z,2,,2024/01/05,to-read,New,"))
        #expect(report.changed == 1)
        let book = try log.books[0]
        #expect(book.title == "Zolá 2")
        #expect(book.author == "Emile Z")
        #expect(book.review == "New")
        #expect(book.rating == 2)
        log.session.context.reset()
        // If the user changed a text, an import doesn't overwrite it.
        let changed = try log.books[0]
        changed.review = "Cafe\u{301}"
        try log.session.context.save()
        _ = try await log.importText(file("7,Nana,Emile Z,2,,2024/01/05,to-read,Newer,"))
        #expect(try log.books[0].title == "Nana")
        #expect(try log.books[0].review == "Café")
    }

    @Test func `A status and a date that were set locally survive an older file`() async throws {
        let log = try await TestLog()
        let old = file("7,Lalka,Prus,0,,2024/01/05,to-read,,")
        _ = try await log.importText(old)
        let book = try log.books[0]
        book.transition(to: .completed, on: PartialDate(TestLog.today))
        try log.session.context.save()
        let report = try await log.importText(old)
        #expect(report.unchanged == 1)
        #expect(book.status == .completed)
        #expect(book.dates.completed == TestLog.today)
    }

    @Test func `Local dates and their status are kept if a newer file has a status without these dates`()
        async throws
    {
        let log = try await TestLog()
        let read = file("7,Emma,Jane Austen,0,,2020/01/05,read,,")
        let toRead = file("7,Emma,Jane Austen,0,,2020/01/05,to-read,,")
        _ = try await log.importText(read)
        let book = try log.books[0]
        let dates = ReadingDates(
            added: day(2020, 1, 5), started: day(2020, 5, 1), completed: day(2020, 5, 5))
        book.setDates(dates)
        try log.session.context.save()
        for text in [toRead, read, toRead] {
            let report = try await log.importText(text)
            #expect(report.unchanged == 1)
            #expect(report.changed == 0)
            #expect(book.status == .completed)
            #expect(book.dates == dates)
        }
        // If the user removes a date, an import can change the status, provided that it is compatible with
        // the remaining dates.
        book.setDates(ReadingDates(added: day(2020, 1, 5), started: day(2020, 5, 1)))
        try log.session.context.save()
        _ = try await log.importText(toRead)
        #expect(book.status == .completed)
        #expect(book.dates.started == day(2020, 5, 1))
        _ = try await log.importText(file("7,Emma,Jane Austen,0,,2020/01/05,currently-reading,,"))
        #expect(book.status == .inProgress)
        #expect(book.dates.started == day(2020, 5, 1))
    }

    @Test func `An imported date is removed together with its status`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(file("7,Emma,Jane Austen,0,2020/05/05,2020/01/05,read,,"))
        let report = try await log.importText(file("7,Emma,Jane Austen,0,,2020/01/05,to-read,,"))
        #expect(report.changed == 1)
        let book = try log.books[0]
        #expect(book.status == .onShelf)
        #expect(book.dates == ReadingDates(added: day(2020, 1, 5)))
    }

    @Test(arguments: ["currently-reading", "to-read"])
    func `A book that is read again has the date of the latest reading`(between: String) async throws {
        let log = try await TestLog()
        _ = try await log.importText(file("7,Emma,Jane Austen,0,2020/05/05,2020/01/05,read,,"))
        _ = try await log.importText(file("7,Emma,Jane Austen,0,,2020/01/05,\(between),,"))
        for date in ["2020/05/05", "2023/09/06"] {
            _ = try await log.importText(file("7,Emma,Jane Austen,0,\(date),2020/01/05,read,,"))
            let book = try log.books[0]
            #expect(book.status == .completed)
            #expect(book.dates.completed == (date == "2020/05/05" ? day(2020, 5, 5) : day(2023, 9, 6)))
        }
    }

    @Test func `A date that contradicts a local date is imported once they agree`() async throws {
        let log = try await TestLog()
        let read = file("7,Solaris,Stanisław Lem,0,2024/02/20,2024/01/05,read,,")
        _ = try await log.importText(file("7,Solaris,Stanisław Lem,0,,2024/01/05,currently-reading,,"))
        let book = try log.books[0]
        book.setDates(ReadingDates(added: day(2024, 1, 5), started: day(2024, 3, 1)))
        try log.session.context.save()
        for _ in 0..<2 {
            _ = try await log.importText(read)
            #expect(book.status == .completed)
            #expect(book.dates == ReadingDates(added: day(2024, 1, 5), started: day(2024, 3, 1)))
        }
        book.setDates(ReadingDates(added: day(2024, 1, 5), started: day(2024, 2, 1)))
        try log.session.context.save()
        #expect(try await log.importText(read).changed == 1)
        #expect(book.dates.started == day(2024, 2, 1))
        #expect(book.dates.completed == day(2024, 2, 20))
    }

    @Test func `A locally deleted date stays deleted`() async throws {
        let log = try await TestLog()
        let imported = file("7,Emma,Jane Austen,0,2020/05/05,2020/01/05,read,,")
        _ = try await log.importText(imported)
        let book = try log.books[0]
        book.setDates(ReadingDates(added: day(2020, 1, 5)))
        try log.session.context.save()
        let report = try await log.importText(imported)
        #expect(report.changed == 0)
        #expect(book.dates.completed == nil)
    }

    @Test func `A value missing from the newer file deletes nothing`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(file("7,Lalka,Prus,3,,2024/01/05,to-read,Review,"))
        _ = try await log.importText(file("7,Lalka,Prus,0,,,to-read,,"))
        let book = try log.books[0]
        #expect(book.rating == 3)
        #expect(book.review == "Review")
        #expect(book.dates.added == day(2024, 1, 5))
    }

    @Test func `A manually added book is matched by title and author regardless of case and accents`()
        async throws
    {
        let log = try await TestLog()
        try log.add("chlopi", "WLADYSLAW REYMONT") { $0.rating = 2 }
        let report = try await log.importText(
            file("7,Chłopi,Władysław Reymont,5,,2020/01/05,to-read,Review,"))
        #expect(report.changed == 1)
        let book = try #require(try log.books.first)
        #expect(try log.books.count == 1)
        #expect(book.title == "chlopi")
        #expect(book.rating == 2)
        #expect(book.review == "Review")
        #expect(book.source == "goodreads:7")
    }

    @Test(arguments: [ReadingStatus.onShelf, .inProgress])
    func `A reading that the file has finished is added to a book whose own status stays`(
        status: ReadingStatus
    ) async throws {
        let log = try await TestLog()
        try log.add("Emma", "Jane Austen") { $0.status = status }
        let read = file("7,Emma,Jane Austen,4,2023/02/02,2023/01/05,read,,")
        let report = try await log.importText(read)
        let book = try log.book("Emma")
        #expect(report.changed == 1)
        #expect(book.status == status)
        #expect(book.dates.completed == nil)
        #expect(book.readings.map { $0.values.completed } == [PartialDate(day(2023, 2, 2))])
        #expect(book.readings.map(\.values.status) == [.completed])
        // The same file again adds nothing, also if the user has removed the reading.
        #expect(try await log.importText(read).changed == 0)
        #expect(book.readings.count == 1)
        log.session.context.delete(book.readings[0])
        try log.session.context.save()
        #expect(try await log.importText(read).changed == 0)
        #expect(book.readings.isEmpty)
        // A later reading is another one.
        #expect(
            try await log.importText(file("7,Emma,Jane Austen,4,2024/03/03,2023/01/05,read,,")).changed == 1)
        #expect(book.readings.map { $0.values.completed } == [PartialDate(day(2024, 3, 3))])
    }

    @Test func `A date that the book's own status doesn't have is named in the report`() async throws {
        let log = try await TestLog()
        try log.add("Emma", "Jane Austen")
        let started =
            "Book Id,Title,Author,Date Started,Exclusive Shelf\n7,Emma,Jane Austen,2023/05/01,currently-reading\n"
        let report = try await log.importText(started)
        #expect(report.kept.first.map(\.field) == ["status", "started"])
        #expect(try log.book("Emma").dates.started == nil)
        // A reading with the same beginning is the same one: its end is named, because the user goes on reading.
        let book = try log.book("Emma")
        book.transition(to: .inProgress, on: PartialDate(TestLog.today))
        book.setDates(ReadingDates(added: book.dates.added, started: day(2023, 5, 1)))
        try log.session.context.save()
        let finished = try await log.importText(
            "Book Id,Title,Author,Date Started,Date Read,Exclusive Shelf\n7,Emma,Jane Austen,2023/05/01,2023/05/09,read\n"
        )
        #expect(finished.kept.first.map(\.field) == ["status", "completed"])
        #expect(book.status == .inProgress)
        #expect(book.readings.isEmpty)
    }

    @Test func `A bad value costs its field, and a row without title or author is skipped`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            file(
                "1,,Nobody,0,,,read,,", "2,No author,,0,,,read,,", "3,Rating,A,9,,,read,,",
                "4,Letter,A,x,,,read,,", "5,Date,A,0,2023/02/30,,read,,", "6,Word,A,2,someday,,read,,",
                "7,Good,A,0,,,read,,", #"8,"Quote" here,A,0,,,read,,"#, "9,Good too,A,0,,,to-read,,"))
        #expect(report.added == 6)
        #expect(report.skipped.map(\.position) == [2, 3, 9])
        #expect(report.dropped.first.map(\.position) == [4, 5, 6, 7])
        #expect(report.dropped.first.map(\.written) == ["9", "x", "2023/02/30", "someday"])
        #expect(report.dropped.first.map(\.title) == ["Rating", "Letter", "Date", "Word"])
        #expect(try log.book("Word").rating == 2 && log.book("Date").status == .completed)
    }

    @Test func `A dry run changes nothing and has the same report`() async throws {
        let log = try await TestLog()
        try log.add("Lalka", "Bolesław Prus")
        let report = try await log.importFile(try fixture, dryRun: true)
        #expect(report.added == 76)
        #expect(report.changed == 2)
        #expect(try log.books.count == 1)
        #expect(try log.books[0].source == nil)
        #expect(!log.session.context.hasChanges)
    }

    @Test func `An import is one undo step`() async throws {
        let log = try await TestLog()
        _ = try await log.importFile(try fixture)
        _ = try log.session.context.undoLastTransaction()
        #expect(try log.books.isEmpty)
        _ = try log.session.context.redoLastTransaction()
        #expect(try log.books.count == 77)
    }

    @Test(arguments: ["\n", "\r"])
    func `An export that a spreadsheet saved with other line ends can be imported`(end: String) async throws {
        let log = try await TestLog()
        let text = file("7,Lalka,Prus,4,,2024/01/05,read,,", "8,,Prus,0,,,read,,", "9,Faraon,Prus,0,,,read,,")
        let report = try await log.importText(text.replacing("\r\n", with: end))
        #expect(report.added == 2)
        #expect(report.skipped.map(\.position) == [3])
        #expect(try log.books.map(\.title) == ["Lalka", "Faraon"])
        let copy = try await TestLog()
        let export = String(decoding: LogExport.csv(try log.books), as: UTF8.self)
        #expect(try await copy.importText(export.replacing("\r\n", with: end)).added == 2)
    }

    @Test func `A file with semicolons, as Polish and Hungarian spreadsheets save it, can be imported`()
        async throws
    {
        let log = try await TestLog()
        let text = file("7,Lalka,Prus,4,2024/02/20,2024/01/05,read,\"Long; slow\",")
        #expect(try await log.importText(text.replacing(",", with: ";")).added == 1)
        let book = try #require(try log.books.first)
        #expect(book.title == "Lalka")
        #expect(book.rating == 4)
        #expect(book.review == "Long; slow")
        let report = try await log.importText(
            "title;author;status;shelves;summary\nEden;Lem, Stanisław;on-shelf;\"fantasy; space\";a, b\n")
        #expect(report.added == 1)
        #expect(report.skipped.isEmpty)
        let other = try log.book("Eden")
        #expect(other.author == "Lem, Stanisław")
        #expect(other.summary == "a, b")
        #expect(Set(other.shelfNames) == ["fantasy", "space"])
    }

    @Test func `The older export with 31 columns can be imported because columns are found by name`()
        async throws
    {
        let log = try await TestLog()
        let report = try await log.importText(
            "Exclusive Shelf,Recommended For,Author,Book Id,BCID,Title,Condition\nread,me,Prus,7,,Lalka,good\n"
        )
        #expect(report.added == 1)
        #expect(try log.books[0].title == "Lalka")
    }
}
