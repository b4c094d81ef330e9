/// A word of a line, as the grammar sees it: without its quotes, and with its place in the line.
public struct Word: Hashable, Sendable {
    /// The word's text, without quotes and escapes.
    public let text: String
    /// Where it stands in the line, quotes included, as offsets in UTF-8 bytes.
    public let range: Range<Int>

    /// Makes a word.
    public init(_ text: String, range: Range<Int>) {
        self.text = text
        self.range = range
    }
}
