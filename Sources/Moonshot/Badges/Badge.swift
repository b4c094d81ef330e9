import Localization
import Shell

/// The drawing of a mission: what was remarkable about it, in a round frame.
struct Badge {
    /// What stands inside the frame: lines of 9, 11 and 9 characters.
    let inside: [String]
    /// The colours of the characters inside.
    let colors: [Character: Picture.Color]
    /// The colour of the frame.
    let frame: Picture.Color
    /// What it shows, as a phrase.
    let words: LocalizedText

    init(
        _ inside: [String], _ colors: [Character: Picture.Color] = [:], frame: Picture.Color = .blue,
        _ words: LocalizedText
    ) {
        self.inside = inside
        self.colors = colors
        self.frame = frame
        self.words = words
    }

    /// The drawing with its frame.
    var picture: Picture { picture(words: words) }

    /// The drawing by itself, which says that it is a badge where it is heard.
    var labelled: Picture { picture(words: text("Badge: %@", words)) }

    private func picture(words: LocalizedText) -> Picture {
        let lines = [
            "  .-------.", " /\(inside[0])\\", "|\(inside[1])|", " \\\(inside[2])/", "  '-------'",
        ]
        return Picture(lines, words: words) { line, column, character in
            let isFrame =
                line == 0 || line == 4 || column == (line == 2 ? 0 : 1) || column == (line == 2 ? 12 : 11)
            return isFrame ? frame : colors[character]
        }
    }

    /// The badge of a mission; one with a crescent Moon for a mission that has none of its own.
    static func of(_ number: Int) -> Badge { all[number] ?? other }
}
