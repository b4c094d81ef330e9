import Localization
import Shell

/// Parses days as users say them: `friday`, `next week`, `in 3 days`, `2w`, `end of month`, `24 December`.
enum NaturalDay {
    /// Returns the day of a text; `nil` if the text isn't a day, or the calendar has no such day.
    ///
    /// A weekday is always after today. `next friday` is the Friday of the next week.
    static func day(_ text: String, _ localizer: Localizer, today: CivilDate) -> CivilDate? {
        if let day = localizer.parseDay(text, today: today) { return day }
        if isAfterTomorrow(text, localizer) { return today.adding(2, .day) }
        switch DateWords(localizer).meanings(of: text) {
        case let words where words.count == 1: return day(words[0], today)
        case let words where words.count == 2: return day(words[0], words[1], localizer, today)
        default: return nil
        }
    }

    /// Whether a text is “day after tomorrow” in English or the user's language, where it is usually one word.
    private static func isAfterTomorrow(_ text: String, _ localizer: Localizer) -> Bool {
        let words = Portfolio.text("day after tomorrow")
        return [localizer, Localizer(.english)].contains {
            SearchFold.fold($0.string(words)) == SearchFold.fold(text)
        }
    }

    private static func day(_ word: DateWords.Meaning, _ today: CivilDate) -> CivilDate? {
        switch word {
        case .weekday(let weekday): today.next(weekday)
        case .unit(let unit): today.adding(1, unit)
        case .endOf(let unit): today.end(of: unit)
        case .dayOfMonth(let day): next(day, after: today)
        default: nil
        }
    }

    /// Returns the next day with a number in its month, after today; `nil` if no month has it.
    private static func next(_ day: Int, after today: CivilDate) -> CivilDate? {
        // At least every second month has 31 days.
        (0...2).lazy.compactMap { months -> CivilDate? in
            guard let month = today.adding(months, .month),
                let found = CivilDate(year: month.year, month: month.month, day: day), found > today
            else { return nil }
            return found
        }.first
    }

    private static func day(
        _ first: DateWords.Meaning, _ second: DateWords.Meaning, _ localizer: Localizer, _ today: CivilDate
    ) -> CivilDate? {
        switch (first, second) {
        case (.number(let count), .unit(let unit)): return today.adding(count, unit)
        case (.next, .unit(.day)): return today.adding(1, .day)
        case (.next, .unit(let unit)): return today.end(of: unit)?.adding(1, .day)
        case (.next, .weekday(let weekday)), (.weekday(let weekday), .next):
            return today.end(of: .week)?.next(weekday)
        case (.end, .unit(let unit)), (.unit(let unit), .end): return today.end(of: unit)
        case (.other(let name), .number(let number)), (.number(let number), .other(let name)),
            (.other(let name), .dayOfMonth(let number)), (.dayOfMonth(let number), .other(let name)):
            guard let month = localizer.parseMonth(name, today: today)?.month else { return nil }
            // Without a year, the day is the next one of its name. A leap day is at most eight years away.
            for year in today.year...today.year + 8 {
                if let day = CivilDate(year: year, month: month, day: number), day >= today { return day }
            }
            return nil
        default: return nil
        }
    }
}

extension CivilDate {
    /// Returns the next day with a weekday, 1 for Monday to 7 for Sunday, after this day.
    func next(_ weekday: Int) -> CivilDate? {
        adding((weekday - self.weekday.rawValue + 6) % 7 + 1, .day)
    }

    /// Returns the last day of this day's week, month or year; for a day, the day itself.
    func end(of unit: CalendarUnit) -> CivilDate? {
        switch unit {
        case .day: self
        case .week: adding(7 - weekday.rawValue, .day)
        case .month:
            CivilDate(year: year, month: month, day: CivilDate.length(ofMonth: month, year: year))
        case .year: CivilDate(year: year, month: 12, day: 31)
        }
    }
}

/// A day, or the removal of a day.
enum DayAssignment: Hashable, Sendable {
    case day(CivilDate)
    case none

    var day: CivilDate? { if case .day(let day) = self { day } else { nil } }
}

extension ValueType where Value == DayAssignment {
    /// A day as users say it, or `none`.
    static var naturalDay: ValueType<DayAssignment> {
        let none = Choice("none", DayAssignment.none, Portfolio.text("none"))
        let words = ["friday", "3d", "2w", "eow", "eom"].map { CompletionWord.fixed($0) }
        return ValueType(
            placeholder: Portfolio.text("DATE"),
            completion: .words(NamedDay.coming.dropLast() + words + [.localized("none", none.words)])
        ) { string, context in
            let trimmed = string.trimmingSpaces
            let folded = SearchFold.fold(trimmed)
            if folded == "none" || folded == SearchFold.fold(context.localizer.string(Portfolio.text("none")))
            {
                return .none
            }
            return .day(try context.naturalDay(trimmed))
        }
    }
}

extension ParseContext {
    /// Parses a day as users say it.
    ///
    /// - Throws: `ValueError`.
    func naturalDay(_ text: String) throws(ValueError) -> CivilDate {
        if let day = NaturalDay.day(text, localizer, today: today) { return day }
        let days = localizer.ambiguousDays(text)
        if !days.isEmpty { throw ValueError.unclearDay(text, days) }
        if localizer.namesImpossibleDay(text) { throw ValueError.impossibleDay(text) }
        throw ValueError.refused(
            Portfolio.text("“%@” is not a date.", text),
            remedy: Portfolio.text(
                "Write a date as 2024-12-31, friday, 3d or “next week”; several words need quotation marks."))
    }
}
