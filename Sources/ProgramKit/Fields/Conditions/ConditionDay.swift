import Foundation
import Localization
import Shell

/// A value that can be made from a day, so that conditions accept `7d` for it.
public protocol DayValue {
    /// Returns the value of a day.
    static func value(of day: CivilDate) -> Self
}

extension CivilDate: DayValue {
    /// Returns the day itself.
    public static func value(of day: CivilDate) -> CivilDate { day }
}

/// The days that a condition asks for.
public enum ConditionDays: Hashable, Sendable {
    /// Records without a day.
    case missing
    /// Records with a day.
    case present
    /// From the first to the last day; `nil` is open-ended.
    case within(from: CivilDate?, through: CivilDate?)
}

/// Positions and durations of days in conditions.
enum ConditionDay {
    /// Returns the position of a day among the days.
    static func position(_ day: CivilDate) -> Double { day.utcDate.timeIntervalSinceReferenceDate }

    /// Returns the days of a day, a month or a year.
    @MainActor
    static func days(_ text: String, _ context: FieldContext) -> ClosedRange<CivilDate>? {
        if let day = context.localizer.parseDay(text, today: context.today) { return day...day }
        return span(text, context)
    }

    /// Returns the days of a month or a year.
    @MainActor
    static func span(_ text: String, _ context: FieldContext) -> ClosedRange<CivilDate>? {
        if text.utf8.count == 4, let year = Int(text) {
            guard let first = CivilDate(year: year, month: 1, day: 1),
                let last = CivilDate(year: year, month: 12, day: 31)
            else { return nil }
            return first...last
        }
        guard let month = context.localizer.parseMonth(text, today: context.today) else { return nil }
        return month...month.adding(days: CivilDate.length(ofMonth: month.month, year: month.year) - 1)
    }

    /// Returns the number and the unit of a duration such as `7d`, `2w`, `3m` or `1y`; `nil` for another text.
    static func duration(_ string: String) -> (count: Int, unit: Character)? {
        guard let unit = string.last?.lowercased().first, "dwmy".contains(unit), string.count > 1,
            let count = Int(string.dropLast()), count >= 0, string.first != "+"
        else { return nil }
        return (count, unit)
    }

    /// Returns the day that is a duration after another day, or before it.
    static func day(
        _ duration: (count: Int, unit: Character), from day: CivilDate, isPast: Bool
    ) -> CivilDate? {
        guard duration.count <= 100_000 else { return nil }
        let count = isPast ? -duration.count : duration.count
        switch duration.unit {
        case "d": return day.adding(days: count)
        case "w": return day.adding(days: 7 * count)
        default:
            let months = day.year * 12 + day.month - 1 + count * (duration.unit == "y" ? 12 : 1)
            let (year, month) = (months / 12, months % 12 + 1)
            guard (1...9999).contains(year) else { return nil }
            return CivilDate(
                year: year, month: month, day: min(day.day, CivilDate.length(ofMonth: month, year: year)))
        }
    }
}
