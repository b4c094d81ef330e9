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

/// The collation element of a character from U+0000 to U+017F, packed into one number.
struct FastElement: Hashable, Sendable {
    /// The number of packed characters. U+017F is the last Latin letter of European languages.
    static let count = 0x180

    private let bits: UInt32

    private init(bits: UInt32) {
        self.bits = bits
    }

    /// An element without weights.
    static let ignorable = FastElement(bits: 0)
    /// A value for characters that can't be packed.
    static let complex = FastElement(bits: 1 << 31)

    /// Packs an element.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - mark: The secondary weight of a mark that follows; 0 for none.
    ///   - beginsContraction: Whether a contraction may start with the character.
    init(_ element: CollationElement, mark: UInt8 = 0, beginsContraction: Bool = false) {
        bits =
            element.primary & 0xFF | UInt32(element.secondary) << 8 | UInt32(element.tertiary & 0x3F) << 16
            | UInt32(mark) << 22 | (beginsContraction ? 1 << 30 : 0)
    }

    /// Packs one element, or two elements if the second belongs to a mark. Otherwise, returns ``complex``.
    static func packed(_ elements: [CollationElement]) -> FastElement {
        switch elements.count {
        case 1: FastElement(elements[0])
        case 2 where elements[1].primary == 0: FastElement(elements[0], mark: elements[1].secondary)
        default: .complex
        }
    }

    var isComplex: Bool { bits >> 31 != 0 }
    var beginsContraction: Bool { bits & 1 << 30 != 0 }
    var primary: UInt8 { UInt8(truncatingIfNeeded: bits) }
    var secondary: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    var tertiary: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) & 0x3F }
    var mark: UInt8 { UInt8(truncatingIfNeeded: bits >> 22) }
}

/// The weights that a character, or a group of characters, adds to a collation key: one weight per level
/// (letter, accent and case).
struct CollationElement: Hashable, Sendable {
    /// The primary weight, which depends on the letter; 0 for a combining mark. In a key, values up to FF
    /// take one byte, values up to FFFFFF three bytes, and higher values four bytes.
    var primary: UInt32
    /// The secondary weight, which depends on the accent.
    var secondary: UInt8 = common
    /// The tertiary weight, which depends on the case.
    var tertiary: UInt8 = common

    /// The secondary weight of letters without an accent, and the tertiary weight of lower-case letters. All
    /// other weights are higher.
    static let common: UInt8 = 2
}
