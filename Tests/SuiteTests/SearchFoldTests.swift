import Localization
import ModelData
import Testing

@Suite("Search folding in the store and at the prompt")
struct SearchFoldTests {
    @Test func `ModelData and Localization fold the letters of Europe and Vietnam alike`() {
        for value in (0x20...0x17F).map({ $0 as UInt32 }) + Array(0x1EA0...0x1EFF) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let letter = String(scalar)
            #expect(
                letter.searchFolded == SearchFold.fold(letter),
                "\(letter) U+\(String(value, radix: 16))")
        }
        for word in [
            "Łódź", "STRAẞE", "Ærøskøbing", "ŒUVRE", "Þór", "ÉE\u{301}", "三体", "Война и мир", "الأيام",
        ] {
            #expect(word.searchFolded == SearchFold.fold(word))
        }
    }
}
