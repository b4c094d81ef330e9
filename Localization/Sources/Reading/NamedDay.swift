/// A day that has its own word, such as “yesterday”, relative to a reference day.
public enum NamedDay: String, Sendable, Hashable, CaseIterable {
    /// Two days before the reference day.
    case dayBeforeYesterday = "day before yesterday"
    /// The day before the reference day.
    case yesterday
    /// The reference day.
    case today
    /// The day after the reference day.
    case tomorrow
    /// Two days after the reference day.
    case dayAfterTomorrow = "day after tomorrow"

    /// The offset from the reference day, in days.
    var offset: Int {
        switch self {
        case .dayBeforeYesterday: -2
        case .yesterday: -1
        case .today: 0
        case .tomorrow: 1
        case .dayAfterTomorrow: 2
        }
    }

    /// The name of the language fact that lists the words for the day.
    var fact: LanguageFacts.Name {
        switch self {
        case .dayBeforeYesterday: .dayBeforeYesterday
        case .yesterday: .yesterday
        case .today: .today
        case .tomorrow: .tomorrow
        case .dayAfterTomorrow: .dayAfterTomorrow
        }
    }
}

extension Localizer {
    /// Returns the words for a day in the language, the most common word first.
    ///
    /// ```swift
    /// Localizer(.english).words(for: .today)  // ["today"]
    /// ```
    public func words(for day: NamedDay) -> [String] { facts.list(day.fact) }
}
