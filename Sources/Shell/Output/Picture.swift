import Localization

/// A small drawing made of characters: in colour where there is colour, and in words for people who listen.
///
/// ```swift
/// let moon = Picture(
///     [" _ ", "(_)"], words: text("a full Moon"), colors: { _, _, _ in .yellow })
/// ```
///
/// Drawings are made of ASCII, so that every terminal shows them; letters of a font have no place in them.
public struct Picture: Sendable {
    /// A colour that every terminal with colours has.
    public enum Color: Int, Sendable, Hashable {
        /// The colours, by the numbers that terminals know them by.
        case red = 31
        /// Green.
        case green = 32
        /// Yellow.
        case yellow = 33
        /// Blue.
        case blue = 34
        /// Magenta.
        case magenta = 35
        /// Cyan.
        case cyan = 36
    }

    /// Characters of one colour.
    struct Run: Sendable, Hashable {
        var text: String
        let color: Color?
    }

    /// The drawing in words, such as “an eagle above the Moon”.
    public let words: LocalizedText
    let lines: [[Run]]
    /// The columns of the widest line.
    let width: Int

    /// Makes a drawing.
    ///
    /// - Parameters:
    ///   - lines: The lines, from top to bottom.
    ///   - words: What it shows, as a phrase.
    ///   - color: The colour of a character at a line and a column, each from 0; `nil` for none.
    public init(
        _ lines: [String], words: LocalizedText,
        colors color: (_ line: Int, _ column: Int, _ character: Character) -> Color? = { _, _, _ in nil }
    ) {
        self.words = words
        width = lines.map(\.count).max() ?? 0
        self.lines = lines.enumerated().map { number, line in
            var runs: [Run] = []
            for (column, character) in line.enumerated() {
                // A space takes the colour around it, so that there are no more runs than needed.
                let color = character == " " ? runs.last?.color : color(number, column, character)
                if let last = runs.last, last.color == color {
                    runs[runs.count - 1].text.append(character)
                } else {
                    runs.append(Run(text: String(character), color: color))
                }
            }
            return runs
        }
    }
}
