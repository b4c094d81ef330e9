import Localization
import ModelData
import ProgramKit
import Testing

@testable import MyBooks
@testable import Shell

@MainActor
@Suite("Arguments that a line gives by keys")
struct KeyedLineTests {
    /// The day of the tests is Friday, 15 March 2024.
    @Test(arguments: [
        ("en", "finish book:emma date:2024-03-08"), ("en", "finish date:2024-03-08 emma"),
        ("en", "finish emma on:friday"), ("en", "finish emma day:\"march 8\""),
        ("en", "status emma status:read date:2024-03-08"), ("en", "status status:read book:emma on:friday"),
        ("pl", "finish książka:emma data:2024-03-08"), ("pl", "status emma stan:completed dnia:2024-03-08"),
        ("hu", "finish könyv:emma dátum:2024-03-08"), ("hu", "finish emma nap:2024-03-08"),
    ])
    func `A book is finished on a day`(language: String, line: String) async throws {
        let log = try await TestLog(language: language)
        for title in ["Emma", "Solaris"] { try log.add(title) }
        try await log.run(line)
        #expect(try log.book("Emma").latestReading.completed?.description == "2024-03-08")
        #expect(try log.book("Solaris").status == .onShelf)
    }

    @Test(arguments: [
        ("en", "rate emma rating:4.5"), ("en", "rate rating:4.5 emma"), ("en", "rate 4.5 book:emma"),
        ("pl", "rate emma ocena:4.5"), ("hu", "rate értékelés:4.5 könyv:emma"),
    ])
    func `A book is rated`(language: String, line: String) async throws {
        let log = try await TestLog(language: language)
        try log.add("Emma")
        try await log.run(line)
        #expect(try log.book("Emma").stars?.description == StarRating("4.5")?.description)
        try await log.run("rate emma rating:none")
        #expect(try log.book("Emma").stars == nil)
    }

    @Test(arguments: [
        ("en", "progress emma page:120", "120"), ("en", "progress page:120 emma", "120"),
        ("en", "progress emma place:45%", "45%"), ("en", "progress book:emma 120 date:2024-03-08", "120"),
        ("en", "progress page:120 book:emma on:2024-03-08", "120"), ("en", "progress emma 3h20", "3h20"),
        ("pl", "progress emma strona:120", "120"), ("hu", "progress oldal:120 emma", "120"),
    ])
    func `The progress is recorded`(language: String, line: String, place: String) async throws {
        let log = try await TestLog(language: language)
        try log.add("Emma")
        try await log.run(line)
        let position = try #require(try log.book("Emma").latestProgress.last)
        #expect(position.place.description == place)
        #expect(position.date == day(2024, 3, line.contains("2024") ? 8 : 15).utcDate)
    }

    @Test(arguments: [
        ("en", "goal year:2026 books:52"), ("en", "goal books:52 year:2026"), ("en", "goal 2026 number:52"),
        ("en", "goal year:2026 52"), ("pl", "goal rok:2026 książki:52"), ("hu", "goal év:2026 könyvek:52"),
    ])
    func `A goal is set`(language: String, line: String) async throws {
        let log = try await TestLog(language: language)
        try await log.run(line)
        let goals = try log.session.context.fetch(FetchDescriptor<Goal>())
        #expect(goals.map(\.year) == [2026])
        #expect(goals.map(\.target) == [52])
    }

    @Test(arguments: [
        ("goal 2026 pages:5000", "5000 --pages"), ("goal year:2026 hours:50", "50 --hours"),
    ])
    func `The answer to the unit of a goal as a key has the option`(line: String, meant: String)
        async throws
    {
        let log = try await TestLog()
        let error = await #expect(throws: UsageError.self) { try await log.run(line) }
        #expect(error?.remedy.map(log.session.localizer.string) == "Write “\(meant)” instead.")
        #expect(try log.session.context.fetch(FetchDescriptor<Goal>()).isEmpty)
    }

