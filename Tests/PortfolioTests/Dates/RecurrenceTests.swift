import Localization
import TestSupport
import Testing

@testable import Portfolio

@Suite("Recurrence")
struct RecurrenceTests {
    @Test(arguments: [
        ("en", "weekly", "+1w"), ("en", "every week", "+1w"), ("en", "every 2 weeks", "+2w"),
        ("en", "2w", "+2w"),
        ("en", "monthly", "+1m"), ("en", "daily", "+1d"), ("en", "yearly", "+1y"),
        ("en", "2 days after closing", "2d"), ("en", "a week after closing", "1w"), ("en", "+3m", "+3m"),
        ("pl", "co tydzień", "+1w"), ("pl", "codziennie", "+1d"), ("pl", "co 2 miesiące", "+2m"),
        ("pl", "2 dni po zamknięciu", "2d"), ("hu", "hetente", "+1w"), ("hu", "2 hetente", "+2w"),
        ("hu", "havonta", "+1m"), ("hu", "2 nappal a lezárás után", "2d"), ("hu", "weekly", "+1w"),
        ("en", "every other week", "+2w"), ("en", "every third month", "+3m"),
        ("en", "every two weeks", "+2w"),
        ("pl", "co drugi tydzień", "+2w"), ("pl", "co dwa tygodnie", "+2w"), ("pl", "co drugi dzień", "+2d"),
        ("hu", "minden második hét", "+2w"), ("hu", "kéthetente", "+2w"), ("hu", "háromnaponta", "+3d"),
    ])
    func `Recurrences are parsed in three languages`(code: String, text: String, raw: String) throws {
        let localizer = Localizer(Language(matching: code) ?? .english)
        let typed = try #require(TypedRecurrence(text, localizer))
        #expect(typed.weekday == nil)
        #expect(typed.rule.rawValue == raw)
        #expect(Recurrence(rawValue: raw) == typed.rule)
    }

    @Test(arguments: [
        ("en", "monday", 1, Weekday.monday), ("en", "every friday", 1, .friday),
        ("en", "every other tuesday", 2, .tuesday), ("en", "every second tuesday", 2, .tuesday),
        ("en", "every 2 weeks on friday", 2, .friday), ("en", "weekly on monday", 1, .monday),
        ("pl", "co wtorek", 1, .tuesday), ("pl", "co drugi wtorek", 2, .tuesday),
        ("pl", "co drugą środę", 2, .wednesday), ("pl", "co trzecią niedzielę", 3, .sunday),
        ("pl", "co 2 tygodnie w piątek", 2, .friday), ("hu", "minden kedd", 1, .tuesday),
        ("hu", "minden második kedden", 2, .tuesday), ("hu", "kéthetente kedden", 2, .tuesday),
    ])
    func `A weekday recurs in weeks, and sets the first day`(
        code: String, text: String, count: Int, weekday: Weekday
    ) throws {
        let localizer = Localizer(Language(matching: code) ?? .english)
        let rule = try #require(Recurrence(count, .week, from: .due))
        let typed = try #require(TypedRecurrence(text, localizer))
        #expect(typed.rule == rule && typed.weekday == weekday)
    }

    @Test func `No text makes the parser fail`() {
        var random = SeededGenerator()
        let parts = [
            "every", "other", "3", "d", "friday", "after", "closing", "99999999999999", "-", "week", ".",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            guard let rule = TypedRecurrence(text, Localizer(.english))?.rule else { continue }
            #expect(Recurrence(rawValue: rule.rawValue) == rule, "\(text)")
        }
    }

    @Test(arguments: [
        "", "never", "0 days", "1000 weeks", "every", "2", "after closing", "weekly monthly 2",
        "monthly on friday", "other tuesday", "every second", "2 fridays", "monday friday", "3 monday",
    ])
    func `Other texts aren't recurrences`(text: String) {
        #expect(TypedRecurrence(text, Localizer(.english)) == nil)
    }

    @Test(arguments: ["", "w", "+w", "0w", "1000w", "+1x", "1.5w", "++1w", "-1w"])
    func `An invalid stored recurrence is no rule`(raw: String) {
        #expect(Recurrence(rawValue: raw) == nil)
    }

    @Test(arguments: [
        ("+1w", "2024-03-15", "2024-03-15", "2024-03-22"), ("+1w", "2024-03-15", "2024-03-10", "2024-03-22"),
        ("+1w", "2024-01-01", "2024-03-15", "2024-03-18"), ("+1m", "2024-01-31", "2024-02-01", "2024-02-29"),
        ("+1m", "2024-01-31", "2024-03-01", "2024-03-31"), ("2d", "2024-01-01", "2024-03-15", "2024-03-17"),
        ("+1y", "2020-02-29", "2024-03-01", "2025-02-28"), ("+1d", "2000-01-01", "2024-03-15", "2024-03-16"),
    ])
    func `The next due day is the first one after the day of closing`(
        raw: String, due: String, closing: String, expected: String
    ) throws {
        let rule = try #require(Recurrence(rawValue: raw))
        let next = rule.nextDay(due: CivilDate(due), closing: try #require(CivilDate(closing)))
        #expect(next?.description == expected)
    }

    @Test func `After the last year there is no next day`() throws {
        let rule = try #require(Recurrence(rawValue: "+1y"))
        #expect(rule.nextDay(due: .last, closing: .last) == nil)
        #expect(rule.nextDay(due: .first, closing: .last) == nil)
        #expect(rule.nextDay(due: nil, closing: .last) == nil)
    }
}
