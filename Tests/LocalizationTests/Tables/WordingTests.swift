import Foundation
import TestSupport
import Testing

@testable import Localization

/// Faults of translations that rules can find. Each rule names a place that has its fault.
enum Wording {
    /// Words after which a Hungarian text may have a placeholder without an article. The placeholder is then a number,
    /// a part of a command, or a name that another word introduces.
    static let wordsBeforeNames: Set<String> = [
        "add", "ahol", "feladat", "feladatból", "in", "kimarad", "másik", "név", "nézet", "save", "schedule",
        "állapota", "bemenet", "beállításfájl", "csillagból", "de", "edit", "elolvasva",
        "cím", "egy", "ez", "értékelés", "érték", "értéke", "f", "fiók", "gyalog", "gyökéreleme", "hátravan",
        "helye", "könyv", "körülbelül",
        "helyett", "help", "hely", "helytől", "hosszúság", "hónap", "sincs", "utolsó",
        "és", "hogy", "is", "kérdésből", "kódolása", "közül", "legalább", "legfeljebb", "lehet", "lévő",
        "list", "lookup",
        "már",
        "mint", "módosított", "mostantól", "napja", "nem", "nincs", "nyitott", "ó", "összesen", "például",
        "rate", "sem", "vagy", "where",
        "részt", "sorrendben", "sorszáma", "szám", "szélesség", "száma", "szerint", "született", "tagja",
        "új", "űrbe",
        "van", "volt", "következő",
    ]

    /// Returns the words directly before text placeholders of a Hungarian text that need an article or a class noun, and the
    /// word after a name that begins the text.
    static func namesWithoutArticle(_ text: String) -> [String] {
        // A text that begins with a value as the user typed it needs none: “„abc” nem szám.”
        let values = /(?:nem|sem?|így|több|napi) |nincs a |ismétlődés|oszlop|címke|állapotú/
        let first = text.firstMatch(of: /^„%(?:1\$)?@” (\p{L}.*)/).map(\.1)
        return (first.map { $0.starts(with: values) ? [] : [String($0.prefix { $0.isLetter })] } ?? [])
            + text.matches(of: /(\p{L}+) „?%(?:[0-9]\$)?@/).map { String($0.1) }
            .filter { !wordsBeforeNames.contains($0.lowercased()) }
    }

    /// Returns whether a form after 2, 3 or 4 is a Polish noun for persons in the nominative: 2 “astronauci”, instead of
    /// 2 “astronautów”.
    static func isPersonalNominative(_ form: String) -> Bool {
        form.contains(/%lld(?: \p{L}+)? \p{L}*(?:auci|yści|orzy|arze|nicy|owcy|owie|iele)(?!\p{L})/)
    }

    /// Returns whether the text has several placeholders, but not in an order that numbers tell.
    static func hasUnnumberedPlaceholders(_ text: String) -> Bool {
        let all = text.matches(of: /%(?:[0-9]+\$)?(?:@|lld)/).map { String($0.0) }
        return all.count > 1 && all.contains { !$0.contains("$") }
    }
}

@Suite("Wording of translations")
struct WordingTests {
    private let tables: [TableFiles.Table]

    init() throws { tables = try TableFiles.all() }

    /// The texts of a language with their places, without those of other languages' facts.
    private func texts(of language: String) -> [(place: String, key: String, text: String)] {
        tables.filter { $0.language == language && $0.name != LanguageFacts.table }.flatMap { table in
            table.entries.flatMap { key, entry -> [(String, String, String)] in
                switch entry {
                case .text(let text): [("\(language)/\(table.name): “\(key)”", key, text)]
                case .plural(_, let variables):
                    variables.values.flatMap(\.values).map {
                        ("\(language)/\(table.name): “\(key)”", key, $0)
                    }
                }
            }
        }
    }

    @Test func `No comment of a plural table has two hyphens, which XML forbids`() throws {
        for (path, source) in try TableFiles.sources() where path.hasSuffix(".stringsdict") {
            for comment in source.components(separatedBy: "<!--").dropFirst() {
                let text = comment.components(separatedBy: "-->")[0]
                #expect(!text.contains("--"), "\(path): \(text)")
                #expect(comment.contains("-->"), "\(path): \(text.prefix(40))")
            }
            let opened = source.matches(of: /<([a-z]+)(?: [^>]*)?>/).map { String($0.1) }.sorted()
            let closed = source.matches(of: /<\/([a-z]+)>/).map { String($0.1) }.sorted()
            #expect(opened == closed, "\(path)")
        }
    }

