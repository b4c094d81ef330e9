import Localization

extension ValueType where Value == CivilDate {
    /// A day: `2024-12-31`, `2024/1/5`, a form of the user's language, or a word such as `today`.
    ///
    /// Parsing throws ``ValueError/notADay(_:)``, ``ValueError/impossibleDay(_:)`` for a day like 2023-02-30,
    /// and ``ValueError/unclearDay(_:_:)`` for a day like 3/4/2024, in which either number can be the month.
    public static var day: ValueType<CivilDate> {
        ValueType(placeholder: Shell.text("DATE"), completion: .words(NamedDay.past)) { string, context in
            let trimmed = string.trimmingWhitespace()
            if let day = context.localizer.parseDay(trimmed, today: context.today) { return day }
            let days = context.localizer.ambiguousDays(trimmed)
            if !days.isEmpty { throw ValueError.unclearDay(string, days) }
            throw context.localizer.namesImpossibleDay(trimmed)
                ? ValueError.impossibleDay(string) : ValueError.notADay(string)
        }
    }
}
