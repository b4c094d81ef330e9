/// A value that fills a placeholder of a ``LocalizedText``.
public indirect enum TextArgument: Hashable, Sendable, Codable {
    /// A text that is not translated; its control characters are shown visibly. Placeholder `%@`.
    case string(String)
    /// A whole number, written in the language's form. Placeholder `%lld`; it can select a plural.
    case integer(Int)
    /// A number with a fraction, written in the language's form. Placeholder `%@`.
    case decimal(Double)
    /// A day, written in the language's medium form. Placeholder `%@`.
    case day(CivilDate)
    /// A wall-clock time of a day, in minutes since midnight, written in the language's form. Placeholder `%@`.
    case moment(CivilDate, minute: Int)
    /// A time of day, in minutes since midnight, written in the language's form. Placeholder `%@`.
    case time(minute: Int)
    /// Another localized text. Placeholder `%@`.
    case text(LocalizedText)
    /// Several values, joined as the language joins a list ("a, b and c"). Placeholder `%@`.
    case list([TextArgument])
    /// Several values of which one is to be chosen, joined as the language joins them ("a, b or c"). Placeholder `%@`.
    case choice([TextArgument])
}

/// A type whose values can fill a placeholder of a ``LocalizedText``.
public protocol TextArgumentConvertible {
    /// The value as a placeholder's argument.
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
    /// The number, in the language's form.
    public var textArgument: TextArgument { .integer(self) }
}

extension Double: TextArgumentConvertible {
    /// The number, in the language's form.
    public var textArgument: TextArgument { .decimal(self) }
}

extension CivilDate: TextArgumentConvertible {
    /// The day, in the language's medium form.
    public var textArgument: TextArgument { .day(self) }
}

extension LocalizedText: TextArgumentConvertible {
    /// The text, resolved in the language of the text around it.
    public var textArgument: TextArgument { .text(self) }
}
