import Localization
import Testing

@testable import Shell

@Suite("Readline's words")
struct LineWordsTests {
    private func message(_ shown: String, _ localizer: Localizer, unicode: Bool = true) -> String? {
        LineWords(Presentation(format: .table, localizer: localizer, usesUnicode: unicode)).message(
            for: shown)
    }

    @Test("In English they stay as they are")
    func inEnglish() {
        for shown in [
            "(reverse-i-search)`some': ", "(i-search)`': ", "(failed reverse-i-search)`it's': ",
            "(failed i-search)`a': ", "(arg: -12) ",
        ] {
            #expect(message(shown, english) == shown)
        }
    }

    @Test("In other languages they say what is looked for, and how often a key counts")
    func translated() {
        #expect(message("(reverse-i-search)`żółw': ", polish) == "(szukanie wstecz) „żółw”: ")
        #expect(message("(failed i-search)`': ", polish) == "(nie znaleziono naprzód) „”: ")
        #expect(message("(arg: 5) ", hungarian) == "(ismétlés: 5) ")
        #expect(message("(i-search)`x': ", hungarian) == "(keresés előre) „x”: ")
    }

    @Test(
        "Nothing that the terminal obeys is among them, and nothing but ASCII where nothing else is understood"
    )
    func harmless() {
        #expect(message("(reverse-i-search)`\u{1B}[31m': ", polish) == "(szukanie wstecz) „␛[31m”: ")
        let ascii = message("(reverse-i-search)`a': ", hungarian, unicode: false)
        #expect(ascii?.utf8.allSatisfy { $0 < 0x80 } == true)
    }

    @Test("What is none of readline's words is shown as it is")
    func others() {
        for shown in ["mybooks> ", ":", "/", "(arg: 5", "(reverse-i-search)", "", "(i-search)`'"] {
            #expect(message(shown, polish) == nil)
        }
    }
}
