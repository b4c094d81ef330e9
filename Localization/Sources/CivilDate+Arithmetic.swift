import Foundation

/// A day of the week. The raw value is 1 for Monday to 7 for Sunday, as in ISO 8601.
public enum Weekday: Int, Sendable, CaseIterable {
    /// A day of the week.
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension CivilDate {
    /// The number of days since 1970-01-01; negative for earlier days.
    ///
    /// The calculation uses years that start in March, so that the leap day is the last day of a year. With
    /// such years, a linear formula gives the number of days before a month. The leap year rules give the
    /// number of days before a year.
    public var daysSince1970: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - Self.epoch
    }

    /// Creates a day from the number of days since 1970-01-01; `nil` outside the years 1 to 9999.
    public init?(daysSince1970 days: Int) {
        guard (Self.first.daysSince1970...Self.last.daysSince1970).contains(days) else { return nil }
        self.init(clamping: days)
    }

    /// Creates a day from the number of days since 1970-01-01, clamped to the years 1 to 9999.
    init(clamping days: Int) {
        let shifted = min(max(days, -719_162), 2_932_896) + Self.epoch
        // A period of 400 years always has 146,097 days.
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The number of days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468

    /// Returns the day that is a number of days later, or earlier if the number is negative. The result is
    /// clamped to ``first`` and ``last``.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflows) = daysSince1970.addingReportingOverflow(days)
        return CivilDate(clamping: overflows ? days : sum)
    }

    /// Returns the number of days until another day; negative if that day is earlier.
    public func days(until other: CivilDate) -> Int {
        other.daysSince1970 - daysSince1970
    }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday. The earliest day is 719,162 days before that Thursday.
        let index = (daysSince1970 + 719_162 + 700) % 7
        return Weekday.allCases[index]
    }

    private static let secondsPerDay = 86_400.0

    /// Creates the day of a point in time in UTC, clamped to the years 1 to 9999.
    ///
    /// Civil days are stored as midnight in UTC; this initializer reads them back.
    public init(utc date: Date) {
        self.init(seconds: date.timeIntervalSince1970)
    }

    private init(seconds: TimeInterval) {
        let days = (seconds / Self.secondsPerDay).rounded(.down)
        // For NaN, the result may be any day, but the conversion must not trap.
        self.init(clamping: days.isNaN ? 0 : Int(min(max(days, -1e9), 1e9)))
    }

    /// Midnight of the day in UTC, the stored form of civil days.
    public var utcDate: Date {
        Date(timeIntervalSince1970: Double(daysSince1970) * Self.secondsPerDay)
    }

    /// Returns the current day in a time zone.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - timeZone: The time zone.
    public static func today(now: Date, timeZone: TimeZone) -> CivilDate {
        CivilDate(seconds: timeZone.wallClock(of: now))
    }
}

extension TimeZone {
    /// Returns the local time in seconds since 1970-01-01 00:00 local time.
    func wallClock(of moment: Date) -> TimeInterval {
        let seconds = moment.timeIntervalSince1970
        // Foundation traps for infinite or very distant times, so clamp them.
        let usual = min(max(seconds.isNaN ? 0 : seconds, -1e11), 1e12)
        return usual + Double(secondsFromGMT(for: Date(timeIntervalSince1970: usual)))
    }
}
