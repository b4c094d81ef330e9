import Testing

@testable import ProgramKit

@Suite("Texts without NUL")
struct StringNULTests {
    @Test(arguments: [
        ("", ""), ("\u{0}", ""), ("So\u{0}laris\u{0}", "Solaris"), ("\u{0}e\u{0}\u{301}", "e\u{301}"),
        ("\u{1}\u{7F} Łódź\r\n", "\u{1}\u{7F} Łódź\r\n"), ("\r\u{0}\n", "\r\n"),
    ])
    func `NUL is removed everywhere, and other characters stay`(text: String, expected: String) {
        #expect(Array(text.withoutNUL.utf8) == Array(expected.utf8))
    }
}
