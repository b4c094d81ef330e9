import Testing

@testable import Localization

@Suite("Hungarian article before inserted words")
struct HungarianArticleTests {
    @Test(arguments: [
        ("Solaris", "a"), ("Ajtó", "az"), ("Öt", "az"), ("Ůra", "az"), ("三体", "a"), ("", "a"),
        ("y", "az"), ("Yeti", "a"),
        ("SF", "az"), ("ftp", "az"), ("BBC", "a"), ("X", "az"), ("À la carte", "az"), ("Ålborg", "az"),
        ("Ørsted", "az"), ("Łódź", "a"), ("Rzym", "a"), ("Krk", "a"),
        ("“Emma”", "az"), ("--all", "az"), ("1", "az"), ("5", "az"), ("10", "a"), ("11", "a"),
        ("50", "az"), ("100", "a"), ("1000", "az"), ("1984", "az"), ("2", "a"), ("1 000 000", "az"),
    ])
    func `The article is “az” before a vowel sound and “a” otherwise`(_ word: String, _ expected: String) {
        var text = "Lekerült a(z) „"
        HungarianArticle.resolve(&text, before: word)
        #expect(text == "Lekerült \(expected) „")
        var beginning = "A(z) "
        HungarianArticle.resolve(&beginning, before: word)
        #expect(beginning == expected.capitalized + " ")
    }

    @Test func `User text and unrelated brackets are unchanged`() {
        for text in ["(z) ", "(kedves) „", "Solaris a(z) polcról ", ")", ""] {
            var settled = text
            HungarianArticle.resolve(&settled, before: "Emma")
            #expect(settled == text)
        }
    }

    @Test func `A text of the tables gets the article`() throws {
        let hungarian = Localizer(try #require(Language(matching: "hu")))
        let text = LocalizedText(
            "The shelf “%@” was empty and has been deleted.", table: "MyBooks", [.string("a(z) x")])
        #expect(hungarian.string(text) == "Az „a(z) x” polc kiürült, ezért törlődött.")
    }
}
