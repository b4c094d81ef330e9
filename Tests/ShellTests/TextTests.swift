import Foundation
import Testing

@testable import Shell

@Suite("Shell's texts")
struct TextTests {
    private let languages = ["en", "pl", "hu"]

    @Test("Every text of the code is in every table, and no table has another")
    func complete() throws {
        let keys = try SourceTexts.keys()
        #expect(keys.count > 80)
        for language in languages {
            let table = Set(try SourceTexts.table(language).keys)
            #expect(keys.subtracting(table) == [], "missing in \(language)")
            #expect(table.subtracting(keys) == [], "unused in \(language)")
        }
    }

    @Test("The English table says what its keys say")
    func english() throws {
        for (key, text) in try SourceTexts.table("en") { #expect(key == text) }
    }

    @Test("Placeholders are the same in every language", arguments: ["pl", "hu"])
    func placeholders(_ language: String) throws {
        for (key, text) in try SourceTexts.table(language) {
            #expect(try placeholders(in: key) == placeholders(in: text), "\(key)")
        }
    }

    @Test("A text is translated, unless it is nothing but placeholders", arguments: ["pl", "hu"])
    func translated(_ language: String) throws {
        for (key, text) in try SourceTexts.table(language)
        // The forms of plurals are tested with all tables.
        where key != "%1$@: %2$@" && !key.hasPrefix("%lld ") {
            #expect(key != text)
        }
    }

    /// The placeholders of a text with the number of the argument that each takes.
    private func placeholders(in text: String) throws -> [String] {
        var next = 0
        return text.matches(of: /%(?:(\d+)\$)?(@|lld)/).map { match in
            next += 1
            return "\(match.1.map(String.init) ?? String(next))\(match.2)"
        }.sorted()
    }
}
