import Localization
import Shell

extension ValueType where Value == CivilDate {
    /// A day as users say it, such as `friday`.
    static var naturalDay: ValueType<CivilDate> {
        let words = ["friday", "3d", "2w", "eow", "eom"].map { CompletionWord.fixed($0) }
        return ValueType(
            placeholder: Portfolio.text("DATE"), completion: .words(NamedDay.coming.dropLast() + words)
        ) { string, context in try context.naturalDay(string.trimmingSpaces) }
    }
}

extension ParseContext {
    /// Parses a day as users say it.
    ///
    /// - Throws: `ValueError`.
    func naturalDay(_ text: String) throws(ValueError) -> CivilDate {
        do {
            return try day(text, isComing: true)
        } catch ValueError.notADay {
            if recurrence(text) != nil {
                throw ValueError.refused(
                    Portfolio.text("“%@” is a recurrence, not a date.", text),
                    remedy: Portfolio.text("Write “%@”.", "every \(text)"))
            }
            throw ValueError.refused(
                Portfolio.text("“%@” is not a date.", text),
                remedy: Portfolio.text(
                    "Write a date as 2024-12-31, friday, 3d or “next week”."
                ))
        }
    }
}
