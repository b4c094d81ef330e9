import Foundation
import Testing

@testable import Shell

@Suite("Shell's string tables")
struct TextTests {
    private let languages = ["en", "pl", "hu"]

    @Test func `Every text of the code is in every table, and no table has another`() throws {
        let keys = try SourceTexts.keys()
        #expect(keys.count > 80)
        for language in languages {
            let table = Set(try SourceTexts.table(language).keys)
            #expect(keys.subtracting(table) == [], "missing in \(language)")
            #expect(table.subtracting(keys) == [], "unused in \(language)")
        }
    }

    @Test func `The English texts equal their keys`() throws {
        for (key, text) in try SourceTexts.table("en") { #expect(key == text) }
    }

    @Test(arguments: ["pl", "hu"])
    func `Placeholders are the same in every language`(_ language: String) throws {
        for (key, text) in try SourceTexts.table(language) {
            #expect(try placeholders(in: key) == placeholders(in: text), "\(key)")
        }
    }

    @Test(arguments: ["pl", "hu"])
    func `Every text except pure placeholders is translated`(_ language: String) throws {
        for (key, text) in try SourceTexts.table(language)
        // Plural forms are tested together with all other tables. “N” stands for a number in every language. The units of
        // length are the same too, and north on a map is the same in Polish.
        where !["%@", "%1$@: %2$@", "N", "N..N", "%@ km", "%@ m", "↑ N"].contains(key)
            && !key.hasPrefix("%lld ")
        {
            #expect(key != text)
        }
    }

    /// Returns the placeholders of a text, each with the number of its argument.
    private func placeholders(in text: String) throws -> [String] {
        var next = 0
        return text.matches(of: /%(?:(\d+)\$)?(@|lld)/).map { match in
            next += 1
            return "\(match.1.map(String.init) ?? String(next))\(match.2)"
        }.sorted()
    }
}
