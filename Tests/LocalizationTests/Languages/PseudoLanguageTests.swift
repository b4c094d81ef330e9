import Testing

@testable import Localization

@Suite("Pseudo-languages")
struct PseudoLanguageTests {
    private func localizer(_ name: String) throws -> Localizer {
        Localizer(try #require(Language(matching: name)))
    }

    private let question = LocalizedText("Did you mean “%@”?", table: "Shell", [.string("list")])

    @Test func `are understood where they are named, and offered nowhere`() {
        #expect(Language(matching: "en-XA")?.code == "en-XA")
        #expect(Language(matching: "en_XB.UTF-8")?.isPseudo == true)
        #expect(Language.available.allSatisfy { !$0.isPseudo })
        #expect(Language(matching: "en_US")?.code == "en")
    }

    @Test func `put accents on all letters but those of the data, and are longer and bracketed`() throws {
        #expect(
            try localizer("en-XA").string(question)
                == "⟦Ðíđ ýóú ɱéáñ “list”? ~~~~~~~~⟧".replacing("Ð", with: "Đ"))
    }

    @Test func `are twice as long`() throws {
        let text = try localizer("en-XB").string(LocalizedText("Options", table: "Shell"))
        #expect(text == "⟦Options ~~~~~~~⟧")
    }

    @Test func `have the plurals of English`() throws {
        let text = LocalizedText("%lld entries", table: "Shell", [.integer(1)])
        #expect(try localizer("en-XA").string(text).hasPrefix("⟦1 éñţŕý"))
    }

    @Test func `leave what no table has as it is`() throws {
        #expect(try localizer("en-XA").string(.verbatim("Solaris")) == "Solaris")
    }
}
