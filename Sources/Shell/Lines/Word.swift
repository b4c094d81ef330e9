/// A word of a line, without quotes, and its position in the line.
public struct Word: Hashable, Sendable {
    /// The word's text, without quotes and escapes.
    public let text: String
    /// The word's position in the line, including quotes, as offsets in UTF-8 bytes.
    public let range: Range<Int>

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - text: The word's text, without quotes and escapes.
    ///   - range: The word's position in the line, including quotes, as offsets in UTF-8 bytes.
    public init(_ text: String, range: Range<Int>) {
        self.text = text
        self.range = range
    }
}
