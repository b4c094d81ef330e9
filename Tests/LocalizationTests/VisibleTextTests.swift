import Testing

@testable import Localization

@Suite("Visible text")
struct VisibleTextTests {
    @Test func `Control characters are shown as symbols`() {
        #expect(visible("\u{1B}[31mred\u{1B}[0m") == "␛[31mred␛[0m")
        #expect(visible("a\0b\tc\r\u{7}\u{8}\u{7F}") == "a␀b␉c␍␇␈␡")
        #expect(visible("\u{9B}31m\u{85}") == "<U+009B>31m<U+0085>")
    }

    @Test func `Characters that reorder surrounding text are made visible`() {
        #expect(visible("a\u{202E}b\u{2066}c\u{2069}") == "a<U+202E>b<U+2066>c<U+2069>")
        #expect(visible("a\u{2028}b\u{2029}") == "a<U+2028>b<U+2029>")
    }

    @Test func `The visible form can be plain ASCII`() {
        #expect(visible("\u{1B}[31m\u{7F}\t\u{202E}ł", asciiOnly: true) == "^[[31m^?^I<U+202E>ł")
    }

    @Test func `Line feeds are shown`() {
        #expect(visible("a\nb\r\nc") == "a␊b␍␊c")
    }

    @Test(arguments: [
        "", "plain", "Zażółć gęślą jaźń", "👩‍👩‍👧‍👦 ❤️", "e\u{301}", "שלום \u{200F}!", "\u{200E}abc", "مرحبا", "日本語",
        "a\u{A0}b\u{202F}c", "“…” – ‚’ \u{2070} \u{2027}\u{2030}", "\u{200B}\u{2060}\u{2065}\u{206A}",
    ])
    func `A text without hidden characters is unchanged`(text: String) {
        #expect(visible(text) == text)
        #expect(Array(visible(text).utf8) == Array(text.utf8))
    }

    @Test func `Exactly the hidden characters are found`() {
        for value in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let hides =
                value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x202E).contains(value)
                || (0x2066...0x2069).contains(value)
            let text = "x\(String(scalar))"
            #expect((visible(text) != text) == hides, "U+\(String(value, radix: 16))")
        }
    }
}
