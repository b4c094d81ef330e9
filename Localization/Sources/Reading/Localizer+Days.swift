extension Localizer {
    /// Parses a day that the user typed; `nil` if the text isn't a valid day.
    ///
    /// These forms are accepted in every language, with or without spaces, leading zeros and a final dot:
    ///
    /// - the year first: `2024-03-15`, `2024/3/15`, `2024.03.15`
    /// - the day first, with dots: `15.3.2024`, `15.3.`
    /// - between slashes, in the order of ``territory``; in the other order if the month would be above 12
    /// - the name of a month: `15 March`, `March 15, 2024`, `15 marca 2024`
    /// - words: `yesterday`, `friday`, `last friday`, `15th`, `2 weeks ago`, `in two weeks`, `+3d`
    ///
    /// Names and words are those of the language and of English. A day without a year, and a weekday, is the
    /// latest one, or the next one if the day is usually in the future. A weekday is never today.
    /// - Parameters:
    ///   - text: The text that the user typed.
    ///   - today: The current day of the user.
    ///   - isComing: Whether the day is usually in the future. If so, the function also accepts `next week`,
    ///     `end of month` and a number without “in”, such as `3d`. Default: `false`.
    public func parseDay(_ text: String, today: CivilDate, isComing: Bool = false) -> CivilDate? {
        if let day = CivilDate(text) { return day }
        let folded = SearchFold.fold(trimmed(text))
        let days = days(folded, today: today, isComing: isComing)
        return days.isEmpty
            ? spokenDay(folded, today: today, isComing: isComing) : days.count == 1 ? days[0] : nil
    }

    /// Returns the possible days of an ambiguous text, such as 3/4/2024 if the order of day and month is unknown.
    ///
    /// - Parameters:
    ///   - text: A text that ``parseDay(_:today:isComing:)`` rejected.
    ///   - today: The current day of the user.
    ///   - isComing: Whether the day is usually in the future. Default: `false`.
    /// - Returns: The days in order; empty if the text isn't ambiguous.
    public func ambiguousDays(_ text: String, today: CivilDate, isComing: Bool = false) -> [CivilDate] {
        let days = days(SearchFold.fold(trimmed(text)), today: today, isComing: isComing)
        return days.count > 1 ? days : []
    }

    /// Whether a text has a form that ``parseDay(_:today:isComing:)`` accepts, but the calendar has no such day.
    ///
    /// ```swift
    /// Localizer(.english).namesImpossibleDay("2023-02-30")  // true
    /// ```
    public func namesImpossibleDay(_ text: String) -> Bool {
        let readings = readings(SearchFold.fold(trimmed(text)))
        return !readings.isEmpty && readings.allSatisfy { !$0.exists }
    }

    /// Whether the last word of a text is a mistyped word of dates, such as “fridya”, “tomorow” or the “novembre” in “20
    /// novembre”.
    public func endsWithMistypedDateWord(_ text: String) -> Bool {
        guard let last = SearchFold.fold(text).split(whereSeparator: \.isWhitespace).last.map(String.init),
            last.count >= 5
        else { return false }
        let names = [self, Localizer(.english)].flatMap { language in
            language.monthNames
                + NamedDay.allCases.flatMap { language.words(for: $0) }.flatMap { $0.split(separator: " ") }
                .map { SearchFold.fold(String($0)) }
        }
        let words = DateWords(self).names + names
        if words.contains(last) { return false }
        return words.contains { word in
            word.count >= 5 && EditDistance.between(word, last, limit: 1) == 1
        }
    }

    /// Returns the possible days of a folded text in order, without duplicates.
    private func days(_ folded: String, today: CivilDate, isComing: Bool) -> [CivilDate] {
        Array(Set(readings(folded).compactMap { $0.day(today: today, isComing: isComing) })).sorted()
    }

    private func readings(_ folded: String) -> [WrittenDay] {
        let numeric = numericReadings(folded)
        return numeric.isEmpty ? namedReading(folded).map { [$0] } ?? [] : numeric
    }

    /// Returns the readings of two or three numbers with separators between them.
    private func numericReadings(_ folded: String) -> [WrittenDay] {
        var numbers: [Substring] = []
        var separators: [Character] = []
        var rest = folded[...]
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...4).contains(digits.count) else { return [] }
            numbers.append(digits)
            rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
            guard let separator = rest.first else { break }
            guard "-/.".contains(separator), separator == separators.first ?? separator else { return [] }
            separators.append(separator)
            rest = rest.dropFirst().drop(while: \.isWhitespace)
        } while !rest.isEmpty || separators.last != "."
        guard let separator = separators.first, (2...3).contains(numbers.count) else { return [] }
        let values = numbers.compactMap { Int($0) }
        let lengths = numbers.map(\.count)
        if numbers.count == 2 {
            guard separator == ".", lengths.allSatisfy({ $0 <= 2 }) else { return [] }
            let readings = [
                WrittenDay(month: values[1], day: values[0]),
                // Where dates begin with the year, the month is before the day.
                facts[.dateNumeric].hasPrefix("y") ? WrittenDay(month: values[0], day: values[1]) : nil,
            ].compactMap(\.self)
            // 14.30 is a time. With a final dot, the text can only be a date.
            let existing = readings.filter(\.exists)
            return !existing.isEmpty || separators.count == 1 ? existing : readings
        }
        if lengths[0] == 4, lengths[1] <= 2, lengths[2] <= 2 {
            return [WrittenDay(year: values[0], month: values[1], day: values[2])]
        }
        guard lengths[0] <= 2, lengths[1] <= 2, lengths[2] == 4 else { return [] }
        let dayFirst = WrittenDay(year: values[2], month: values[1], day: values[0])
        if separator == "." { return [dayFirst] }
        let monthFirst = WrittenDay(year: values[2], month: values[0], day: values[1])
        let readings = [dayFirst, monthFirst].filter { (1...12).contains($0.month) }
        switch isSpokenInManyTerritories ? territory.dayOrder : .ambiguous {
        case .dayFirst where readings.contains(dayFirst): return [dayFirst]
        case .monthFirst where readings.contains(monthFirst): return [monthFirst]
        default: return readings.isEmpty ? [dayFirst] : readings
        }
    }

    /// Returns the reading of a day with the name of its month: `3 April`, `April 3rd, 2027`, `Friday, April 3, 2027`,
    /// `2027. április 3., péntek`. The words may have any order, but if the language's dates begin with the day, its own
    /// name of a month follows the day: `5 kwietnia`, not `kwietnia 5`.
    private func namedReading(_ folded: String) -> WrittenDay? {
        let words = folded.split { $0.isWhitespace || ",.".contains($0) }.map(String.init)
        guard (2...6).contains(words.count), folded.contains(where: \.isNumber) else { return nil }
        let vocabulary = DateWords(self)
        var year: Int?
        var month: Int?
        var day: Int?
        for word in words {
            let meaning = vocabulary.meanings(ofWord: word).first
            switch meaning {
            case .number(let number) where word.first?.isNumber == true:
                if word.count == 4, year == nil {
                    year = number
                } else if word.count <= 2, day == nil {
                    day = number
                } else {
                    return nil
                }
            case .dayOfMonth(let number) where day == nil: day = number
            case .filler: continue
            default:
                if month == nil, let number = self.month(word) {
                    // “grudnia 2” is not Polish: the 2 belongs to something else.
                    let isDayFirst = facts[.dateLong].hasPrefix("d")
                    if isDayFirst, day == nil, Localizer(.english).month(word) == nil { return nil }
                    month = number
                } else if case .weekday = meaning {
                    continue
                } else {
                    return nil
                }
            }
        }
        // With a year, other numbers belong to something else, such as the 45 in “45 February 2015”.
        guard let month, let day, year == nil || (1...31).contains(day) else { return nil }
        return WrittenDay(year: year, month: month, day: day)
    }
}

