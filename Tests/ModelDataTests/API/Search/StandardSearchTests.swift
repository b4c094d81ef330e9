import Foundation
import ModelData
import Testing

@Suite("Search that ignores case and accents")
struct StandardSearchTests {
    @Test(arguments: [
        ("Łódź", "lodz"), ("ZAŻÓŁĆ GĘŚLĄ JAŹŃ", "zazolc gesla jazn"),
        ("Árvíztűrő tükörfúrógép", "arvizturo tukorfurogep"),
        ("Søgade", "sogade"), ("Đorđe", "dorde"), ("Straße STRAẞE", "strasse strasse"),
        ("Æon œuvre", "aeon oeuvre"),
        ("Þór", "thor"), ("Ħaġar", "hagar"), ("ışık İstanbul", "isik istanbul"), ("ΌΔΟΣ", "οδοσ"),
        ("ﬁn", "fin"),
        ("Ａｂｃ", "abc"), ("e\u{301}", "e"), ("日本語 😀", "日本語 😀"), ("Ёлка", "елка"), ("Ǻ ǖ", "a u"),
        ("Việt Nam", "viet nam"),
        ("", ""), ("plain ASCII 100%", "plain ascii 100%"),
    ])
    func `Search folds letters with accents and strokes`(text: String, folded: String) {
        #expect(text.searchFolded == folded)
        #expect(folded.searchFolded == folded)
    }

    @Test func `A text is found by any spelling of one of its parts`() {
        for search in ["lodz", "ŁÓDŹ", "łodz", "od"] { #expect(StandardSearch.contains("Łódź", search)) }
        #expect(!StandardSearch.contains("Łódź", "lodzi"))
        for search in ["müller", "MUELLER", "muller", "uell"] {
            #expect(StandardSearch.contains("Müller", search))
        }
        #expect(!StandardSearch.contains("Muller", "mueller"))
        #expect(!StandardSearch.contains("Łódź", ""))
        #expect(!StandardSearch.contains("", "x"))
        #expect(StandardSearch.contains("aaab", "AAB"))
        #expect(StandardSearch.contains("The Ø", "ø"))
    }

    @Test(arguments: [SeededGenerator.newSeed])
    func `The search finds at least the matches that Foundation finds`(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let letters = Array("aAąĄeéÉñÑoöőŐuüűcćčç xyzß")
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<2000 {
            let whole = text(8)
            let part = text(Int.random(in: 1...2, using: &random))
            if whole.localizedStandardContains(part) {
                #expect(StandardSearch.contains(whole, part), "seed \(seed): \(whole) \(part)")
            }
        }
    }
}
