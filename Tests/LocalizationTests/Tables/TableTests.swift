import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("String tables")
struct TableTests {
    private let tables: [TableFiles.Table]

    init() throws {
        tables = try TableFiles.all()
    }

    private var texts: [TableFiles.Table] { tables.filter { $0.name != LanguageFacts.table } }

    @Test func `Every language has the same keys with the same arguments and all plural forms`() {
        #expect(TableProblems(tables).all == [])
        #expect(Set(tables.map(\.language)) == Set(Language.available.map(\.code)))
    }

    @Test func `The tables in the library match the files`() throws {
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

    @Test(.level(.default)) func `The tables have exactly the keys that the code uses`() throws {
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

    @Test func `Groups of texts and plurals have comments for translators`() throws {
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

    @Test func `Every language has all its required data`() throws {
        let names = Set(LanguageFacts.Name.allCases.map(\.rawValue))
        for language in Language.finished {
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
            for line in facts[.dateWords].split(separator: ";").map(String.init) where line.contains(":") {
                let name = line.split(separator: ":")[0].split(whereSeparator: \.isWhitespace)
                #expect(DateWords.meaning(named: name.joined(separator: " ")) != nil, "\(line)")
            }
            for line in facts[.fieldWords].split(separator: ";").map(String.init) where line.contains(":") {
                let parts = line.split(separator: ":").map { $0.split(whereSeparator: \.isWhitespace) }
                #expect(parts.count == 2, "\(line)")
                #expect(parts.first?.isEmpty == false, "\(line)")
                #expect(parts.last?.isEmpty == false, "\(line)")
            }
            #expect(!facts.list(.yes).isEmpty)
            #expect(!facts.list(.no).isEmpty)
        }
    }

    @Test func `A program's own tables are found after the library's`() throws {
        let polish = try #require(Language(matching: "pl"))
        let key = try #require(
            tables.first { $0.name == "Formats" && $0.language == "pl" }?.entries.keys.min())
        let own = LocalizedText(key, table: "TableTests")
        #expect(Localizer(polish).string(own) == key)
        StringTables.add { name, language in
            // A table of the library serves as the program's table.
            ["TableTests", "Formats"].contains(name)
                ? EmbeddedTables.table(name == "Formats" ? "Shell" : "Formats", language: language) : nil
        }
        let expected = Localizer(polish).string(LocalizedText(key, table: "Formats"))
        #expect(expected != key)
        #expect(Localizer(polish).string(own) == expected)
    }
}
