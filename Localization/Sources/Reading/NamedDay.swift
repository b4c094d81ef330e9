/// A day that has a word of its own.
public enum NamedDay: String, Sendable, Hashable, CaseIterable {
    /// The day before.
    case yesterday
    /// The day itself.
    case today
    /// The day after.
    case tomorrow

    /// How many days it is after today.
    var offset: Int {
        switch self {
        case .yesterday: -1
        case .today: 0
        case .tomorrow: 1
        }
    }

    /// Where a language's words for it stand.
    var fact: LanguageFacts.Name {
        switch self {
        case .yesterday: .yesterday
        case .today: .today
        case .tomorrow: .tomorrow
        }
    }
}

extension Localizer {
    /// The language's words for a day, the usual one first.
    ///
    /// ```swift
    /// Localizer(.english).words(for: .today)  // ["today"]
    /// ```
    public func words(for day: NamedDay) -> [String] { facts.list(day.fact) }
}
