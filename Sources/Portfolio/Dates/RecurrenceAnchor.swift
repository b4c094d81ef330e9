import Localization

/// What a recurrence was asked to keep: Mondays, the 31st, the second Tuesday, 29 February.
///
/// The raw value follows `@` in ``Recurrence/rawValue``: `mon,thu`, `31`, `last`, `2tue`, `lastfri`, `02-29`.
enum RecurrenceAnchor: Hashable, Sendable {
    /// Days of the week, in their order; at least one.
    case weekdays([Weekday])
    /// A day of the month, from 1 to 31. In a shorter month, it is the last day.
    case dayOfMonth(Int)
    case lastDay
    /// A weekday of the month, from the first to the fourth; `nil` is the last one.
    case weekdayOfMonth(Int?, Weekday)
    /// A day of the year. In a year without it, it is the last day of the month.
    case dayOfYear(month: Int, day: Int)

    /// The unit of time in which the days are.
    var unit: CalendarUnit {
        switch self {
        case .weekdays: .week
        case .dayOfMonth, .lastDay, .weekdayOfMonth: .month
        case .dayOfYear: .year
        }
    }

    /// Returns the days in the week, month or year of a day, in their order.
    func days(inPeriodOf day: CivilDate) -> [CivilDate] {
        switch self {
        case .weekdays(let weekdays):
            let monday = day.monday
            return weekdays.map { monday.adding(days: $0.rawValue - 1) }
        case .dayOfMonth(let wanted): return Self.day(wanted, of: day.month, day.year).map { [$0] } ?? []
        case .lastDay: return Self.day(31, of: day.month, day.year).map { [$0] } ?? []
        case .dayOfYear(let month, let wanted):
            return Self.day(wanted, of: month, day.year).map { [$0] } ?? []
        case .weekdayOfMonth(let ordinal, let weekday):
            guard let last = Self.day(31, of: day.month, day.year) else { return [] }
            let first = last.adding(days: 1 - last.day)
            guard let ordinal else {
                return [last.adding(days: -((last.weekday.rawValue - weekday.rawValue + 7) % 7))]
            }
            let offset = (weekday.rawValue - first.weekday.rawValue + 7) % 7
            return [first.adding(days: offset + 7 * (ordinal - 1))]
        }
    }

    /// Returns a day of a month, or the last day of a shorter month.
    private static func day(_ day: Int, of month: Int, _ year: Int) -> CivilDate? {
        CivilDate(year: year, month: month, day: min(day, CivilDate.length(ofMonth: month, year: year)))
    }
}

extension RecurrenceAnchor: RawRepresentable {
    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static func weekday(_ name: some StringProtocol) -> Weekday? {
        names.firstIndex { $0 == name }.flatMap { Weekday(rawValue: $0 + 1) }
    }

    private static func name(_ weekday: Weekday) -> String { names[weekday.rawValue - 1] }

    init?(rawValue: String) {
        func number(_ text: some StringProtocol, _ range: ClosedRange<Int>) -> Int? {
            guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
        if rawValue == "last" {
            self = .lastDay
        } else if rawValue.hasPrefix("last"), let weekday = Self.weekday(rawValue.dropFirst(4)) {
            self = .weekdayOfMonth(nil, weekday)
        } else if let day = number(rawValue, 1...31) {
            self = .dayOfMonth(day)
        } else if let weekday = Self.weekday(rawValue.dropFirst()),
            let ordinal = number(rawValue.prefix(1), 1...4)
        {
            self = .weekdayOfMonth(ordinal, weekday)
        } else if case let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false),
            parts.count == 2, rawValue.utf8.count == 5, let month = number(parts[0], 1...12),
            // A leap year has every day.
            let day = number(parts[1], 1...CivilDate.length(ofMonth: month, year: 2000))
        {
            self = .dayOfYear(month: month, day: day)
        } else {
            let weekdays = rawValue.split(separator: ",", omittingEmptySubsequences: false).map(Self.weekday)
            let known = weekdays.compactMap { $0 }
            guard !known.isEmpty, known.count == weekdays.count, let anchor = Self.each(of: known) else {
                return nil
            }
            self = anchor
        }
    }

    /// Returns the anchor for days of the week; `nil` if one occurs twice.
    static func each(of weekdays: [Weekday]) -> RecurrenceAnchor? {
        guard !weekdays.isEmpty, Set(weekdays).count == weekdays.count else { return nil }
        return .weekdays(weekdays.sorted { $0.rawValue < $1.rawValue })
    }

    var rawValue: String {
        switch self {
        case .weekdays(let weekdays): weekdays.map(Self.name).joined(separator: ",")
        case .dayOfMonth(let day): String(day)
        case .lastDay: "last"
        case .weekdayOfMonth(let ordinal, let weekday):
            (ordinal.map(String.init) ?? "last") + Self.name(weekday)
        case .dayOfYear(let month, let day): "\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        }
    }
}

extension RecurrenceAnchor {
    /// The anchor in the user's language, after the recurrence and a colon: “Monday and Thursday”, “day 31”.
    var name: LocalizedText {
        switch self {
        case .weekdays(let weekdays): text("%@", TextArgument.list(weekdays.map { .text($0.name) }))
        case .dayOfMonth(let day): text("day %@", String(day))
        case .lastDay: text("the last day")
        case .weekdayOfMonth(1?, let weekday): text("1st %@", weekday.name)
        case .weekdayOfMonth(2?, let weekday): text("2nd %@", weekday.name)
        case .weekdayOfMonth(3?, let weekday): text("3rd %@", weekday.name)
        case .weekdayOfMonth(.some, let weekday): text("4th %@", weekday.name)
        case .weekdayOfMonth(nil, let weekday): text("last %@", weekday.name)
        case .dayOfYear(let month, let day): text("day %1$@ of month %2$@", String(day), String(month))
        }
    }
}

extension Weekday {
    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .monday: text("Monday")
        case .tuesday: text("Tuesday")
        case .wednesday: text("Wednesday")
        case .thursday: text("Thursday")
        case .friday: text("Friday")
        case .saturday: text("Saturday")
        case .sunday: text("Sunday")
        }
    }
}
