import Localization

/// Opening hours in the notation of OpenStreetMap: `Mo-Su 09:00-17:00; Tu off`.
///
/// Supported are weekdays and ranges of them, months, days of a month, ranges of those, several times a day,
/// times past midnight, open ends (`10:00+`), `24/7`, and `off` or `closed`. Rules for holidays (`PH`, `SH`) are
/// accepted and never match, because itour doesn't know the holidays of a place. Of several rules that match a
/// day, the last one counts; a rule after a comma adds times.
struct OpeningHours: Hashable, Sendable {
    /// The hours of one day.
    enum Day: Hashable, Sendable {
        case closed
        /// The opening times, in minutes since midnight. An end after 1440 is on the next day.
        case open([ClosedRange<Int>])
    }

    private let rules: [Rule]

    /// Parses a text. Returns `nil` if it isn't in the notation.
    init?(_ text: String) {
        var rules: [Rule] = []
        for part in text.split(separator: ";") {
            guard !part.allSatisfy(\.isWhitespace) else { continue }
            var parser = OpeningHoursParser(part)
            guard let parsed = parser.rules() else { return nil }
            rules += parsed
        }
        guard !rules.isEmpty else { return nil }
        self.rules = rules
    }

    /// Returns the hours of a day. A day that no rule mentions is closed.
    func hours(on day: CivilDate) -> Day {
        var result: Day = .closed
        for rule in rules where rule.includes(day) {
            if rule.isAddition, case .open(let times) = result, case .open(let more) = rule.hours {
                result = .open(times + more)
            } else {
                result = rule.hours
            }
        }
        return result
    }

    /// Whether the place is open at a time of a day. Times after midnight also belong to the day before.
    ///
    /// - Parameters:
    ///   - minute: The minutes since midnight.
    ///   - day: The day.
    func isOpen(at minute: Int, on day: CivilDate) -> Bool {
        if case .open(let times) = hours(on: day), times.contains(where: { $0.contains(minute) }) {
            return true
        }
        guard day > .first, case .open(let times) = hours(on: day.adding(days: -1)) else { return false }
        return times.contains { $0.contains(minute + 1440) }
    }

    /// Returns the time at which the place closes during a visit, in minutes since midnight; `nil` if it is open until the
    /// end. The place is open when the visit begins.
    ///
    /// - Parameters:
    ///   - minute: The beginning of the visit, in minutes since midnight.
    ///   - duration: The minutes that it takes.
    ///   - day: The day.
    func closing(after minute: Int, for duration: Int, on day: CivilDate) -> Int? {
        var spans: [ClosedRange<Int>] = []
        for (offset, day) in [
            (-1440, day > .first ? day.adding(days: -1) : nil), (0, day), (1440, day.adding(days: 1)),
        ] {
            guard let day, case .open(let times) = hours(on: day) else { continue }
            spans += times.map { ($0.lowerBound + offset)...($0.upperBound + offset) }
        }
        var end = minute
        // Spans that touch each other, such as those of days without an end, are one.
        while let span = spans.first(where: { $0.contains(end) && $0.upperBound > end }) {
            end = span.upperBound
        }
        return end < minute + duration ? end : nil
    }

    /// One rule: the days on which it applies, and the hours of those days.
    struct Rule: Hashable, Sendable {
        /// The weekdays; empty for all.
        var weekdays: Set<Weekday> = []
        /// Ranges of days of the year, each as 100 × month + day; empty for all. A range may wrap over New Year.
        var seasons: [Season] = []
        /// Whether the rule is only for holidays, which are unknown.
        var isForHolidays = false
        /// Whether the rule adds its times to those of the rules before it.
        var isAddition = false
        var hours: Day = .open([0...1440])

        func includes(_ day: CivilDate) -> Bool {
            if isForHolidays, weekdays.isEmpty { return false }
            if !weekdays.isEmpty, !weekdays.contains(day.weekday) { return false }
            return seasons.isEmpty || seasons.contains { $0.includes(100 * day.month + day.day) }
        }
    }

    /// A range of days of the year, each as 100 × month + day.
    struct Season: Hashable, Sendable {
        let first: Int
        let last: Int

        func includes(_ day: Int) -> Bool {
            first <= last ? (first...last).contains(day) : day >= first || day <= last
        }
    }
}

/// Parses one rule of opening hours, and the rules that a comma adds to it.
private struct OpeningHoursParser {
    private var rest: Substring
    private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    init(_ text: Substring) { rest = text }

