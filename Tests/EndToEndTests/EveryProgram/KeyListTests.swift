import TestSupport
import Testing

/// The rule: the keys that an error lists are in the user's language, and a line can have them.
@Suite("The keys that errors list, in every program and language", .level(.default))
struct KeyListTests {
    /// A line with the unknown key `foo:1`, and a key that its error lists in Polish and in Hungarian.
    struct Line: Sendable, CustomTestStringConvertible {
        let program: String
        var before: [String] = []
        let typed: String
        let polish: String
        let hungarian: String

        var testDescription: String { "\(program): \(typed)" }
    }

    private static let trip = ["trip add Japan 2027-04-01 2027-04-21", "trip open japan"]

    private static let lines = [
        Line(program: "mybooks", typed: "list foo:1", polish: "strony", hungarian: "oldalak"),
        Line(
            program: "mybooks", before: ["add Emma Austen"], typed: "edit emma foo:1", polish: "autor",
            hungarian: "szerző"),
        Line(
            program: "mybooks", before: ["add Emma Austen"], typed: "finish foo:1", polish: "półka",
            hungarian: "polc"),
        Line(program: "itour", typed: "list foo:1", polish: "priorytet", hungarian: "fontosság"),
        Line(
            program: "itour", before: ["add Kyoto"], typed: "edit kyoto foo:1", polish: "nazwa",
            hungarian: "név"),
        Line(
            program: "itour", before: trip, typed: "expense add 9 Tea foo:1", polish: "kategoria",
            hungarian: "kategória"),
        Line(program: "portfolio", typed: "list foo:1", polish: "priorytet", hungarian: "fontosság"),
        Line(
            program: "portfolio", before: ["new Alpha"], typed: "edit 1 foo:1", polish: "termin",
            hungarian: "határidő"),
        Line(program: "moonshot", typed: "missions foo:1", polish: "rakieta", hungarian: "rakéta"),
        Line(
            program: "moonshot", typed: "astronauts foo:1", polish: "data-urodzenia",
            hungarian: "született"),
    ]

    /// The beginning of the list of keys, and what follows an unknown key in its error.
    private static let languages = [
        (locale: "pl_PL.UTF-8", list: "Klucze to: ", unknown: ["jest nieznane", "niczego tu nie ustawia"]),
        (locale: "hu_HU.UTF-8", list: "A kulcsok: ", unknown: ["ismeretlen", "semmit sem állít be"]),
    ]

    @Test(arguments: lines.indices)
    func `Every listed key is known, and the keys are in the user's language`(index: Int) throws {
        let line = Self.lines[index]
        for (language, wanted) in zip(Self.languages, [line.polish, line.hungarian]) {
            let person = try Person(line.program, locale: language.locale)
            let screen = try #require(try person.screens(line.before + [line.typed]).last)
            let list = try #require(screen.text.split(separator: language.list).dropFirst().first)
            let keys = list.prefix { $0 != "." }.matches(of: /([\p{L}-]+):/).map { String($0.1) }
            #expect(keys.contains(wanted), "\(screen.text)")
            let tried = keys.filter { $0 != "is" && $0 != "text" }
            let open = line.before.filter { $0.hasPrefix("trip open") }
            let lines = tried.map { line.typed.replacing("foo:1", with: "\($0):1") }
            let screens = try person.screens(open + lines).suffix(lines.count)
            #expect(screens.count == tried.count)
            for (key, screen) in zip(tried, screens) {
                for unknown in language.unknown {
                    #expect(
                        !screen.text.contains("„\(key):” \(unknown)"), "\(screen.line): \(screen.text)")
                }
            }
        }
    }
}
