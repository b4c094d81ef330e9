/// The weights that a character, or a group of characters, adds to a collation key: one per level.
struct CollationElement: Hashable, Sendable {
    /// The primary weight, of the letter; 0 for a mark. Values up to FF take one byte of a key, values up to
    /// FFFFFF three bytes, others four.
    var primary: UInt32
    /// The secondary weight, of the accent.
    var secondary: UInt8 = common
    /// The tertiary weight, of the case.
    var tertiary: UInt8 = common

    /// The secondary and tertiary weight of unaccented and lower-case letters; lower than all others.
    static let common: UInt8 = 2
}
