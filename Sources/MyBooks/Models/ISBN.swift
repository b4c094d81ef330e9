/// An International Standard Book Number with a correct check digit.
struct ISBN: Hashable {
    /// The 10 or 13 digits without hyphens; the last one of 10 may be `X`.
    let digits: String

    /// Parses an ISBN with or without hyphens, spaces, and the quotation marks of Goodreads (`="0345391802"`);
    /// `nil` if the number of digits or the check digit is wrong.
    init?(_ written: String) {
        guard let digits = Self.digits(of: written) else { return nil }
        let values = digits.map { $0 == UInt8(ascii: "X") ? 10 : Int($0) - 0x30 }
        var sum = 0
        switch values.count {
        case 10:
            guard !values.dropLast().contains(10) else { return nil }
            for (place, value) in values.enumerated() { sum += (10 - place) * value }
            guard sum % 11 == 0 else { return nil }
        case 13:
            guard !values.contains(10) else { return nil }
            for (place, value) in values.enumerated() { sum += (place % 2 == 0 ? 1 : 3) * value }
            guard sum % 10 == 0 else { return nil }
        default: return nil
        }
        self.digits = String(decoding: digits, as: UTF8.self)
    }

    /// Returns the digits of a text; `nil` if it has other characters than digits, hyphens, spaces, brackets and
    /// quotation marks.
    private static func digits(of written: String) -> [UInt8]? {
        var digits: [UInt8] = []
        digits.reserveCapacity(13)
        for byte in written.replacingDashes.utf8 {
            switch byte {
            case 0x30...0x39: digits.append(byte)
            case UInt8(ascii: "X"), UInt8(ascii: "x"): digits.append(UInt8(ascii: "X"))
            case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: "\""),
                UInt8(ascii: "'"),
                UInt8(ascii: "["), UInt8(ascii: "]"):
                break
            default: return nil
            }
        }
        return digits
    }

    /// The number with 13 digits, by which editions are compared.
    var thirteen: String {
        guard digits.utf8.count == 10 else { return digits }
        let first = "978" + digits.dropLast()
        let sum = first.utf8.enumerated().reduce(0) {
            $0 + ($1.offset % 2 == 0 ? 1 : 3) * (Int($1.element) - 0x30)
        }
        return first + String((10 - sum % 10) % 10)
    }

    /// The number with 10 digits; `nil` if it has none because it doesn't begin with 978.
    var ten: String? {
        if digits.utf8.count == 10 { return digits }
        guard digits.hasPrefix("978") else { return nil }
        let first = digits.dropFirst(3).dropLast()
        let sum = first.utf8.enumerated().reduce(0) { $0 + (10 - $1.offset) * (Int($1.element) - 0x30) }
        let check = (11 - sum % 11) % 11
        return first + (check == 10 ? "X" : String(check))
    }
}

extension String {
    /// The text with a hyphen for each of the other dashes that people type in ISBNs.
    fileprivate var replacingDashes: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return String(map { "\u{2010}\u{2011}–".contains($0) ? "-" : $0 })
    }
}
