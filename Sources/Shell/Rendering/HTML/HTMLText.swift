/// A growing HTML text in UTF-8. Markup is only accepted as a literal of the source code; every other text is escaped.
struct HTMLText {
    private var text = ByteText()

    /// The text so far.
    var bytes: [UInt8] { text.bytes }

    /// Ends a row of a table, after which a sink can take the text so far.
    mutating func endRow(_ sink: OutputSink?) { text.endRow(sink) }

    /// Appends markup.
    mutating func append(markup: StaticString) {
        text.append(markup)
    }

    /// Appends another text, which is escaped already.
    mutating func append(_ other: HTMLText) {
        text.append(other.bytes)
    }

    /// Appends a number, which needs no escaping.
    mutating func append(_ number: Int) {
        text.append(number)
    }

    /// Appends a text with escaped markup. The text may be a part of an element or of a quoted attribute.
    mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                let length = Self.length(of: bytes, startingAt: index, byte)
                if length == 0 { continue }
                text.append(bytes[start..<index])
                text.append(Self.replacement(of: byte))
                start = index + length
            }
            text.append(bytes[start...])
        }
    }

    /// Returns the number of bytes that must be replaced; 0 for most characters. A string's bytes are valid UTF-8, so
    /// that no character is cut off.
    private static func length(of bytes: UnsafeBufferPointer<UInt8>, startingAt index: Int, _ byte: UInt8)
        -> Int
    {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): 1
        case .lineFeed: 0
        case 0..<0x20, 0x7F: 1
        // The other control characters.
        case 0xC2 where bytes[index + 1] < 0xA0: 2
        // Characters that reorder the text around them, and U+FFFE and U+FFFF, which HTML doesn't allow.
        case 0xE2 where reorders(bytes[index + 1], bytes[index + 2]): 3
        case 0xEF where bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: 3
        default: 0
        }
    }

    /// Whether two bytes after E2 are those of U+202A to U+202E or of U+2066 to U+2069.
    private static func reorders(_ second: UInt8, _ third: UInt8) -> Bool {
        second == 0x80 && 0xAA...0xAE ~= third || second == 0x81 && 0xA6...0xA9 ~= third
    }

    private static func replacement(of byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: "\u{FFFD}"
        }
    }

    /// Appends an attribute with a space before it.
    ///
    /// - Parameters:
    ///   - name: The name, such as `class`.
    ///   - value: The value, which is escaped.
    mutating func append(attribute name: StaticString, _ value: String) {
        append(markup: " ")
        append(markup: name)
        append(markup: "=\"")
        append(value)
        append(markup: "\"")
    }

    /// Appends an element without attributes that contains a text.
    mutating func append(_ tag: StaticString, _ content: String) {
        append(start: tag, direction: nil)
        append(content)
        append(end: tag)
    }

    /// Appends a start tag.
    ///
    /// - Parameters:
    ///   - tag: The name of the element.
    ///   - content: The text whose first letter determines the direction; `nil` for the direction of the page.
    ///   - isLong: Whether words may be broken.
    mutating func append(start tag: StaticString, direction content: String?, isLong: Bool = false) {
        append(markup: "<")
        append(markup: tag)
        if let content, content.hasRightToLeftLetters { append(markup: " dir=\"auto\"") }
        append(markup: isLong ? " class=\"long\">" : ">")
    }

    /// Appends an end tag.
    mutating func append(end tag: StaticString) {
        append(markup: "</")
        append(markup: tag)
        append(markup: ">")
    }
}

extension ByteText {
    fileprivate mutating func append(_ literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)[...])
    }
}

extension String {
    /// Whether the text may contain letters or marks of a script that is written from right to left, such as Hebrew and
    /// Arabic.
    var hasRightToLeftLetters: Bool {
        if isPrintableASCII { return false }
        return unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF,
                0x1_E800...0x1_EFFF:
                true
            default: false
            }
        }
    }
}
