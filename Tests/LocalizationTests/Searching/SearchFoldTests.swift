import Testing

@testable import Localization

@Suite("Search folding")
struct SearchFoldTests {
    @Test(arguments: [
        ("Łódź", "lodz"), ("ZAŻÓŁĆ GĘŚLĄ JAŹŃ", "zazolc gesla jazn"),
        ("árvíztűrő tükörfúrógép", "arvizturo tukorfurogep"),
        ("Straße", "strasse"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Đorđe Þór Ħal", "dorde thor hal"),
        ("ılık İstanbul", "ilik istanbul"), ("e\u{301}", "e"), ("ﬁ", "ﬁ"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"),
        ("Ёлка", "елка"), ("ВОЙНА", "воина"), ("Việt Nam", "viet nam"), ("日本", "日本"), ("ガ", "ガ"),
        ("한국", "한국"),
        ("हिन्दी", "हिन्दी"), ("שָׁלוֹם", "שלום"), ("100 % № ½", "100 % № ½"), ("ªº", "ªº"), ("", ""), ("ſ", "s"),
        ("×÷", "×÷"),
    ])
    func `Folding ignores case and accents`(text: String, folded: String) {
        #expect(SearchFold.fold(text) == folded)
        #expect(SearchFold.fold(folded) == folded)
    }

    @Test func `The fast path and the general path fold alike`() {
        for value in UInt32(0)...0x24F {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in ["\(scalar)", "a\(scalar)B", "\(scalar)ł"] {
                #expect(SearchFold.fold(text) == SearchFold.foldedAny(text), "U+\(String(value, radix: 16))")
            }
        }
    }
}
