import Testing

@testable import Localization

@Suite("The Hungarian article before words that a translator doesn't know")
struct HungarianArticleTests {
    @Test(
        "It is “az” where the word is said with a vowel first, else “a”",
        arguments: [
            ("Solaris", "a"), ("Ajtó", "az"), ("Öt", "az"), ("Ůra", "az"), ("三体", "a"), ("", "a"),
            ("y", "az"), ("Yeti", "a"),
            ("SF", "az"), ("ftp", "az"), ("BBC", "a"), ("X", "az"), ("À la carte", "az"), ("Ålborg", "az"),
            ("Ørsted", "az"), ("Łódź", "a"), ("Rzym", "a"), ("Krk", "a"),
            ("“Emma”", "az"), ("--all", "az"), ("1", "az"), ("5", "az"), ("10", "a"), ("11", "a"),
            ("50", "az"), ("100", "a"), ("1000", "az"), ("1984", "az"), ("2", "a"), ("1 000 000", "az"),
        ])
    func article(_ word: String, _ expected: String) {
        var text = "Lekerült a(z) „"
        HungarianArticle.settle(&text, before: word)
        #expect(text == "Lekerült \(expected) „")
        var beginning = "A(z) "
        HungarianArticle.settle(&beginning, before: word)
        #expect(beginning == expected.capitalized + " ")
    }

    @Test("What a person wrote stays as it is, and so do brackets that are no article")
    func others() {
        for text in ["(z) ", "(kedves) „", "Solaris a(z) polcról ", ")", ""] {
            var settled = text
            HungarianArticle.settle(&settled, before: "Emma")
            #expect(settled == text)
        }
    }

    @Test("A text of the tables gets it")
    func table() throws {
        let hungarian = Localizer(try #require(Language(matching: "hu")))
        let text = LocalizedText(
            "Nothing is left on the shelf “%@”, so it is gone.", table: "MyBooks", [.string("a(z) x")])
        #expect(hungarian.string(text) == "Az „a(z) x” polcon nem maradt semmi, ezért megszűnt.")
    }
}
