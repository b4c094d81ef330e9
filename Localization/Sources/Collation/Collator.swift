import Foundation

/// Sorts strings in the order of a language: `L < Ł < M` in Polish, `cz < cs` in Hungarian.
///
/// Create the key of each string once and sort by keys:
///
/// ```swift
/// let collator = Collator(Language(matching: "pl") ?? .english)
/// collator.sorted(["Mleko", "Łódź", "Lato"])  // ["Lato", "Łódź", "Mleko"]
/// ```
///
/// Letters decide first, then accents, then case; lower case comes first. White space, punctuation and
/// symbols come before digits, as in CLDR. Chinese characters are ordered by code point.
public struct Collator: Sendable {
    /// The language.
    public let language: Language

    private let table: CollationTable

    /// Creates the collator of a language.
    public init(_ language: Language) {
        self.language = language
        table = CollationTable.of(language)
    }

    /// Returns the key that orders a string.
    public func key(for string: String) -> CollationKey {
        var writer = CollationKeyWriter(table: table)
        var bytes: [UInt8] = []
        writer.write(string, to: &bytes)
        return CollationKey(bytes: bytes)
    }

    /// Returns the strings in the order of the language.
    public func sorted(_ strings: some Sequence<String>) -> [String] {
        sorted(strings, by: \.self)
    }

    /// Returns the elements in the order of their texts. Elements with equal texts keep their order.
    ///
    /// - Parameters:
    ///   - elements: The elements to sort.
    ///   - text: Returns the text of an element. Its errors are rethrown.
    public func sorted<Element>(
        _ elements: some Sequence<Element>, by text: (Element) throws -> String
    ) rethrows -> [Element] {
        let elements = Array(elements)
        // All keys are stored in one buffer, so that comparisons need no reference counting.
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

/// The position of an element's key in the buffer.
private struct KeyPlace {
    let prefix: UInt64
    let start: Int
    let end: Int
    let offset: Int
}
