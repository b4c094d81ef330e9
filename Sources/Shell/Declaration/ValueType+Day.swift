import Localization

extension ValueType where Value == CivilDate {
    /// A day that is usually in the past: `2024-12-31`, `31.12.2024`, `31 December`, `yesterday`, `friday`.
    ///
    /// Parsing throws the errors of ``ParseContext/day(_:isComing:)``.
    public static var day: ValueType<CivilDate> {
        ValueType(placeholder: Shell.text("DATE"), completion: .words(NamedDay.past)) { string, context in
            try context.day(string)
        }
    }

    /// A day that is usually in the future. A weekday, or a day without a year, is the next one.
    public static var comingDay: ValueType<CivilDate> {
        ValueType(placeholder: Shell.text("DATE"), completion: .words(NamedDay.coming)) { string, context in
            try context.day(string, isComing: true)
        }
    }
}

extension ParseContext {
    /// Parses a day in any form that `Localizer.parseDay` accepts.
    ///
    /// - Parameters:
    ///   - string: The text that the user typed.
    ///   - isComing: Whether the day is usually in the future. Default: `false`.
    /// - Throws: ``ValueError/notADay(_:)``, ``ValueError/impossibleDay(_:)`` for a day like 2023-02-30, and
    ///   ``ValueError/unclearDay(_:_:)`` for a day like 3/4/2024, in which either number can be the month.
    public func day(_ string: String, isComing: Bool = false) throws(ValueError) -> CivilDate {
        let today = today
        if let day = localizer.parseDay(string, today: today, isComing: isComing) { return day }
        let days = localizer.ambiguousDays(string, today: today, isComing: isComing)
        if !days.isEmpty { throw ValueError.unclearDay(string, days) }
        throw localizer.namesImpossibleDay(string)
            ? ValueError.impossibleDay(string) : ValueError.notADay(string)
    }
}
