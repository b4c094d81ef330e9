import Testing

@testable import Localization

@Suite("Pseudo-languages")
struct PseudoLanguageTests {
    private func localizer(_ name: String) throws -> Localizer {
        Localizer(try #require(Language(matching: name)))
    }

    private let question = LocalizedText("Did you mean “%@”?", table: "Shell", [.string("list")])

    @Test func `A pseudo-language is found by name but isn't listed`() {
        #expect(Language(matching: "en-XA")?.code == "en-XA")
        #expect(Language(matching: "en_XB.UTF-8")?.isPseudo == true)
        #expect(Language.available.allSatisfy { !$0.isPseudo })
        #expect(Language(matching: "en_US")?.code == "en")
    }

    @Test
    func `The accented pseudo-language changes letters except in data, lengthens texts and adds brackets`()
        throws
    {
        #expect(
            try localizer("en-XA").string(question)
                == "⟦Ðíđ ýóú ɱéáñ “list”? ~~~~~~~~⟧".replacing("Ð", with: "Đ"))
    }

    @Test func `The long pseudo-language doubles the length of texts`() throws {
        let text = try localizer("en-XB").string(LocalizedText("Options", table: "Shell"))
        #expect(text == "⟦Options ~~~~~~~⟧")
    }

    @Test func `Pseudo-languages use English plural forms`() throws {
        let text = LocalizedText("%lld entries", table: "Shell", [.integer(1)])
        #expect(try localizer("en-XA").string(text).hasPrefix("⟦1 éñţŕý"))
    }

    @Test func `Pseudo-languages leave texts without a table unchanged`() throws {
        #expect(try localizer("en-XA").string(.verbatim("Solaris")) == "Solaris")
    }
}
