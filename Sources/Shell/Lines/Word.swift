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
    func trimmingWhitespace() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
