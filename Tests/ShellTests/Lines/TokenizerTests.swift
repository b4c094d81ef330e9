import Testing
import TestSupport

@testable import Shell

@Suite("Tokenizer")
struct TokenizerTests {
    private func words(_ line: String) throws -> [String] {
        try Tokenizer.words(of: line).map(\.text)
    }

    @Test func `Spaces, tabs and line ends separate words`() throws {
        #expect(try words("  add\tSolaris \n Lem ") == ["add", "Solaris", "Lem"])
        #expect(try words(" \t ") == [])
    }

    @Test func `Double quotes group a word, and a backslash inside escapes only a quote or itself`() throws {
        #expect(try words(#"add "War and Peace""#) == ["add", "War and Peace"])
        #expect(try words(#""a \"b\" \\ C:\dir""#) == [#"a "b" \ C:\dir"#])
    }

    @Test func `Single quotes preserve every character`() throws {
        #expect(try words(#"'a "b" \ c'"#) == [#"a "b" \ c"#])
    }

    @Test func `A backslash outside quotes escapes any character`() throws {
        #expect(try words(#"War\ and\ Peace \"x\' \\"#) == ["War and Peace", "\"x'", "\\"])
    }

    @Test(arguments: [
        (#"list"#, #"list"#), (#""do not""#, #""do not""#), (#"author:"le guin""#, #"author:"le guin""#),
        (#"-“to read”)"#, #"-"to read")"#), (#"a\ b"#, #"a" "b"#), (#"\Łódź"#, #""Ł"ódź"#),
        (#"'say "x"'"#, #""say \"x\"""#), (#""""#, #""""#), (#"a"b"'c'"#, #"a"bc""#), ("ender's", "ender's"),
    ])
    func `The written form keeps quoted and escaped parts in double quotes`(_ line: String, _ written: String)
        throws
    {
        #expect(try Tokenizer.words(of: line).map(\.written) == [written])
    }

    @Test func `A backslash at the end of the text is literal`() throws {
        #expect(try words(#"a\"#) == [#"a\"#])
    }

    @Test func `Adjacent quoted and unquoted pieces form one word, and empty quotes an empty word`() throws {
        #expect(try words(#"--title="War and"' Peace' "" ''"#) == ["--title=War and Peace", "", ""])
    }

    @Test(arguments: ["ender's game", "O'Brien", "Łódź's", "boys' life", "5' 11", "e\u{301}'s", "1990's"])
    func `An apostrophe inside or at the end of a word is a letter`(_ line: String) throws {
        #expect(try words(line) == line.split(separator: " ").map(String.init))
    }

    @Test func `In single quotes, an apostrophe between letters is a letter`() throws {
        #expect(try words("finish 'ender's game' 'x'") == ["finish", "ender's game", "x"])
        #expect(try words("--title='L'Étranger'") == ["--title=L'Étranger"])
    }

    @Test(arguments: ["“War and Peace”", "„War and Peace”", "«War and Peace»"])
    func `Typographic quotes group a word like double quotes`(_ title: String) throws {
        #expect(try words("show \(title) x") == ["show", "War and Peace", "x"])
        #expect(try words("--title=\(title)") == ["--title=War and Peace"])
        #expect(try words("'\(title)'") == [title])
        #expect(try words("\"\(title)\"") == [title])
    }

    @Test func `Quoted texts inside typographic quotes keep their quotes`() throws {
        #expect(try words("“Say “Hi”” „Say “Hi”” «a «b» c»") == ["Say “Hi”", "Say “Hi”", "a «b» c"])
        #expect(try words(#"“a \” b \\ \x”"#) == [#"a ” b \ \x"#])
    }

    @Test func `Typographic apostrophes and closing quotes alone are ordinary`() throws {
        #expect(try words("Ender’s ‚a‘ 5” »") == ["Ender’s", "‚a‘", "5”", "»"])
    }

    @Test(arguments: ["show #12", "show a#b", "#12"])
    func `A number sign is an ordinary character`(_ line: String) throws {
        #expect(try words(line) == line.split(separator: " ").map(String.init))
    }

    @Test func `All other characters are ordinary`() throws {
        #expect(try words("Jeeves! $HOME * ~ `x` (a;b)") == ["Jeeves!", "$HOME", "*", "~", "`x`", "(a;b)"])
    }

    @Test func `Words store their position in the line`() throws {
        let line = #"add "ó b" c"#
        let ranges = try Tokenizer.words(of: line).map(\.range)
        let bytes = Array(line.utf8)
        #expect(ranges.map { String(decoding: bytes[$0], as: UTF8.self) } == ["add", "\"ó b\"", "c"])
    }

    @Test func `An unclosed quote is an error with the quote and its column in characters`() {
        #expect(throws: LineError.unclosedQuote("\"", column: 5)) { try words("óóó \"abc") }
        #expect(throws: LineError.unclosedQuote("'", column: 1)) { try words("'it") }
        #expect(throws: LineError.unclosedQuote("“", column: 5)) { try words("add “Solaris") }
    }

    @Test func `NUL is refused, also in quotes and after a backslash`() {
        #expect(throws: LineError.nulCharacter(column: 2)) { try words("a\0") }
        #expect(throws: LineError.nulCharacter(column: 2)) { try words("\"\0\"") }
        #expect(throws: LineError.nulCharacter(column: 2)) { try words("\\\0") }
    }

    @Test func `Quoted text is read back unchanged`() throws {
        var random = SeededGenerator()
        let pieces = [
            "a", " ", "\"", "'", "\\", "\t", "ł", "👩‍🚀", "\n", "-", "#", "\u{301}", "$", "x y", "“", "”",
            "„", "«", "»",
        ]
        for _ in 0..<2000 {
            let original = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }.joined()
            }
            let line = original.map(Quoting.quote).joined(separator: " ")
            // Compare bytes, because Swift treats some strings with different bytes as equal.
            #expect(try words(line).map { Array($0.utf8) } == original.map { Array($0.utf8) }, "\(line)")
        }
    }

    @Test func `The tokenizer throws only its own errors for any line`() {
        var random = SeededGenerator()
        let characters = Array("ab\"'\\ \t#é\0“”„«»")
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