    mutating func rules() -> [OpeningHours.Rule]? {
        var result: [OpeningHours.Rule] = []
        repeat {
            guard var rule = rule() else { return nil }
            rule.isAddition = !result.isEmpty
            result.append(rule)
        } while skip(",")
        skipSpaces()
        return rest.isEmpty ? result : nil
    }

    private mutating func rule() -> OpeningHours.Rule? {
        var rule = OpeningHours.Rule()
        skipSpaces()
        if skip("24/7") { return rule }
        var hasSelector = false
        if let first = season() {
            hasSelector = true
            rule.seasons = [first]
            while skipComma(before: Self.months) {
                guard let next = season() else { return nil }
                rule.seasons.append(next)
            }
            _ = skip(":")
        }
        while true {
            skipSpaces()
            if skip("PH") || skip("SH") {
                rule.isForHolidays = true
            } else if let first = weekday() {
                guard add(from: first, to: &rule) else { return nil }
            } else {
                break
            }
            hasSelector = true
            guard skipComma(before: Self.weekdays + ["PH", "SH"]) else { break }
        }
        _ = skip(":")
        skipSpaces()
        if skip("off") || skip("closed") {
            rule.hours = .closed
            return rule
        }
        if let times = times() {
            rule.hours = .open(times)
            return rule
        }
        _ = skip("open")
        return hasSelector ? rule : nil
    }

    private mutating func add(from first: Weekday, to rule: inout OpeningHours.Rule) -> Bool {
        rule.weekdays.insert(first)
        guard skip("-") else { return true }
        guard let last = weekday() else { return false }
        var day = first
        while day != last {
            day = Weekday(rawValue: day.rawValue % 7 + 1) ?? last
            rule.weekdays.insert(day)
        }
        return true
    }

    private mutating func season() -> OpeningHours.Season? {
        let before = rest
        guard let month = name(Self.months) else { return nil }
        let day = dayOfMonth()
        guard skip("-") else {
            return .init(first: 100 * month + (day ?? 1), last: 100 * month + (day ?? 31))
        }
        if let lastMonth = name(Self.months) {
            return .init(first: 100 * month + (day ?? 1), last: 100 * lastMonth + (dayOfMonth() ?? 31))
        }
        guard let day, let last = dayOfMonth() else {
            rest = before
            return nil
        }
        return .init(first: 100 * month + day, last: 100 * month + last)
    }

    private mutating func dayOfMonth() -> Int? {
        let before = rest
        skipSpaces()
        // Digits before a colon are a time.
        guard let number = number(), (1...31).contains(number), rest.first != ":" else {
            rest = before
            return nil
        }
        return number
    }

    private mutating func times() -> [ClosedRange<Int>]? {
        guard let first = span() else { return nil }
        var result = [first]
        while true {
            let before = rest
            guard skip(","), let next = span() else {
                rest = before
                return result
            }
            result.append(next)
        }
    }

    private mutating func span() -> ClosedRange<Int>? {
        let before = rest
        skipSpaces()
        guard let first = time(), first < 1440 else {
            rest = before
            return nil
        }
        if skip("+") { return first...1440 }
        skipSpaces()
        guard skip("-") || skip("–"), let last = time() else {
            rest = before
            return nil
        }
        _ = skip("+")
        let end = last <= first ? last + 1440 : last
        return first...end
    }

    private mutating func time() -> Int? {
        skipSpaces()
        guard let hour = number(), skip(":"), let minute = number(), hour <= 48, minute < 60 else {
            return nil
        }
        return hour * 60 + minute
    }

    private mutating func weekday() -> Weekday? {
        skipSpaces()
        return name(Self.weekdays).flatMap { Weekday(rawValue: $0) }
    }

    /// Skips one of the names and returns its position, from 1.
    private mutating func name(_ names: [String]) -> Int? {
        skipSpaces()
        guard let index = names.firstIndex(where: { rest.hasPrefix($0) }) else { return nil }
        let after = rest.dropFirst(names[index].count)
        guard after.first?.isLetter != true, after.first != "[" else { return nil }
        rest = after
        return index + 1
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }

    private mutating func skip(_ text: String) -> Bool {
        let before = rest
        skipSpaces()
        guard rest.hasPrefix(text) else {
            rest = before
            return false
        }
        rest = rest.dropFirst(text.count)
        return true
    }

    /// Skips a comma if one of the names follows it.
    private mutating func skipComma(before names: [String]) -> Bool {
        let before = rest
        if skip(",") {
            skipSpaces()
            if names.contains(where: { rest.hasPrefix($0) }) { return true }
        }
        rest = before
        return false
    }

    private mutating func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }
}
