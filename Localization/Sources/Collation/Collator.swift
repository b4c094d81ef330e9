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
        var writer = CollationKeyWriter(table: table)
        var bytes: [UInt8] = []
        writer.write(string, to: &bytes)
        return CollationKey(bytes: bytes)
    }

    /// The strings in the language's order.
    public func sorted(_ strings: some Sequence<String>) -> [String] {
        sorted(strings, by: \.self)
    }

    /// The elements in the order of a text of each; elements with equal texts keep their order.
    public func sorted<Element>(
        _ elements: some Sequence<Element>, by text: (Element) throws -> String
    ) rethrows -> [Element] {
        let elements = Array(elements)
        // All keys lie in one piece of memory, so that comparing them counts no references.
        var writer = CollationKeyWriter(table: table)
        var bytes: [UInt8] = []
        var places: [KeyPlace] = []
        places.reserveCapacity(elements.count)
        for (offset, element) in elements.enumerated() {
            let start = bytes.count
            writer.write(try text(element), to: &bytes)
            places.append(
                KeyPlace(
                    prefix: CollationKey.prefix(of: bytes[start...]), start: start, end: bytes.count,
                    offset: offset))
        }
        bytes.withUnsafeBytes { bytes in
            places.sort { left, right in
                if left.prefix != right.prefix { return left.prefix < right.prefix }
                let order = CollationKey.order(
                    bytes[left.start..<left.end], bytes[right.start..<right.end])
                return order == 0 ? left.offset < right.offset : order < 0
            }
        }
        return places.map { elements[$0.offset] }
    }
}

/// Where the key of an element lies among others.
private struct KeyPlace {
    let prefix: UInt64
    let start: Int
    let end: Int
    let offset: Int
}