    @Test func `A name in a Hungarian text has an article or a word that introduces it`() {
        for (place, _, text) in texts(of: "hu") {
            #expect(Wording.namesWithoutArticle(text) == [], "\(place): \(text)")
        }
        #expect(Wording.namesWithoutArticle("Hogy hívták %@ holdkompját?") == ["hívták"])
        #expect(Wording.namesWithoutArticle("A „%@” szövegben nincs dátum.") == ["A"])
        #expect(Wording.namesWithoutArticle("A(z) „%@” szövegben nincs dátum.") == [])
        #expect(Wording.namesWithoutArticle("„%@” nincs kölcsönadva.") == ["nincs"])
        #expect(Wording.namesWithoutArticle("„%@” nem dátum.") == [])
    }

    @Test func `Polish counts of persons have the genitive`() {
        for table in tables where table.language == "pl" {
            for (key, entry) in table.entries {
                guard case .plural(_, let variables) = entry else { continue }
                for forms in variables.values {
                    #expect(!Wording.isPersonalNominative(forms["few"] ?? ""), "\(table.name): \(key)")
                }
            }
        }
        #expect(Wording.isPersonalNominative("%lld astronauci"))
        #expect(!Wording.isPersonalNominative("%lld astronautów"))
        #expect(!Wording.isPersonalNominative("%lld misje"))
    }

    @Test func `Several placeholders of a translation are numbered`() {
        for language in Set(tables.map(\.language)).subtracting(["en"]).sorted() {
            for (place, _, text) in texts(of: language) {
                #expect(!Wording.hasUnnumberedPlaceholders(text), "\(place): \(text)")
            }
        }
        #expect(Wording.hasUnnumberedPlaceholders("Nem olvasható: „%@” – %@."))
    }

    /// The texts with abbreviated units. The others name a distance, a duration or a mass with an argument that has words for
    /// screen readers.
    private static let abbreviated: Set<String> = [
        // The abbreviations of these arguments.
        "%@ m", "%@ km", "%@ kg", "%lld h", "%lld min", "%1$lld h %2$lld min",
        // The remaining time beside a progress bar, which screen readers don't get, and notes that an import stores.
        "%lld s", "Length: %@ km", "Climb: %@ m",
    ]

    @Test func `Units are abbreviated only where screen readers get words instead`() {
        let unit = /(?:@|lld|[0-9])[\ \u{A0}](?:h|min|s|m|km|kg)(?![a-z])/
        for (place, key, text) in texts(of: "en") where !Self.abbreviated.contains(key) {
            #expect(!text.contains(unit), "\(place)")
        }
        #expect("Walking distance: %@ km.".contains(unit))
    }

    /// The terms of a language: an English word, its translation, and words that would name the same thing differently.
    private static func glossary(_ language: String) throws -> [(
        term: String, translation: String, others: [String]
    )] {
        let path = "\(TableFiles.folder)/\(language).lproj/Glossary.tsv"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map {
            line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return (
                fields[0], fields.count > 1 ? fields[1] : "",
                fields.count > 2
                    ? fields[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } : []
            )
        }
    }

    private static let languagesWithGlossary = Language.available.map(\.code).filter {
        FileManager.default.fileExists(atPath: "\(TableFiles.folder)/\($0).lproj/Glossary.tsv")
    }

    @Test(arguments: languagesWithGlossary)
    func `A term has one translation`(language: String) throws {
        let glossary = try Self.glossary(language)
        #expect(!glossary.isEmpty)
        #expect(Set(glossary.map(\.term)).count == glossary.count)
        #expect(glossary.allSatisfy { !$0.translation.isEmpty })
        for (place, key, text) in texts(of: language) {
            for (term, translation, others) in glossary {
                // A word that names another thing elsewhere is wrong only where the English text has this term.
                guard key.lowercased().contains(term) else { continue }
                for other in others {
                    #expect(
                        !text.lowercased().contains(other), "\(place): \(text): \(term) is \(translation)")
                }
            }
        }
    }
}
