import Foundation
import ModelData
import Testing

@Suite("Searching without case and accents")
struct SearchFoldTests {
    @Test(
        "Letters with accents and strokes are folded",
        arguments: [
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
    func folding(text: String, folded: String) {
        #expect(text.searchFolded == folded)
        #expect(folded.searchFolded == folded)
    }

    @Test("A text is found by any spelling of a part of it")
    func containment() {
        for search in ["lodz", "ŁÓDŹ", "łodz", "od"] { #expect(SearchFold.contains("Łódź", search)) }
        #expect(!SearchFold.contains("Łódź", "lodzi"))
        #expect(!SearchFold.contains("Łódź", ""))
        #expect(!SearchFold.contains("", "x"))
        #expect(SearchFold.contains("aaab", "AAB"))
        #expect(SearchFold.contains("The Ø", "ø"))
    }

    @Test("It finds at least what Foundation finds", arguments: [SeededGenerator.newSeed])
    func foundation(seed: UInt64) {
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
                #expect(SearchFold.contains(whole, part), "seed \(seed): \(whole) \(part)")
            }
        }
    }
}
