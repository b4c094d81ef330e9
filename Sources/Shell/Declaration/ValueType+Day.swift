import Localization

extension ValueType where Value == CivilDate {
    /// A day: `2024-12-31`, `2024/1/5`, the language's own forms, or a word such as `today`.
    ///
    /// Throws ``ValueError/notADay(_:)``, and ``ValueError/impossibleDay(_:)`` for a day like 2023-02-30 in one of these
    /// forms.
    public static var day: ValueType<CivilDate> {
        ValueType(placeholder: "DATE", completion: .words(["today", "yesterday"])) { string, context in
            let trimmed = string.trimmingWhitespace()
            if let day = context.localizer.parseDay(trimmed, today: context.today) { return day }
            throw context.localizer.namesImpossibleDay(trimmed)
                ? ValueError.impossibleDay(string) : ValueError.notADay(string)
        }
    }
}
