import Foundation
import Localization

/// A range of years as points in time, for comparisons with stored days.
enum ReadingPeriod {
    /// Returns the first day of the range and the day after its end.
    static func days(_ years: ClosedRange<Int>) -> (Date, Date) {
        let first = CivilDate(year: years.lowerBound, month: 1, day: 1) ?? .first
        let last = CivilDate(year: years.upperBound, month: 12, day: 31) ?? .last
        return (first.utcDate, last.utcDate.addingTimeInterval(86_400))
    }
}
