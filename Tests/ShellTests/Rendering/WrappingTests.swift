import Testing
import TestSupport

@testable import Shell

@Suite("Wrapping")
struct WrappingTests {
    @Test func `Texts wrap between words`() {
        #expect(Wrapping.lines(of: "War and Peace", width: 8) == ["War and", "Peace"])
        #expect(Wrapping.lines(of: "War and Peace", width: 13) == ["War and Peace"])
        #expect(Wrapping.lines(of: "War and Peace", width: nil) == ["War and Peace"])
    }

    @Test func `A word that is too long for a line is split`() {
        #expect(Wrapping.lines(of: "abcdefgh", width: 3) == ["abc", "def", "gh"])
        #expect(Wrapping.lines(of: "三体问题", width: 5) == ["三体", "问题"])
    }

    @Test func `Line breaks and indentation of a text are preserved`() {
        #expect(Wrapping.lines(of: "a\n\nb", width: 10) == ["a", "", "b"])
        #expect(Wrapping.lines(of: "  one two", width: 6) == ["  one", "  two"])
    }

    @Test func `No line exceeds the width unless a single character does, and no text is lost`() {
        var random = SeededGenerator()
        let pieces = ["a", "bc", " ", "三", "👩‍🚀", "é", "e\u{301}", "long", "\n"]
        for _ in 0..<1000 {
            let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let width = Int.random(in: 1...12, using: &random)
            let lines = Wrapping.lines(of: text, width: width)
            for line in lines {
                #expect(DisplayWidth.of(line) <= width || line.count == 1, "\(text) at \(width): \(lines)")
            }
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " && $0 != "\n" })
        }
    }

    @Test func `A cut text ends with an ellipsis and never inside a character`() {
        #expect(Wrapping.cut("War and Peace", to: 8, ellipsis: "…") == "War and…")
        #expect(Wrapping.cut("War and Peace", to: 5, ellipsis: "…") == "War…")
        #expect(Wrapping.cut("三体问题", to: 4, ellipsis: "…") == "三…")
        #expect(Wrapping.cut("👩‍🚀👩‍🚀👩‍🚀", to: 4, ellipsis: "…") == "👩‍🚀…")
        #expect(Wrapping.cut("abcdef", to: 5, ellipsis: "...") == "ab...")
        #expect(Wrapping.fitted("abc", to: 3) == "abc")
    }

    @Test func `An escaped control character is never cut or split`() {
        let text = "\\u{4E09}\\u{4F53}"
        #expect(Wrapping.cut(text, to: 12, ellipsis: "...") == "\\u{4E09}...")
        #expect(Wrapping.cut(text, to: 9, ellipsis: "...") == "...")
        #expect(Wrapping.lines(of: text, width: 12) == ["\\u{4E09}", "\\u{4F53}"])
        #expect(Wrapping.cut("C:\\u{more} or less", to: 8, ellipsis: "…") == "C:\\u{mo…")
    }
}
