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

extension Badge {
    static let other = Badge(
        ["   .-.   ", "   (  (    ", "   '-'   "], ["(": .yellow, "-": .yellow, ".": .yellow, "'": .yellow],
        text("a crescent Moon"))

    static let all: [Int: Badge] = [
        1: Badge(
            ["  * * *  ", "     ^     ", "   /_\\   "],
            ["*": .yellow, "^": .cyan, "/": .cyan, "\\": .cyan, "_": .cyan],
            frame: .red, text("three stars above a capsule")),
        7: Badge(
            ["  .---o  ", " ( (###) ) ", "  '---'  "], ["#": .green, "o": .yellow, "(": .cyan, ")": .cyan],
            text("a ship on its way round the Earth")),
        8: Badge(
            [" .-. .-. ", "( O  X  o )", " '-' '-' "], ["O": .green, "o": .yellow, "X": .red],
            text("a figure eight that runs round the Earth and the Moon")),
        9: Badge(
            ["      _  ", "[##>  <(_)>", "      /\\ "],
            ["#": .red, "[": .red, ">": .red, "(": .yellow, ")": .yellow, "_": .yellow],
            frame: .green, text("two ships that are about to dock")),
        10: Badge(
            ["   <^>   ", "  .  :  .  ", "_.-'''-._"],
            ["<": .yellow, "^": .yellow, ">": .yellow, "'": .cyan, ":": .red],
            frame: .magenta, text("a lunar module low above the Moon")),
        11: Badge(
            ["   .--.  ", "   |==|    ", "   '=='  "],
            ["=": .yellow, "|": .yellow, "-": .yellow, ".": .yellow, "'": .yellow],
            text("a footprint in the dust of the Moon")),
        12: Badge(
            ["   _/ |\\ ", "    /_ |_\\ ", "   / ~~~ "], ["/": .yellow, "~": .blue, "|": .cyan, "\\": .cyan],
            frame: .yellow, text("a flash of lightning beside a sailing ship")),
        13: Badge(
            ["   <^>   ", " \\_______/ ", "~~~~~~~~~"],
            ["<": .yellow, "^": .yellow, ">": .yellow, "~": .blue],
            frame: .red, text("a lunar module as a lifeboat")),
        14: Badge(
            ["      |> ", "  o   |    ", "______|__"], [">": .red, "|": .red, "_": .yellow],
            frame: .green, text("a golf ball in front of a flag on the Moon")),
        15: Badge(
            ["   /\\_   ", "  /   \\/\\  ", " _o=-o__ "],
            ["/": .cyan, "\\": .cyan, "o": .red, "=": .red, "-": .red],
            frame: .red, text("a car at the foot of mountains")),
        16: Badge(
            [" *   . * ", "   //      ", "__/|\\____"],
            ["*": .yellow, "/": .magenta, "|": .magenta, "\\": .magenta],
            frame: .magenta, text("a telescope under the stars of the Moon")),
        17: Badge(
            ["    .-.  ", "   (#~#)   ", "\\__'-'__/"], ["#": .green, "~": .blue, "(": .blue, ")": .blue],
            frame: .cyan, text("the full Earth above a valley of the Moon")),
    ]
}
