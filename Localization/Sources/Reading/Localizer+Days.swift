extension Localizer {
    /// The day that a person typed, or `nil` where it is none that the calendar has.
    ///
    /// Understood are ISO dates (`2024-03-15`), also without zeros or with slashes (`2024/3/5`), the forms in which the language writes days, with or without their
    /// spaces and final dots (`15.3.2024`, `2024.03.15`, `3/15/2024`, `15 marca 2024`), and the words for yesterday,
    /// today and tomorrow in the language and in English. A year has four digits. In English, ``dayOrder`` says whether
    /// the month or the day comes first between slashes.
    /// - Parameters:
    ///   - text: What was typed.
    ///   - today: The user's day.
    public func parseDay(_ text: String, today: CivilDate) -> CivilDate? {
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
        return days.count == 1 ? days[0] : nil
    }

    /// The days that a text can mean, where it can mean several and nobody knows which: 3/4/2024 in English, in a
    /// territory of which it isn't known what stands first.
    ///
    /// - Parameter text: What was typed, which ``parseDay(_:today:)`` refused.
    /// - Returns: The days in order; none where the text means one, or none at all.
    public func unclearDays(_ text: String) -> [CivilDate] {
        let days = days(SearchFold.fold(trimmed(text)))
        return days.count > 1 ? days.sorted() : []
    }

    /// The days that a folded text means, each once.
    private func days(_ folded: String) -> [CivilDate] {
        Array(Set(dayReaders.compactMap { $0.parts(folded)?.day }))
    }

    /// Whether a text has one of the forms that ``parseDay(_:today:)`` understands, and the calendar has no such day.
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

    /// The readers of the forms: those that begin with the year, which are understood everywhere, and the language's.
    private var dayReaders: [DayReader] {
        let own = [LanguageFacts.Name.dateMedium, .dateLong].map { facts[$0] }
        return (["y-M-d", "y/M/d"] + numericDays + own).map {
            DayReader(pattern: DatePattern($0), facts: facts)
        }
    }
}

/// The numbers in a text that has the form of a day.
private struct DayParts {
    let year: Int
    let month: Int
    let dayOfMonth: Int
    /// Whether the year comes first: then the order is the same everywhere.
    let beginsWithYear: Bool

    /// The day, where the calendar has it.
    var day: CivilDate? { CivilDate(year: year, month: month, day: dayOfMonth) }

    /// Whether it is a day where the month and the day of the month change places, as others write them.
    var isDayInOtherOrder: Bool {
        !beginsWithYear && CivilDate(year: year, month: dayOfMonth, day: month) != nil
    }
}

extension DatePattern {
    fileprivate var beginsWithYear: Bool {
        if case .field("y", _) = parts.first { true } else { false }
    }
}

/// Reads a day that is written in a pattern.
private struct DayReader {
    let pattern: DatePattern
    let facts: LanguageFacts

    /// The parts of a folded text; `nil` where it has another form.
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
        // The longest name first, since one may begin another.
        let names = facts.list(list).map { SearchFold.fold($0) }.enumerated()
            .sorted { $0.element.count > $1.element.count }
        guard let match = names.first(where: { rest.hasPrefix($0.element) }) else { return nil }
        rest = rest.dropFirst(match.element.count)
        return match.offset + 1
    }

    /// Skips what stands between fields. Spaces may be there or not, and so may what ends the text; anything else
    /// must be there.
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
