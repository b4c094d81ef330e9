/// Splits a line into words, like a Unix shell.
///
/// Words are separated by spaces, tabs and line ends. Nothing is special in single quotes. In double quotes,
/// a backslash escapes `"` and `\`; outside quotes, a backslash escapes any character. There are no variables
/// and patterns, and `#` isn't special.
///
/// Two rules differ from a Unix shell. An apostrophe inside a word is a letter, and “…”, „…” and «…» quote like
/// double quotes.
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
        var quote: QuoteMark?
        var quoteStart = 0
        /// The quoted and escaped parts, as offsets in the text.
        var quoted: [Range<Int>] = []
        /// The start of the part that is being read, as an offset in the text.
        var partStart = 0
        /// The number of quoted texts inside the quoted text that are open.
        var nesting = 0

        mutating func beginPart() { partStart = text.count }

        mutating func endPart() {
            if let last = quoted.last, last.upperBound == partStart {
                quoted[quoted.count - 1] = last.lowerBound..<text.count
            } else {
                quoted.append(partStart..<text.count)
            }
        }

        /// The text with the quoted parts in double quotes; `nil` if there are none.
        var written: String? {
            if quoted.isEmpty { return nil }
            var written: [UInt8] = []
            var end = 0
            for part in quoted {
                written += text[end..<part.lowerBound]
                written.append(.doubleQuote)
                for byte in text[part] {
                    if byte == .doubleQuote || byte == .backslash { written.append(.backslash) }
                    written.append(byte)
                }
                written.append(.doubleQuote)
                end = part.upperBound
            }
            written += text[end...]
            return String(decoding: written, as: UTF8.self)
        }
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
                quote.rawValue, column: tokenizer.column(at: open.quoteStart))
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
            quote: open.quote)
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
        case .backslash where position + 1 < bytes.count && bytes[position + 1] != 0:
            beginWord()
            position += 1
            openWord?.beginPart()
            openWord?.text.append(bytes[position])
            while position + 1 < bytes.count, bytes[position + 1] & 0xC0 == 0x80 {
                position += 1
                openWord?.text.append(bytes[position])
            }
            openWord?.endPart()
        default:
            beginWord()
            if QuoteMark.isFirstByte(byte),
                let mark = QuoteMark.allCases.first(where: { isNext($0.rawValue) }),
                mark != .single || !isLetter(endingAt: position)
            {
                openWord?.quote = mark
                openWord?.beginPart()
                openWord?.quoteStart = position
                position += mark.rawValue.utf8.count - 1
            } else {
                openWord?.text.append(byte)
            }
        }
    }

    private mutating func readQuoted(_ byte: UInt8, in quote: QuoteMark) {
        if byte != .backslash, !QuoteMark.isFirstByte(byte) {
            openWord?.text.append(byte)
        } else if byte == .backslash, let escaped = quote.escapable.first(where: { isNext($0, after: 1) }) {
            position += 1
            append(escaped)
        } else if isNext(quote.closing) {
            if quote == .single, isLetter(endingAt: position), isLetter(at: position + 1) {
                openWord?.text.append(byte)
            } else if let nesting = openWord?.nesting, nesting > 0 {
                openWord?.nesting = nesting - 1
                append(quote.closing)
            } else {
                openWord?.quote = nil
                openWord?.endPart()
                position += quote.closing.utf8.count - 1
            }
        } else if let nested = quote.nested.first(where: { isNext($0.rawValue) }) {
            openWord?.nesting += 1
            append(nested.rawValue)
        } else {
            openWord?.text.append(byte)
        }
    }

    /// Appends the character at the position to the open word, and moves to its last byte.
    private mutating func append(_ character: Character) {
        openWord?.text.append(contentsOf: character.utf8)
        position += character.utf8.count - 1
    }

    /// Whether a character is at the position, or some bytes after it.
    private func isNext(_ character: Character, after distance: Int = 0) -> Bool {
        bytes[(position + distance)...].starts(with: character.utf8)
    }

    /// Whether the bytes before an offset end with a letter, a digit or an accent.
    private func isLetter(endingAt end: Int) -> Bool {
        guard let start = bytes[..<end].lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
        return isLetter(at: start)
    }

    /// Whether a letter, a digit or an accent is at an offset.
    private func isLetter(at start: Int) -> Bool {
        guard start < bytes.count else { return false }
        let end = bytes[(start + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
        let properties = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.first?.properties
        guard let properties else { return false }
        return properties.isAlphabetic || properties.numericType != nil
            || properties.generalCategory == .nonspacingMark
    }

    private mutating func beginWord() {
        if openWord == nil { openWord = OpenWord(start: position) }
    }

    private mutating func closeWord() {
        guard let open = openWord else { return }
        words.append(
            Word(
                String(decoding: open.text, as: UTF8.self), written: open.written,
                range: open.start..<position))
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
    let quote: QuoteMark?
}

extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let doubleQuote: UInt8 = 0x22
    static let numberSign: UInt8 = 0x23
    static let comma: UInt8 = 0x2C
    static let backslash: UInt8 = 0x5C
}

/// A word of a line, without quotes, and its position in the line.
public struct Word: Hashable, Sendable {
    /// The word's text, without quotes and escapes.
    public let text: String
    /// The word's text with its quoted and escaped parts in double quotes, for arguments in which quotes make operators
    /// and keys a text. Inside the quotes, a backslash escapes `"` and `\`.
    public let written: String
    /// The word's position in the line, including quotes, as offsets in UTF-8 bytes.
    public let range: Range<Int>

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - text: The word's text, without quotes and escapes.
    ///   - written: The text with its quoted parts in double quotes. Default: no part was quoted.
    ///   - range: The word's position in the line, including quotes, as offsets in UTF-8 bytes.
    public init(_ text: String, written: String? = nil, range: Range<Int>) {
        self.text = text
        self.written = written ?? text
        self.range = range
    }

    /// Returns an argument that the operating system's shell passed on. It has removed the quotes.
    public static func argument(_ text: String) -> Word { Word(text, range: 0..<text.utf8.count) }
}

extension StringProtocol {
    /// Whether the text has no visible character: it is empty, or has only white space and characters without
    /// width, such as U+200B.
    ///
    /// ```swift
    /// "\u{200B} ".isInvisible  // true
    /// ```
    public var isInvisible: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
    }

    /// The text without white space and line ends around it.
    public func trimmingWhitespace() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
