import Testing

@testable import Localization

@Suite("Plural rules")
struct PluralRulesTests {
    @Test(arguments: Language.finished)
    func `Plural rules match ICU for whole numbers and fractions`(language: Language) throws {
        let platform = try PlatformICU.Plurals(language.code)
        let rules = LanguageFacts.of(language).pluralRules
        for number in Array(0...1000) + [1001, 1_000_000, 1_000_001, 1_000_002, 1_000_012, 21_000_005] {
            let expected = try platform.category(of: Double(number))
            #expect(rules.category(of: PluralOperands(number)).rawValue == expected, "\(number)")
            #expect(rules.category(of: PluralOperands(-number)).rawValue == expected, "-\(number)")
        }
        for tenths in 0...300 {
            let number = Double(tenths) / 10
            let digits = try #require(DecimalDigits(number, fractionDigits: 0...3))
            #expect(
                rules.category(of: PluralOperands(digits)).rawValue == (try platform.category(of: number)),
                "\(number)")
        }
    }

    @Test func `Plural rules depend on the displayed digits`() throws {
        let english = LanguageFacts.of(.english).pluralRules
        let one = try #require(DecimalDigits(1, fractionDigits: 1...1))
        #expect(english.category(of: PluralOperands(one)) == .other)
        #expect(english.category(of: PluralOperands(1)) == .one)
    }

    @Test(arguments: [
        // The program has no tables for these languages. They show that the complete syntax is parsed.
        ("ar", "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99"),
        ("ga", "one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10"),
        (
            "ru",
            """
            one: v = 0 and i % 10 = 1 and i % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14;
            many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14
            """
        ),
        (
            "lt",
            """
            one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19; many: f != 0
            """
        ),
        ("ja", ""),
    ])
    func `Plural rules of other languages are parsed from CLDR syntax`(code: String, source: String) throws {
        let rules = try #require(PluralRules(source))
        let platform = try PlatformICU.Plurals(code)
        for number in 0...200 {
            #expect(
                rules.category(of: PluralOperands(number)).rawValue
                    == (try platform.category(of: Double(number))))
        }
        let half = try #require(DecimalDigits(1.5, fractionDigits: 0...3))
        #expect(rules.category(of: PluralOperands(half)).rawValue == (try platform.category(of: 1.5)))
    }

    @Test(arguments: [
        "one", "one: n", "one: n = ", "one: x = 1", "some: n = 1", "one: n % 0 = 1", "one: n = 4..2",
    ])
    func `Invalid plural rules are refused`(source: String) {
        #expect(PluralRules(source) == nil)
    }
}
