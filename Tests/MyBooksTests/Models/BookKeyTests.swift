import Localization
import Testing

@testable import MyBooks

@Suite("Books with the same title and author")
struct BookKeyTests {
    private func areSame(
        _ left: (String, String), _ right: (String, String), in language: String
    ) -> Bool {
        let keys = BookKey.Maker(Language(matching: language) ?? .english)
        return keys.key(title: left.0, author: left.1) == keys.key(title: right.0, author: right.1)
    }

    @Test func `Initials, accents, case and the series suffix don't matter`() {
        #expect(areSame(("The Hobbit", "J.R.R. Tolkien"), ("the hobbit", "J. R. R. Tolkien"), in: "en"))
        #expect(areSame(("Dune (Dune, #1)", "Frank Herbert"), ("Dune", "Frank Herbert"), in: "en"))
        #expect(areSame(("Les Misérables", "Victor Hugo"), ("Les Miserables", "Victor Hugo"), in: "en"))
        #expect(areSame(("Les Misérables", "Victor Hugo"), ("Les Miserables", "Victor Hugo"), in: "pl"))
    }

    @Test func `Letters that differ in the user's language make different titles`() {
        #expect(!areSame(("Chłopi", "Reymont"), ("Chlopi", "Reymont"), in: "pl"))
        #expect(!areSame(("Bić", "A"), ("Bic", "A"), in: "pl"))
        #expect(!areSame(("Kör", "A"), ("Kor", "A"), in: "hu"))
        #expect(areSame(("Kör", "A"), ("Kor", "A"), in: "en"))
    }

    @MainActor
    @Test func `A book is found again with another apostrophe and other initials`() async throws {
        let log = try await TestLog()
        let book = try log.add("Ender’s Game (Ender, #1)", "O. S. Card")
        #expect(try log.session.duplicate(title: "Ender's game", author: "OS Card") === book)
        #expect(try log.session.duplicate(title: "Ender's Shadow", author: "OS Card") == nil)
    }

    @Test func `The series is read from the end of a title`() throws {
        let dune = try #require(SeriesSuffix("Dune Messiah (Dune, #2)"))
        #expect(dune.title == "Dune Messiah")
        #expect(dune.series == "Dune")
        #expect(dune.number == "2")
        let story = try #require(SeriesSuffix("The Wall (Earthsea, #1.5; Other, #3)"))
        #expect(story.series == "Earthsea")
        #expect(story.number == "1.5")
        #expect(SeriesSuffix("Solaris (1961)") == nil)
        #expect(SeriesSuffix("(#1)") == nil)
    }
}
