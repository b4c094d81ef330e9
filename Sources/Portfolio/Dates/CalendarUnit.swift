import Localization

/// A unit of the calendar in which dates and recurrences are counted.
enum CalendarUnit: String, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    case month = "m"
    case year = "y"
}

extension CivilDate {
    /// Returns the day that is a number of units later. If the month is too short, the result is its last day.
    ///
    /// - Returns: The day; `nil` if it is after the year 9999 or before the year 1.
    func adding(_ count: Int, _ unit: CalendarUnit) -> CivilDate? {
        guard abs(count) <= 4_000_000 else { return nil }
        switch unit {
        case .day: return CivilDate(daysSince1970: daysSince1970 + count)
        case .week: return CivilDate(daysSince1970: daysSince1970 + 7 * count)
        case .month, .year:
            let months = year * 12 + month - 1 + (unit == .year ? 12 * count : count)
            guard months >= 12 else { return nil }
            let year = months / 12, month = months % 12 + 1
            return CivilDate(
                year: year, month: month, day: min(day, CivilDate.length(ofMonth: month, year: year)))
        }
    }
}
