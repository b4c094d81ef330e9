import Foundation
import Testing

@testable import Localization

@Suite("The string tables")
struct TableTests {
    private let tables: [TableFiles.Table]

    init() throws {
        tables = try TableFiles.all()
    }

    private var texts: [TableFiles.Table] { tables.filter { $0.name != LanguageFacts.table } }

    @Test func `hold the same keys in every language`() throws {
        for name in Set(tables.map(\.name)) {
            let keys = Set(tables.filter { $0.name == name }.flatMap(\.entries.keys))
            for language in Language.available {
                let table = tables.first { $0.name == name && $0.language == language.code }
                let missing = keys.subtracting(table.map { Set($0.entries.keys) } ?? [])
                #expect(missing.isEmpty, "\(language.code)/\(name) lacks keys")
            }
        }
    }

    @Test func `take the same arguments in every language as the key says`() {
        for table in texts {
            for (key, entry) in table.entries {
                let place = "\(table.language)/\(table.name): \(key)"
                let expected = Placeholders(key)
                switch entry {
                case .text(let text):
                    #expect(Placeholders(text) == expected, "\(place)")
                case .plural(let format, let variables):
                    check(format, variables, expected, place)
                }
            }
        }
    }

    /// The form for other numbers takes all arguments; the others take no more than that, since “a book” needs no
    /// number.
    private func check(
        _ format: String, _ variables: [String: [String: String]], _ expected: Placeholders, _ place: String
    ) {
        var taken = Placeholders(format)
        var reached = taken.variables
        var waiting = Array(taken.variables.keys)
        while let name = waiting.popLast() {
            for (category, form) in variables[name] ?? [:] {
                let position = reached[name] ?? 0
                let placeholders = Placeholders(form, first: position)
                // Without a number, a second placeholder would take another argument in another form.
                #expect(placeholders.count <= 1, "\(place), \(name), \(category): number the placeholders")
                for (variable, index) in placeholders.variables where reached[variable] == nil {
                    reached[variable] = index
                    waiting.append(variable)
                }
                for (index, kinds) in placeholders.kinds {
                    #expect(
                        expected.kinds[index]?.isSuperset(of: kinds) == true, "\(place), \(name), \(category)"
                    )
                    if category == "other" { taken.kinds[index, default: []].formUnion(kinds) }
                }
            }
        }
        #expect(taken == expected, "\(place)")
        #expect(Set(variables.keys) == Set(reached.keys), "\(place)")
    }

    @Test func `have a form for every plural category of the language`() {
        for table in texts {
            let language = Language(code: table.language)
            let categories = Set(LanguageFacts.of(language).pluralRules.categories.map(\.rawValue))
            for (key, entry) in table.entries {
                guard case .plural(_, let variables) = entry else { continue }
                for (name, forms) in variables {
                    let place = "\(table.language)/\(table.name): \(key), \(name)"
                    let given = Set(forms.keys)
                    #expect(categories.subtracting(given).isEmpty, "\(place) lacks categories")
                    #expect(
                        given.subtracting(categories).subtracting(["zero"]).isEmpty,
                        "\(place) has categories that the language doesn't have")
                }
            }
        }
    }

    @Test func `are built into the library as they are in the files`() throws {
        for table in tables {
            let language = Language(code: table.language)
            if table.entries.isEmpty { continue }
            let embedded = try #require(StringTable(table.name, language: language))
            for (key, entry) in table.entries {
                switch (entry, embedded.entry(for: key)) {
                case (.text(let expected), .text(let text)):
                    #expect(text == expected)
                case (.plural(let format, let variables), .plural(let plural)):
                    #expect(plural.format == format)
                    let forms = plural.variables.map {
                        ($0.name, Dictionary(uniqueKeysWithValues: $0.forms.map { ($0, $1) }))
                    }
                    #expect(Dictionary(uniqueKeysWithValues: forms) == variables)
                default:
                    Issue.record(
                        "\(table.language)/\(table.name): \(key) is not embedded; is the build up to date?")
                }
            }
            #expect(embedded.entry(for: "no such key") == nil)
            #expect(embedded.entry(for: "") == nil)
            #expect(embedded.entry(for: "\u{10FFFF}") == nil)
        }
        #expect(StringTable("NoSuchTable", language: .english) == nil)
        #expect(StringTable("Shell", language: Language(code: "xx")) == nil)
    }

    @Test func `hold every key that the code uses, and no other`() throws {
        let used = try UsedTexts(repository: TableFiles.repository)
        #expect(used.unreadable == [], "these keys are put together when the program runs")
        let english = texts.filter { $0.language == Language.english.code }
        var known: [String: Set<String>] = [:]
        for table in english { known[table.name] = Set(table.entries.keys) }
        for use in used.uses {
            #expect(
                known[use.table]?.contains(use.key) == true, "\(use.place): \(use.table) has no “\(use.key)”")
        }
        for (table, keys) in known {
            let unused = keys.subtracting(used.uses.filter { $0.table == table }.map(\.key))
            #expect(unused.isEmpty, "no code uses these keys of \(table)")
        }
    }

    /// Texts that are the same in another language because they should be.
    private static let sameAsEnglish: Set<String> = [
        // The name of an argument, and what is wrong with it.
        "%1$@: %2$@",
        // The name of a mission, a role in Polish, and places named for people and mountains.
        "Apollo %@", "pilot", "Fra Mauro", "Taurus-Littrow",
        // Seconds and minutes in Polish.
        "%lld s", "%lld min",
    ]

    @Test func `leave nothing in English that isn't meant to be`() {
        for table in texts where table.language != Language.english.code {
            for (key, entry) in table.entries where !Self.sameAsEnglish.contains(key) {
                switch entry {
                case .text(let text):
                    #expect(text != key, "\(table.language)/\(table.name)")
                case .plural(_, let variables):
                    let english = tables.first {
                        $0.name == table.name && $0.language == Language.english.code
                    }?.entries[key]
                    guard case .plural(_, let originals) = english else { continue }
                    for (name, forms) in variables {
                        #expect(forms["other"] != originals[name]?["other"], "\(table.language): \(key)")
                    }
                }
            }
        }
    }

    @Test func `say everything about each language`() throws {
        let names = Set(LanguageFacts.Name.allCases.map(\.rawValue))
        for language in Language.available {
            let table = try #require(
                tables.first { $0.name == LanguageFacts.table && $0.language == language.code })
            #expect(Set(table.entries.keys) == names)
            let facts = LanguageFacts.of(language)
            #expect(PluralRules(facts[.pluralRules]) != nil)
            #expect(CollationRules(facts[.collation]) != nil)
            #expect(facts.list(.months).count == 12)
            #expect(facts.list(.shortMonths).count == 12)
            #expect(facts.list(.monthsAlone).count == 12)
            #expect(facts.list(.weekdays).count == 7)
            #expect(facts.list(.shortWeekdays).count == 7)
            #expect(Int(facts[.firstWeekday]).flatMap(Weekday.init(rawValue:)) != nil)
            #expect(facts.list(.halvesOfTheDay).count == 2)
            #expect(!facts.list(.yes).isEmpty && !facts.list(.no).isEmpty)
        }
    }
}

