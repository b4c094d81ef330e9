/// A value that fills a placeholder of a ``LocalizedText``.
public indirect enum TextArgument: Hashable, Sendable, Codable {
    /// A text that is not translated, with visible control characters. Placeholder `%@`.
    case string(String)
    /// A whole number, formatted for the language. Placeholder `%lld`; it can select a plural form.
    case integer(Int)
    /// A number with a fraction, formatted for the language. Placeholder `%@`.
    case decimal(Double)
    /// A day, formatted in the localizer's day style. Placeholder `%@`.
    case day(CivilDate)
    /// A local time on a day, with minutes since midnight, formatted for the language. Placeholder `%@`.
    case moment(CivilDate, minute: Int)
    /// A time of day in minutes since midnight, formatted for the language. Placeholder `%@`.
    case time(minute: Int)
    /// Another localized text. Placeholder `%@`.
    case text(LocalizedText)
    /// An abbreviation such as “2 h”, and its words for screen readers. Placeholder `%@`.
    case abbreviation(LocalizedText, spoken: LocalizedText)
    /// A list, joined with “and” in the language (“a, b and c”). Placeholder `%@`.
    case list([TextArgument])
    /// Alternatives, joined with “or” in the language (“a, b or c”). Placeholder `%@`.
    case choice([TextArgument])
}

/// A type whose values can fill a placeholder of a ``LocalizedText``.
public protocol TextArgumentConvertible {
    /// The value as an argument.
    var textArgument: TextArgument { get }
}

extension TextArgument: TextArgumentConvertible {
    /// The argument itself.
    public var textArgument: TextArgument { self }
}

extension String: TextArgumentConvertible {
    /// The string, not translated.
    public var textArgument: TextArgument { .string(self) }
}

extension Int: TextArgumentConvertible {
    /// The number, formatted for the language.
    public var textArgument: TextArgument { .integer(self) }
}

extension Double: TextArgumentConvertible {
    /// The number, formatted for the language.
    public var textArgument: TextArgument { .decimal(self) }
}

extension CivilDate: TextArgumentConvertible {
    /// The day, formatted in the localizer's day style.
    public var textArgument: TextArgument { .day(self) }
}

extension LocalizedText: TextArgumentConvertible {
    /// The text, localized in the language of the enclosing text.
    public var textArgument: TextArgument { .text(self) }
}
