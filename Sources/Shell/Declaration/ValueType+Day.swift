import Localization

extension ValueType where Value == CivilDate {
    /// A day: `2024-12-31`, the language's own short form, or a word such as `today`.
    ///
    /// Throws ``ValueError/notADay(_:)``, and ``ValueError/impossibleDay(_:)`` for a day like 2023-02-30.
    public static var day: ValueType<CivilDate> {
        ValueType(placeholder: "DATE", completion: .words(["today", "yesterday"])) { string, context in
            let trimmed = string.trimmingWhitespace()
            if let day = context.localizer.parseDay(trimmed, today: context.today) { return day }
            throw looksLikeDay(trimmed) ? ValueError.impossibleDay(string) : ValueError.notADay(string)
        }
    }

    /// Whether a text has a day's form, three numbers with dots, slashes or hyphens between them.
    private static func looksLikeDay(_ string: String) -> Bool {
        let parts = string.split { " ./-".contains($0) }
        return parts.count == 3 && parts.allSatisfy { 1...4 ~= $0.count && $0.allSatisfy(\.isWholeNumber) }
    }
}
