import Testing

@testable import Localization

@Suite("An answer")
struct AnswerTests {
    @Test(arguments: [
        ("y", "en", true), ("Yes", "en", true), ("n", "en", false), ("NO", "en", false), ("t", "pl", true),
        ("tak", "pl", true), ("n", "pl", false), ("nie", "pl", false), ("i", "hu", true),
        ("Igen ", "hu", true),
        ("nem", "hu", false), ("y", "pl", true), ("no", "hu", false), (" yes", "hu", true),
    ])
    func `is yes or no in the language and in English`(line: String, code: String, meaning: Bool) {
        #expect(Localizer(Language(code: code)).answer(line) == meaning)
    }

    @Test(arguments: [("", "en"), ("maybe", "en"), ("t", "en"), ("tak", "hu"), ("yess", "pl"), ("1", "en")])
    func `that is neither is none`(line: String, code: String) {
        #expect(Localizer(Language(code: code)).answer(line) == nil)
    }

    @Test func `is asked for by its letters, of which no is the default`() {
        #expect(Language.available.map { Localizer($0).answerHint } == ["y/N", "i/N", "t/N"])
    }
}
