import Localization
import Testing

@testable import Basics

@Suite("Search folding")
struct SearchFoldTests {
    @Test(arguments: [
        ("Łódź", "lodz"), ("ZAŻÓŁĆ GĘŚLĄ JAŹŃ", "zazolc gesla jazn"),
        ("árvíztűrő tükörfúrógép", "arvizturo tukorfurogep"),
        ("Straße", "strasse"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Đorđe Þór Ħal", "dorde thor hal"),
        ("ılık İstanbul", "ilik istanbul"), ("e\u{301}", "e"), ("ﬁ", "fi"), ("ΟΔΟΣ", "οδοσ"),
        ("οδός", "οδοσ"),
        ("Ёлка", "елка"), ("ВОЙНА", "воина"), ("Việt Nam", "viet nam"), ("日本", "日本"), ("ガ", "ガ"),
        ("한국", "한국"),
        ("हिन्दी", "हिन्दी"), ("שָׁלוֹם", "שלום"), ("100 % ½", "100 % ½"), ("ªº", "ªº"), ("", ""), ("ſ", "s"),
        ("×÷", "×÷"), ("Apollo–11", "apollo-11"), ("a\u{2010}b\u{2011}c—d−e", "a-b-c-d-e"),
        ("„Solaris” «Eden»", "\"solaris\" \"eden\""), ("O’Brien ‘n’ ‹x›", "o'brien 'n' 'x'"),
        ("12\u{A0}kg", "12 kg"),
    ])
    func `Folding ignores case and accents`(text: String, folded: String) {
        #expect(SearchFold.fold(text) == folded)
        #expect(SearchFold.fold(folded) == folded)
    }

    @Test(arguments: [
        ("Müller", "muller", true), ("Müller", "mueller", true), ("MÜLLER & SÖHNE", "soehne", true),
        ("Ärger", "aerger", true), ("Straße", "strasse", true), ("Goethe", "gothe", false),
        ("Muller", "mueller", false), ("Łódź", "lodz", true), ("Citroën", "citroen", true),
        ("über", "ue", true),
        ("tukör", "tukoer", true), ("Ünal", "uenal", true),
    ])
    func `Umlauts are found without their dots and as two vowels`(text: String, typed: String, isFound: Bool)
    {
        #expect(SearchFold.contains(text, folded: typed) == isFound)
    }

    @Test(arguments: ["Łódź", "Emma", ""])
    func `An empty text and an accent alone are found nowhere, as in a store`(text: String) {
        #expect(!SearchFold.contains(text, folded: ""))
        #expect(!SearchFold.contains(text, folded: SearchFold.fold("\u{301}")))
    }

    @Test(arguments: [
        ("J. K. Rowling", "JK Rowling"), ("J.K. Rowling", "j. k. rowling"), ("O’Brien", "O'Brien"),
        ("Jean‐Paul", "jean-paul"), ("U.S.A.", "USA"), ("Ursula K. Le Guin", "ursula k le guin"),
    ])
    func `Names are compared without the style of initials, apostrophes and hyphens`(
        left: String, right: String
    ) {
        #expect(SearchFold.foldName(left) == SearchFold.foldName(right))
    }

    @Test(arguments: [("Mr. Smith", "Mr Smith"), ("A B", "AB"), ("J. Smith", "Jsmith")])
    func `Other names stay different`(left: String, right: String) {
        #expect(SearchFold.foldName(left) != SearchFold.foldName(right))
    }

    @Test func `The table of Latin letters has what their decompositions give`() {
        #expect(FoldedText.latin.count == 0x250 - 0xC0)
        for (value, folded) in zip(UInt32(0xC0)..., FoldedText.latin) {
            let scalar = Unicode.Scalar(value) ?? " "
            #expect(folded == FoldedScalar.bytes(of: scalar), "\(scalar)")
        }
    }
}
