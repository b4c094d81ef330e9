/// The decimal digits of a finite number, rounded half to even to a number of fraction digits.
struct DecimalDigits {
    /// Whether the number is negative; `false` if it is rounded to zero.
    let isNegative: Bool
    /// The digits before the decimal separator, at least one.
    let integer: [UInt8]
    /// The digits after the decimal separator.
    let fraction: [UInt8]

    /// Creates the digits of a number; `nil` for infinity and NaN.
    ///
    /// The digits are those of the shortest decimal representation: 1.005 has the digits 1, 0, 0 and 5, not
    /// those of the nearest binary fraction, 1.00499….
    init?(_ number: Double, fractionDigits: ClosedRange<Int>) {
        guard number.isFinite else { return nil }
        let parts = number.magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var digits = mantissa.joined().utf8.map { $0 - 48 }
        var whole = mantissa[0].utf8.count + exponent
        if whole < 0 {
            digits.insert(contentsOf: repeatElement(0, count: -whole), at: 0)
            whole = 0
        }
        if whole > digits.count { digits += repeatElement(0, count: whole - digits.count) }
        let kept = whole + fractionDigits.upperBound
        if kept < digits.count {
            let roundsUp = Self.roundsUp(digits, at: kept)
            digits.removeSubrange(kept...)
            if roundsUp, Self.increment(&digits) { whole += 1 }
        }
        let first = digits[..<whole].firstIndex { $0 != 0 } ?? whole
        integer = first == whole ? [0] : Array(digits[first..<whole])
        var fraction = Array(digits[whole...])
        while fraction.count > fractionDigits.lowerBound, fraction.last == 0 { fraction.removeLast() }
        while fraction.count < fractionDigits.lowerBound { fraction.append(0) }
        self.fraction = fraction
        isNegative = number.sign == .minus && (integer != [0] || fraction.contains { $0 != 0 })
    }

    private static func roundsUp(_ digits: [UInt8], at index: Int) -> Bool {
        if digits[index] != 5 { return digits[index] > 5 }
        if digits[(index + 1)...].contains(where: { $0 != 0 }) { return true }
        return index > 0 && digits[index - 1] % 2 == 1
    }

    /// Adds one to the last digit. Returns whether the number gained a digit.
    private static func increment(_ digits: inout [UInt8]) -> Bool {
        for index in digits.indices.reversed() {
            if digits[index] < 9 {
                digits[index] += 1
                return false
            }
            digits[index] = 0
        }
        digits.insert(1, at: 0)
        return true
    }
}
