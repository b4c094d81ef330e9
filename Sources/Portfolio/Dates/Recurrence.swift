import Localization
import Shell

/// The rule by which closing an issue creates its next occurrence.
///
/// The raw value begins like `rec:` in todo.txt: `+1w` counts from the due day, `2d` from the day of closing. What the
/// series keeps and its last day can follow: `+1m@31`, `+1w@mon,thu..2027-12-31`.
struct Recurrence: Hashable, Sendable {
    /// The day from which the next due day is counted.
    enum Start: Hashable, Sendable {
        case due, closing
    }

    let count: Int
    let unit: CalendarUnit
    let start: Start
    /// What the series keeps; `nil` counts from each due day.
    let anchor: RecurrenceAnchor?
    /// The last day of the series; `nil` has no end.
    let until: CivilDate?

    /// The largest number of units.
    static let largestCount = 999

    /// Creates a rule; `nil` if the count isn't from 1 to ``largestCount``, or if the anchor doesn't fit: it needs a rule
    /// that counts from the due day in its unit.
    init?(
        _ count: Int, _ unit: CalendarUnit, from start: Start, anchor: RecurrenceAnchor? = nil,
        until: CivilDate? = nil
    ) {
        guard (1...Self.largestCount).contains(count) else { return nil }
        if let anchor, start != .due || anchor.unit != unit { return nil }
        self.count = count
        self.unit = unit
        self.start = start
        self.anchor = anchor
        self.until = until
    }

    /// Returns the day of the next occurrence: the first one after the day of closing.
    ///
    /// - Parameters:
    ///   - due: The day of the closed issue; `nil` counts from the day of closing.
    ///   - closing: The day of closing.
    /// - Returns: The day; `nil` if it is after the year 9999. The end of the series doesn't matter here.
    func nextDay(due: CivilDate?, closing: CivilDate) -> CivilDate? {
        if let anchor { return anchored(anchor, after: max(due ?? closing, closing), from: due ?? closing) }
        guard start == .due, let due else { return closing.adding(count, unit) }
        // Count from the first day each time: a short month must not shorten the following ones.
        let passed = max(0, due.days(until: closing))
        let longest = [CalendarUnit.day: 1, .week: 7, .month: 31, .year: 366][unit] ?? 1
        var step = max(1, passed / (longest * count))
        while let day = due.adding(step * count, unit) {
            if day > closing { return day }
            step += 1
        }
        return nil
    }

    /// Returns the first day of the series after a day.
    ///
    /// - Parameters:
    ///   - anchor: What the series keeps.
    ///   - limit: The day.
    ///   - base: A day in the first week, month or year.
    private func anchored(
        _ anchor: RecurrenceAnchor, after limit: CivilDate, from base: CivilDate
    ) -> CivilDate? {
        // A short month would shorten the following periods.
        let first = unit == .week ? base.monday : base.adding(days: 1 - base.day)
        let passed = max(0, first.days(until: limit))
        let longest = [CalendarUnit.week: 7, .month: 31, .year: 366][unit] ?? 1
        var step = passed / (longest * count)
        while let period = first.adding(step * count, unit) {
            if let day = anchor.days(inPeriodOf: period).first(where: { $0 > limit }) { return day }
            step += 1
        }
        return nil
    }

    /// Returns the day to which an issue's day moves so that it fits the rule: the same day, or the next that fits; `nil`
    /// if it is after the year 9999.
    func fitting(_ day: CivilDate) -> CivilDate? {
        guard let anchor, !anchor.days(inPeriodOf: day).contains(day) else { return day }
        return Recurrence(1, unit, from: .due, anchor: anchor)?.nextDay(due: day, closing: day)
    }

    /// Returns the rule of the next occurrence. If a short month or year moves its day, the rule keeps the day that was
    /// asked for.
    func following(_ due: CivilDate?, _ next: CivilDate) -> Recurrence {
        guard anchor == nil, start == .due, let due, due.day != next.day else { return self }
        let kept: RecurrenceAnchor
        switch unit {
        case .month: kept = .dayOfMonth(due.day)
        case .year: kept = .dayOfYear(month: due.month, day: due.day)
        case .day, .week: return self
        }
        return Recurrence(count, unit, from: start, anchor: kept, until: until) ?? self
    }
}

extension Recurrence: RawRepresentable {
    init?(rawValue: String) {
        var rest = rawValue[...]
        var until: CivilDate?
        if let end = rest.range(of: "..") {
            guard let day = CivilDate(rest[end.upperBound...]) else { return nil }
            until = day
            rest = rest[..<end.lowerBound]
        }
        var anchor: RecurrenceAnchor?
        if let mark = rest.firstIndex(of: "@") {
            guard let found = RecurrenceAnchor(rawValue: String(rest[rest.index(after: mark)...])) else {
                return nil
            }
            anchor = found
            rest = rest[..<mark]
        }
        let isFromDue = rest.hasPrefix("+")
        if isFromDue { rest = rest.dropFirst() }
        guard let unit = rest.last.flatMap({ CalendarUnit(rawValue: String($0)) }),
            rest.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(rest.dropLast())
        else { return nil }
        self.init(count, unit, from: isFromDue ? .due : .closing, anchor: anchor, until: until)
    }

    /// The number and the unit, without what the series keeps and its end.
    var plainValue: String { "\(start == .due ? "+" : "")\(count)\(unit.rawValue)" }

    var rawValue: String {
        plainValue + (anchor.map { "@\($0.rawValue)" } ?? "") + (until.map { "..\($0)" } ?? "")
    }
}

extension Recurrence {
    /// The rule in the user's language: “every 2 weeks”, “every month: day 31”.
    var name: LocalizedText {
        let plain =
            switch (unit, start) {
            case (.day, .due): text("every %lld days", count)
            case (.week, .due): text("every %lld weeks", count)
            case (.month, .due): text("every %lld months", count)
            case (.year, .due): text("every %lld years", count)
            case (.day, .closing): text("%lld days after closing", count)
            case (.week, .closing): text("%lld weeks after closing", count)
            case (.month, .closing): text("%lld months after closing", count)
            case (.year, .closing): text("%lld years after closing", count)
            }
        let kept = anchor.map { text("%1$@: %2$@", plain, $0.name) } ?? plain
        return until.map { text("%1$@ until %2$@", kept, $0) } ?? kept
    }

    /// The rule for records and tables.
    var cell: Cell { Cell(.string(rawValue), .text(name)) }
}

/// The next due day of a recurring issue would be after the year 9999.
struct NoNextDayError: PresentableError, Hashable {
    let title: String

    var problem: LocalizedText {
        text("“%@” can't be closed: its next due day would be after the year 9999.", title)
    }
    var remedy: LocalizedText? {
        text("Change the date with “due”, or end the recurrence with “every none”.")
    }
}
