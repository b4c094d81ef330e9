import Localization
import Testing

@testable import MyBooks
@testable import Shell

@MainActor
@Suite("Dates at the end of a line")
struct DatedLineTests {
    /// The day of the tests is Friday, 15 March 2024.
    @Test(arguments: [
        ("en", "finish emma 25.11.2023", "2023-11-25"), ("en", "finish emma 25.11.", "2023-11-25"),
        ("en", "finish emma friday", "2024-03-08"), ("en", "finish emma nov 25", "2023-11-25"),
        ("en", "finish emma 20 nov", "2023-11-20"), ("en", "finish emma 31/12/2023", "2023-12-31"),
        ("en", "finish emma may 2016", "2016-05"), ("en", "finish emma 2016", "2016"),
        ("en", "finish emma", "2024-03-15"), ("en", "finish emma two weeks ago", "2024-03-01"),
        ("en", "finish emma --on \"20 nov\"", "2023-11-20"),
        ("en", "status emma completed friday", "2024-03-08"),
        ("en", "status emma completed 20 nov", "2023-11-20"), ("en", "status emma completed 2016", "2016"),
        ("pl", "finish emma 25 listopada", "2023-11-25"), ("pl", "finish emma w piątek", "2024-03-08"),
        ("pl", "finish emma dwa tygodnie temu", "2024-03-01"), ("hu", "finish emma 2023.11.25", "2023-11-25"),
        ("hu", "finish emma december 24-én", "2023-12-24"), ("hu", "finish emma két hete", "2024-03-01"),
    ])
    func `A book is finished on the day`(language: String, line: String, day: String) async throws {
        let log = try await TestLog(language: language)
        try log.add("Emma")
        try await log.run(line)
        #expect(try log.book("Emma").latestReading.completed?.description == day)
        #expect(try log.book("Emma").status == .completed)
    }

    @Test(arguments: [
        ("finish ender's game", ["Ender's Game"]), ("finish “Blade Runner 2049”", ["Blade Runner 2049"]),
        ("finish blade runner 2049", ["Blade Runner 2049"]), ("finish catch-22", ["Catch-22"]),
        ("finish 1984", ["1984"]), ("finish emma 1984", ["Emma", "1984"]), ("finish march", ["March"]),
        ("finish emma may", ["Emma", "May"]), ("finish emma may 2016", ["Emma"]),
    ])
    func `A title at the end names the book`(line: String, titles: [String]) async throws {
        let log = try await TestLog()
        for title in ["Emma", "Ender's Game", "Blade Runner 2049", "Catch-22", "1984", "March", "May"] {
            try log.add(title)
        }
        try await log.run(line)
        #expect(try log.books.filter { $0.status == .completed }.map(\.title) == titles)
    }

    @Test(arguments: [
        ("finish emma friday", "“friday” can be a date or a part of the title “Freaky Friday”."),
        ("finish emma 31.11.2023", "The calendar has no day “31.11.2023”."),
        ("finish emma 31/13/2023", "The calendar has no day “31/13/2023”."),
        ("finish emma 32 nov", "The calendar has no day “32 nov”."),
        ("finish emma nov 0", "The calendar has no day “nov 0”."),
        ("finish emma fridya", "“fridya” is not a date."),
        ("finish emma yesteday", "“yesteday” is not a date."),
        ("finish emma 20 novembre 2023", "“20 novembre 2023” is not a date."),
        ("finish emma 20 novembre", "“20 novembre” is not a date."),
        ("finish emma novel", "Nothing here matches “novel”."),
        ("status emma completed soon", "“soon” is not a date."),
        ("lend emma Anna Nowak", "“Nowak” is not a date."),
        ("progress emma friday", "“friday” is not a place in a book."),
        ("progress emma 20 nov", "“nov” is not a place in a book."),
    ])
    func `An unclear or impossible date is named, and nothing changes`(line: String, problem: String)
        async throws
    {
        let log = try await TestLog()
        try log.add("Emma")
        try log.add("Freaky Friday")
        #expect(try await log.problem(line) == problem)
        #expect(try log.books.allSatisfy { $0.status == .onShelf && $0.loans.isEmpty && $0.progress.isEmpty })
    }

    @Test(arguments: [
        ("no", "start author:austen", 0), ("yes", "start author:austen", 2),
        ("no", "start emma author:austen", 1), ("no", "start emma persuasion", 2),
    ])
    func `At a terminal, a change of several books by conditions is asked about`(
        answer: String, line: String, count: Int
    ) async throws {
        let log = try await TestLog(answers: [answer])
        for title in ["Emma", "Persuasion"] {
            let book = try log.add(title)
            book.author = "Austen"
        }
        try log.session.context.save()
        _ = try? await log.run(line)
        #expect(try log.books.filter { $0.status == .inProgress }.count == count)
    }

    @Test(arguments: [("yes", ["Emma"]), ("no", ["Emma", "Freaky Friday"])])
    func `At a terminal, a doubtful date is asked about`(answer: String, titles: [String]) async throws {
        let log = try await TestLog(answers: [answer])
        try log.add("Emma")
        try log.add("Freaky Friday")
        try await log.run("finish emma friday")
        #expect(try log.books.filter { $0.status == .completed }.map(\.title).sorted() == titles)
    }

