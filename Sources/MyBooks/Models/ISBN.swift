/// An International Standard Book Number with a correct check digit.
struct ISBN: Hashable {
    /// The 10 or 13 digits without hyphens; the last one of 10 may be `X`.
    let digits: String

    /// Parses an ISBN with or without hyphens, spaces, and the quotation marks of Goodreads (`="0345391802"`);
    /// `nil` if the number of digits or the check digit is wrong.
    init?(_ written: String) {
        let digits = Self.digits(of: written)
        let values = digits.utf8.map { $0 == UInt8(ascii: "X") ? 10 : Int($0) - 0x30 }
        switch values.count {
        case 10:
            guard !values.dropLast().contains(10) else { return nil }
            let sum = values.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
            guard sum % 11 == 0 else { return nil }
        case 13:
            guard !values.contains(10) else { return nil }
            let sum = values.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
            guard sum % 10 == 0 else { return nil }
        default: return nil
        }
        self.digits = digits
    }

    /// Returns the digits of a text; other characters than digits, hyphens, spaces and quotation marks give an
    /// empty text.
    private static func digits(of written: String) -> String {
        var digits = ""
        for character in written.uppercased() {
            switch character {
            case "0"..."9", "X": digits.append(character)
            case "-", "–", " ", "=", "\"", "'", "[", "]", "\u{2010}", "\u{2011}": break
            default: return ""
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
