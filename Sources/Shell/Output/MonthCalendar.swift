import Localization

/// The days of a month, and what takes place on them.
///
/// A terminal shows a grid of weeks, which begin as they do in the person's language. The same belongs into a table
/// beside it: a pipe, a program and people who listen get nothing but the month's name of it.
///
/// ```swift
/// let calendar = MonthCalendar(
///     year: 2025, month: 5,
///     entries: [.init("Rome", from: CivilDate("2025-05-01"), to: CivilDate("2025-05-04"))].compactMap { $0 })
/// ```
public struct MonthCalendar: Sendable {
    /// Something that takes a day or several.
    public struct Entry: Sendable {
        /// What it is called.
        public let label: String
        /// Its first day.
        public let first: CivilDate
        /// Its last day; not before the first.
        public let last: CivilDate

        /// Makes an entry; `nil` where a day is missing.
        ///
        /// - Parameters:
        ///   - label: What it is called.
        ///   - first: Its first day.
        ///   - last: Its last day; a day before the first counts as the first.
        public init?(_ label: String, from first: CivilDate?, to last: CivilDate?) {
            guard let first, let last else { return nil }
            self.label = label
            self.first = first
            self.last = max(first, last)
        }
    }

    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day to mark, if it falls into the month.
    public let today: CivilDate?
    /// What takes place, in the order in which it is shown.
    public let entries: [Entry]

    /// Makes a calendar of a month.
    ///
    /// - Parameters:
    ///   - year: The year, 1 to 9999.
    ///   - month: The month, 1 to 12.
    ///   - today: The day to mark.
    ///   - entries: What takes place, in the order in which it is shown; what falls on other months is left out.
    public init(year: Int, month: Int, today: CivilDate? = nil, entries: [Entry]) {
        self.year = year
        self.month = month
        self.today = today
        self.entries = entries
    }

    /// The days of each week of the month; `nil` for those of the months beside it.
    func weeks(beginningWith weekday: Weekday) -> [[CivilDate?]] {
        let length = CivilDate.length(ofMonth: month, year: year)
        guard let first = CivilDate(year: year, month: month, day: 1), length > 0 else { return [] }
        let lead = (first.weekday.rawValue - weekday.rawValue + 7) % 7
        var days: [CivilDate?] = Array(repeating: nil, count: lead)
        for day in 1...length { days.append(CivilDate(year: year, month: month, day: day)) }
        while days.count % 7 != 0 { days.append(nil) }
        return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
    }
}
