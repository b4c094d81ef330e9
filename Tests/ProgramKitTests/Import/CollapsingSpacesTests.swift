import ProgramKit
import Testing

@Suite("Spaces in imported texts", .level(.fast))
struct CollapsingSpacesTests {
    @Test(arguments: [
        ("", ""), (" ", ""), ("   ", ""), ("Solaris", "Solaris"), (" Solaris", "Solaris"),
        ("Solaris  ", "Solaris"),
        ("  His   Master's Voice ", "His Master's Voice"), ("\tA\u{A0}\u{3000}B\r\n", "A B"),
        (" \u{301}a ", "\u{301}a"),
        (" 三体 ", "三体"), (" a\u{2003}", "a"),
    ])
    func `Surrounding white space is removed, and inner white space becomes one space`(
        written: String, expected: String
    ) {
        #expect(written.collapsingSpaces.unicodeScalars.elementsEqual(expected.unicodeScalars))
    }
}
