import Foundation
import Localization

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
    func text(_ localizer: Localizer) -> LocalizedText {
        .verbatim(string(localizer))
    }

    /// The amount and the currency in the user's language. Whole amounts have no decimal digits.
    func string(_ localizer: Localizer) -> String {
        let cents = (number * 100).rounded()
        let digits = cents.remainder(dividingBy: 100) == 0 ? 0...0 : 2...2
        return localizer.decimal(number, fractionDigits: digits) + " " + currency
    }
}