@Suite("The search for texts in code")
struct UsedTextsTests {
    private func keys(_ source: String) -> [String] {
        UsedTexts(source: source, room: "Room").uses.map { "\($0.table): \($0.key)" }
    }

    @Test func `finds literals wherever they are`() {
        #expect(keys(#"let a = text("One")"#) == ["Room: One"])
        #expect(
            keys(#"f(text("Say \"it\" \u{2713} \\", x), text("Two"))"#) == [
                "Room: Say \"it\" ✓ \\", "Room: Two",
            ])
        #expect(keys(#"text("Outer %@", text("Inner"), y)"#) == ["Room: Outer %@", "Room: Inner"])
        #expect(keys(#"text(many ? "Some" : "One")"#) == ["Room: Some", "Room: One"])
        #expect(keys("text(\n    \"Wrapped\",\n    [1, 2])") == ["Room: Wrapped"])
        #expect(keys(#"LocalizedText("Key", table: "Other", [text("In")])"#) == ["Other: Key", "Room: In"])
        #expect(keys("text(\n    \"\"\"\n    Two \\\n    lines\n    \"\"\")") == ["Room: Two lines"])
    }

    @Test func `leaves alone what is no text of the table`() {
        #expect(keys(#"Cell.text("Solaris"); context("x"); func text("x"); text(upTo: "x")"#) == [])
        #expect(keys(#"Room.text("Three"); Other.text("Four")"#) == ["Room: Three"])
        #expect(keys("// text(\"comment\")\n/* text(\"comment\") */") == [])
        #expect(keys(#"print("text(\"quoted\")")"#) == [])
        #expect(keys(#"LocalizedText(key, table: "Shell"); LocalizedText("%@", table: "")"#) == [])
    }

    @Test func `reports keys that are put together`() {
        #expect(UsedTexts(source: #"text("Added \(title)")"#, room: "Room").unreadable == ["Room:1"])
    }
}
