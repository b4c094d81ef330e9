/// A unit of the calendar in which dates and recurrences are counted. The raw value is its letter, as in `3d`.
public enum CalendarUnit: String, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    case month = "m"
    case year = "y"
}

extension CivilDate {
    /// Returns the day that is a number of units later, or earlier if the number is negative. If the month is too
    /// short, the result is its last day.
    ///
    /// - Returns: The day; `nil` if it is after the year 9999 or before the year 1.
    public func adding(_ count: Int, _ unit: CalendarUnit) -> CivilDate? {
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

    /// Returns the next day with a weekday after this day.
    public func next(_ weekday: Weekday) -> CivilDate? {
        adding((weekday.rawValue - self.weekday.rawValue + 6) % 7 + 1, .day)
    }

    /// Returns the latest day with a weekday before this day.
    public func previous(_ weekday: Weekday) -> CivilDate? {
        adding(-((self.weekday.rawValue - weekday.rawValue + 6) % 7 + 1), .day)
    }

    /// Returns the last day of this day's week, month or year; for a day, the day itself.
    public func end(of unit: CalendarUnit) -> CivilDate? {
        switch unit {
        case .day: self
        case .week: adding(7 - weekday.rawValue, .day)
        case .month:
            CivilDate(year: year, month: month, day: CivilDate.length(ofMonth: month, year: year))
        case .year: CivilDate(year: year, month: 12, day: 31)
        }
    }
}
