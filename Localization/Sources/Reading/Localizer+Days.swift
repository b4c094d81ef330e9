extension Localizer {
    /// Parses a day that the user typed; `nil` if the text isn't a valid day.
    ///
    /// The function accepts ISO dates (`2024-03-15`), also without leading zeros or with slashes
    /// (`2024/3/5`). It accepts the formats of the language, with or without spaces and final dots
    /// (`15.3.2024`, `2024.03.15`, `3/15/2024`, `15 marca 2024`), and the words for yesterday, today and
    /// tomorrow in the language and in English. A year has four digits. In English, ``territory``
    /// determines whether the month or the day comes first between slashes.
    /// - Parameters:
    ///   - text: The text that the user typed.
    ///   - today: The current day of the user.
    ///   - isComing: Whether the day is usually in the future. If so, the function also accepts a weekday
    ///     (`friday`), a day without a year (`3 April`), and a number of days or weeks from today (`+3d`,
    ///     `+2w`). Default: `false`.
    public func parseDay(_ text: String, today: CivilDate, isComing: Bool = false) -> CivilDate? {
        let text = trimmed(text)
        if let day = CivilDate(text) { return day }
        let folded = SearchFold.fold(text)
        for facts in [facts, LanguageFacts.of(.english)] {
            for day in NamedDay.allCases
            where facts.list(day.fact).contains(where: { SearchFold.fold($0) == folded }) {
                return today.adding(days: day.offset)
            }
        }
        let days = days(folded)
        if days.count == 1 { return days[0] }
        if isComing, let day = relativeDay(text, today: today) { return day }
        return dayWithMonthName(text, today: today, isComing: isComing)
    }

    /// Returns the possible days of an ambiguous text, such as 3/4/2024 in English if the order of day and
    /// month is unknown.
    ///
    /// - Parameter text: A text that ``parseDay(_:today:)`` rejected.
    /// - Returns: The days in order; empty if the text isn't ambiguous.
    public func ambiguousDays(_ text: String) -> [CivilDate] {
        let days = days(SearchFold.fold(trimmed(text)))
        return days.count > 1 ? days.sorted() : []
    }

    /// Returns the possible days of a folded text, without duplicates.
    private func days(_ folded: String) -> [CivilDate] {
        Array(Set(dayReaders.compactMap { $0.parts(folded)?.day }))
    }

    /// Whether a text has a form that ``parseDay(_:today:)`` accepts, but the calendar has no such day.
    ///
    /// ```swift
    /// Localizer(.english).namesImpossibleDay("2023-02-30")  // true
    /// Localizer(.english).namesImpossibleDay("31/12/2031")  // false: elsewhere it is a day
    /// ```
    public func namesImpossibleDay(_ text: String) -> Bool {
        let folded = SearchFold.fold(trimmed(text))
        let readings = dayReaders.compactMap { $0.parts(folded) }
        return !readings.isEmpty && readings.allSatisfy { $0.day == nil && !$0.isDayInOtherOrder }
    }

    /// The parsers of all accepted forms: one for dates that start with the year, and one for each format of
    /// the language.
    private var dayReaders: [DayReader] {
        let own = [LanguageFacts.Name.dateMedium, .dateLong].map(pattern)
        return (["y-M-d", "y/M/d"] + numericDays + own).map {
            DayReader(pattern: DatePattern($0), facts: facts)
        }
    }
}

/// The numbers of a text that has the form of a day.
private struct DayParts {
    let year: Int
    let month: Int
    let dayOfMonth: Int
    /// Whether the year comes first. If so, the order of month and day is unambiguous.
    let beginsWithYear: Bool

    /// The day, if the calendar has it.
    var day: CivilDate? { CivilDate(year: year, month: month, day: dayOfMonth) }

    /// Whether the text would be a valid day if the day and the month were swapped.
    var isDayInOtherOrder: Bool {
        !beginsWithYear && CivilDate(year: year, month: dayOfMonth, day: month) != nil
    }
}

extension DatePattern {
    fileprivate var beginsWithYear: Bool {
        if case .field("y", _) = parts.first { true } else { false }
    }
}

/// Parses days that are written in a date pattern.
private struct DayReader {
    let pattern: DatePattern
    let facts: LanguageFacts

    /// Returns the parts of a folded text; `nil` if it doesn't match the pattern.
    func parts(_ text: String) -> DayParts? {
        var rest = Substring(text)
        var year: Int?
        var month: Int?
        var day: Int?
        for part in pattern.parts {
            switch part {
            case .literal(let literal): guard skip(literal, in: &rest) else { return nil }
            case .field("y", _): year = number(4...4, in: &rest)
            case .field("M", 1), .field("M", 2): month = number(1...2, in: &rest)
            case .field("M", let count):
                month = name(in: count == 3 ? .shortMonths : .months, of: &rest)
            case .field("d", _): day = number(1...2, in: &rest)
            case .field: return nil
            }
        }
        guard rest.isEmpty, let year, let month, let day else { return nil }
        return DayParts(year: year, month: month, dayOfMonth: day, beginsWithYear: pattern.beginsWithYear)
    }

    private func number(_ length: ClosedRange<Int>, in rest: inout Substring) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard length.contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }

    private func name(in list: LanguageFacts.Name, of rest: inout Substring) -> Int? {
        // Try the longest name first, because one month's name may be a prefix of another name.
        let names = facts.list(list).map { SearchFold.fold($0) }.enumerated()
            .sorted { $0.element.count > $1.element.count }
        guard let match = names.first(where: { rest.hasPrefix($0.element) }) else { return nil }
        rest = rest.dropFirst(match.element.count)
        return match.offset + 1
    }

    /// Skips the literal text of a pattern. Its spaces are optional. At the end of the parsed text, a literal
    /// without letters may also be missing or incomplete.
    private func skip(_ literal: String, in rest: inout Substring) -> Bool {
        let isLetters = literal.contains(where: \.isLetter)
        rest = rest.drop(while: \.isWhitespace)
        for character in literal where !character.isWhitespace {
            if rest.first == character {
                rest = rest.dropFirst()
            } else if !rest.isEmpty || isLetters {
                return false
            }
        }
        let spaces = rest.prefix(while: \.isWhitespace)
        rest = rest.dropFirst(spaces.count)
        return true
    }
}
