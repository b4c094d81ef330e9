import Foundation

/// A day of the week; the raw value counts from Monday, 1, to Sunday, 7, as in ISO 8601.
public enum Weekday: Int, Sendable, CaseIterable {
    /// The days of the week.
    case monday = 1, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension CivilDate {
    /// The number of days since 1970-01-01; negative before.
    ///
    /// A year is taken to begin in March here, so that the leap day is its last: then the days before a month follow
    /// from a straight line, and those before a year from the rules of leap years.
    public var daysSince1970: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - Self.epoch
    }

    /// Makes a day of the number of days since 1970-01-01, or `nil` beyond the years 1 to 9999.
    public init?(daysSince1970 days: Int) {
        guard (Self.first.daysSince1970...Self.last.daysSince1970).contains(days) else { return nil }
        self.init(clamping: days)
    }

    /// Makes a day of the number of days since 1970-01-01; beyond the years 1 to 9999, the first or the last day.
    init(clamping days: Int) {
        let shifted = min(max(days, -719_162), 2_932_896) + Self.epoch
        // 400 years always have 146,097 days.
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468

    /// The day so many days later, or earlier where the number is negative; never beyond ``first`` and ``last``.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflows) = daysSince1970.addingReportingOverflow(days)
        return CivilDate(clamping: overflows ? days : sum)
    }

    /// The number of days from this day until another; negative where the other is earlier.
    public func days(until other: CivilDate) -> Int {
        other.daysSince1970 - daysSince1970
    }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday, and no day is earlier than 719,162 days before.
        let index = (daysSince1970 + 719_162 + 700) % 7
        return Weekday.allCases[index]
    }

    private static let secondsPerDay = 86_400.0

    /// The day that a moment belongs to in UTC; beyond the years 1 to 9999, the first or the last day.
    ///
    /// Civil days are stored as midnight in UTC; this reads them back.
    public init(utc date: Date) {
        self.init(seconds: date.timeIntervalSince1970)
    }

    private init(seconds: TimeInterval) {
        let days = (seconds / Self.secondsPerDay).rounded(.down)
        // Not a number is as good as any other day; it must only not trap.
        self.init(clamping: days.isNaN ? 0 : Int(min(max(days, -1e9), 1e9)))
    }

    /// Midnight of the day in UTC, as which civil days are stored.
    public var utcDate: Date {
        Date(timeIntervalSince1970: Double(daysSince1970) * Self.secondsPerDay)
    }

    /// The day that it is in a time zone.
    public static func today(now: Date, timeZone: TimeZone) -> CivilDate {
        CivilDate(seconds: timeZone.wallClock(of: now))
    }
}

extension TimeZone {
    /// What the clocks of the time zone show at a moment, as seconds since the midnight that began 1970 on them.
    func wallClock(of moment: Date) -> TimeInterval {
        let seconds = moment.timeIntervalSince1970
        // Foundation traps where a moment is infinite or too far away; nothing changes there.
        let usual = min(max(seconds.isNaN ? 0 : seconds, -1e11), 1e12)
        return usual + Double(secondsFromGMT(for: Date(timeIntervalSince1970: usual)))
    }
}
