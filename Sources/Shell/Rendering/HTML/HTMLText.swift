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

    /// Appends markup with values, which are escaped: `text.append(html: "<b>\(name)</b>")`.
    mutating func append(html: HTMLText) {
        text.append(html.bytes)
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

    /// Appends an element without attributes that contains a text.
    mutating func append(_ tag: StaticString, _ content: String) {
        append(html: "<\(markup: tag)>\(content)</\(markup: tag)>")
    }

    /// Appends a start tag.
    ///
    /// - Parameters:
    ///   - tag: The name of the element.
    ///   - content: The text whose first letter determines the direction.
    ///   - isLong: Whether words may be broken.
    mutating func append(start tag: StaticString, direction content: String, isLong: Bool = false) {
        append(markup: "<")
        append(markup: tag)
        appendInterpolation(directionOf: content)
        append(markup: isLong ? " class=\"long\">" : ">")
    }
}

extension HTMLText: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    init(stringLiteral markup: String) {
        self.init()
        appendLiteral(markup)
    }

    init(stringInterpolation: HTMLText) { self = stringInterpolation }

    init(literalCapacity: Int, interpolationCount: Int) {
        self.init()
        // A value has a few letters, so that the bytes rarely need to be moved.
        text.reserve(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ markup: String) { text.append(markup) }

    mutating func appendInterpolation(_ string: String) { append(string) }

    mutating func appendInterpolation(_ number: Int) { append(number) }

    mutating func appendInterpolation(markup: StaticString) { append(markup: markup) }

    /// Appends an attribute with a class, unless it is empty.
    mutating func appendInterpolation(class name: StaticString) {
        if name.utf8CodeUnitCount > 0 { append(html: " class=\"\(markup: name)\"") }
    }

    /// Appends an attribute for a content whose first letter determines the direction.
    mutating func appendInterpolation(directionOf content: String) {
        if content.hasRightToLeftLetters { append(markup: " dir=\"auto\"") }
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
    var hasRightToLeftLetters: Bool { !isPrintableASCII && RightToLeft.occurs(in: self) }
}
