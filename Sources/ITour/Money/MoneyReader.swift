import Foundation
import Localization
import Shell

/// Parses amounts of money that the user types.
enum MoneyReader {
    /// Parses an amount, with or without a currency: `1200 JPY`, `EUR 12.50`, `€12,50`, `12.5`.
    ///
    /// - Parameters:
    ///   - string: The text.
    ///   - localizer: The user's language, for separators in numbers.
    /// - Returns: The amount; its currency is empty if the text has none. `nil` for other texts, negative
    ///   amounts, and amounts of a billion or more.
    static func money(_ string: String, _ localizer: Localizer) -> Money? {
        let trimmed = string.trimmingCharacters(in: .whitespaces)
        let isDigit: (Character) -> Bool = { ("0"..."9").contains($0) }
        guard let first = trimmed.firstIndex(where: isDigit), let last = trimmed.lastIndex(where: isDigit)
        else {
            return nil
        }
        let number = trimmed[first...last]
        let before = trimmed[..<first].trimmingCharacters(in: .whitespaces)
        let after = trimmed[trimmed.index(after: last)...].trimmingCharacters(in: .whitespaces)
        guard before.isEmpty || after.isEmpty, let amount = amount(String(number), localizer) else {
            return nil
        }
        let word = before + after
        if word.isEmpty { return Money(amount, "") }
        return currency(word).map { Money(amount, $0) }
    }

    /// Returns the code of a currency for a code or a symbol; `nil` for other texts.
    static func currency(_ word: String) -> String? {
        if let code = symbols[word.lowercased()] { return code }
        let code = word.uppercased()
        return code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) } ? code : nil
    }

    /// Parses a number with a decimal point or comma, and with group separators of the language.
    static func amount(_ string: String, _ localizer: Localizer) -> Decimal? {
        guard let value = DistanceReader.kilometres(string, localizer), value < 1e9 else { return nil }
        // Of a double, the shortest description has the digits that the user typed.
        return Decimal(string: "\(value)", locale: Locale(identifier: "en_US_POSIX"))
    }

    /// Symbols of currencies that stand for one currency, and the usual ones of ambiguous symbols.
    private static let symbols = [
        "€": "EUR", "$": "USD", "us$": "USD", "£": "GBP", "¥": "JPY", "zł": "PLN", "ft": "HUF", "kč": "CZK",
        "₩": "KRW", "₹": "INR", "₺": "TRY", "₴": "UAH", "฿": "THB", "₫": "VND", "₱": "PHP", "₪": "ILS",
    ]
}

extension ValueType where Value == Money {
    /// An amount of money: `1200 JPY`, `€12.50`. Without a currency, the amount's currency is empty; see
    /// ``TripSession/inHomeCurrency(_:)``.
    static var money: ValueType<Money> {
        ValueType(placeholder: ITour.text("AMOUNT")) { string, context in
            guard let money = MoneyReader.money(string, context.localizer) else {
                throw ValueError.refused(
                    ITour.text("“%@” is not an amount of money.", string),
                    remedy: ITour.text("Write an amount as 1200 JPY, or without a currency: 12.50."))
            }
            return money
        }
    }
}

extension ValueType where Value == String {
    /// The code of a currency, such as `JPY`.
    static var currency: ValueType<String> {
        ValueType(placeholder: ITour.text("CURRENCY"), completion: .source(TripCompletions.currencies)) {
            string, _ in
            guard let code = MoneyReader.currency(string.trimmingCharacters(in: .whitespaces)) else {
                throw ValueError.refused(
                    ITour.text("“%@” is not a currency.", string),
                    remedy: ITour.text("Write the three letters of the currency, such as EUR or JPY."))
            }
            return code
        }
    }
}

extension TripSession {
    /// Returns an amount with a currency. An amount without a currency is in the user's own.
    func inHomeCurrency(_ money: Money) -> Money {
        money.inHomeCurrency(preferences)
    }
}

/// The settings of itour.
enum TripSettings {
    /// The codes that Tab offers. Other codes are accepted too.
    static let currencies = [
        "EUR", "USD", "GBP", "PLN", "HUF", "CZK", "CHF", "SEK", "NOK", "DKK", "RON", "BGN", "ISK", "TRY",
        "UAH",
        "JPY", "CNY", "KRW", "INR", "THB", "VND", "IDR", "MYR", "PHP", "SGD", "HKD", "TWD", "AUD", "NZD",
        "CAD",
        "MXN", "BRL", "ARS", "CLP", "COP", "PEN", "ZAR", "EGP", "MAD", "KES", "NGN", "ILS", "AED", "SAR",
    ]

    static let currency = Setting.value(
        "currency", ValueType<String>.currency, "EUR", written: { $0 },
        words: currencies.map { Choice($0, $0) },
        help: text("Your own currency, used for amounts without a currency and for totals."))

    static let all: [SettingDeclaration] = ListOptions.settings + [currency.declaration]
}
