import Foundation

/// A string's place in a language's order: keys compare as the strings do in that language.
///
/// Made by ``Collator/key(for:)``. Keys of different languages don't compare meaningfully.
public struct CollationKey: Hashable, Sendable, Comparable {
    /// The first eight bytes, the first one highest: most comparisons end here.
    let prefix: UInt64
    /// The weights: those of the letters, a byte 1, those of the accents, a byte 1, those of the case.
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
        prefix = Self.prefix(of: bytes[...])
    }

    /// Orders keys as the language orders the strings.
    public static func < (left: CollationKey, right: CollationKey) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                order(left[...], right[...]) < 0
            }
        }
    }

    /// The first eight bytes as a number that compares as they do.
    static func prefix(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var prefix: UInt64 = 0
        var shift: UInt64 = 64
        for byte in bytes.prefix(8) {
            shift -= 8
            prefix |= UInt64(byte) << shift
        }
        return prefix
    }

    /// Less than 0 where the left bytes come first, more than 0 where the right ones do.
    static func order(_ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>) -> Int {
        let (left, right) = (UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right))
        if let leftStart = left.baseAddress, let rightStart = right.baseAddress {
            let order = memcmp(leftStart, rightStart, min(left.count, right.count))
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }
}
