import Localization
import Shell

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
        do {
            return try day(text, isComing: true)
        } catch ValueError.notADay {
            throw ValueError.refused(
                Portfolio.text("“%@” is not a date.", text),
                remedy: Portfolio.text(
                    "Write a date as 2024-12-31, friday, 3d or “next week”; several words need quotation marks."
                ))
        }
    }
}
