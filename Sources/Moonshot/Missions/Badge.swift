import Localization
import Shell

/// The badge of a mission: a drawing of a highlight in a round frame.
struct Badge {
    /// The lines inside the frame, with 9, 11 and 9 characters.
    let inside: [String]
    /// The colours of the characters inside the frame.
    let colors: [Character: TerminalColor]
    /// The colour of the frame.
    let frame: TerminalColor
    /// The description of the drawing, as a phrase.
    let description: LocalizedText
    /// The drawing with its frame.
    let picture: Picture

    init(
        _ inside: [String], _ colors: [Character: TerminalColor] = [:], frame: TerminalColor = .blue,
        _ description: LocalizedText
    ) {
        self.inside = inside
        self.colors = colors
        self.frame = frame
        self.description = description
        picture = Self.picture(inside, colors, frame, description)
    }

    /// The drawing for the page of a mission. Its description for screen readers begins with “Badge:”.
    var labelled: Picture { Self.picture(inside, colors, frame, text("Badge: %@", description)) }

    private static func picture(
        _ inside: [String], _ colors: [Character: TerminalColor], _ frame: TerminalColor,
        _ description: LocalizedText
    ) -> Picture {
        let lines = [
            "  .-------.", " /\(inside[0])\\", "|\(inside[1])|", " \\\(inside[2])/", "  '-------'",
        ]
        return Picture(lines, spokenDescription: description) { line, column, character in
            let isFrame =
                line == 0 || line == 4 || column == (line == 2 ? 0 : 1) || column == (line == 2 ? 12 : 11)
            return isFrame ? frame : colors[character]
        }
    }

    /// Returns the badge of a mission; by default, a crescent Moon.
    static func of(_ number: Int) -> Badge { all[number] ?? other }
}
