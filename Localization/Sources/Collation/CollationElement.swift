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
