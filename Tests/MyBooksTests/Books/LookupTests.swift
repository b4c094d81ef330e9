import Foundation
import ProgramKit
import Shell
import TestSupport
import Testing

@testable import MyBooks

/// Look-ups at a server on this machine that answers in the forms of Open Library.
@MainActor
@Suite("Looking up books")
struct LookupTests {
    private static let isbn = "9780156027601"
    nonisolated private static let search =
        "/search.json?isbn=9780156027601&fields=title,author_name,first_publish_year&limit=1"
    nonisolated private static let edition = "/api/books?bibkeys=ISBN:9780156027601&jscmd=data&format=json"
    nonisolated private static let found = """
        {"numFound": 1, "start": 0, "numFoundExact": true, "num_found": 1, "q": "", "offset": null, "docs": [
          {"author_name": ["Stanisław Lem", "Joanna Kilmartin"], "first_publish_year": 1961, "title": "Solaris"}]}
        """
    nonisolated private static let data = """
        {"ISBN:9780156027601": {"url": "https://openlibrary.org/books/OL7370466M/Solaris", "key": "/books/OL7370466M",
          "title": "Solaris", "authors": [{"url": "https://openlibrary.org/authors/OL1A", "name": "Stanisław Lem"}],
          "number_of_pages": 204, "publishers": [{"name": "Harvest Books"}], "publish_date": "November 20, 2002",
          "identifiers": {"isbn_10": ["0156027607"], "isbn_13": ["9780156027601"]}}}
        """

    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    /// Returns a log whose look-ups ask a server.
    private func log(_ server: TestWebServer) async throws -> TestLog {
        let log = try await TestLog(home: home.path)
        try log.session.preferences.set(BookLookup.server, to: server.address)
        return log
    }

    private func values(_ book: Book) -> [String?] {
        [
            book.title, book.author, book.contributors, book.publisher, book.isbn,
            book.pages.map { String($0) }, book.year.map { String($0) }, book.originalYear.map { String($0) },
        ]
    }

