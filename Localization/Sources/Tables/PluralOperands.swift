/// The operands of CLDR's plural rules: the value of a number and its visible fraction digits.
struct PluralOperands: Hashable, Sendable {
    /// The integer part, without the sign (`i`).
    var integer: UInt
    /// The number of visible fraction digits (`v`).
    var fractionCount = 0
    /// The visible fraction digits as a number (`f`).
    var fraction: UInt = 0
    /// The number of fraction digits without trailing zeros (`w`).
    var significantCount = 0
    /// The fraction digits without trailing zeros as a number (`t`).
    var significant: UInt = 0

    /// Whether the number is exactly zero.
    var isZero: Bool { integer == 0 && fraction == 0 }

    /// Creates the operands of a whole number.
    init(_ number: Int) {
        integer = number.magnitude
    }

    /// Creates the operands of a number with these decimal digits.
    init(_ digits: DecimalDigits) {
        integer = Self.number(digits.integer)
        fractionCount = digits.fraction.count
        fraction = Self.number(digits.fraction)
        let significantDigits = digits.fraction.reversed().drop { $0 == 0 }.reversed() as [UInt8]
        significantCount = significantDigits.count
        significant = Self.number(significantDigits)
    }

    /// Returns the number with these digits. Only the last 18 digits are used, because earlier digits don't
    /// affect the plural category.
    private static func number(_ digits: [UInt8]) -> UInt {
        digits.suffix(18).reduce(0) { $0 * 10 + UInt($1) }
    }
}
