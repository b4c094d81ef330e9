import TestSupport
import Testing

/// The rule: names of tags, shelves, views and checklists are written whole. At a terminal, one near name is offered; a script
/// gets the near name, or the way to create a new one.
@Suite("Near names in every program", .level(.default))
struct NearNameTests {
    private struct Case: Sendable {
        let program: String
        let setup: [String]
        /// A line with a mistyped name, the name that is meant, and what the line then shows.
        let asking: (line: String, meant: String, shown: String)
        /// A line that would create something with the mistyped name, and what a script is told to write; `nil` if the error
        /// has only the near name.
        let creating: (line: String, remedy: String)?
    }

    private static let cases = [
        Case(
            program: "mybooks", setup: ["add Eden Lem", "shelf add eden favourites"],
            asking: ("list #favuorites", "favourites", "Eden"),
            creating: ("shelf add eden favuorites", "add --yes to create the shelf “favuorites”")),
        Case(
            program: "mybooks", setup: ["add Eden Lem", "view save urgent author:lem"],
            asking: ("view urgnet", "urgent", "Eden"), creating: nil),
        Case(
            program: "itour", setup: ["trip add Japan", "checklist add Passport --in japan"],
            asking: ("checklist japan --list pakcing", "packing", "Passport"),
            creating: (
                "checklist add Tent --list pakcing --in japan", "“checklist add ITEM --list pakcing --yes”"
            )),
        Case(
            program: "itour", setup: ["add Rome", "back", "view save urgent name:rome"],
            asking: ("view urgnet", "urgent", "Rome"), creating: nil),
        Case(
            program: "itour", setup: ["poi add Louvre --category museum"],
            asking: ("poi list --category musuem", "museum", "Louvre"), creating: nil),
        Case(
            program: "portfolio", setup: ["new Login #gardening --yes", "back"],
            asking: ("list #gardenign", "gardening", "Login"),
            creating: ("tag gardenign 1", "Add --yes to create “gardenign”.")),
        Case(
            program: "portfolio", setup: ["new Login", "back", "view save urgent login"],
            asking: ("view urgnet", "urgent", "Login"), creating: nil),
        Case(
            program: "portfolio", setup: ["new Login", "back", "view save urgent login"],
            asking: ("filter urgnet", "urgent", "urgent"), creating: nil),
    ]

    @Test(arguments: cases.indices)
    func `One near name is offered at a terminal, and a script is told it`(index: Int) throws {
        let tried = Self.cases[index]
        let person = try Person(tried.program)
        try person.run(stdin: tried.setup.map { $0 + "\n" }.joined())
        let script = try person.run("-c", tried.asking.line)
        #expect(script.status != .exited(0))
        #expect(script.stderr.contains("“\(tried.asking.meant)”"), "\(script.stderr)")
        if let creating = tried.creating {
            let before = try StoredTables(person.copyOfStore())
            let refused = try person.run("-c", creating.line)
            #expect(refused.status != .exited(0))
            #expect(refused.stderr.contains(creating.remedy), "\(refused.stderr)")
            #expect(refused.stderr.contains("“\(tried.asking.meant)”"), "\(refused.stderr)")
            #expect(try StoredTables(person.copyOfStore()) == before)
        }
        let terminal = try person.terminal()
        try terminal.sendLine(tried.asking.line)
        try terminal.expect("Do you mean “\(tried.asking.meant)”?")
        try terminal.sendLine("y")
        try terminal.expect(tried.asking.shown)
        try terminal.expectPrompt()
    }
}
