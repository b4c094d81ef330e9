import Localization
import Shell
import TestSupport
import Testing

@testable import Portfolio

@Suite("Days as users say them")
struct NaturalDayTests {
    /// A Friday.
    private static let today = CivilDate("2024-03-15") ?? .first

    private func day(_ text: String, _ code: String = "en") -> String? {
        NaturalDay.day(text, Localizer(Language(matching: code) ?? .english), today: Self.today)?.description
    }

    @Test(arguments: [
        ("today", "2024-03-15"), ("tomorrow", "2024-03-16"), ("2024-12-31", "2024-12-31"),
        ("friday", "2024-03-22"), ("sat", "2024-03-16"), ("on Monday", "2024-03-18"),
        ("next friday", "2024-03-22"), ("next monday", "2024-03-18"), ("3d", "2024-03-18"),
        ("in 3 days", "2024-03-18"), ("2 weeks", "2024-03-29"), ("in a week", "2024-03-22"),
        ("1m", "2024-04-15"), ("1y", "2025-03-15"), ("next week", "2024-03-18"), ("next month", "2024-04-01"),
        ("next year", "2025-01-01"), ("end of month", "2024-03-31"), ("end of the week", "2024-03-17"),
        ("eom", "2024-03-31"), ("eow", "2024-03-17"), ("eoy", "2024-12-31"), ("24 December", "2024-12-24"),
        ("Jan 5", "2025-01-05"), ("day after tomorrow", "2024-03-17"),
        ("1st", "2024-04-01"), ("15th", "2024-04-15"), ("the 16th", "2024-03-16"), ("31st", "2024-03-31"),
        ("Dec 24th", "2024-12-24"), ("29 february", "2028-02-29"),
    ])
    func `English words are days`(text: String, expected: String) {
        #expect(day(text) == expected)
    }

    @Test(arguments: [
        ("pl", "piątek", "2024-03-22"), ("pl", "w poniedziałek", "2024-03-18"),
        ("pl", "za 3 dni", "2024-03-18"),
        ("pl", "za tydzień", "2024-03-22"), ("pl", "w przyszłą środę", "2024-03-20"),
        ("pl", "koniec miesiąca", "2024-03-31"), ("pl", "jutro", "2024-03-16"),
        ("pl", "pojutrze", "2024-03-17"), ("hu", "holnapután", "2024-03-17"),
        ("pl", "24 grudnia", "2024-12-24"),
        ("pl", "PIATEK", "2024-03-22"), ("pl", "friday", "2024-03-22"), ("hu", "péntek", "2024-03-22"),
        ("hu", "hétfőn", "2024-03-18"), ("hu", "3 nap múlva", "2024-03-18"), ("hu", "jövő hét", "2024-03-18"),
        ("hu", "hónap vége", "2024-03-31"), ("hu", "december 24.", "2024-12-24"), ("hu", "2w", "2024-03-29"),
    ])
    func `Polish and Hungarian words are days, and English ones too`(
        code: String, text: String, expected: String
    ) {
        #expect(day(text, code) == expected)
    }

    @Test(arguments: [
        "", "soon", "3", "next", "99999999d", "-3d", "2023-02-30", "30 february", "5 3d", "9999y",
    ])
    func `Other texts and days outside the calendar aren't days`(text: String) {
        #expect(day(text) == nil)
    }

    @Test(arguments: [3_141_592, SeededGenerator.newSeed])
    func `No text makes the parser fail`(seed: UInt64) {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let parts = [
            "next", "3", "d", "friday", "end", "of", "99999999999999999999", "-", "éé", "month", " ", ".",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            if let found = day(text) { #expect(CivilDate(found) != nil, "seed \(seed): \(text)") }
            _ = RecurrenceAssignment(text, Localizer(.english))
        }
    }

    @Test func `Adding months keeps the day, or takes the month's last one`() {
        #expect(CivilDate("2024-01-31")?.adding(1, .month)?.description == "2024-02-29")
        #expect(CivilDate("2024-01-31")?.adding(13, .month)?.description == "2025-02-28")
        #expect(CivilDate("2024-02-29")?.adding(1, .year)?.description == "2025-02-28")
        #expect(CivilDate("9999-12-31")?.adding(1, .day) == nil)
        #expect(CivilDate("9999-12-01")?.adding(1, .month) == nil)
    }
}
