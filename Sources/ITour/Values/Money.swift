import Foundation
import Localization
import Shell

/// An amount of money in a currency.
struct Money: Hashable, Sendable {
    let amount: Decimal
    /// The currency's code in capitals, such as `EUR`.
    let currency: String

    init(_ amount: Decimal, _ currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// Creates an amount from its stored parts; `nil` if there is no amount.
    init?(amount: Decimal?, currency: String?) {
        guard let amount else { return nil }
        self.init(amount, currency ?? "")
    }

    /// The amount as a number for output: the nearest one. `NSDecimalNumber.doubleValue` gives 0.0060999999999999995
    /// for 0.0061.
    var number: Double { Double(amount.description) ?? NSDecimalNumber(decimal: amount).doubleValue }

    /// The amount and the currency in the user's language, such as `12.50 EUR`.
    func text(_ localizer: Localizer) -> LocalizedText { .verbatim(string(localizer)) }

    /// The amount and the currency in the user's language. Whole amounts have no decimal digits.
    func string(_ localizer: Localizer) -> String {
        let cents = (number * 100).rounded()
        let digits = cents.remainder(dividingBy: 100) == 0 ? 0...0 : 2...2
        return localizer.decimal(number, fractionDigits: digits) + " " + currency
    }
}

/// Parses amounts of money that the user types, in the forms of `Localizer.parseMoney`.
enum MoneyReader {
    /// Parses an amount, with or without a currency.
    ///
    /// - Returns: The amount; its currency is empty if the text has none. `nil` for other texts, and for amounts of a
    ///   billion or more.
    /// - Throws: `ValueError` for an unknown currency.
    static func money(_ string: String, _ localizer: Localizer) throws(ValueError) -> Money? {
        try localizer.parseMoney(string).flatMap { (typed) throws(ValueError) in try money(typed) }
    }

    /// Parses an amount, which is negative for a refund: `-12 EUR`.
    static func signedMoney(_ string: String, _ localizer: Localizer) throws(ValueError) -> Money? {
        guard let amount = withoutMinus(string) else { return try money(string, localizer) }
        return try money(amount, localizer).map { Money(-$0.amount, $0.currency) }
    }

    /// Returns a text without the minus at its beginning; `nil` if it has none.
    private static func withoutMinus(_ string: String) -> String? {
        let string = string.drop(while: \.isWhitespace)
        return string.first == "-" || string.first == "−" ? String(string.dropFirst()) : nil
    }

    /// Separates the amount at the start of a line from the words after it: `1250 JPY Ramen`, `-1250 JPY Refund`.
    ///
    /// - Throws: `ValueError` for an unknown currency, and if the line begins with something else.
    static func money(
        atStartOf words: [String], _ localizer: Localizer
    ) throws(ValueError) -> (money: Money, rest: [String]) {
        let unsigned = words.first.flatMap(withoutMinus)
        let own = unsigned.map { [$0] + words.dropFirst() } ?? words
        guard let (typed, count) = localizer.parseMoney(atStartOf: own), let money = try money(typed) else {
            throw notMoney(words.first ?? "")
        }
        let signed = unsigned == nil ? money : Money(-money.amount, money.currency)
        return (signed, Array(words.dropFirst(count)))
    }

    private static func money(_ typed: TypedMoney) throws(ValueError) -> Money? {
        guard typed.amount < 1_000_000_000 else { return nil }
        if let code = typed.currency, !Currency.isKnown(code) { throw unknownCurrency(code) }
        return Money(typed.amount, typed.currency ?? "")
    }

    /// Parses a number with a decimal point or comma, and with group separators of the language.
    static func amount(_ string: String, _ localizer: Localizer) -> Decimal? {
        localizer.parseDecimal(string).flatMap { $0 < 1_000_000_000 ? $0 : nil }
    }

    /// Returns whether the next word of a line belongs to an amount, as in `--cost 1250 JPY`.
    fileprivate static let continues: @Sendable (String, String) -> Bool = { value, next in
        /// Whether a word is a symbol or three capital letters.
        func isCurrency(_ word: String) -> Bool {
            Currency.code(of: word).map { $0 != word.uppercased() || $0 == word } ?? false
        }
        return value.last?.isNumber ?? false
            ? !value.contains(" ") && isCurrency(next) : isCurrency(value) && next.first?.isNumber ?? false
    }

    fileprivate static func unknownCurrency(_ word: String) -> ValueError {
        .refused(
            ITour.text("“%@” is not a currency.", word),
            remedy: ITour.text("Write the three letters of the currency, such as EUR or JPY."))
    }

    fileprivate static func notMoney(_ string: String) -> ValueError {
        .refused(
            ITour.text("“%@” is not an amount of money.", string),
            remedy: ITour.text("Write an amount as 1200 JPY, or without a currency: 12.50."))
    }
}

extension ValueType where Value == Money {
    /// An amount of money as ``money``, which is negative for a refund: `-12 EUR`.
    static var signedMoney: ValueType<Money> { money(MoneyReader.signedMoney) }

    /// An amount of money: `1200 JPY`, `€12.50`. Without a currency, the amount's currency is empty; see
    /// ``Money/inCurrency(of:orHome:)``.
    static var money: ValueType<Money> { money { try MoneyReader.money($0, $1) } }

    private static func money(
        _ parse: @escaping @Sendable (String, Localizer) throws -> Money?
    ) -> ValueType<Money> {
        ValueType(placeholder: ITour.text("AMOUNT"), isContinued: MoneyReader.continues) { string, context in
            guard let money = try parse(string, context.localizer) else { throw MoneyReader.notMoney(string) }
            return money
        }
    }
}

extension ValueType where Value == String {
    /// The first word of an amount of money, or all of it: `JPY` or `1250` of `1250 JPY`.
    static var moneyStart: ValueType<String> {
        ValueType(placeholder: ITour.text("AMOUNT"), isContinued: MoneyReader.continues) { string, context in
            let isStart =
                try MoneyReader.signedMoney(string, context.localizer) != nil
                || Currency.code(of: string) != nil
            guard isStart else { throw MoneyReader.notMoney(string) }
            return string
        }
    }

    /// The code of a currency, such as `JPY`.
    static var currency: ValueType<String> {
        ValueType(placeholder: ITour.text("CURRENCY"), completion: .source(TripCompletions.currencies)) {
            string, _ in
            guard let code = Currency.code(of: string.trimmingCharacters(in: .whitespaces)),
                Currency.isKnown(code)
            else {
                throw MoneyReader.unknownCurrency(string)
            }
            return code
        }
    }
}

/// The settings of itour.
enum TripSettings {
    /// The codes that Tab offers. Other codes are accepted too.
    static let currencies = [
        "EUR", "USD", "GBP", "PLN", "HUF", "CZK", "CHF", "SEK", "NOK", "DKK", "RON", "BGN", "ISK", "TRY",
        "UAH", "JPY", "CNY", "KRW", "INR", "THB", "VND", "IDR", "MYR", "PHP", "SGD", "HKD", "TWD", "AUD",
        "NZD", "CAD", "MXN", "BRL", "ARS", "CLP", "COP", "PEN", "ZAR", "EGP", "MAD", "KES", "NGN", "ILS",
        "AED", "SAR",
    ]

    static let currency = Setting.value(
        "currency", ValueType<String>.currency, "EUR", written: { $0 },
        words: currencies.map { Choice($0, $0) },
        help: text("Your own currency, used for amounts without a currency and for totals."))
}