/// A day as it is written, perhaps without a year.
private struct WrittenDay: Hashable {
    var year: Int?
    let month: Int
    let day: Int

    /// Whether the calendar has the day, in some year if the year is missing.
    var exists: Bool { CivilDate(year: year ?? 2000, month: month, day: day) != nil }

    /// The day. Without a year, it is the next such day from today on, or the latest one.
    func day(today: CivilDate, isComing: Bool) -> CivilDate? {
        if let year { return CivilDate(year: year, month: month, day: day) }
        // The nearest 29 February may be eight years away.
        return (0...8).lazy.compactMap {
            CivilDate(year: today.year + (isComing ? $0 : -$0), month: month, day: day)
        }.first { isComing ? $0 >= today : $0 <= today }
    }
}

/// A day that has its own word, such as “yesterday”, relative to a reference day.
public enum NamedDay: String, Sendable, Hashable, CaseIterable {
    /// Two days before the reference day.
    case dayBeforeYesterday = "day before yesterday"
    /// The day before the reference day.
    case yesterday
    /// The reference day.
    case today
    /// The day after the reference day.
    case tomorrow
    /// Two days after the reference day.
    case dayAfterTomorrow = "day after tomorrow"

    /// The offset from the reference day, in days.
    var offset: Int {
        switch self {
        case .dayBeforeYesterday: -2
        case .yesterday: -1
        case .today: 0
        case .tomorrow: 1
        case .dayAfterTomorrow: 2
        }
    }

    /// The name of the language fact that lists the words for the day.
    var fact: LanguageFacts.Name {
        switch self {
        case .dayBeforeYesterday: .dayBeforeYesterday
        case .yesterday: .yesterday
        case .today: .today
        case .tomorrow: .tomorrow
        case .dayAfterTomorrow: .dayAfterTomorrow
        }
    }
}

extension Localizer {
    /// Returns the words for a day in the language, the most common word first.
    ///
    /// ```swift
    /// Localizer(.english).words(for: .today)  // ["today"]
    /// ```
    public func words(for day: NamedDay) -> [String] { facts.list(day.fact) }
}
