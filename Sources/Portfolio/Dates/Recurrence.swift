import Localization
import Shell

/// The rule by which closing an issue creates its next occurrence.
///
/// The raw value is the one of `rec:` in todo.txt: `+1w` counts from the due day, `2d` from the day of closing.
struct Recurrence: Hashable, Sendable {
    /// The day from which the next due day is counted.
    enum Start: Hashable, Sendable {
        case due, closing
    }

    let count: Int
    let unit: CalendarUnit
    let start: Start

    /// The largest number of units.
    static let largestCount = 999

    /// Creates a rule; `nil` if the count isn't from 1 to ``largestCount``.
    init?(_ count: Int, _ unit: CalendarUnit, from start: Start) {
        guard (1...Self.largestCount).contains(count) else { return nil }
        self.count = count
        self.unit = unit
        self.start = start
    }

    /// Returns the due day of the next occurrence: the first one after the day of closing.
    ///
    /// - Parameters:
    ///   - due: The due day of the closed issue; `nil` counts from the day of closing.
    ///   - closing: The day of closing.
    /// - Returns: The day; `nil` if it is after the year 9999.
    func nextDay(due: CivilDate?, closing: CivilDate) -> CivilDate? {
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
}

extension Recurrence: RawRepresentable {
    init?(rawValue: String) {
        let isFromDue = rawValue.hasPrefix("+")
        let rest = isFromDue ? rawValue.dropFirst() : rawValue[...]
        guard let unit = rest.last.flatMap({ CalendarUnit(rawValue: String($0)) }),
            rest.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(rest.dropLast())
        else { return nil }
        self.init(count, unit, from: isFromDue ? .due : .closing)
    }

    var rawValue: String { "\(start == .due ? "+" : "")\(count)\(unit.rawValue)" }
}

extension Recurrence {
    /// The rule in the user's language: “every 2 weeks”.
    var name: LocalizedText {
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
    }

    /// The rule for records and tables.
    var cell: Cell { Cell(.string(rawValue), .text(name)) }
}

/// A recurrence as the user types it. With a weekday, an issue without a due day is due on that weekday.
struct TypedRecurrence: Hashable, Sendable {
    let rule: Recurrence
    private(set) var weekday: Weekday?

    init(rule: Recurrence) { self.rule = rule }

    /// Parses the form of ``Recurrence/rawValue``.
    init?(rawValue: String) {
        guard let rule = Recurrence(rawValue: rawValue) else { return nil }
        self.rule = rule
    }

    /// Parses a text such as `weekly`, `every 2 weeks`, `monday`, `every other tuesday` or `2 days after closing`;
    /// `nil` for others.
    init?(_ string: String, _ localizer: Localizer) {
        let written = string.trimmingSpaces
        if written.hasPrefix("+"), let rule = Recurrence(rawValue: written) {
            self.rule = rule
            return
        }
        var words = DateWords(localizer).meanings(of: written)
        let isEvery = words.contains(.every)
        words.removeAll { $0 == .every }
        var start = Recurrence.Start.due
        // The words for the closing may be in any order, as in “2 nappal a lezárás után”.
        let closing = Self.closingWords(localizer)
        let isClosing = { (word: DateWords.Meaning) in
            if case .other(let other) = word { closing.contains(other) } else { false }
        }
        if words.contains(where: isClosing), words.contains(.after) {
            start = .closing
            words.removeAll { isClosing($0) || $0 == .after }
        }
        var weekday: Weekday?
        if start == .due,
            let index = words.firstIndex(where: { if case .weekday = $0 { true } else { false } }),
            case .weekday(let named) = words.remove(at: index)
        {
            weekday = named
        }
        let rule: Recurrence?
        switch (words.first, words.dropFirst().first) {
        case (nil, nil) where weekday != nil: rule = Recurrence(1, .week, from: start)
        case (.ordinal(let count), nil) where weekday != nil && isEvery:
            rule = Recurrence(count, .week, from: start)
        case (.ordinal(let count), .unit(let unit)) where isEvery: rule = Recurrence(count, unit, from: start)
        case (.number(let count), .unit(let unit)), (.number(let count), .frequency(let unit)):
            rule = Recurrence(count, unit, from: start)
        case (.unit(let unit), nil), (.frequency(let unit), nil): rule = Recurrence(1, unit, from: start)
        default: rule = nil
        }
        // A weekday needs weeks: “every 2 weeks on friday”.
        guard let rule, words.count <= 2, weekday == nil || rule.unit == .week else { return nil }
        (self.rule, self.weekday) = (rule, weekday)
    }

    /// The words for the closing of an issue, in the language and in English.
    private static func closingWords(_ localizer: Localizer) -> Set<String> {
        let words = text("closing, close, completion, done")
        return Set(
            [localizer, Localizer(.english)].flatMap { $0.string(words).split(separator: ",") }.map {
                SearchFold.fold(String($0).trimmingSpaces)
            })
    }
}

extension ValueType where Value == TypedRecurrence {
    /// A recurrence as users say it.
    static var recurrence: ValueType<TypedRecurrence> {
        let words = ["daily", "weekly", "monthly", "yearly", "2w"].map { CompletionWord.fixed($0) }
        return ValueType(placeholder: Portfolio.text("RECURRENCE"), completion: .words(words)) {
            string, context in
            if let typed = TypedRecurrence(string, context.localizer) { return typed }
            throw ValueError.refused(
                Portfolio.text("“%@” is not a recurrence.", string),
                remedy: Portfolio.text(
                    "Write weekly, monthly, monday, “every 2 weeks” or “2 days after closing”, with a number from 1 to 999."
                ))
        }
    }
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
