import Localization

extension ValueType where Value == CivilDate {
    /// A day: `2024-12-31`, `2024/1/5`, the language's own forms, or a word such as `today`.
    ///
    /// Throws ``ValueError/notADay(_:)``, ``ValueError/impossibleDay(_:)`` for a day like 2023-02-30 in one of these
    /// forms, and ``ValueError/unclearDay(_:_:)`` for one like 3/4/2024 where nobody knows which number is the month.
    public static var day: ValueType<CivilDate> {
        ValueType(placeholder: "DATE", completion: .words(NamedDay.past)) { string, context in
            let trimmed = string.trimmingWhitespace()
            if let day = context.localizer.parseDay(trimmed, today: context.today) { return day }
            let days = context.localizer.unclearDays(trimmed)
            if !days.isEmpty { throw ValueError.unclearDay(string, days) }
            throw context.localizer.namesImpossibleDay(trimmed)
                ? ValueError.impossibleDay(string) : ValueError.notADay(string)
        }
    }
}
