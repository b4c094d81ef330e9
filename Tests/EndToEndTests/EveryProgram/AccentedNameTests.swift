import TestSupport
import Testing

/// The rule: “sad” and “sąd” are two words, so that names that differ in accents are two names in every program.
@Suite("Names with accents in every program", .level(.default))
struct AccentedNameTests {
    private struct Case {
        let program: String
        /// Creates what has the name `Sad`, and then what has the name `Sąd`.
        let creating: [String]
        /// Lists what has the name `Sąd`, with the key and the value of the only row.
        let listing: (line: String, key: String, value: String)
        /// Lists what has the name `Łuk`, typed without its accents, with the value of the only row.
        let unaccented: (line: String, value: String)
    }

    private static let cases = [
        Case(
            program: "mybooks",
            creating: [
                "add Eden Lem", "add Fiasko Lem", "shelf add eden Sad", "shelf add fiasko Sąd",
                "shelf add eden Łuk",
            ], listing: ("list #sąd", "title", "Fiasko"), unaccented: ("list shelf:luk", "Eden")),
        Case(
            program: "portfolio",
            creating: [
                "new Plant #Sad --yes", "new Appeal #Sąd --yes", "new Shoot #Łuk --yes", "new Aim #luk",
                "delete 4 --yes",
            ], listing: ("list #sąd", "title", "Appeal"), unaccented: ("list #luk", "Shoot")),
        Case(
            program: "itour",
            creating: [
                "poi add Orchard --category Sad", "poi add Court --category Sąd",
                "poi add Arch --category Łuk",
            ], listing: ("poi list --category sąd", "name", "Court"),
            unaccented: ("poi list --category luk", "Arch")),
        Case(
            program: "itour",
            creating: [
                "trip add Polska", "checklist add Spade --list Sad --in polska",
                "checklist add Papers --list Sąd --in polska", "checklist add Bow --list Łuk --in polska",
            ], listing: ("checklist polska --list sąd", "name", "Papers"),
            unaccented: ("checklist polska --list luk", "Bow")),
        Case(
            program: "mybooks",
            creating: [
                "add Eden Lem --pages 100", "add Fiasko Lem --pages 200", "view save Sad pages:<150",
                "view save Sąd pages:>150", "view save Łuk pages:100",
            ], listing: ("view sąd", "title", "Fiasko"), unaccented: ("view luk", "Eden")),
    ]

    /// A name with dashes, an apostrophe and quotation marks as languages write them, how a keyboard types it, and in each
    /// program the commands that create and show it.
    private static let printed = (name: "Jean–Paul’s „Új” — part 2", typed: "jean-paul's \"uj\" - part 2")
    private static let lines = [
        "mybooks": (["add NAME Lem"], ["list title:NAME", "search NAME", "show NAME"]),
        "portfolio": (["new NAME"], ["list title:NAME", "search NAME", "show NAME"]),
        "itour": (["add NAME"], ["list name:NAME", "search NAME", "show NAME"]),
    ]

    @Test(arguments: lines.keys.sorted())
    func `A name is found as the program prints it, and as a keyboard types it`(program: String) throws {
        let person = try Person(program)
        let (creating, showing) = try #require(Self.lines[program])
        func line(_ line: String, _ name: String) -> String {
            line.replacing("NAME", with: "\"\(name.replacing("\"", with: "\\\""))\"")
        }
        for created in creating {
            let result = try person.run("-c", line(created, Self.printed.name))
            try #require(result.status == .exited(0), "\(result.stderr)")
        }
        for shown in showing {
            for name in [Self.printed.name, Self.printed.typed] {
                let result = try person.run("-c", line(shown, name))
                #expect(result.stdout.contains(Self.printed.name), "\(line(shown, name)): \(result.stderr)")
            }
        }
    }

    @Test func `A mission and a site are found with the dashes of a language, and with hyphens`() throws {
        let person = try Person("moonshot")
        for name in ["Apollo–11", "Apollo—11", "apollo-11", "„Apollo–11”"] {
            let result = try person.run("--language", "hu", "-c", "mission \(name)")
            #expect(result.stdout.contains("Apollo–11"), "\(name): \(result.stderr)")
        }
        for name in ["Hadley-Apennine", "hadley–apennine"] {
            let result = try person.run("-c", "search \(name)")
            #expect(result.stdout.contains("Apollo 15"), "\(name): \(result.stderr)")
        }
    }

    @Test(arguments: cases.indices)
    func `Names that differ in accents can both exist, and one is found without them`(index: Int) throws {
        let tried = Self.cases[index]
        let person = try Person(tried.program)
        let created = try person.run(stdin: tried.creating.map { $0 + "\n" }.joined())
        #expect(created.status == .exited(0), "\(created.stderr)")
        let key = tried.listing.key
        let listed = try person.run("-c", tried.listing.line, "--json")
        #expect(try listed.objects.map { $0[key] as? String } == [tried.listing.value], "\(listed.stderr)")
        let found = try person.run("-c", tried.unaccented.line, "--json")
        #expect(try found.objects.map { $0[key] as? String } == [tried.unaccented.value], "\(found.stderr)")
    }
}
