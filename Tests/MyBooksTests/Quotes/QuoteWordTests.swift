import Testing

@testable import MyBooks
@testable import Shell

@MainActor
@Suite("Words with keys in a new quote")
struct QuoteWordTests {
    @Test(arguments: [
        ("en", "\"Quote: a text\" page:12 note:funny", "Quote: a text"),
        ("en", "page:12 note:funny \"We: mirrors\"", "We: mirrors"),
        ("en", "text:\"We: mirrors\" page:12 note:funny", "We: mirrors"),
        ("en", "\"page:13\" page:12 note:funny", "page:13"),
        ("en", "Re:Zero begins page:12 note:funny", "Re:Zero begins"),
        ("pl", "\"Lustra\" strona:12 notatka:funny", "Lustra"),
        ("hu", "\"Tükrök\" oldal:12 megjegyzés:funny", "Tükrök"),
    ])
    func `They set the page and the note`(language: String, words: String, text: String) async throws {
        let log = try await TestLog(language: language)
        try log.add("Solaris")
        try await log.run("quote add solaris \(words)")
        let quote = try #require(try log.book("Solaris").quotes.first)
        #expect(quote.text == text)
        #expect(quote.page == "12")
        #expect(quote.note == "funny")
    }

    @Test func `A value keeps its quotation marks, and a key can be given once`() async throws {
        let log = try await TestLog()
        try log.add("Solaris")
        try await log.run("quote add solaris Mirrors location:1234 note:\"so “true”\"")
        let quote = try #require(try log.book("Solaris").quotes.first)
        #expect(quote.location == "1234")
        #expect(quote.note == "so “true”")
        await #expect(throws: UsageError.repeatedOption("--page")) {
            try await log.run("quote add solaris Mirrors page:1 page:2")
        }
    }
}
