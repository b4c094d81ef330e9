import Foundation
import Localization
import Shell
import TestSupport
import Testing

@testable import Portfolio

@Suite("Recurrence")
struct RecurrenceTests {
    private static let today = CivilDate("2024-03-15") ?? .first

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
        let typed = try #require(TypedRecurrence(text, localizer, today: Self.today))
        #expect(typed.rule.rawValue == raw)
        #expect(Recurrence(rawValue: raw) == typed.rule)
    }

    @Test(arguments: [
        ("en", "monday", "+1w@mon"), ("en", "every friday", "+1w@fri"),
        ("en", "every other tuesday", "+2w@tue"), ("en", "every second tuesday", "+2w@tue"),
        ("en", "every 2 weeks on friday", "+2w@fri"), ("en", "weekly on monday", "+1w@mon"),
        ("pl", "co wtorek", "+1w@tue"), ("pl", "co drugi wtorek", "+2w@tue"),
        ("pl", "co drugą środę", "+2w@wed"), ("pl", "co trzecią niedzielę", "+3w@sun"),
        ("pl", "co 2 tygodnie w piątek", "+2w@fri"), ("hu", "minden kedd", "+1w@tue"),
        ("hu", "minden második kedden", "+2w@tue"), ("hu", "kéthetente kedden", "+2w@tue"),
        ("en", "mon,thu", "+1w@mon,thu"), ("en", "every thursday and monday", "+1w@mon,thu"),
        ("en", "every 2 weeks on monday, wednesday and friday", "+2w@mon,wed,fri"),
        ("pl", "co poniedziałek i czwartek", "+1w@mon,thu"), ("hu", "hétfő, csütörtök", "+1w@mon,thu"),
        ("en", "every 15th", "+1m@15"), ("en", "15th of the month", "+1m@15"),
        ("en", "monthly on the 31st", "+1m@31"), ("en", "every 3 months on the 15th", "+3m@15"),
        ("pl", "co miesiąc 15.", "+1m@15"), ("hu", "minden hónap 15-én", "+1m@15"),
        ("en", "every last day", "+1m@last"), ("en", "last day of the month", "+1m@last"),
        ("pl", "ostatni dzień miesiąca", "+1m@last"), ("hu", "utolsó nap", "+1m@last"),
        ("hu", "a hónap utolsó napja", "+1m@last"),
        ("en", "every 2nd tuesday", "+1m@2tue"), ("en", "second tuesday of the month", "+1m@2tue"),
        ("en", "last friday", "+1m@lastfri"), ("pl", "2. wtorek", "+1m@2tue"),
        ("pl", "drugi wtorek miesiąca", "+1m@2tue"), ("hu", "2. kedd", "+1m@2tue"),
        ("en", "first monday of the month", "+1m@1mon"), ("pl", "pierwsza środa miesiąca", "+1m@1wed"),
        ("hu", "a hónap első hétfője", "+1m@1mon"), ("en", "on tuesdays", "+1w@tue"),
        ("pl", "we wtorki i czwartki", "+1w@tue,thu"), ("hu", "keddenként", "+1w@tue"),
        ("en", "every 29 february", "+1y@02-29"), ("en", "24 december", "+1y@12-24"),
        ("pl", "24 grudnia", "+1y@12-24"), ("hu", "december 24", "+1y@12-24"),
        ("hu", "február 29-én", "+1y@02-29"),
        ("en", "after 2 weeks", "2w"), ("pl", "po 2 tygodniach", "2w"), ("hu", "2 hét után", "2w"),
        ("en", "monday until 2024-12-31", "+1w@mon..2024-12-31"),
        ("en", "every 2 weeks until 31 december", "+2w..2024-12-31"),
        ("pl", "co tydzień do 2024-12-31", "+1w..2024-12-31"),
        ("hu", "hetente eddig 2024-12-31", "+1w..2024-12-31"),
        ("en", "after 3 days until 2025-01-01", "3d..2025-01-01"),
        ("en", "+2w@mon,thu..2027-12-31", "+2w@mon,thu..2027-12-31"),
    ])
    func `A series keeps its days`(code: String, text: String, raw: String) throws {
        let localizer = Localizer(Language(matching: code) ?? .english)
        let typed = try #require(TypedRecurrence(text, localizer, today: Self.today))
        #expect(typed.rule.rawValue == raw)
        #expect(Recurrence(rawValue: raw) == typed.rule)
        // What a text of the whole issue shows is read as the same rule.
        #expect(
            TypedRecurrence(raw, localizer, today: Self.today)?.rule == typed.rule
                || typed.rule.start == .closing)
        #expect(!localizer.string(typed.rule.name).contains("%"))
    }

    @Test(arguments: [
        ("en", "first of the month", 1), ("en", "the first of every month", 1),
        ("en", "second of the month", 2), ("en", "third of each month", 3), ("en", "fourth of a month", 4),
        ("en", "first day of the month", 1), ("en", "second day of every month", 2),
        ("en", "1st of the month", 1), ("en", "31st of every month", 31), ("en", "15th every month", 15),
        ("en", "2nd day of the month", 2),
        ("pl", "pierwszy dzień miesiąca", 1), ("pl", "drugi dzień miesiąca", 2),
        ("pl", "trzeci dzień miesiąca", 3), ("pl", "czwarty dzień miesiąca", 4), ("pl", "drugi miesiąca", 2),
        ("pl", "pierwszy w miesiącu", 1), ("pl", "15. dnia miesiąca", 15), ("pl", "15. miesiąca", 15),
        ("hu", "hónap első napja", 1), ("hu", "a hónap második napja", 2), ("hu", "hónap harmadik napja", 3),
        ("hu", "minden hónap negyedik napja", 4), ("hu", "minden hónap 15. napja", 15),
        ("hu", "második nap a hónapban", 2),
    ])
    func `An ordinal number of the month is a day`(code: String, text: String, day: Int) {
        let localizer = Localizer(Language(matching: code) ?? .english)
        for written in [text, "every \(text)"] {
            #expect(
                TypedRecurrence(written, localizer, today: Self.today)?.rule.rawValue == "+1m@\(day)",
                "\(written)")
        }
    }

    @Test(arguments: [
        ("en", "every second month", "+2m"), ("en", "every other month", "+2m"),
        ("en", "every 2nd month", "+2m"), ("en", "every second day", "+2d"), ("en", "every 3rd day", "+3d"),
        ("en", "every fourth year", "+4y"), ("pl", "co drugi miesiąc", "+2m"), ("pl", "co 2. miesiąc", "+2m"),
        ("pl", "co trzeci dzień", "+3d"), ("pl", "po 1 roku", "1y"), ("hu", "minden második hónap", "+2m"),
        ("hu", "minden második hónapban", "+2m"), ("hu", "minden 2. hónap", "+2m"),
        ("hu", "a második hónap", "+2m"), ("hu", "minden harmadik nap", "+3d"),
    ])
    func `An ordinal number before a unit counts units`(code: String, text: String, raw: String) {
        let localizer = Localizer(Language(matching: code) ?? .english)
        let parsing = ParseContext(localizer: localizer, today: Self.today)
        #expect(parsing.recurrence(text)?.rule.rawValue == raw)
    }

    @Test(arguments: [
        ("en", "first"), ("en", "first day"), ("en", "first week"), ("en", "first month"),
        ("en", "1st month"), ("en", "first of the week"), ("en", "second of the year"),
        ("en", "2nd of the week"), ("en", "32nd of the month"), ("en", "2 a week"), ("en", "2 of the month"),
        ("en", "first month of the year"), ("en", "second week of the month"),
        ("en", "last day of the month 3"), ("pl", "pierwszy dzień"), ("pl", "pierwszy miesiąc"),
        ("pl", "drugi tygodnia"), ("pl", "15. dnia"), ("pl", "pierwszego dnia miesiąca"), ("hu", "első nap"),
        ("hu", "első hónap"), ("hu", "a hónap első hete"), ("hu", "hónap első napján"),
    ])
    func `A text that may be a day or a number of units isn't guessed`(code: String, text: String) {
        let localizer = Localizer(Language(matching: code) ?? .english)
        let parsing = ParseContext(localizer: localizer, today: Self.today)
        #expect(parsing.recurrence(text) == nil)
    }

    @Test func `No text makes the parser fail`() {
        var random = SeededGenerator()
        let parts = [
            "every", "other", "3", "d", "friday", "after", "closing", "99999999999999", "-", "week", ".", ",",
            "2nd", "last", "day", "until", "and", "15th", "month", "february",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            guard let rule = TypedRecurrence(text, Localizer(.english), today: Self.today)?.rule else {
                continue
            }
            #expect(Recurrence(rawValue: rule.rawValue) == rule, "\(text)")
        }
    }

    @Test(arguments: [
        "", "never", "0 days", "1000 weeks", "every", "2", "after closing", "weekly monthly 2",
        "monthly on friday", "monday and monday", "5th tuesday", "32nd", "other tuesday", "every second",
        "2 fridays", "first monday", "every first monday", "monday friday", "3 monday", "30 february",
        "31 april", "monthly on the 32nd",
    ])
    func `Other texts aren't recurrences`(text: String) {
        #expect(TypedRecurrence(text, Localizer(.english), today: Self.today) == nil)
    }

    @Test(arguments: [
        "", "w", "+w", "0w", "1000w", "+1x", "1.5w", "++1w", "-1w", "+1w@", "+1w@31", "+1m@mon", "+1m@0",
        "+1m@32", "+1m@5tue", "+1w@mon,mon", "+1y@02-30", "1w@mon", "+1w..", "+1w..2024-13-01", "+1w@mon,",
        "+1y@2-9",
    ])
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

    @Test(arguments: [
        ("+1m@31", "2024-01-31", "2024-01-31", "2024-02-29"),
        ("+1m@31", "2024-02-29", "2024-02-29", "2024-03-31"),
        ("+1m@last", "2023-02-28", "2023-02-28", "2023-03-31"),
        ("+1y@02-29", "2020-02-29", "2020-02-29", "2021-02-28"),
        ("+1y@02-29", "2023-02-28", "2023-02-28", "2024-02-29"),
        ("+1w@mon,thu", "2024-03-18", "2024-03-18", "2024-03-21"),
        ("+1w@mon,thu", "2024-03-21", "2024-03-21", "2024-03-25"),
        ("+2w@mon,thu", "2024-03-21", "2024-03-21", "2024-04-01"),
        ("+1m@2tue", "2024-03-12", "2024-03-12", "2024-04-09"),
        ("+1m@lastfri", "2024-03-29", "2024-04-20", "2024-04-26"),
        // Closing early skips nothing but this occurrence.
        ("+1w@mon", "2024-03-18", "2024-03-12", "2024-03-25"),
        // A day that was moved by hand comes back to the series.
        ("+1w@mon", "2024-03-20", "2024-03-20", "2024-03-25"),
    ])
    func `A short month or year clips only its own day`(
        raw: String, due: String, closing: String, expected: String
    ) throws {
        let rule = try #require(Recurrence(rawValue: raw))
        let next = rule.nextDay(due: CivilDate(due), closing: try #require(CivilDate(closing)))
        #expect(next?.description == expected)
    }

    /// Returns the first day after another one that meets a rule, by looking at each day.
    private static func oracle(_ rule: Recurrence, _ due: CivilDate, after limit: CivilDate) -> CivilDate? {
        var day = limit
        for _ in 0..<(366 * 8 * 40) {
            if day == .last { return nil }
            day = day.adding(days: 1)
            if isOccurrence(day, rule, due) { return day }
        }
        return nil
    }

    private static func isOccurrence(_ day: CivilDate, _ rule: Recurrence, _ due: CivilDate) -> Bool {
        let monthLength = [
            31, day.year % 4 == 0 && (day.year % 100 != 0 || day.year % 400 == 0) ? 29 : 28,
            31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
        ][day.month - 1]
        let months = (day.year - due.year) * 12 + day.month - due.month
        func clipped(_ wanted: Int) -> Bool {
            day.day == wanted || (day.day == monthLength && wanted > monthLength)
        }
        switch rule.anchor {
        case nil:
            switch rule.unit {
            case .day: return due.days(until: day) % rule.count == 0
            case .week: return due.days(until: day) % (7 * rule.count) == 0
            case .month: return months % rule.count == 0 && clipped(due.day)
            case .year: return months % (12 * rule.count) == 0 && clipped(due.day)
            }
        case .weekdays(let weekdays):
            // 1 January 2001 was a Monday.
            func week(_ day: CivilDate) -> Int {
                Int((Double(day.daysSince1970 - 11_323) / 7).rounded(.down))
            }
            return weekdays.contains(day.weekday) && (week(day) - week(due)) % rule.count == 0
        case .dayOfMonth(let wanted): return months % rule.count == 0 && clipped(wanted)
        case .lastDay: return months % rule.count == 0 && day.day == monthLength
        case .weekdayOfMonth(let ordinal?, let weekday):
            return months % rule.count == 0 && day.weekday == weekday && (day.day - 1) / 7 + 1 == ordinal
        case .weekdayOfMonth(nil, let weekday):
            return months % rule.count == 0 && day.weekday == weekday && day.day + 7 > monthLength
        case .dayOfYear(let month, let wanted):
            return (day.year - due.year) % rule.count == 0 && day.month == month && clipped(wanted)
        }
    }

    @Test func `A thousand random series have the days that a search day by day finds`() throws {
        var random = SeededGenerator()
        func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        for _ in 0..<1000 {
            let weekday = Weekday(rawValue: pick(1...7)) ?? .monday
            let anchors: [RecurrenceAnchor?] = [
                nil, nil, .weekdays([weekday]),
                RecurrenceAnchor.each(of: Weekday.allCases.filter { _ in pick(0...2) == 0 }),
                .dayOfMonth(pick(1...31)), .dayOfMonth(pick(28...31)), .lastDay,
                .weekdayOfMonth(pick(1...4), weekday), .weekdayOfMonth(nil, weekday),
                .dayOfYear(month: pick(1...12), day: pick(1...28)), .dayOfYear(month: 2, day: 29),
            ]
            let anchor = anchors[pick(0...anchors.count - 1)]
            let unit = anchor?.unit ?? CalendarUnit.allCases[pick(0...3)]
            let rule = try #require(Recurrence(pick(1...5), unit, from: .due, anchor: anchor))
            let due = try #require(CivilDate(year: pick(1890...2110), month: pick(1...12), day: pick(1...28)))
                .adding(days: pick(0...3))
            let closing = due.adding(days: pick(-40...900))
            let limit = max(due, closing)
            #expect(
                rule.nextDay(due: due, closing: closing) == Self.oracle(rule, due, after: limit),
                "\(rule.rawValue) from \(due), closed on \(closing)")
        }
    }

    /// Calculates series with python-dateutil. A line on standard input has a rule, the first due day and days of closing. The
    /// answer has the due day after each of them.
    private static let dateutil = """
        import datetime as d, re, sys
        from dateutil.relativedelta import relativedelta
        from dateutil.rrule import DAILY, MO, MONTHLY, WEEKLY, YEARLY, rrule, weekday
        names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        def clipped(day):
            return dict(bymonthday=list(range(28, day + 1)), bysetpos=-1) if day > 28 else dict(bymonthday=day)
        def series(count, unit, kept, due):
            begin, rule = due, {}
            if unit == "m": begin, rule = due.replace(day=1), clipped(due.day)
            if unit == "y": begin, rule = due.replace(day=1, month=1), dict(clipped(due.day), bymonth=due.month)
            if kept is None: pass
            elif unit == "w": rule = dict(byweekday=[names.index(name) for name in kept.split(",")])
            elif unit == "y": rule = dict(clipped(int(kept[3:])), bymonth=int(kept[:2]))
            elif kept == "last": rule = dict(bymonthday=-1)
            elif kept.isdigit(): rule = clipped(int(kept))
            else:
                place, name = re.fullmatch(r"(\\d|last)(...)", kept).groups()
                rule = dict(byweekday=weekday(names.index(name), -1 if place == "last" else int(place)))
            freq = dict(d=DAILY, w=WEEKLY, m=MONTHLY, y=YEARLY)[unit]
            return rrule(freq, interval=count, wkst=MO, dtstart=begin, **rule)
        units = dict(d="days", w="weeks", m="months", y="years")
        for line in sys.stdin:
            raw, *days = line.split()
            plus, count, unit, kept = re.fullmatch(r"(\\+?)(\\d+)([dwmy])(?:@(.*))?", raw).groups()
            due, *closings = map(d.datetime.fromisoformat, days)
            rule = plus and series(int(count), unit, kept, due)
            answer = []
            for closing in closings:
                if plus: due = rule.after(max(due, closing))
                else: due = closing + relativedelta(**{units[unit]: int(count)})
                answer.append(due.date().isoformat())
            print(*answer)
        """

    private static func python(_ code: String, _ input: String = "") -> ProcessResult? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try? run("/usr/bin/env", ["python3", "-c", code], stdin: input, environment: ["PATH": path])
    }

    private static let hasDateutil = python("import dateutil.rrule")?.status == .exited(0)

    @Test(
        .level(.default), .enabled(if: hasDateutil, "Python with python-dateutil isn't installed"),
        arguments: [1_732_050, SeededGenerator.newSeed])
    func `A thousand random series have the days that python-dateutil finds`(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var input = ""
        var expected: [String] = []
        for _ in 0..<1000 {
            let weekday = Weekday(rawValue: pick(1...7)) ?? .monday
            let anchors: [RecurrenceAnchor?] = [
                nil, nil, nil, .weekdays([weekday]),
                RecurrenceAnchor.each(of: Weekday.allCases.filter { _ in pick(0...2) == 0 }),
                .dayOfMonth(pick(1...31)), .dayOfMonth(pick(28...31)), .lastDay,
                .weekdayOfMonth(pick(1...4), weekday), .weekdayOfMonth(nil, weekday),
                .dayOfYear(month: pick(1...12), day: pick(1...28)), .dayOfYear(month: 2, day: 29),
            ]
            let anchor = anchors[pick(0...anchors.count - 1)]
            let unit = anchor?.unit ?? CalendarUnit.allCases[pick(0...3)]
            let start: Recurrence.Start = anchor == nil && pick(0...3) == 0 ? .closing : .due
            var rule = try #require(Recurrence(pick(1...5), unit, from: start, anchor: anchor))
            var due = try #require(CivilDate(year: pick(1990...2060), month: pick(1...12), day: pick(1...28)))
                .adding(days: pick(0...3))
            var words = [rule.rawValue, due.description]
            var days: [String] = []
            // The series goes on from each occurrence, as it does in the program.
            for _ in 0..<6 {
                let closing = due.adding(days: pick(-20...200))
                let next = try #require(rule.nextDay(due: due, closing: closing))
                words.append(closing.description)
                days.append(next.description)
                (rule, due) = (rule.following(due, next), next)
            }
            input += words.joined(separator: " ") + "\n"
            expected.append(days.joined(separator: " "))
        }
        let result = try #require(Self.python(Self.dateutil, input))
        try #require(result.status == .exited(0), "\(result.stderr)")
        let found = result.stdout.split(separator: "\n").map { String($0) }
        try #require(found.count == expected.count)
        for (line, (found, expected)) in zip(input.split(separator: "\n"), zip(found, expected)) {
            #expect(found == expected, "\(line)")
        }
    }

    @Test func `Overdue by ten thousand repetitions, the next day is found at once`() throws {
        let due = try #require(CivilDate("1900-01-01")), closing = try #require(CivilDate("2024-03-15"))
        for raw in ["+1d", "+1w@mon", "+1m@31", "+1w@mon,tue,wed,thu,fri"] {
            let rule = try #require(Recurrence(rawValue: raw))
            let next = try #require(rule.nextDay(due: due, closing: closing))
            #expect(next > closing)
            #expect(closing.days(until: next) <= 31)
        }
    }

    @Test func `After the last year there is no next day`() throws {
        let rule = try #require(Recurrence(rawValue: "+1y"))
        #expect(rule.nextDay(due: .last, closing: .last) == nil)
        #expect(rule.nextDay(due: .first, closing: .last) == nil)
        #expect(rule.nextDay(due: nil, closing: .last) == nil)
    }
}