    @Test(arguments: [
        "lend emma to:Anna date:2024-03-08", "lend to:Anna book:emma 2024-03-08",
        "lend on:2024-03-08 emma Anna",
    ])
    func `A book is lent, and returned on a day`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Emma")
        try await log.run(line)
        #expect(try log.book("Emma").openLoan?.borrower == "Anna")
        #expect(try log.book("Emma").openLoan?.lent == day(2024, 3, 8).utcDate)
        try await log.run("return book:emma date:yesterday")
        #expect(try log.book("Emma").loans.first?.returned == day(2024, 3, 14).utcDate)
    }

    @Test(arguments: ["lend emma Anna Nowak date:2024-03-08", "lend emma Anna 2024-03-01 --on 2024-03-08"])
    func `No word of a loan is dropped`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Emma")
        #expect(try await log.problem(line) != nil)
        #expect(try log.book("Emma").loans.isEmpty)
    }

    @Test func `A book moves on a shelf`() async throws {
        let log = try await TestLog()
        for title in ["Emma", "Solaris"] { try log.add(title) }
        for title in ["Emma", "Solaris"] { try log.shelve(title, on: "gift") }
        try await log.run("shelf move place:1 shelf:gift book:solaris")
        #expect(try log.shelf("gift").books.map(\.title) == ["Solaris", "Emma"])
        try await log.run("shelf move solaris name:gift place:2")
        #expect(try log.shelf("gift").books.map(\.title) == ["Emma", "Solaris"])
    }

    @Test(arguments: [
        "show book:emma", "edit book:emma pages:5", "pause book:emma", "reading list book:emma",
        "quote add book:emma \"A text\"", "quote list book:emma", "delete book:emma --yes",
        "shelf add book:emma gift", "merge other:solaris book:emma --yes",
    ])
    func `A key precedes the book in every command`(line: String) async throws {
        let log = try await TestLog(answers: ["yes"])
        for title in ["Emma", "Solaris"] { try log.add(title) }
        try await log.run("start emma")
        #expect(try await log.problem(line) == nil)
    }

    @Test(arguments: [
        ("finish date:2024-03-08", "The number or title is blank."),
        ("finish emma date:2024-03-08 day:2024-03-07", "The option day: is given more than once."),
        ("finish emma date:2024-03-08 --on 2024-03-07", "The option --on is given more than once."),
        ("finish emma date:soon", "“soon” is not a date."),
        ("progress emma pages:120", "“pages:120” is not a place in a book."),
    ])
    func `A key that can't be understood is named`(line: String, problem: String) async throws {
        let log = try await TestLog()
        try log.add("Emma")
        #expect(try await log.problem(line) == problem)
        #expect(try log.book("Emma").status == .onShelf)
    }

    @Test(arguments: [
        ("edit emma pages:1 pages:2", "--pages"), ("edit emma --pages 5 pages:6", "--pages"),
        ("edit emma title:A title:B", "--title"), ("edit --where pages:none pages:1 pages:2", "--pages"),
        ("add Eden Lem pages:1 pages:2", "--pages"), ("reading edit emma 1 rating:4 rating:3", "--rating"),
    ])
    func `A field that a line gives twice is refused`(line: String, option: String) async throws {
        let log = try await TestLog()
        try log.add("Emma")
        try await log.run("start emma")
        #expect(try await log.problem(line) == "The option \(option) is given more than once.")
        #expect(try log.books.map(\.title) == ["Emma"])
        #expect(try log.book("Emma").pages == nil)
    }

    @Test func `A shelf isn't both added and removed`() async throws {
        let log = try await TestLog()
        try log.add("Emma")
        try log.shelve("Emma", on: "best")
        for words in ["+best -best", "-best #best"] {
            let problem = try #require(try await log.problem("edit emma \(words)"))
            #expect(problem.contains("“-best”"))
            #expect(problem.contains("contradict each other"))
        }
        #expect(try log.book("Emma").shelves.map(\.name) == ["best"])
    }

    @Test(arguments: Language.available)
    func `Errors list the keys that a line can have in the user's language`(language: Language) async throws {
        let log = try await TestLog(language: language.code)
        let localizer = log.session.localizer, vocabulary = log.session.conditions
        #expect(localizer.language == language)
        let keys = vocabulary.keyWords(localizer)
        #expect(keys.count == Set(keys).count)
        for key in keys where !["is", "text"].contains(key) {
            #expect(try await log.problem("list \(key):any") == nil, "\(key)")
        }
        guard case .unknownKey(_, _, let changes) = Book.fields.unknownKey("foo", localizer) else {
            Issue.record("another error")
            return
        }
        for key in changes { #expect(Book.fields.isChange("\(key):x", localizer), "\(key)") }
        if language == .english {
            #expect(keys.contains("pages"))
            #expect(changes.contains("publisher"))
        } else {
            // Only “isbn”, “is” and “text” are the same in every language.
            let english = vocabulary.keyWords(Localizer(.english))
            #expect(Set(keys).intersection(english).subtracting(["is", "text", "isbn"]).isEmpty)
            let options = Book.fields.fields.compactMap(\.option)
            #expect(Set(changes).intersection(options).subtracting(["isbn"]).isEmpty)
        }
    }
}
