import Testing
import TestSupport

@testable import Shell

@Suite("Tokenizer")
struct TokenizerTests {
    private func words(_ line: String) throws -> [String] {
        try Tokenizer.words(of: line).map(\.text)
    }

    @Test("Spaces, tabs and line ends separate words")
    func separators() throws {
        #expect(try words("  add\tSolaris \n Lem ") == ["add", "Solaris", "Lem"])
        #expect(try words(" \t ") == [])
    }

    @Test("Double quotes hold a word together, and a backslash in them escapes a quote and itself only")
    func doubleQuotes() throws {
        #expect(try words(#"add "War and Peace""#) == ["add", "War and Peace"])
        #expect(try words(#""a \"b\" \\ C:\dir""#) == [#"a "b" \ C:\dir"#])
    }

    @Test("Single quotes keep everything as it is")
    func singleQuotes() throws {
        #expect(try words(#"'a "b" \ c'"#) == [#"a "b" \ c"#])
    }

    @Test("Outside of quotes a backslash escapes any character")
    func backslash() throws {
        #expect(try words(#"War\ and\ Peace \"x\' \\"#) == ["War and Peace", "\"x'", "\\"])
    }

    @Test("A backslash at the very end stands for itself")
    func backslashAtEnd() throws {
        #expect(try words(#"a\"#) == [#"a\"#])
    }

    @Test("Quoted and unquoted pieces join into one word, and empty quotes are an empty word")
    func pieces() throws {
        #expect(try words(#"--title="War and"' Peace' "" ''"#) == ["--title=War and Peace", "", ""])
    }

    @Test("A number sign is a character like any other", arguments: ["show #12", "show a#b", "#12"])
    func numberSign(_ line: String) throws {
        #expect(try words(line) == line.split(separator: " ").map(String.init))
    }

    @Test("Nothing else is special to the tokenizer")
    func nothingElse() throws {
        #expect(try words("Jeeves! $HOME * ~ `x` (a;b)") == ["Jeeves!", "$HOME", "*", "~", "`x`", "(a;b)"])
    }

    @Test("Words know their place in the line")
    func ranges() throws {
        let line = #"add "ó b" c"#
        let ranges = try Tokenizer.words(of: line).map(\.range)
        let bytes = Array(line.utf8)
        #expect(ranges.map { String(decoding: bytes[$0], as: UTF8.self) } == ["add", "\"ó b\"", "c"])
    }

    @Test("An unclosed quote is an error that names the quote and its column in characters")
    func unclosedQuote() {
        #expect(throws: LineError.unclosedQuote("\"", column: 5)) { try words("óóó \"abc") }
        #expect(throws: LineError.unclosedQuote("'", column: 1)) { try words("'it") }
        #expect(throws: LineError.unclosedQuote("'", column: 6)) { try words("add O'Brien") }
    }

    @Test("A NUL character is refused, in quotes and behind a backslash too")
    func nul() {
        #expect(throws: LineError.nulCharacter(column: 2)) { try words("a\0") }
        #expect(throws: LineError.nulCharacter(column: 2)) { try words("\"\0\"") }
        #expect(throws: LineError.nulCharacter(column: 2)) { try words("\\\0") }
    }

    @Test("Whatever is quoted is read back as it was")
    func quotingRoundTrip() throws {
        var random = SeededGenerator()
        let pieces = ["a", " ", "\"", "'", "\\", "\t", "ł", "👩‍🚀", "\n", "-", "#", "\u{301}", "$", "x y"]
        for _ in 0..<2000 {
            let original = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }.joined()
            }
            let line = original.map(Quoting.quote).joined(separator: " ")
            // Bytes are compared, since Swift holds some different texts equal.
            #expect(try words(line).map { Array($0.utf8) } == original.map { Array($0.utf8) }, "\(line)")
        }
    }

    @Test("Tokenizing never fails in another way than by its own errors, whatever the line")
    func anyLine() {
        var random = SeededGenerator()
        let characters = Array("ab\"'\\ \t#é\0")
        for _ in 0..<2000 {
            let line = String(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    characters[Int.random(in: 0..<characters.count, using: &random)]
                })
            do {
                _ = try Tokenizer.words(of: line)
            } catch {
                #expect(error is LineError)
            }
        }
    }
}
