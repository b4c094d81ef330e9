import Foundation

/// Puts strings in a language's order: `L < Ł < M` in Polish, `cz < cs` in Hungarian.
///
/// A key is made once of each string, and keys are sorted:
///
/// ```swift
/// let collator = Collator(Language(matching: "pl") ?? .english)
/// collator.sorted(["Mleko", "Łódź", "Lato"])  // ["Lato", "Łódź", "Mleko"]
/// ```
///
/// Letters decide first, then accents, then case, lower case first. White space, punctuation and symbols count as
/// letters before the digits, as in CLDR. Chinese characters are ordered by code point.
public struct Collator: Sendable {
    /// The language.
    public let language: Language

    private let table: CollationTable

    /// Makes the collator of a language.
    public init(_ language: Language) {
        self.language = language
        table = CollationTable.of(language)
    }

    /// The string's place in the language's order.
    public func key(for string: String) -> CollationKey {
        var string = string
        let key = string.withUTF8 { bytes in
            var writer = CollationKeyWriter(table: table, capacity: bytes.count)
            return writer.appendFast(bytes) ? writer.key() : nil
        }
        if let key { return key }
        var writer = CollationKeyWriter(table: table, capacity: string.utf8.count)
        writer.append(Array(string.decomposedStringWithCanonicalMapping.unicodeScalars)[...])
        return writer.key()
    }

    /// The strings in the language's order.
    public func sorted(_ strings: some Sequence<String>) -> [String] {
        sorted(strings, by: \.self)
    }

    /// The elements in the order of a text of each; elements with equal texts keep their order.
    public func sorted<Element>(
        _ elements: some Sequence<Element>, by text: (Element) throws -> String
    ) rethrows -> [Element] {
        let keyed = try elements.enumerated().map { offset, element in
            (key: key(for: try text(element)), offset: offset, element: element)
        }
        return keyed.sorted { ($0.key, $0.offset) < ($1.key, $1.offset) }.map(\.element)
    }
}
