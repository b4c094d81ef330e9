import Localization
import Shell

extension ValueType where Value == CivilDate {
    /// A day as `ValueType.day` accepts it, or a day without a year, such as `07-20`, `20 July` or `7/20`.
    ///
    /// A day without a year is in the current year, or 29 February in the latest leap year.
    static var dayOfYear: ValueType<CivilDate> {
        let day = ValueType<CivilDate>.day
        return ValueType(placeholder: day.placeholder, completion: day.completion) { string, context in
            let typed = string.collapsingSpaces
            do {
                let day = try day.parse(typed, context)
                // A day without a year is the same on the last day of the year; a word such as “friday” isn't.
                if let last = CivilDate(year: context.today.year, month: 12, day: 31),
                    let inYear = context.localizer.parseDay(typed, today: last),
                    (inYear.month, inYear.day) == (day.month, day.day)
                {
                    return inYear
                }
                return day
            } catch ValueError.notADay {
                return try DayOfYear(typed, context).day
            }
        }
    }
}

/// A day that was typed without a year.
struct DayOfYear {
    let day: CivilDate

    /// Parses a day without a year.
    ///
    /// - Throws: `ValueError`: the text isn't a day, is impossible, or can be read as two days.
    init(_ typed: String, _ context: ParseContext) throws {
        let localizer = context.localizer
        let remedy = text("Write a date as 07-20 or 1969-07-20, or “today”, “yesterday” or “tomorrow”.")
        let years = (max(context.today.year - 8, 1)...context.today.year).reversed()
        // The forms with a year that the user's language has.
        func dated(_ year: Int) -> [String] {
            [
                "\(year)-\(typed)", "\(typed)/\(year)", "\(typed).\(year)", "\(typed)\(year)",
                "\(year).\(typed)",
            ]
                + (typed.contains(where: \.isLetter) ? ["\(typed) \(year)", "\(year). \(typed)"] : [])
        }
        for year in years {
            for text in dated(year) {
                if let day = localizer.parseDay(text, today: context.today), day.year == year {
                    self.day = day
                    return
                }
            }
            let days = dated(year).flatMap { localizer.ambiguousDays($0, today: context.today) }
            if !days.isEmpty { throw ValueError.unclearDay(typed, days) }
        }
        if dated(context.today.year).contains(where: localizer.namesImpossibleDay) {
            throw ValueError.refused(text("The calendar has no day “%@”.", typed), remedy: remedy)
        }
        throw ValueError.refused(text("“%@” is not a date.", typed), remedy: remedy)
    }
}
