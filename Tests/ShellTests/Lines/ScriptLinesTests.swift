import Testing

@testable import Shell

@Suite("Script lines")
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

    @Test func `Lines are numbered from 1, including blank lines and comments`() throws {
        let result = try lines("a\n\n# a comment\n  # another\nb")
        #expect(result == [.init(text: "a", number: 1), .init(text: "b", number: 5)])
    }

    @Test func `A number sign inside a line starts no comment`() throws {
        #expect(try lines("show #12\n").map(\.text) == ["show #12"])
    }

    @Test func `Lines may end with CRLF, and a byte order mark is skipped`() throws {
        #expect(try lines("\u{FEFF}a b\r\nc\r\n").map(\.text) == ["a b", "c"])
    }

    @Test func `A trailing backslash continues the line, and the number is that of its first line`() throws {
        let result = try lines("x\nadd \\\n  Solaris \\\nLem\ny\n")
        #expect(result[1] == .init(text: "add   Solaris Lem", number: 2))
        #expect(result[2].number == 5)
    }

    @Test func `Two trailing backslashes don't continue the line`() throws {
        #expect(try lines("a\\\\\nb").map(\.text) == ["a\\\\", "b"])
    }

    @Test func `A trailing backslash on the last line continues nothing`() throws {
        #expect(try lines("a \\").map(\.text) == ["a "])
    }

    @Test func `Lines are complete regardless of how the bytes are split`() throws {
        let text = Array("add \"Żółw\" \\\nLem\r\nlist\n".utf8)
        let whole = try lines(text)
        for cut in 1..<text.count {
            #expect(try lines(Array(text[..<cut]), Array(text[cut...])) == whole)
        }
    }

    @Test func `Bytes that are not UTF-8 are refused with the line number`() {
        #expect(throws: LineError.invalidUTF8(line: 2)) { try lines([0x61, 0x0A, 0xC3, 0x28, 0x0A]) }
        #expect(throws: LineError.invalidUTF8(line: 1)) { try lines([0xFF, 0xFE, 0x61, 0x00]) }
    }

    @Test func `An endless line is refused before it fills the memory`() {
        #expect(throws: LineError.tooLong(line: 1)) {
            try lines(Array(repeating: 0x61, count: ScriptLines.longestLine + 1))
        }
    }
}
