import Foundation

/// Searches for a byte sequence in another one.
package enum ByteSearch {
    /// Returns whether a byte sequence contains another, which must not be empty.
    package static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        guard bytes.count >= part.count, let start = bytes.baseAddress, let search = part.baseAddress,
            let first = part.first
        else { return false }
        var position = 0
        let last = bytes.count - part.count
        while position <= last {
            guard let found = memchr(start + position, Int32(first), last - position + 1) else {
                return false
            }
            position = start.distance(to: found.assumingMemoryBound(to: UInt8.self))
            if memcmp(found, search, part.count) == 0 { return true }
            position += 1
        }
        return false
    }
}

extension FoldedText {
    /// Returns whether a text in UTF-8 contains an already folded search text.
    package static func contains(_ text: UnsafeBufferPointer<UInt8>, folded needle: [UInt8]) -> Bool {
        if needle.isEmpty { return false }
        if isASCII(text) { return containsASCII(text, needle) }
        return needle.withUnsafeBufferPointer { needle in
            if letters(text).withUnsafeBufferPointer({ ByteSearch.contains($0, needle) }) {
                return true
            }
            guard hasSpelledUmlaut(needle), let spelled = spellingUmlauts(text) else {
                return false
            }
            return spelled.withUnsafeBufferPointer { ByteSearch.contains($0, needle) }
        }
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
}
