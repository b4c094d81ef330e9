import Testing

@testable import Localization

@Suite("Typed days")
struct DayReadingTests {
    private let today = CivilDate(clamping: 19_797)  // 2024-03-15

    private func read(_ text: String, _ code: String) -> String? {
        Localizer(Language(code: code)).parseDay(text, today: today)?.description
    }

    @Test(arguments: Language.available)
    func `Every written form of a day is parsed`(language: Language) {
        let localizer = Localizer(language)
        for offset in stride(from: -800, to: 800, by: 13) {
            let day = today.adding(days: offset)
            #expect(localizer.parseDay(day.description, today: today) == day)
            for style in [DayStyle.numeric, .medium, .long] {
                let text = localizer.day(day, style: style)
                #expect(localizer.parseDay(text, today: today) == day, "\(text)")
                #expect(localizer.parseDay("  \(text.uppercased()) ", today: today) == day, "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("15.03.2024", "pl"), ("15.3.2024", "pl"), ("15. 3. 2024", "pl"), ("15 MARCA 2024", "pl"),
        ("2024. 03. 15.", "hu"), ("2024.03.15", "hu"), ("2024.3.15.", "hu"), ("2024. március 15", "hu"),
        ("2024. marc. 15.", "hu"), ("3/15/2024", "en"), ("03/15/2024", "en"), ("Mar 15, 2024", "en"),
        ("march 15,2024", "en"), ("2024-03-15", "pl"), (" 2024-03-15\t", "hu"),
    ])
    func `Common typed forms of a day are parsed`(text: String, code: String) {
        #expect(read(text, code) == "2024-03-15")
    }

    @Test(arguments: [
        ("today", "en", 0), ("Yesterday", "en", -1), ("tomorrow", "en", 1), ("dziś", "pl", 0),
        ("dzis", "pl", 0),
        ("dzisiaj", "pl", 0), ("WCZORAJ", "pl", -1), ("jutro", "pl", 1), ("ma", "hu", 0),
        ("tegnap", "hu", -1),
        ("holnap", "hu", 1), ("today", "pl", 0), ("yesterday", "hu", -1),
    ])
    func `Words such as today are parsed`(text: String, code: String, offset: Int) {
        #expect(read(text, code) == today.adding(days: offset).description)
    }

    @Test(arguments: [
        ("2023-02-30", "en"), ("30.02.2023", "pl"), ("2023. 02. 30.", "hu"), ("2/30/2023", "en"),
        ("31.04.2024", "pl"),
        ("15.03.24", "pl"), ("", "en"), (" ", "pl"), ("soon", "en"), ("2024", "hu"),
        ("15.03.2024 x", "pl"), ("15..03.2024", "pl"), ("3/15/2024/", "en"), ("2024-03", "en"),
        ("jutro", "hu"),
        ("15.03.99999999999999999999", "pl"), ("15 marchewka 2024", "pl"), ("0.0.0000", "pl"),
    ])
    func `An invalid date or other text is refused`(text: String, code: String) {
        #expect(read(text, code) == nil)
    }

    private static let territories: [([String: String], DayOrder)] = [
        (["LANG": "en_US.UTF-8"], .monthFirst), ([:], .monthFirst), (["LANG": "C.UTF-8"], .monthFirst),
        (["LANG": "en"], .monthFirst), (["LANG": "en_GB.UTF-8"], .dayFirst),
        (["LANG": "en_IE@euro"], .dayFirst),
        (["LANG": "en_US.UTF-8", "LC_TIME": "en_NZ.UTF-8"], .dayFirst),
        (["LC_ALL": "en_US.UTF-8", "LC_TIME": "en_ZA.UTF-8"], .monthFirst),
        (["LANG": "en_CA.UTF-8"], .ambiguous), (["LANG": "pl_PL.UTF-8"], .ambiguous),
        (["LANG": "en_001"], .ambiguous),
    ]

    @Test(arguments: territories)
    func `The order of a day with slashes depends on the territory`(
        environment: [String: String], order: DayOrder
    ) {
        let territory = Territory(environment: environment)
        #expect(territory.dayOrder == order)
        let localizer = Localizer(.english, dayStyle: .numeric, territory: territory)
        let day = CivilDate(year: 2024, month: 4, day: 3)
        let expected: CivilDate? =
            switch order {
            case .monthFirst: CivilDate(year: 2024, month: 3, day: 4)
            case .dayFirst: day
            case .ambiguous: nil
            }
        #expect(localizer.parseDay("3/4/2024", today: today) == expected)
        #expect(localizer.ambiguousDays("3/4/2024", today: today).count == (order == .ambiguous ? 2 : 0))
        // A day as the program writes it can be read again.
        let written = localizer.day(day ?? .first)
        #expect(localizer.parseDay(written, today: today) == day, "\(written)")
    }

    @Test func `Languages with a fixed order ignore the order of the territory`() {
        for code in ["pl", "hu"] {
            let localizer = Localizer(
                Language(code: code), dayStyle: .numeric, territory: Territory(code: "CA"))
            #expect(localizer.day(today) == Localizer(Language(code: code)).day(today, style: .numeric))
            #expect(localizer.ambiguousDays("3/4/2024", today: today).count == 2)
        }
    }
}
