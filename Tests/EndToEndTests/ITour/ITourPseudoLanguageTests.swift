import TestSupport
import Testing

@Suite("Screens of itour in the pseudo-language", .level(.default))
struct ITourPseudoLanguageTests {
    /// Returns a screen's output. The data contains no English letters, so each English letter in the output
    /// belongs to a text of the program.
    private func lines(_ screen: String) throws -> [Substring] {
        let home = try TemporaryDirectory.copy(of: "trips") { home in
            try Traveller(home: home).itour(
                "-c", "set dates iso", "-c",
                "add 東京 --at none --date 2031-05-01 --end 2031-05-03 --details …",
                "-c",
                "sight add 東京 塔 --at 35,139 --note …", "-c", "add 大阪 --at none --date '2031-05-02 10:00'")
        }
        let traveller = try Traveller(home: home, adding: ["COLUMNS": "80"])
        let result = try run(
            "/bin/sh",
            [
                "-c", "\"$0\" --language en-XA --format table \(screen) 2>&1 < /dev/null",
                traveller.program,
            ],
            environment: traveller.environment, workingDirectory: traveller.home.path)
        return result.stdout.split(separator: "\n")
    }

    private static let screens = [
        "list", "list --priority maybe", "search 東", "search …", "search 無", "show 1", "plan",
        "calendar 2031-05", "stats", "nearby 1",
        "nearby 1 --within 0", "sight list 1", "edit 1 --priority must", "edit 1 --priority must --end none",
        "sight add 1 塔二", "sight move 塔 1", "sight visited 塔", "sight delete 塔 --yes", "delete 1 --yes",
        "samples", "undo", "show 99", "show 無", "edit 1 --end 2031-04-01", "edit 1", "sight edit 塔 --at 91,0",
        "map 1", "map 35,139", "map --zoom 0", "route 1", "route 1 --apply", "place 無", "edit 1 --at 無",
        "back", "delete 1", "plan --from 2031-05-02 --to 2031-05-01", "import /1",
    ]

    /// Words that users type in the same form in every language, and AM and PM.
    private static let grammar: Set<String> = [
        "itour", "and", "or", "open", "add", "DESTINATION", "NAME", "end", "none", "list", "all", "maybe",
        "must",
        "within", "yes", "to",
        "within", "zoom", "date", "samples", "AM", "PM", "sight", "edit", "SIGHT", "at", "name", "from", "km",
        "delete",
        "undo", "search", "show",
    ]

    @Test(arguments: screens)
    func `Every text of every screen is localized`(screen: String) throws {
        let shown = try lines(screen)
        #expect(!shown.isEmpty)
        for line in shown {
            let words = line.split { !($0.isASCII && $0.isLetter) }.map(String.init)
            let unknown = words.filter { !Self.grammar.contains($0) }
            // Names of months come from the language's data.
            #expect(
                unknown.isEmpty || line == "May 2031" || line.hasPrefix("May 2031 ") || line.hasPrefix("Su "),
                "\(line)")
        }
    }
}
