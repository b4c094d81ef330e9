import Foundation
import Localization
import Shell
import Testing

@testable import MyBooks

@MainActor
@Suite("Importing any CSV file")
struct MappedImportTests {
    private static let file = """
        Name;Written by;My Score;When;Condition
        Solaris;Stanisław Lem;9/10;31.01.2018;good
        Lalka;Bolesław Prus;;;
        """
    private static let map = "Name=title,Written by=author,My Score=rating,When=completed"

    @Test func `A mapping names the columns, and the report names the others`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(Self.file, map: Self.map)
        #expect(report.added == 2)
        #expect(report.unknownFields == ["Condition"])
        let solaris = try log.book("Solaris")
        #expect(solaris.author == "Stanisław Lem")
        #expect(solaris.stars == StarRating(4.5))
        #expect(solaris.status == .completed)
        #expect(solaris.latestReading.completed?.description == "2018-01-31")
        #expect(try log.book("Lalka").status == .onShelf)
        #expect(try await log.importText(Self.file, map: Self.map).unchanged == 2)
    }

    @Test func `A file with the same header needs no mapping, and the report shows the one that is used`()
        async throws
    {
        let log = try await TestLog()
        _ = try await log.importText(Self.file, map: Self.map)
        let report = try await log.importText(
            "Name;Written by;My Score;When;Condition\nEmma;Jane Austen;4;;\n")
        #expect(report.added == 1)
        let shown = BookImporter(log.session).output(report, isDryRun: false).blocks.map { "\($0)" }
        #expect(shown.contains { $0.contains(Self.map) }, "\(shown)")
        // Another order of the columns is another header.
        await #expect(throws: (any Error).self) {
            try await log.importText("Written by;Name;My Score;When;Condition\nJane Austen;Emma;4;;\n")
        }
        // A later mapping replaces the remembered one.
        _ = try await log.importText(Self.file, map: "Name=title,Written by=author,When=started")
        _ = try await log.importText("Name;Written by;My Score;When;Condition\nLais;Ann Lee;4;2020;\n")
        #expect(try log.book("Lais").latestReading.started?.description == "2020")
    }

    @Test func `A separator with three digits behind it groups, and no number becomes another one`()
        async throws
    {
        let log = try await TestLog()
        let report = try await log.importText(
            """
            T;A;P;M;Y;C
            A1;X;1.234;1.260;1.984;1.5
            A2;X;1,234;1,260;1,984;2,5
            A3;X;1 234;21h;1984.0;2.0
            A4;X;304.0;7:42;c1984;x2
            A5;X;-5;-1;-800;-1
            A6;X;304 pages;7 h 42 min;1984-05-01;
            A7;X;12345.678;1h;31.01.2018;1.000
            """, map: "T=title,A=author,P=pages,M=minutes,Y=year,C=copies")
        #expect(report.added == 7)
        let books = try log.books
        #expect(books.map(\.pages) == [1234, 1234, 1234, 304, nil, 304, nil])
        #expect(books.map(\.minutes) == [1260, 1260, 1260, 462, nil, 462, 60])
        #expect(books.map(\.year) == [nil, nil, 1984, nil, nil, 1984, 2018])
        #expect(books.map(\.copies) == [nil, nil, 2, nil, nil, nil, 1000])
        let shown = BookImporter(log.session).output(report, isDryRun: false).blocks.map { "\($0)" }
        for value in ["1.984", "1.5", "1,984", "2,5", "c1984", "x2", "-5", "-800", "12345.678"] {
            #expect(shown.contains { $0.contains(value) }, "\(value)")
        }
    }

    @Test func `A decimal is neither a grouped number nor a longer time`() async throws {
        let log = try await TestLog()
        let report = try await log.importText(
            """
            T;A;P;M
            A1;X;0.500;1.5h
            A2;X;1.000;7 hrs. 42 min.
            A3;X;12;7.5 hours
            A4;X;13;99999h
            """, map: "T=title,A=author,P=pages,M=minutes")
        #expect(report.added == 4)
        #expect(try log.books.map(\.pages) == [nil, 1000, 12, 13])
        #expect(try log.books.map(\.minutes) == [nil, 462, nil, nil])
    }

    @Test func `A trial remembers nothing, and undo forgets the mapping`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(Self.file, map: Self.map, dryRun: true)
        await #expect(throws: (any Error).self) { try await log.importText(Self.file) }
        _ = try await log.importText(Self.file, map: Self.map)
        try log.session.context.undoLastTransaction()
        await #expect(throws: (any Error).self) { try await log.importText(Self.file) }
    }

    @Test
    func `At a terminal, the program asks for each column of an unknown header, and remembers the answers`()
        async throws
    {
        let log = try await TestLog(answers: ["title", "author", "rating", "", ""])
        let report = try await log.importText(Self.file)
        #expect(report.added == 2)
        #expect(log.user.questions == Array(repeating: "Column “%@”", count: 5))
        #expect(try log.book("Solaris").stars == StarRating(4.5))
        #expect(try log.book("Solaris").status == .onShelf)
        #expect(try await log.importText(Self.file).unchanged == 2)
        #expect(log.user.questions.count == 5)
    }

    @Test func `The question proposes the field whose name a column has`() async throws {
        let log = try await TestLog(language: "pl", answers: Array(repeating: "<keep>", count: 5))
        let report = try await log.importText("Tytuł,AUTHOR,Rating,Cykl,x\nEden,Lem,4,Kosmos,y\n")
        #expect(report.added == 1)
        let book = try log.book("Eden")
        #expect(book.author == "Lem")
        #expect(book.stars == StarRating(4))
        #expect(book.series == "Kosmos")
    }

    @Test func `A mapping at a terminal without an author is refused`() async throws {
        let log = try await TestLog(answers: ["title", "", "", "", ""])
        await #expect(throws: ColumnMapError.missing(["author"])) { try await log.importText(Self.file) }
        let same = try await TestLog(answers: ["title", "title"])
        await #expect(throws: ColumnMapError.repeatedField("title", columns: ["Name", "Written by"])) {
            try await same.importText(Self.file)
        }
    }

    @Test func `A file of a known service needs no mapping, but takes one`() async throws {
        let log = try await TestLog()
        let file = "title,authors,note,uuid\nEmma,Jane Austen,Mine,a-1\n"
        _ = try await log.importText(file, map: "title=title,authors=author,note=notes")
        #expect(try log.book("Emma").privateNotes == "Mine" && log.book("Emma").copies == nil)
        _ = try await log.importText(file)
        #expect(try log.book("Emma").copies == 1, "read as a catalogue of Calibre")
    }

    @Test func `Every field can be mapped`() async throws {
        let log = try await TestLog()
        let fields = ColumnMap.choices.map(\.name)
        let values: [String: String] = [
            "title": "Dune", "author": "Frank Herbert; Ann Lee", "status": "Did not finish",
            "rating": "★★★★½",
            "added": "2020-01-01", "started": "2020-02", "completed": "Mar 1, 2020",
            "shelves": "sf; best, of all",
            "summary": "Sand.<br/>More.", "series": "Dune", "series-number": "1.5",
            "contributors": "Bo Ek (translator)", "isbn": "0-441-17271-7", "publisher": "Ace", "pages": "412",
            "minutes": "1260", "binding": "Paperback", "language": "English", "year": "1990",
            "original-year": "1965", "copies": "2", "narrator": "Don Leslie", "review": "Long",
            "notes": "Lent once",
        ]
        func quoted(_ text: String) -> String { "\"\(text)\"" }
        let file =
            fields.map { "c \($0)" }.joined(separator: ",") + "\n"
            + fields.map { quoted(values[$0] ?? "") }.joined(separator: ",") + "\n"
        let map = fields.map { "c \($0)=\($0)" }.joined(separator: ",")
        let report = try await log.importText(file, map: map)
        #expect(report.dropped.count == 0)
        #expect(report.altered.count == 0)
        let book = try log.book("Dune")
        #expect(book.author == "Frank Herbert")
        #expect(book.contributors == "Ann Lee; Bo Ek (translator)")
        #expect(book.status == .abandoned)
        #expect(book.stars == StarRating(4.5))
        #expect(CivilDate(utc: book.added) == day(2020, 1, 1))
        #expect(book.latestReading.started?.description == "2020-02")
        #expect(book.latestReading.completed?.description == "2020-03-01")
        #expect(book.shelfNames == ["best, of all", "sf"])
        #expect(book.summary == "Sand.\nMore.")
        #expect(Book.details.filter { $0.value(of: book) == .null }.map(\.key) == [])
        #expect(book.seriesNumber == "1.5")
        #expect(book.isbn == "0441172717")
        #expect(book.privateNotes == "Lent once")
    }

    @Test(arguments: [
        ("on-shelf", ReadingStatus.onShelf), ("Want to Read", .onShelf), ("in_progress", .inProgress),
        ("Currently reading", .inProgress), ("READ", .completed), ("finished", .completed),
        ("DNF", .abandoned), ("przeczytana", .completed), ("paused", .paused),
    ])
    func `A status is read in the words of the services and of the user's language`(
        word: String, status: ReadingStatus
    ) async throws {
        let log = try await TestLog(language: "pl")
        let report = try await log.importText(
            "a,b,c\nEmma,Jane Austen,\(word)\n", map: "a=title,b=author,c=status")
        #expect(try log.book("Emma").status == status)
        #expect(report.altered.count == 0)
    }

    @Test func `A column with a comma or an equals sign can be mapped`() async throws {
        let log = try await TestLog()
        _ = try await log.importText(
            "\"Name, full\",a=b\nEmma,Jane Austen\n", map: "\"Name, full=title\",a=b=author")
        #expect(try log.book("Emma").author == "Jane Austen")
        #expect(try await log.importText("\"Name, full\",a=b\nLady Susan,Jane Austen\n").added == 1)
    }

    @Test(arguments: [
        ("Name", "“Name” doesn't have the form COLUMN=FIELD.", "--map \"Title=title,Author=author\""),
        ("=title", "“=title” doesn't have the form COLUMN=FIELD.", "Author=author"),
        ("Name=titel", "“titel” is not a field of a book.", "title, author, status, rating"),
        ("Name=title", "These fields have no column: author.", "needs a title and an author"),
        ("Name=title,When=title", "Several columns have the field “title”: Name and When.", "one column"),
        (
            "Nam=title,Written by=author", "The file has no column “Nam”.",
            "The columns are Name, Written by, My Score, When and Condition."
        ),
    ])
    func `An error names the wrong column or field and what there is`(
        map: String, problem: String, remedy: String
    ) async throws {
        let log = try await TestLog()
        let error = await #expect(throws: ColumnMapError.self) {
            try await log.importText(Self.file, map: map)
        }
        let localizer = Localizer(.english)
        #expect(try localizer.string(#require(error).problem) == problem)
        let shown = try localizer.string(#require(error?.remedy))
        #expect(shown.contains(remedy), "\(shown)")
        #expect(try log.books.isEmpty)
    }

    @Test func `A scale of 10 or 100 can be named, is remembered, and a value without it is named`()
        async throws
    {
        let log = try await TestLog()
        let file = "a,b,c\nEmma,Jane Austen,9\nLais,Ann Lee,7/10\nEden,Lem,0\nIjon,Lem,11\n"
        let wrong = try await log.importText(file, map: "a=title,b=author,c=rating", dryRun: true)
        #expect(wrong.dropped.count == 2)
        let reason = Localizer(.english).string(try #require(wrong.dropped.first.first).reason)
        #expect(reason.contains("rating/10"))
        for map in ["a=title,b=author,c=rating/10", nil] {
            let report = try await log.importText(file, map: map)
            #expect(report.dropped.first.map(\.written) == ["11"])
        }
        #expect(try log.books.map(\.stars) == [StarRating(4.5), StarRating(3.5), nil, nil])
        let hundred = try await TestLog()
        let rounded = try await hundred.importText(
            "a,b,c\nEmma,Jane Austen,85\nLais,Ann Lee,87\n", map: "a=title,b=author,c=rating/100")
        #expect(try hundred.books.map(\.stars) == [StarRating(4.25), StarRating(4.25)])
        #expect(rounded.altered.first.map(\.written) == ["87"])
        await #expect(throws: ColumnMapError.unknownField("pages/10")) {
            try await log.importText(file, map: "a=title,b=author,c=pages/10")
        }
    }

    @Test func `The case of a column doesn't matter, and a list in JSON has no columns`() async throws {
        let log = try await TestLog()
        #expect(try await log.importText(Self.file, map: "name=title,WRITTEN BY=author").added == 2)
        await #expect(throws: ColumnMapError.self) {
            try await log.importText("[{\"title\": \"A\"}]", map: Self.map)
        }
    }

    @Test func `Without a terminal, the error of an unknown header names the option`() async throws {
        let log = try await TestLog()
        let error = await #expect(throws: (any Error).self) { try await log.importText(Self.file) }
        let remedy = try #require((error as? any PresentableError)?.remedy)
        #expect(Localizer(.english).string(remedy).contains("--map"))
    }
}
