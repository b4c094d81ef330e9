/// What a character, or several that belong together, contribute to a key: a weight on each level.
struct CollationElement: Hashable, Sendable {
    /// The letter's weight; 0 for a mark, which has none. Up to 255 it is one byte of a key, and up to FFFFFF three
    /// bytes; beyond, four.
    var primary: UInt32
    /// The accent's weight.
    var secondary: UInt8 = common
    /// The case's weight.
    var tertiary: UInt8 = common

    /// The weight on the second and third level of what is not special there; lower than all others.
    static let common: UInt8 = 2
}
