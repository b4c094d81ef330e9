import Foundation

/// A sort key of a string. Comparing the bytes of two keys gives the order of the strings in a language.
///
/// ``Collator/key(for:)`` creates keys. Keys of different languages can't be compared.
public struct CollationKey: Hashable, Sendable, Comparable {
    /// The first eight bytes as a big-endian number, which is sufficient for most comparisons.
    let prefix: UInt64
    /// The weights: the primary weights (letters), a byte 1, the secondary weights (accents), a byte 1, and
    /// the tertiary weights (case).
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
        prefix = Self.prefix(of: bytes[...])
    }

    /// Whether the left key comes before the right key in the order of the language.
    public static func < (left: CollationKey, right: CollationKey) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                order(left[...], right[...]) < 0
            }
        }
    }

    /// Returns the first eight bytes as a number that compares in the same order.
    static func prefix(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var prefix: UInt64 = 0
        var shift: UInt64 = 64
        for byte in bytes.prefix(8) {
            shift -= 8
            prefix |= UInt64(byte) << shift
        }
        return prefix
    }

    /// Compares bytes. The result is negative if the left bytes come first, and positive if the right bytes
    /// come first.
    static func order(_ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>) -> Int {
        let (left, right) = (UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right))
        if let leftStart = left.baseAddress, let rightStart = right.baseAddress {
            let order = memcmp(leftStart, rightStart, min(left.count, right.count))
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }
}
