import Localization
import ProgramKit
import Shell

/// A recurrence as the user types it.
struct TypedRecurrence: Hashable, Sendable {
    let rule: Recurrence

    init(rule: Recurrence) { self.rule = rule }

    /// Parses the form of ``Recurrence/rawValue``.
    init?(rawValue: String) {
        guard let rule = Recurrence(rawValue: rawValue) else { return nil }
        self.rule = rule
    }

    /// Parses a text such as `weekly`, `every 2 weeks`, `mon,thu`, `every other tuesday`, `2nd tuesday`, `15th`, `last
    /// day`, `2 days after closing` or `monday until 2027-12-31`; `nil` for others.
    ///
    /// - Parameters:
    ///   - string: The text.
    ///   - localizer: The user's language.
    ///   - today: The current day, for the last day of the series.
    init?(_ string: String, _ localizer: Localizer, today: CivilDate) {
        let written = string.trimmingWhitespace()
        if written.hasPrefix("+") || written.contains("@"), let rule = Recurrence(rawValue: written) {
            self.rule = rule
            return
        }
        let meanings = DateWords(localizer)
        var typed = Self.words(of: written)
        var until: CivilDate?
        let ends = localizer.words(of: text("until, till"))
        if let end = typed.lastIndex(where: { ends.contains(SearchFold.fold($0)) }) {
            let rest = typed[(end + 1)...].joined(separator: " ")
            guard let day = localizer.parseDay(rest, today: today, isComing: true) else { return nil }
            until = day
            typed.removeSubrange(end...)
        }
        guard let (rule, anchor) = Self.rule(typed, meanings, localizer, today),
            let whole = Recurrence(rule.count, rule.unit, from: rule.start, anchor: anchor, until: until)
        else { return nil }
        self.rule = whole
    }

    /// Splits a text at spaces and commas; a comma becomes a word.
    private static func words(of text: String) -> [String] {
        text.replacing(",", with: " , ").split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns the number and unit of a rule, and what it keeps.
    private static func rule(
        _ typed: [String], _ meanings: DateWords, _ localizer: Localizer, _ today: CivilDate
    ) -> (rule: Recurrence, anchor: RecurrenceAnchor?)? {
        let ands = localizer.words(of: text("and"))
        let count = typed.count { $0 == "," || ands.contains(SearchFold.fold($0)) }
        func read(_ word: String) -> [DateWords.Meaning] {
            // In Polish and Hungarian, a point makes an ordinal: “2. wtorek”.
            if word.hasSuffix("."), let number = Int(word.dropLast()) { return [.dayOfMonth(number)] }
            return meanings.meanings(of: word)
        }
        var words = typed.filter { $0 != "," && !ands.contains(SearchFold.fold($0)) }.flatMap(read)
        // “second of the month” is a day, “second month” is none.
        let ofs = localizer.words(of: text("of"))
        let isPart = zip(typed, typed.dropFirst()).contains { word, next in
            guard Self.isNumber(read(word)) else { return false }
            let following = read(next)
            return following.isEmpty || following == [.every] || ofs.contains(SearchFold.fold(next))
        }
        let isEvery = words.contains(.every)
        words.removeAll { $0 == .every }
        // The words for the closing may be in any order, as in “2 nappal a lezárás után”.
        let closing = localizer.words(of: text("closing, close, completion, done"))
        var start = Recurrence.Start.due
        if words.contains(.after) {
            start = .closing
            words.removeAll { word in
                if case .other(let other) = word { closing.contains(other) } else { word == .after }
            }
        }
        var weekdays: [Weekday] = []
        words.removeAll { word in
            guard start == .due else { return false }
            switch word {
            case .weekday(let day), .each(let day): weekdays.append(day)
            default: return false
            }
            return true
        }
        // Several weekdays need a comma or a word such as “and” between them.
        guard count == max(0, weekdays.count - 1) else { return nil }
        func rule(_ count: Int, _ unit: CalendarUnit, _ anchor: RecurrenceAnchor? = nil)
            -> (Recurrence, RecurrenceAnchor?)?
        {
            Recurrence(count, unit, from: start).map { ($0, anchor) }
        }
        if !weekdays.isEmpty { return Self.rule(words, of: weekdays, isEvery: isEvery) }
        func dayOfMonth(_ day: Int) -> (Recurrence, RecurrenceAnchor?)? {
            RecurrenceAnchor(rawValue: String(day)).flatMap { rule(1, .month, $0) }
        }
        // A fourth word would be ignored.
        guard words.count <= 3 else { return nil }
        switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
        case (.ordinal(let number), .unit(let unit), nil), (.dayOfMonth(let number), .unit(let unit), nil):
            if isPart { return unit == .month ? dayOfMonth(number) : nil }
            // “every first month” can mean every month and the first day of each.
            return isEvery && number > 1 ? rule(number, unit) : nil
        case (.ordinal(let day), .unit(.day), .unit(.month)),
            (.dayOfMonth(let day), .unit(.day), .unit(.month)),
            (.unit(.month), .ordinal(let day), .unit(.day)),
            (.unit(.month), .dayOfMonth(let day), .unit(.day)),
            // In Hungarian, “napja” is also “days ago”: “a hónap első napja”.
            (.unit(.month), .ordinal(let day), .unitAgo(.day)),
            (.unit(.month), .dayOfMonth(let day), .unitAgo(.day)):
            return dayOfMonth(day)
        // “2 a week” is neither every 2 weeks nor a day.
        case (.number(let count), .unit(let unit), nil): return isPart ? nil : rule(count, unit)
        case (.number(let count), .frequency(let unit), nil):
            // “2 hetente” is a recurrence; “2 weekly” is an issue and a recurrence.
            let english = DateWords(Localizer(.english))
            if typed.contains(where: { english.meanings(of: $0) == [.frequency(unit)] }) { return nil }
            return rule(count, unit)
        case (.unit(let unit), nil, nil), (.frequency(let unit), nil, nil): return rule(1, unit)
        case (.dayOfMonth(let day), nil, nil), (.unit(.month), .dayOfMonth(let day), nil),
            (.frequency(.month), .dayOfMonth(let day), nil):
            return dayOfMonth(day)
        case (.number(let count), .unit(.month), .dayOfMonth(let day)):
            return RecurrenceAnchor(rawValue: String(day)).flatMap { rule(count, .month, $0) }
        case (.last, .unit(.day), nil), (.last, .unit(.day), .unit(.month)), (.endOf(.month), nil, nil),
            (.end, .unit(.month), nil), (.unit(.month), .last, .unit(.day)),
            (.unit(.month), .last, .unitAgo(.day)):
            return rule(1, .month, .lastDay)
        default:
            // “29 february” is a day of each year.
            guard start == .due, typed.filter({ meanings.meanings(of: $0) != [.every] }).count == 2,
                words.contains(where: {
                    switch $0 {
                    case .number(1...31), .dayOfMonth: true
                    default: false
                    }
                }),
                words.contains(where: { if case .other = $0 { true } else { false } }),
                let day = localizer.parseDay(
                    typed.filter { meanings.meanings(of: $0) != [.every] }.joined(separator: " "),
                    today: today, isComing: true)
            else { return nil }
            return rule(1, .year, .dayOfYear(month: day.month, day: day.day))
        }
    }

