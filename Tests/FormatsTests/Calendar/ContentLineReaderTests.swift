import Testing

@testable import Formats

@Suite("Lines of calendars")
struct ContentLineReaderTests {
    /// Returns the lines of a text that arrives in pieces of a size.
    private func lines(_ text: String, size: Int = 1 << 18) throws -> [ContentLine] {
        var rest = Array(text.utf8)[...]
        var reader = ContentLineReader {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        var lines: [ContentLine] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `Folded lines are joined, wherever the text is cut into pieces`(size: Int) throws {
        let text =
            "\u{FEFF}BEGIN:VCALENDAR\r\nsummary;LANGUAGE=pl:Zam\r\n ek\\, Ł\r\n\tódź\r\n\r\nEND:VCALENDAR"
        let lines = try lines(text, size: size)
        #expect(lines.map(\.name) == ["BEGIN", "SUMMARY", "END"])
        #expect(lines.map(\.line) == [1, 2, 6])
        #expect(lines[1].text == "Zamek, Łódź" && lines[1].parameter("LANGUAGE") == "pl")
    }

    @Test func `A fold within a character is joined too`() throws {
        var bytes = Array("SUMMARY:Ł".utf8)
        bytes.insert(contentsOf: Array("\r\n ".utf8), at: bytes.count - 1)
        var rest = bytes[...]
        var reader = ContentLineReader {
            defer { rest = [] }
            return Array(rest)
        }
        #expect(try reader.next()?.text == "Ł")
    }

    @Test func `Parameters may be quoted, and values may have any sign`() throws {
        let line = try #require(
            try lines(#"DTSTART;X-A="b;c:d";TZID="Europe/Rome":2025;x="1":y"#).first)
        #expect(line.parameter("TZID") == "Europe/Rome")
        #expect(line.parameter("X-A") == "b;c:d")
        #expect(line.parameter("VALUE") == nil)
        #expect(line.value == #"2025;x="1":y"#)
        #expect(ContentLine(Array(#"A:\\n\n\;\x"#.utf8), line: 1).text == "\\n\n;x")
    }

    @Test(arguments: ["no colon", ":value", "two words:x", "\"A\":b", "A;B=\"c:d"])
    func `A line without a name or a value isn't valid`(written: String) throws {
        #expect(try lines(written).map(\.isValid) == [false])
    }

    @Test func `Invalid UTF-8 has no value, and too long lines are an error`() throws {
        #expect(ContentLine(Array("A:".utf8) + [0xFF], line: 1).value == nil)
        let long = "A:" + String(repeating: "x", count: ContentLineReader.maximumLineLength)
        #expect(throws: ContentLineReader.LineTooLong(line: 2)) { try lines("B:\n" + long) }
    }
}
