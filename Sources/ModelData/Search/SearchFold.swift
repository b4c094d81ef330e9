import Foundation

/// The one way in which texts are searched: without case, accents and the strokes of letters.
///
///     SearchFold.contains("Łódź", "lodz")  // true
///
/// `localizedStandardContains` in a `#Predicate`, `searchFolded` and the SQL made of both use it, so a
/// query finds the same records in the store and in memory, in every language.
public enum SearchFold {
    /// The text in lower case without accents: ł is l, ø is o, ß is ss, and "É" and "e" are the same.
    ///
    ///     SearchFold.folded("Straße in Øster Søgade")  // "strasse in oster sogade"
    ///
    /// - Parameter text: any text.
    public static func folded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { String(decoding: foldedBytes($0), as: UTF8.self) }
    }

    /// Whether one text contains another, by their folded forms; an empty text is contained in none.
    ///
    ///     SearchFold.contains("Gödel, Escher, Bach", "godel")  // true
    ///
    /// - Parameters:
    ///   - text: the text to search in.
    ///   - search: the text to search for.
    public static func contains(_ text: String, _ search: String) -> Bool {
        var text = text
        var search = search
        let needle = search.withUTF8 { foldedBytes($0) }
        return text.withUTF8 { contains($0, folded: needle) }
    }

    /// Whether the bytes of a text contain a needle that is folded already.
    static func contains(_ text: UnsafeBufferPointer<UInt8>, folded needle: [UInt8]) -> Bool {
        if needle.isEmpty { return false }
        if isASCII(text) { return containsASCII(text, needle) }
        return foldedBytes(text).withUnsafeBufferPointer { containsBytes($0, needle) }
    }

    /// The folded bytes of a text in UTF-8.
    static func foldedBytes(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        if isASCII(text) { return text.map(lowercasedASCII) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 8)
        var scalars = String(decoding: text, as: UTF8.self).unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar.value {
            case 0..<0x80: result.append(lowercasedASCII(UInt8(truncatingIfNeeded: scalar.value)))
            case 0x80..<0xC0: result.append(contentsOf: Array(String(scalar).utf8))
            case 0xC0..<UInt32(0xC0 + latin.count): result.append(contentsOf: latin[Int(scalar.value - 0xC0)])
            default: result.append(contentsOf: FoldedScalar.bytes(of: scalar))
            }
        }
        return result
    }

    /// The folded forms of U+00C0 to U+024F, where nearly all letters with accents are.
    private static let latin: [[UInt8]] = (UInt32(0xC0)...0x24F).map { value in
        Unicode.Scalar(value).map { FoldedScalar.bytes(of: $0) } ?? []
    }

    private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text where byte >= 0x80 { return false }
        return true
    }

    private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    private static func containsASCII(_ text: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        guard text.count >= needle.count else { return false }
        let first = needle[0]
        for start in 0...(text.count - needle.count) where lowercasedASCII(text[start]) == first {
            var offset = 1
            while offset < needle.count, lowercasedASCII(text[start + offset]) == needle[offset] {
                offset += 1
            }
            if offset == needle.count { return true }
        }
        return false
    }

    private static func containsBytes(_ text: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        needle.withUnsafeBufferPointer { ByteSearch.contains(text, $0) }
    }
}

extension String {
    /// The text as searches compare it: in lower case, without accents.
    ///
    ///     let search = "lodz".searchFolded
    ///     let predicate = #Predicate<Book> { $0.title.searchFolded.contains(search) }
    ///
    /// In a `#Predicate` it becomes SQL, whatever names the compiler allows there.
    public var searchFolded: String { SearchFold.folded(self) }
}