    @Test func `add with an ISBN alone fills the book`() async throws {
        let server = try TestWebServer([Self.search: .file(Self.found), Self.edition: .file(Self.data)])
        defer { server.stop() }
        let log = try await log(server)
        try await log.run("add --isbn 978-0-15-602760-1")
        let book = try #require(try log.books.first)
        #expect(
            values(book) == [
                "Solaris", "Stanisław Lem", "Joanna Kilmartin", "Harvest Books", Self.isbn, "204", "2002",
                "1961",
            ])
        #expect(server.requestCount == 2)
    }

    @Test func `Values of the line stay, and a complete line asks nobody`() async throws {
        let server = try TestWebServer([Self.search: .file(Self.found), Self.edition: .file(Self.data)])
        defer { server.stop() }
        let log = try await log(server)
        try await log.run("add Eden Lem --isbn \(Self.isbn)")
        #expect(server.requestCount == 0)
        try log.session.context.delete(#require(try log.books.first))
        try log.session.context.save()
        try await log.run("add \"My Solaris\" --isbn \(Self.isbn) --pages 99")
        let book = try #require(try log.books.first)
        #expect(book.title == "My Solaris")
        #expect(book.author == "Stanisław Lem")
        #expect(book.pages == 99)
    }

    @Test func `lookup fills the empty fields of a book of the log`() async throws {
        let server = try TestWebServer([Self.search: .file(Self.found), Self.edition: .file(Self.data)])
        defer { server.stop() }
        let log = try await log(server)
        try log.add("Solaris") {
            $0.isbn = Self.isbn
            $0.pages = 210
        }
        try await log.run("lookup solaris")
        let book = try log.book("Solaris")
        #expect(book.pages == 210)
        #expect(book.year == 2002)
        #expect(book.publisher == "Harvest Books")
        #expect(try log.books.count == 1)
    }

    nonisolated private static func titles(_ title: String) -> String {
        "/search.json?title=\(title)&fields=title,author_name,first_publish_year,number_of_pages_median,isbn&limit=5"
    }
    nonisolated private static let tales = """
        {"numFound": 2, "docs": [{"title": "Bajki robotów", "author_name": ["Stanisław Lem"],
          "first_publish_year": 1964, "number_of_pages_median": 180, "isbn": ["x", "9788308049099"]},
          {"title": "Solaris", "author_name": ["Stanisław Lem"], "first_publish_year": 1961,
           "number_of_pages_median": 220, "isbn": ["9780156027601"]}]}
        """

    @Test func `lookup with a title lists the matches`() async throws {
        let server = try TestWebServer([Self.titles("Bajki%20robot%C3%B3w"): .file(Self.tales)])
        defer { server.stop() }
        let log = try await log(server)
        let output = try await log.run("lookup Bajki robotów")
        guard case .table(let table)? = output.blocks.first else { return #expect(Bool(false)) }
        #expect(
            table.rows.map { $0.map(\.raw.csvText) } == [
                ["1", "Bajki robotów", "Stanisław Lem", "1964", "180", "9788308049099", "", ""],
                ["2", "Solaris", "Stanisław Lem", "1961", "220", "9780156027601", "", ""],
            ])
        #expect(try log.books.isEmpty)
    }

    @Test func `lookup with --take adds a match, with the values of its edition`() async throws {
        let server = try TestWebServer([
            Self.titles("lem"): .file(Self.tales), Self.search: .file(Self.found),
            Self.edition: .file(Self.data),
        ])
        defer { server.stop() }
        let log = try await log(server)
        try await log.run("lookup lem --take 2")
        let book = try #require(try log.books.first)
        #expect(
            values(book) == [
                "Solaris", "Stanisław Lem", "Joanna Kilmartin", "Harvest Books", Self.isbn, "204", "2002",
                "1961",
            ])
        #expect(try log.books.count == 1)
        #expect(try await log.problem("lookup lem --take 3") == "There is no match number 3.")
        #expect(
            try await log.problem("lookup \(Self.isbn) --take 1") == nil, "a book of the log is filled again")
        #expect(try log.books.count == 1)
    }

    @Test(arguments: ["2", ""])
    func `At a terminal, lookup asks which match fills a book without an ISBN`(answer: String) async throws {
        let server = try TestWebServer([
            Self.titles("Solaris"): .file(Self.tales), Self.search: .file(Self.found),
            Self.edition: .file(Self.data),
        ])
        defer { server.stop() }
        let log = try await TestLog(answers: [answer], home: home.path)
        try log.session.preferences.set(BookLookup.server, to: server.address)
        try log.add("Solaris", "Lem") { $0.pages = 210 }
        let output = try await log.run("lookup 1")
        let book = try log.book("Solaris")
        #expect(book.author == "Lem")
        #expect(book.pages == 210)
        #expect(book.isbn == (answer.isEmpty ? nil : Self.isbn))
        #expect(book.publisher == (answer.isEmpty ? nil : "Harvest Books"))
        #expect(output.blocks.count == (answer.isEmpty ? 2 : 1))
        #expect(log.user.questions == ["%1$@. Which one fills “%2$@” (empty: none)"])
    }

    @Test(
        arguments: [
            (.file("<!DOCTYPE html><html></html>"), "it is not JSON"), (.file(""), "it is empty"),
            (.file("{}"), "it has another form"), (.file("[1]"), "it has another form"),
            (.file("{\"docs\": [" + String(repeating: " ", count: 5 << 20) + "]}"), "it is larger than 1 MB"),
            (.redirection(to: "http://localhost:1/elsewhere"), "it redirects to another place"),
            (.redirection(to: search), "it redirects to another place"),
        ] as [(TestWebServer.Answer, String)])
    func `An unusable answer is one message, and changes nothing`(
        answer: TestWebServer.Answer, reason: String
    ) async throws {
        let server = try TestWebServer([Self.search: answer, Self.edition: .file(Self.data)])
        defer { server.stop() }
        let log = try await log(server)
        #expect(
            try await log.problem("add --isbn \(Self.isbn)")
                == "The answer of the server “127.0.0.1” can't be used: \(reason).")
        #expect(try log.books.isEmpty)
    }

    @Test func `Other failures are named`() async throws {
        let empty = "{\"numFound\": 0, \"docs\": []}"
        let server = try TestWebServer([Self.search: .file(empty), Self.edition: .file("{}")])
        let log = try await log(server)
        #expect(
            try await log.problem("add --isbn \(Self.isbn)")
                == "“127.0.0.1” knows no book with the ISBN \(Self.isbn).")
        #expect(
            try await log.problem("lookup nothing")
                == "The server “127.0.0.1” refused the look-up with status 404.")
        server.stop()
        try log.session.preferences.set(BookLookup.server, to: "http://127.0.0.1:1")
        #expect(try await log.problem("lookup nothing") == "The server “127.0.0.1” doesn't answer.")
        try log.session.preferences.set(BookLookup.server, to: "off")
        #expect(try await log.problem("lookup nothing") == "Looking up books is switched off.")
        #expect(try log.books.isEmpty)
    }
}