    @Test func `Books are lent and returned on a day at the end`() async throws {
        let log = try await TestLog()
        try log.add("Emma")
        try await log.run("lend emma Anna 20 nov")
        #expect(try log.book("Emma").openLoan?.lent == day(2023, 11, 20).utcDate)
        #expect(try log.book("Emma").openLoan?.borrower == "Anna")
        try await log.run("return emma yesterday")
        #expect(try log.book("Emma").loans.first?.returned == day(2024, 3, 14).utcDate)
    }

    @Test(arguments: ["lend emma to Anna 20 nov", "lend emma name:Anna 20 nov", "lend emma Anna 20 nov"])
    func `Words before the borrower's name aren't part of it`(line: String) async throws {
        let log = try await TestLog()
        try log.add("Emma")
        try await log.run(line)
        #expect(try log.book("Emma").openLoan?.borrower == "Anna")
        #expect(try log.book("Emma").openLoan?.lent == day(2023, 11, 20).utcDate)
        #expect(try await log.problem("lend emma to") != nil)
    }

    @Test(arguments: [
        ("en", "to:\"Anna Nowak\" 20 nov"), ("en", "person:\"Anna Nowak\" date:2023-11-20"),
        ("en", "borrower:\"Anna Nowak\" on:2023-11-20"), ("en", "to:\"Anna  Nowak\" --on 2023-11-20"),
        ("pl", "dla:\"Anna Nowak\" 2023-11-20"), ("pl", "komu:\"Anna Nowak\" data:2023-11-20"),
        ("hu", "kinek:\"Anna Nowak\" 2023-11-20"), ("hu", "\"Anna Nowak\" dátum:2023-11-20"),
    ])
    func `A key before the borrower's name isn't part of it`(language: String, words: String) async throws {
        let log = try await TestLog(language: language)
        try log.add("Emma")
        try await log.run("lend emma \(words)")
        #expect(try log.book("Emma").openLoan?.borrower == "Anna Nowak")
        #expect(try log.book("Emma").openLoan?.lent == day(2023, 11, 20).utcDate)
    }

    @Test func `A borrower's name has a key only in quotation marks or after “text:”`() async throws {
        let log = try await TestLog()
        for title in ["Emma", "Persuasion"] { try log.add(title) }
        for key in ["foo", "by", "lent"] {
            #expect(
                try await log.problem("lend emma \(key):Anna") == "Nothing can be set by “\(key):” here.")
        }
        #expect(try log.book("Emma").loans.isEmpty)
        try await log.run("lend emma \"foo:Anna\"")
        try await log.run("lend persuasion text:foo:Anna")
        for title in ["Emma", "Persuasion"] {
            #expect(try log.book(title).openLoan?.borrower == "foo:Anna")
        }
    }

    @Test(arguments: [("en", "NAME"), ("pl", "OSOBA"), ("hu", "NÉV")])
    func `A missing name of a borrower is called as in the help`(language: String, name: String) async throws
    {
        let log = try await TestLog(language: language)
        try log.add("Emma")
        #expect(log.session.localizer.string(LendCommand.borrower.declaration.argumentPlaceholder) == name)
        for line in ["lend emma to", "lend emma name:"] {
            #expect(try await log.problem(line)?.hasPrefix("\(name): ") == true, "\(line)")
        }
    }

    @Test(arguments: [
        ("en", "progress hobbit 20", "20"), ("en", "progress hobbit page 20", "20"),
        ("en", "progress hobbit p. 20", "20"), ("en", "progress hobbit 20 pages", "20"),
        ("en", "progress hobbit 45 %", "45%"), ("en", "progress hobbit 3 h 20", "3h20"),
        ("en", "progress hobbit page 20 yesterday", "20"), ("en", "progress page 20", "20"),
        ("pl", "progress hobbit strona 20", "20"), ("pl", "progress hobbit s. 20", "20"),
        ("hu", "progress hobbit 20. oldal", "20"), ("hu", "progress hobbit page 20", "20"),
    ])
    func `A place can have several words`(language: String, line: String, place: String) async throws {
        let log = try await TestLog(language: language)
        try log.add(line.hasPrefix("progress page") ? "Page" : "The Hobbit")
        try await log.run(line)
        let position = try #require(try log.books[0].latestProgress.last)
        #expect(position.place.description == place)
        #expect(position.date == day(2024, 3, line.hasSuffix("yesterday") ? 14 : 15).utcDate)
    }

    @Test func `A place with a plus sign is counted from the last place`() async throws {
        let log = try await TestLog()
        try log.add("Emma")
        for (line, place) in [
            ("progress emma +20", "20"), ("progress emma 120", "120"), ("progress emma +20", "140"),
            ("progress emma +5 pages", "145"), ("progress emma 45%", "45%"), ("progress emma +10%", "55%"),
        ] {
            try await log.run(line)
            #expect(try log.book("Emma").latestProgress.last?.place.description == place, "\(line)")
        }
        #expect(try await log.problem("progress emma +20") == "“Emma” is at 55%, so +20 can't be added.")
        #expect(try await log.problem("progress emma +50%") == "“105%” is not a place in a book.")
        #expect(try log.book("Emma").latestProgress.last?.place.description == "55%")
    }
}
