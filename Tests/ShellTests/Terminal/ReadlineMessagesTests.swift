import Localization
import Testing

@testable import Shell

@Suite("Readline messages")
struct ReadlineMessagesTests {
    private func message(_ shown: String, _ localizer: Localizer, unicode: Bool = true) -> String? {
        ReadlineMessages(Presentation(format: .table, localizer: localizer, usesUnicode: unicode)).message(
            for: shown)
    }

    @Test func `English messages are unchanged`() {
        for shown in [
            "(reverse-i-search)`some': ", "(i-search)`': ", "(failed reverse-i-search)`it's': ",
            "(failed i-search)`a': ", "(arg: -12) ",
        ] {
            #expect(message(shown, english) == shown)
        }
    }

    @Test func `Other languages show the search text and the repeat count`() {
        #expect(message("(reverse-i-search)`żółw': ", polish) == "(szukanie wstecz) „żółw”: ")
        #expect(message("(failed i-search)`': ", polish) == "(szukanie naprzód, nie znaleziono) „”: ")
        #expect(message("(arg: 5) ", hungarian) == "(ismétlés: 5) ")
        #expect(message("(i-search)`x': ", hungarian) == "(keresés előre) „x”: ")
    }

    @Test func `Messages contain no terminal controls, and only ASCII on an ASCII terminal`() {
        #expect(message("(reverse-i-search)`\u{1B}[31m': ", polish) == "(szukanie wstecz) „␛[31m”: ")
        let ascii = message("(reverse-i-search)`a': ", hungarian, unicode: false)
        #expect(ascii?.utf8.allSatisfy { $0 < 0x80 } == true)
    }

    @Test func `An unknown message is shown unchanged`() {
        for shown in ["mybooks> ", ":", "/", "(arg: 5", "(reverse-i-search)", "", "(i-search)`'"] {
            #expect(message(shown, polish) == nil)
        }
    }
}
