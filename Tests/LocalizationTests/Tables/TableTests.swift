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

    @Test func `hold the same keys in every language, with the same arguments and all plural forms`() {
        #expect(TableProblems(tables).all == [])
        #expect(Set(tables.map(\.language)) == Set(Language.available.map(\.code)))
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

    @Test func `say to translators what each group of texts and each plural is for`() throws {
        for (path, source) in try TableFiles.sources() {
            if path.hasSuffix(".strings") {
                for group in source.components(separatedBy: "\n\n") where group.contains("\" = \"") {
                    let begins = group.drop { $0.isWhitespace }
                    #expect(begins.hasPrefix("/* "), "\(path): no comment above \(begins.prefix(60))")
                }
            } else {
                let parts = source.components(separatedBy: "\n    <key>")
                for (number, before) in parts.dropLast().enumerated() {
                    #expect(before.hasSuffix("-->"), "\(path): no comment above plural \(number + 1)")
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
