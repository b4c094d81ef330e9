import Localization
import Shell

/// Validates titles, names of tags and contents.
enum CheckedText {
    /// The largest size of a content, in bytes.
    static let longestContent = 4 << 20

    /// Returns a title or a name without surrounding spaces.
    ///
    /// - Throws: `ValueError` if it is blank, has several lines or has control characters.
    static func line(_ string: String) throws(ValueError) -> String {
        let trimmed = string.trimmingWhitespace()
        if trimmed.isInvisible { throw ValueError.blank }
        if let found = trimmed.unicodeScalars.first(where: { $0.isControl || $0.isLineEnd }) {
            throw ValueError.refused(
                text("The text contains a control character: %@.", found.codePoint),
                remedy: text("Write the text on one line, without control characters."))
        }
        return trimmed
    }

    /// Returns a text of a file whose control characters are replaced: tabs and line ends within a line by spaces, and
    /// others by symbols, such as `␛`.
    ///
    /// - Parameters:
    ///   - string: The text.
    ///   - isLine: Whether the text has one line. Otherwise, it keeps tabs and line ends.
    static func replacingControls(in string: String, isLine: Bool) -> String {
        let isSound = string.unicodeScalars.allSatisfy { scalar in
            isLine
                ? !scalar.isControl && !scalar.isLineEnd
                : !scalar.isControl || "\t\n\r".unicodeScalars.contains(scalar)
        }
        if isSound { return string }
        var text = String.UnicodeScalarView()
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: text.append(isLine ? " " : scalar)
            case 0x2028, 0x2029: text.append(isLine ? " " : scalar)
            case 0..<0x20: text.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: text.append("\u{2421}")
            case 0x80...0x9F: text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    /// Returns a tag's name without surrounding spaces.
    ///
    /// - Throws: `ValueError` if it isn't a valid line, or begins with `#` or `-`, which have a meaning in
    ///   search terms.
    static func tagName(_ string: String) throws(ValueError) -> String {
        let name = try line(string)
        if name.hasPrefix("#") || name.hasPrefix("-") {
            throw ValueError.refused(
                text("A tag's name can't begin with “%@”.", String(name.prefix(1))),
                remedy: text("Remove this character: “#” marks a tag, and “-” excludes a tag or text."))
        }
        return name
    }

    /// Whether a text has no control characters and no line ends, except tabs and line feeds. If it has certain
    /// other characters, the result is also `false`.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { byte in
            switch byte {
            case 0x09, 0x0A: true
            // DEL, and the first bytes of the controls from U+0080 and of U+2028 and U+2029.
            case 0x7F, 0xC2, 0xE2: false
            default: byte >= 0x20
            }
        }
    }

    /// Returns a content with line feeds as line ends.
    ///
    /// - Throws: `ValueError` if it is longer than ``longestContent`` or has control characters except tabs.
    static func content(_ string: String) throws(ValueError) -> String {
        var string = string
        if string.utf8.count <= longestContent, string.withUTF8(isPlain) { return string }
        let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let content = lines.count == 1 ? string : lines.joined(separator: "\n")
        if content.utf8.count > longestContent {
            throw ValueError.refused(
                text(
                    "The text is too long: %1$lld bytes. The limit is %2$lld.", content.utf8.count,
                    longestContent),
                remedy: text("Store the text in a file, and write the file's name in the content."))
        }
        let found = content.unicodeScalars.first { $0.isControl && $0 != "\n" && $0 != "\t" }
        if let found {
            throw ValueError.refused(
                text("The text contains a control character: %@.", found.codePoint),
                remedy: text("Remove it. Line ends and tabs are allowed."))
        }
        return content
    }
}

extension ValueType where Value == String {
    /// A title of one line.
    static var title: ValueType<String> {
        ValueType(placeholder: Portfolio.text("TITLE")) { string, _ in try CheckedText.line(string) }
    }

    /// The name of a new tag.
    static var newTag: ValueType<String> {
        ValueType(placeholder: Portfolio.text("NAME")) { string, _ in try CheckedText.tagName(string) }
    }

    /// A text with any number of lines.
    static var content: ValueType<String> {
        ValueType(placeholder: Portfolio.text("TEXT")) { string, _ in try CheckedText.content(string) }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    fileprivate var isLineEnd: Bool { value == 0x2028 || value == 0x2029 }

    /// The code point, such as `U+001B`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
