import Testing

@testable import ProgramKit

@Suite("Encodings of text files")
struct TextEncodingTests {
    @Test(arguments: [
        (TextEncoding.windows1250, [0xA3, 0xF3, 0x64, 0x9F, 0x80, 0x84], "Łódź€„"),
        (.windows1252, [0xC9, 0x6D, 0x80, 0xFF], "Ém€ÿ"), (.latin1, [0xE9, 0xFF, 0xA4], "éÿ¤"),
        (.latin2, [0xA3, 0xF3, 0x64, 0xBC, 0xF5], "Łódźő"), (.latin9, [0xA4, 0xBD, 0xE9], "€œé"),
    ])
    func `A file is read in the encoding that the user names`(
        encoding: TextEncoding, bytes: [UInt8], text: String
    ) throws {
        var pieces = [bytes, []][...]
        let read = encoding.decoded { pieces.popFirst() ?? [] }
        #expect(String(decoding: try read(), as: UTF8.self) == text)
        #expect(try read().isEmpty)
    }

    @Test func `A file whose characters aren't UTF-8 is refused, and one with some invalid bytes isn't`()
        throws
    {
        func check(_ pieces: [[UInt8]]) throws {
            var rest = pieces[...]
            let check = EncodingCheck(path: "x") { rest.popFirst() ?? [] }
            while try !check.next().isEmpty {}
        }
        let cut = Array("Łódź".utf8)
        try check([Array("abc".utf8), cut])
        try check([Array(cut[..<1]), Array(cut[1...])])
        try check([[0x61, 0xFF, 0x62] + cut])
        #expect(throws: UnknownEncodingError.self) { try check([[0x61], [0xA3, 0xF3, 0x64, 0x9F, 0x61]]) }
    }
}
