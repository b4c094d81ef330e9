import Testing

@testable import Localization

@Suite("Answers")
struct AnswerTests {
    @Test(arguments: [
        ("y", "en", true), ("Yes", "en", true), ("n", "en", false), ("NO", "en", false), ("t", "pl", true),
        ("tak", "pl", true), ("n", "pl", false), ("nie", "pl", false), ("i", "hu", true),
        ("Igen ", "hu", true),
        ("nem", "hu", false), ("y", "pl", true), ("no", "hu", false), (" yes", "hu", true),
    ])
    func `Yes and no are recognized in the user's language and in English`(
        line: String, code: String, meaning: Bool
    ) {
        #expect(Localizer(Language(code: code)).answer(line) == meaning)
    }

    @Test(arguments: [("", "en"), ("maybe", "en"), ("t", "en"), ("tak", "hu"), ("yess", "pl"), ("1", "en")])
    func `Any other text is not an answer`(line: String, code: String) {
        #expect(Localizer(Language(code: code)).answer(line) == nil)
    }

    @Test func `The prompt for an answer shows both letters, with no as the default`() {
        for (code, hint) in ["en": "y/N", "hu": "i/N", "pl": "t/N"] {
            #expect(Localizer(Language(code: code)).answerHint == hint)
        }
    }
}
