import Localization

/// A small ASCII drawing with optional colours and a description for screen readers.
///
/// ```swift
/// let moon = Picture(
///     [" _ ", "(_)"], spokenDescription: text("a full Moon"), colors: { _, _, _ in .yellow })
/// ```
///
/// A drawing contains only ASCII characters, so that every terminal can show it.
public struct Picture: Sendable {
    /// A run of adjacent characters that have the same colour.
    struct Run: Sendable, Hashable {
        var text: String
        let color: TerminalColor?
    }

    /// The description for screen readers, such as “an eagle above the Moon”.
    public let spokenDescription: LocalizedText
    let lines: [[Run]]
    /// The width of the widest line, in columns.
    let width: Int

    /// Creates a drawing.
    ///
    /// - Parameters:
    ///   - lines: The lines, from top to bottom.
    ///   - spokenDescription: The description for screen readers, as a phrase.
    ///   - color: Returns the colour of a character at a line and a column, each from 0; `nil` for none.
    public init(
        _ lines: [String], spokenDescription: LocalizedText,
        colors color: (_ line: Int, _ column: Int, _ character: Character) -> TerminalColor? = { _, _, _ in
            nil
        }
    ) {
        self.spokenDescription = spokenDescription
        width = lines.map(\.count).max() ?? 0
        self.lines = lines.enumerated().map { number, line in
            var runs: [Run] = []
            for (column, character) in line.enumerated() {
                // A space gets the colour of the preceding run, because a run of its own would be
                // unnecessary.
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
