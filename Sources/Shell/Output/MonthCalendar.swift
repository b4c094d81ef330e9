import Localization

/// A month with the events on its days.
///
/// A terminal shows a grid of weeks that starts with the first weekday of the user's language.
/// Machine-readable formats omit the calendar. Pipes and screen readers get only the name of the month.
/// Therefore an output with a calendar should also have a table with the same events.
///
/// ```swift
/// let calendar = MonthCalendar(
///     year: 2025, month: 5,
///     entries: [.init("Rome", from: CivilDate("2025-05-01"), to: CivilDate("2025-05-04"))]
///         .compactMap { $0 })
/// ```
public struct MonthCalendar: Sendable {
    /// An event of one or more days.
    public struct Entry: Sendable {
        /// The name of the event.
        public let label: String
        /// The first day.
        public let first: CivilDate
        /// The last day; not before the first.
        public let last: CivilDate

        /// Creates an entry; `nil` if a day is missing.
        ///
        /// - Parameters:
        ///   - label: The name of the event.
        ///   - first: The first day.
        ///   - last: The last day. A day before the first counts as the first.
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
    /// The day to mark, if it is in the month.
    public let today: CivilDate?
    /// The events, in the order in which they are shown.
    public let entries: [Entry]

    /// Creates a calendar of a month.
    ///
    /// - Parameters:
    ///   - year: The year, 1 to 9999.
    ///   - month: The month, 1 to 12.
    ///   - today: The day to mark.
    ///   - entries: The events, in the order in which they are shown. Events in other months are omitted.
    public init(year: Int, month: Int, today: CivilDate? = nil, entries: [Entry]) {
        self.year = year
        self.month = month
        self.today = today
        self.entries = entries
    }

    /// Returns the weeks of the month, each with seven days; `nil` for days of the adjacent months.
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
