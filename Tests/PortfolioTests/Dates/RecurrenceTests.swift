import Localization
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
    ])
    func `Recurrences are parsed in three languages`(code: String, text: String, raw: String) throws {
        let localizer = Localizer(Language(matching: code) ?? .english)
        let assignment = try #require(RecurrenceAssignment(text, localizer))
        guard case .rule(let rule, nil) = assignment else {
            Testing.Issue.record("\(assignment)")
            return
        }
        #expect(rule.rawValue == raw)
        #expect(Recurrence(rawValue: raw) == rule)
    }

    @Test(arguments: ["", "never", "0 days", "1000 weeks", "every", "2", "after closing", "weekly monthly 2"])
    func `Other texts aren't recurrences`(text: String) {
        #expect(RecurrenceAssignment(text, Localizer(.english)) == nil)
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
