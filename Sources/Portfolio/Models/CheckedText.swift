import Localization
import Shell

/// Checks of what may stand in a title, a tag's name and a content.
enum CheckedText {
    /// The most bytes of a content: what is longer is a file, not a note.
    static let longestContent = 4 << 20

    /// A title or a name: more than spaces, and on one line. Spaces around it are dropped.
    static func line(_ string: String) throws(ValueError) -> String {
        let trimmed = string.trimmingSpaces
        if trimmed.isInvisible { throw ValueError.blank }
        if let found = trimmed.unicodeScalars.first(where: { $0.isControl || $0.isLineEnd }) {
            throw ValueError.refused(
                text("There is a control character in the text: %@.", found.codePoint),
                remedy: text("Write it on one line, without control characters."))
        }
        return trimmed
    }

    /// A tag's name: a line that can be told from a negated term and from a token.
    static func tagName(_ string: String) throws(ValueError) -> String {
        let name = try line(string)
        if name.hasPrefix("#") || name.hasPrefix("-") {
            throw ValueError.refused(
                text("A tag's name can't begin with “%@”.", String(name.prefix(1))),
                remedy: text("Leave it out: “#” stands before a tag, “-” before what shall not be."))
        }
        return name
    }

    /// A content: any lines, of a size that fits a note. Its line ends become line feeds.
    static func content(_ string: String) throws(ValueError) -> String {
        let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let content = lines.count == 1 ? string : lines.joined(separator: "\n")
        if content.utf8.count > longestContent {
            throw ValueError.refused(
                text(
                    "The text is too long: %1$lld bytes; the most is %2$lld.", content.utf8.count,
                    longestContent),
                remedy: text("Keep it in a file, and name the file here."))
        }
        let found = content.unicodeScalars.first { $0.isControl && $0 != "\n" && $0 != "\t" }
        if let found {
            throw ValueError.refused(
                text("There is a control character in the text: %@.", found.codePoint),
                remedy: text("Take it out; line ends and tabs may stay."))
        }
        return content
    }
}

extension ValueType where Value == String {
    /// A title of one line.
    static var title: ValueType<String> {
        ValueType(placeholder: "TITLE") { string, _ in try CheckedText.line(string) }
    }

    /// The name of a new tag.
    static var newTag: ValueType<String> {
        ValueType(placeholder: "NAME") { string, _ in try CheckedText.tagName(string) }
    }

    /// A text of any number of lines.
    static var content: ValueType<String> {
        ValueType(placeholder: "TEXT") { string, _ in try CheckedText.content(string) }
    }
}

extension Unicode.Scalar {
    /// Whether it steers a terminal instead of showing something.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

    fileprivate var isLineEnd: Bool { value == 0x2028 || value == 0x2029 }

    /// The character's number, such as `U+001B`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// The text without white space and line ends around it.
    var trimmingSpaces: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
