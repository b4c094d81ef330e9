import Testing

@testable import Shell

@Suite("Display width")
struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Żółw", 4), ("Őrült", 5), ("三体", 4), ("ﾊﾝｶｸ", 4), ("ＡＢ", 4), ("한국", 4),
        ("Cafe\u{301}", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ไทย", 3), ("ที่", 1), ("שָׁלוֹם", 4),
        ("مرحبا", 5), ("हिन्दी", 5), ("★★", 2), ("…", 1), ("“x”", 3), ("—", 1), ("a\u{200B}b", 2),
        ("\u{A0}", 1), ("№", 1),
    ])
    func `Texts have the width that a terminal gives them`(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: ["😀", "👍🏽", "👩‍🚀", "👨‍👩‍👧‍👦", "🇵🇱", "❤️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "⌚", "✅", "🫠"])
    func `An emoji is two columns wide, regardless of its number of scalars`(_ text: String) {
        #expect(text.count == 1)
        #expect(DisplayWidth.of(text) == 2)
    }

    @Test(arguments: ["❤", "✓", "☺", "™"])
    func `A symbol in text presentation is one column wide`(_ text: String) {
        #expect(DisplayWidth.of(text) == 1)
    }

    @Test(arguments: [CharacterWidths.wide, CharacterWidths.zero])
    func `The ranges of the width table are sorted and disjoint`(_ ranges: [UInt32]) {
        #expect(ranges.count.isMultiple(of: 2))
        for index in ranges.indices.dropFirst() {
            #expect(
                index.isMultiple(of: 2)
                    ? ranges[index - 1] < ranges[index] : ranges[index - 1] <= ranges[index])
        }
    }

    @Test func `The width of a text is the sum of the widths of its characters`() {
        let text = "Ab Ż 三 👩‍🚀 e\u{301}"
        #expect(DisplayWidth.of(text) == text.reduce(0) { $0 + DisplayWidth.of($1) })
    }
}