    /// Returns whether a word is a number alone, such as `2`, `2nd` or `second`.
    private static func isNumber(_ meanings: [DateWords.Meaning]) -> Bool {
        guard meanings.count == 1 else { return false }
        switch meanings[0] {
        case .number, .ordinal, .dayOfMonth: return true
        default: return false
        }
    }

    /// Returns the rule for weekdays, from the other words.
    private static func rule(
        _ words: [DateWords.Meaning], of weekdays: [Weekday], isEvery: Bool
    ) -> (rule: Recurrence, anchor: RecurrenceAnchor?)? {
        func weeks(_ count: Int) -> (Recurrence, RecurrenceAnchor?)? {
            guard let anchor = RecurrenceAnchor.each(of: weekdays) else { return nil }
            return Recurrence(count, .week, from: .due).map { ($0, anchor) }
        }
        let isInMonth = words.contains(.unit(.month))
        let others = words.filter { $0 != .unit(.month) }
        guard others.count <= 2 else { return nil }
        switch (others.first, others.dropFirst().first, isInMonth) {
        case (nil, nil, false): return weeks(1)
        case (.ordinal(let count), nil, false) where isEvery && count > 1: return weeks(count)
        case (.number(let count), .unit(.week), false), (.number(let count), .frequency(.week), false):
            return weeks(count)
        case (.unit(.week), nil, false), (.frequency(.week), nil, false): return weeks(1)
        case (.dayOfMonth(let ordinal), nil, _), (.ordinal(let ordinal), nil, true):
            guard weekdays.count == 1, (1...4).contains(ordinal) else { return nil }
            return Recurrence(1, .month, from: .due).map { ($0, .weekdayOfMonth(ordinal, weekdays[0])) }
        case (.last, nil, _):
            guard weekdays.count == 1 else { return nil }
            return Recurrence(1, .month, from: .due).map { ($0, .weekdayOfMonth(nil, weekdays[0])) }
        default: return nil
        }
    }
}

extension ValueType where Value == TypedRecurrence {
    /// A recurrence as users say it.
    static var recurrence: ValueType<TypedRecurrence> {
        let words = ["daily", "weekly", "monthly", "yearly", "monday", "2w"].map { CompletionWord.fixed($0) }
        return ValueType(placeholder: Portfolio.text("RECURRENCE"), completion: .words(words)) {
            string, context in
            if let typed = context.recurrence(string) {
                try typed.checkEnd(context.today)
                return typed
            }
            throw ValueError.refused(
                Portfolio.text("“%@” is not a recurrence.", string),
                remedy: Portfolio.text(
                    "Write weekly, monday, “mon,thu”, 15th, “last day”, “2nd tuesday”, “every 2 weeks” or “after 2 weeks”, with a number from 1 to 999."
                ))
        }
    }
}

extension ParseContext {
    /// Returns the recurrence of a text; `nil` for another text. After the command `every`, the word isn't repeated.
    func recurrence(_ string: String) -> TypedRecurrence? {
        TypedRecurrence(string, localizer, today: today)
            ?? TypedRecurrence("every \(string)", localizer, today: today)
    }
}

extension TypedRecurrence {
    /// Throws `ValueError` if the last day of the series has passed.
    func checkEnd(_ today: CivilDate) throws(ValueError) {
        guard let until = rule.until, until < today else { return }
        throw ValueError.refused(
            Portfolio.text("The last day of the series has passed: %@.", until),
            remedy: Portfolio.text("Write a day that is still to come after “until”."))
    }
}
