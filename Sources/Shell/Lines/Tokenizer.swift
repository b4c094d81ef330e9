/// Splits a line into words, like a Unix shell.
///
/// Words are separated by spaces, tabs and line ends. Nothing is special in single quotes. In double quotes,
/// a backslash escapes `"` and `\`; outside quotes, a backslash escapes any character. There are no variables
/// and patterns, and `#` isn't special.
///
/// ```swift
/// try Tokenizer.words(of: #"add "War and Peace" Tolstoy"#).map(\.text)
/// // ["add", "War and Peace", "Tolstoy"]
/// ```
public struct Tokenizer {
    private let bytes: [UInt8]
    private var position = 0
    private var words: [Word] = []
    private var openWord: OpenWord?

    private struct OpenWord {
        var start: Int
        var text: [UInt8] = []
        var quote: UInt8?
        var quoteStart = 0
    }

    private init(_ line: String, upTo end: Int? = nil) {
        let all = Array(line.utf8)
        bytes = end.map { Array(all.prefix($0)) } ?? all
    }

    /// Returns the words of a line.
    ///
    /// - Throws: ``LineError/unclosedQuote(_:column:)`` and ``LineError/nulCharacter(column:)``.
    public static func words(of line: String) throws -> [Word] {
        var tokenizer = Tokenizer(line)
        try tokenizer.read()
        if let open = tokenizer.openWord, let quote = open.quote {
            throw LineError.unclosedQuote(
                Character(Unicode.Scalar(quote)), column: tokenizer.column(at: open.quoteStart))
        }
        tokenizer.closeWord()
        return tokenizer.words
    }

    /// Returns the words before a position in a line and the word being typed there, for completion.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - end: The position, as an offset in UTF-8 bytes.
    static func partialWords(of line: String, upTo end: Int) -> PartialLine {
        var tokenizer = Tokenizer(line, upTo: end)
        try? tokenizer.read()
        let count = tokenizer.bytes.count
        guard let open = tokenizer.openWord else {
            return PartialLine(words: tokenizer.words, word: "", wordStart: count, quote: nil)
        }
        return PartialLine(
            words: tokenizer.words, word: String(decoding: open.text, as: UTF8.self), wordStart: open.start,
            quote: open.quote.map { Character(Unicode.Scalar($0)) })
    }

    private mutating func read() throws {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0 { throw LineError.nulCharacter(column: column(at: position)) }
            if let quote = openWord?.quote {
                readQuoted(byte, in: quote)
            } else {
                readUnquoted(byte)
            }
            position += 1
        }
    }

    private mutating func readUnquoted(_ byte: UInt8) {
        switch byte {
        case .space, .tab, .lineFeed:
            closeWord()
        case .singleQuote, .doubleQuote:
            beginWord()
            openWord?.quote = byte
            openWord?.quoteStart = position
        case .backslash where position + 1 < bytes.count && bytes[position + 1] != 0:
            beginWord()
            position += 1
            openWord?.text.append(bytes[position])
        default:
            beginWord()
            openWord?.text.append(byte)
        }
    }

    private mutating func readQuoted(_ byte: UInt8, in quote: UInt8) {
        if byte == quote {
            openWord?.quote = nil
        } else if byte == .backslash, quote == .doubleQuote, position + 1 < bytes.count,
            bytes[position + 1] == .doubleQuote || bytes[position + 1] == .backslash
        {
            position += 1
            openWord?.text.append(bytes[position])
        } else {
            openWord?.text.append(byte)
        }
    }

    private mutating func beginWord() {
        if openWord == nil { openWord = OpenWord(start: position) }
    }

    private mutating func closeWord() {
        guard let open = openWord else { return }
        words.append(Word(String(decoding: open.text, as: UTF8.self), range: open.start..<position))
        openWord = nil
    }

    /// Returns the number, from 1, of the character that contains a byte.
    private func column(at offset: Int) -> Int {
        String(decoding: bytes[..<offset], as: UTF8.self).count + 1
    }
}

/// A line up to the cursor: the finished words and the word being typed.
struct PartialLine: Hashable, Sendable {
    /// The finished words.
    let words: [Word]
    /// The typed part of the word at the cursor, without quotes.
    let word: String
    /// The start of that word, as an offset in UTF-8 bytes.
    let wordStart: Int
    /// The quote that is open at the cursor.
    let quote: Character?
}

extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let doubleQuote: UInt8 = 0x22
    static let numberSign: UInt8 = 0x23
    static let singleQuote: UInt8 = 0x27
    static let comma: UInt8 = 0x2C
    static let backslash: UInt8 = 0x5C
}
