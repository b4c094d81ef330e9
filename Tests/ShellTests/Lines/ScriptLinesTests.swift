import Testing

@testable import Shell

@Suite("Lines of a script")
struct ScriptLinesTests {
    private func lines(_ bytes: [UInt8]...) throws -> [ScriptLines.Line] {
        var script = ScriptLines()
        var lines: [ScriptLines.Line] = []
        for piece in bytes {
            script.append(piece)
            while let line = try script.next() { lines.append(line) }
        }
        script.finish()
        while let line = try script.next() { lines.append(line) }
        return lines
    }

    private func lines(_ text: String) throws -> [ScriptLines.Line] {
        try lines(Array(text.utf8))
    }

    @Test("Lines are numbered from 1, blank lines and comments included")
    func numbers() throws {
        let result = try lines("a\n\n# a comment\n  # another\nb")
        #expect(result == [.init(text: "a", number: 1), .init(text: "b", number: 5)])
    }

    @Test("A number sign later in a line is no comment")
    func numberSign() throws {
        #expect(try lines("show #12\n").map(\.text) == ["show #12"])
    }

    @Test("Lines may end with CRLF, and a byte order mark is passed over")
    func windows() throws {
        #expect(try lines("\u{FEFF}a b\r\nc\r\n").map(\.text) == ["a b", "c"])
    }

    @Test("A trailing backslash continues the line, whose number is that of its beginning")
    func continuation() throws {
        let result = try lines("x\nadd \\\n  Solaris \\\nLem\ny\n")
        #expect(result[1] == .init(text: "add   Solaris Lem", number: 2))
        #expect(result[2].number == 5)
    }

    @Test("Two backslashes at the end continue nothing")
    func escapedBackslash() throws {
        #expect(try lines("a\\\\\nb").map(\.text) == ["a\\\\", "b"])
    }

    @Test("A backslash at the end of the last line continues nothing")
    func continuationAtEnd() throws {
        #expect(try lines("a \\").map(\.text) == ["a "])
    }

    @Test("Lines arrive whole however the bytes are cut")
    func pieces() throws {
        let text = Array("add \"Żółw\" \\\nLem\r\nlist\n".utf8)
        let whole = try lines(text)
        for cut in 1..<text.count {
            #expect(try lines(Array(text[..<cut]), Array(text[cut...])) == whole)
        }
    }

    @Test("Bytes that are not UTF-8 are refused with the number of their line")
    func invalid() {
        #expect(throws: LineError.invalidUTF8(line: 2)) { try lines([0x61, 0x0A, 0xC3, 0x28, 0x0A]) }
        #expect(throws: LineError.invalidUTF8(line: 1)) { try lines([0xFF, 0xFE, 0x61, 0x00]) }
    }

    @Test("A line without an end is refused before it fills the memory")
    func tooLong() {
        #expect(throws: LineError.tooLong(line: 1)) {
            try lines(Array(repeating: 0x61, count: ScriptLines.longestLine + 1))
        }
    }
}
