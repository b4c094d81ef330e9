import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Typed amounts of money")
struct MoneyReadingTests {
    private func localizer(_ code: String) -> Localizer { Localizer(Language(code: code)) }

    private func written(_ money: TypedMoney) -> String {
        "\(money.amount)" + (money.currency.map { " \($0)" } ?? "")
    }

    @Test(arguments: [
        ("en", "1250", "1250"), ("en", "1250 JPY", "1250 JPY"), ("en", "JPY 1250", "1250 JPY"),
        ("en", "1250JPY", "1250 JPY"), ("en", "€12.50", "12.5 EUR"), ("en", "€ 12.50", "12.5 EUR"),
        ("en", "12,50 €", "12.5 EUR"), ("en", "$5", "5 USD"), ("en", "1,250.50 USD", "1250.5 USD"),
        ("en", "1,250 JPY", "1250 JPY"), ("en", "1.250,50 €", "1250.5 EUR"), ("en", "eur 0.1", "0.1 EUR"),
        ("en", "12 XYZ", "12 XYZ"), ("en", "0.0061", "0.0061"), ("en", "1 250 Ft", "1250 HUF"),
        ("pl", "300 zł", "300 PLN"), ("pl", "300 ZŁ", "300 PLN"), ("pl", "1 250,50 zł", "1250.5 PLN"),
        ("pl", "12,50", "12.5"), ("hu", "1 250 Ft", "1250 HUF"), ("hu", "1\u{A0}250 Ft", "1250 HUF"),
        ("hu", "1250Ft", "1250 HUF"), ("hu", "HUF 1 250", "1250 HUF"),
    ])
    func `An amount has its currency on either side, as a code or a symbol`(
        language: String, text: String, money: String
    ) {
        #expect(localizer(language).parseMoney(text).map(written) == money)
    }

    @Test(arguments: [
        "", "JPY", "twelve", "12 Bus", "12 bus", "-5 EUR", "1..2", "1,2,3", "12 EUR x", "EUR 12 EUR",
        "12 EURO",
        "1 2", "12,34,567", "1.2.3",
    ])
    func `Other texts are no amounts`(text: String) {
        #expect(localizer("en").parseMoney(text) == nil)
    }

    @Test(arguments: [
        ("en", "1250 JPY Ramen", "1250 JPY", 2), ("en", "JPY 1250 Ramen", "1250 JPY", 2),
        ("en", "1250 Ramen", "1250", 1),
        ("en", "€12.50 Ice cream", "12.5 EUR", 1), ("en", "12,50 € Ice cream", "12.5 EUR", 2),
        ("en", "12 Bus", "12", 1), ("en", "12 bus", "12", 1), ("en", "12 usd note", "12", 1),
        ("en", "12 BUS ride", "12 BUS", 2), ("en", "USD 12 BUS", "12 USD", 2), ("en", "12 TV", "12", 1),
        ("en", "3 100 Nights", "3", 1), ("en", "12 3 JPY", "12", 1), ("pl", "300 zł Pierogi", "300 PLN", 2),
        ("hu", "1 250 Ft Lángos", "1250 HUF", 3), ("hu", "12 500 Lángos", "12", 1), ("en", "12", "12", 1),
    ])
    func `An amount at the start of a line ends before the name`(
        language: String, line: String, money: String, count: Int
    ) throws {
        let words = line.split(separator: " ").map(String.init)
        let parsed = try #require(localizer(language).parseMoney(atStartOf: words))
        #expect(written(parsed.money) == money)
        #expect(parsed.count == count)
    }

    @Test func `A line that begins with something else has no amount at its start`() {
        #expect(localizer("en").parseMoney(atStartOf: ["Ramen", "1250", "JPY"]) == nil)
        #expect(localizer("en").parseMoney(atStartOf: []) == nil)
    }

    @Test(arguments: Language.available)
    func `Numbers are read as the language writes them`(language: Language) {
        let localizer = Localizer(language)
        var random = SeededGenerator()
        for _ in 0..<500 {
            let cents = Int.random(in: 0...100_000_000, using: &random)
            let number = Double(cents) / 100
            let text = localizer.decimal(number, fractionDigits: 2...2)
            #expect(localizer.parseMoney("\(text) EUR")?.amount == Decimal(cents) / 100, "\(text)")
            #expect(localizer.parseMoney("PLN \(text)")?.currency == "PLN", "\(text)")
            #expect(localizer.parseDecimal(localizer.integer(cents)) == Decimal(cents))
        }
    }

    @Test func `Only codes of ISO 4217 in capitals are known`() {
        #expect(Currency.isKnown("JPY"))
        #expect(Currency.isKnown("PLN"))
        #expect(Currency.isKnown("HUF"))
        #expect(!Currency.isKnown("BUS"))
        #expect(!Currency.isKnown("jpy"))
        #expect(!Currency.isKnown(""))
    }
}
