import Foundation

/// An amount of money that a user typed.
public struct TypedMoney: Hashable, Sendable {
    /// The amount, at least 0.
    public let amount: Decimal
    /// The currency's code in capitals, such as `EUR`; `nil` if the text has none. ``Currency/isKnown(_:)`` tells
    /// whether it is one.
    public let currency: String?

    /// Creates an amount.
    public init(_ amount: Decimal, _ currency: String? = nil) {
        self.amount = amount
        self.currency = currency
    }
}

/// The codes and symbols of currencies.
public enum Currency {
    /// Whether a text is the code of a currency in ISO 4217, in capitals.
    public static func isKnown(_ code: String) -> Bool { codes.contains(code) }

    /// Returns the code for a symbol such as `€` or `zł`, or for three letters in any case, even if no currency has
    /// this code; `nil` for other texts.
    public static func code(of word: String) -> String? {
        let code = word.uppercased()
        return symbols[word.lowercased()] ?? (isCode(code) ? code : nil)
    }

    /// Whether a text is three capital letters.
    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    private static let symbols = [
        "€": "EUR", "$": "USD", "us$": "USD", "a$": "AUD", "ca$": "CAD", "£": "GBP", "¥": "JPY", "zł": "PLN",
        "ft": "HUF", "kč": "CZK", "₩": "KRW", "₹": "INR", "₺": "TRY", "₴": "UAH", "฿": "THB", "₫": "VND",
        "₱": "PHP", "₪": "ILS",
    ]

    private static let codes = Set(
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
        CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL
        HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
        MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
        PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY
        TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

extension Localizer {
    /// Parses an amount of money: `1250`, `1250 JPY`, `JPY 1250`, `€12.50`, `12,50 €`, `300 zł`, `1 250 Ft`. Returns
    /// `nil` if the text isn't one.
    ///
    /// Three capital letters beside the number are the code of a currency, even if no currency has it. Small letters
    /// are one only if there is such a currency.
    public func parseMoney(_ text: String) -> TypedMoney? {
        let text = trimmed(text)
        guard let first = text.firstIndex(where: \.isDigit), let last = text.lastIndex(where: \.isDigit),
            let amount = amount(String(text[first...last]))
        else { return nil }
        let before = trimmed(String(text[..<first]))
        let after = trimmed(String(text[text.index(after: last)...]))
        guard before.isEmpty || after.isEmpty else { return nil }
        let word = before + after
        if word.isEmpty { return TypedMoney(amount) }
        guard let code = Currency.code(of: word), code == word || Currency.isKnown(code) else { return nil }
        return TypedMoney(amount, code)
    }

    /// Parses a number, whose digits may be grouped by spaces in every language.
    private func amount(_ number: String) -> Decimal? {
        parseDecimal(Self.ungrouped(number, \.isWhitespace) ?? number)
    }

    /// Parses the amount of money at the start of a line, such as `1250 JPY Ramen`. Returns the amount, and the number
    /// of its words; `nil` if the line begins with something else.
    ///
    /// A code must be in capitals here: `12 Bus` is 12 for a bus. Digits are grouped by spaces only before or after a
    /// currency: `3 100 Nights` is 3 for something.
    public func parseMoney(atStartOf words: [String]) -> (money: TypedMoney, count: Int)? {
        for count in (1...5).reversed() where words.count >= count {
            let own = words.prefix(count)
            guard let money = parseMoney(own.joined(separator: " ")) else { continue }
            if money.currency == nil, count > 1 { continue }
            let letters = own.joined().filter(\.isLetter)
            if letters.count == 3, let code = money.currency, letters.uppercased() == code, letters != code {
                continue
            }
            return (money, count)
        }
        return nil
    }

    /// Parses a number of at least 0: `12.50`, `12,50`, and with the group separators of the language, `1,250`,
    /// `1 250`. Returns `nil` if the text isn't one.
    ///
    /// A comma before exactly three digits groups them if the language groups digits with commas. Any other comma is a
    /// decimal comma. If there are commas and points, the last of them is the decimal one.
    public func parseDecimal(_ text: String) -> Decimal? {
        var text = trimmed(text)
        let marks = text.filter { ".,".contains($0) }
        if let decimal = marks.last, let group = marks.first, group != decimal {
            text = Self.ungrouped(text) { $0 == group } ?? text
        } else if let separator = integer(10_000).first(where: { !$0.isDigit }) {
            // Polish and other languages group digits with no-break spaces, but users type ordinary spaces.
            text =
                Self.ungrouped(text) { $0 == separator || separator.isWhitespace && $0.isWhitespace } ?? text
        }
        let plain = text.replacing(",", with: ".")
        guard plain.first?.isDigit == true || plain.first == ".", plain.contains(where: \.isDigit),
            plain.allSatisfy({ $0.isDigit || $0 == "." }), plain.count(where: { $0 == "." }) <= 1
        else { return nil }
        return Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX"))
    }

    /// Returns a number without its group separators; `nil` if they don't separate groups of three digits.
    private static func ungrouped(_ text: String, _ isSeparator: (Character) -> Bool) -> String? {
        let groups = text.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
        guard groups.count > 1, let first = groups.first, let last = groups.last,
            (1...3).contains(first.count), first.allSatisfy(\.isDigit), first.first != "0",
            groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isDigit) }),
            last.prefix(while: \.isDigit).count == 3
        else { return nil }
        return groups.joined()
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
