import Testing

@testable import Shell

@Suite("Texts in HTML")
struct HTMLTextTests {
    private func escaped(_ string: String) -> String {
        var text = HTMLText()
        text.append(string)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("Solaris", "Solaris"), ("", ""), ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"),
        ("&lt;", "&amp;lt;"), ("</script>", "&lt;/script&gt;"), ("O’Hara's", "O’Hara's"),
        ("l1\nl2", "l1\nl2"), ("<", "&lt;"), ("żółć 三体 🏛️", "żółć 三体 🏛️"),
    ])
    func `Markup characters are escaped, everything else stays`(_ string: String, _ expected: String) {
        #expect(escaped(string) == expected)
    }

    @Test(arguments: [
        "\u{0}", "\u{8}", "\u{1B}", "\u{7F}", "\u{FFFE}", "\u{FFFF}", "\u{9B}", "\u{202E}", "\u{2069}",
    ])
    func `Characters that HTML doesn't allow, or that reorder text, become the replacement character`(
        _ string: String
    ) {
        #expect(escaped("a\(string)<\(string)") == "a\u{FFFD}&lt;\u{FFFD}")
    }

    @Test func `Neighbours of the disallowed characters are kept`() {
        let string = "\u{FFFD}\u{FFFC}\u{FFEF}\u{FEFE}\u{A0}\u{200F}\u{2065}\u{206A}…"
        #expect(escaped(string) == string)
    }

    @Test(arguments: ["موسم", "שלום", "abc אבג", "\u{200F}x", "𐤀", "ﷺ", "ܐ", "ߊ", "ࡀ"])
    func `Texts with letters written from right to left are found`(_ string: String) {
        #expect(string.hasRightToLeftLetters)
    }

    @Test(arguments: ["", "Solaris", "żółć", "三体", "Ելք", "🏛️", "देवनागरी"])
    func `Other scripts need no direction`(_ string: String) {
        #expect(!string.hasRightToLeftLetters)
    }
}
