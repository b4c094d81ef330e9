import Localization

/// An error in the characters of a line.
public enum LineError: Error, Hashable {
    /// The quote that opens at a column, counted in characters from 1, isn't closed.
    case unclosedQuote(Character, column: Int)
    /// There is a NUL character at a column, counted in characters from 1.
    case nulCharacter(column: Int)
    /// A line of a script isn't valid UTF-8.
    case invalidUTF8(line: Int)
    /// A line of a script is too long.
    case tooLong(line: Int)
    /// Typed input isn't valid UTF-8.
    case invalidInput
    /// An argument of the process isn't valid UTF-8; the first is number 1.
    case invalidArgument(number: Int)
}

extension LineError: PresentableError {
    /// The problem, with the character or its position. Line numbers are arguments of type string, because
    /// the localizer would add grouping separators to numbers.
    public var problem: LocalizedText {
        switch self {
        case .unclosedQuote(let quote, let column):
            text("The quote %1$@ at column %2$@ is not closed.", String(quote), String(column))
        case .nulCharacter(let column):
            text("There is a NUL character at column %@.", String(column))
        case .invalidUTF8(let line):
            text("Line %@ of the input is not valid UTF-8 text.", String(line))
        case .tooLong(let line):
            text("Line %@ of the input is too long.", String(line))
        case .invalidInput:
            text("The typed text is not valid UTF-8.")
        case .invalidArgument(let number):
            text("Argument %@ is not valid UTF-8 text.", String(number))
        }
    }

    /// Advice on how to correct the input.
    public var remedy: LocalizedText? {
        switch self {
        case .unclosedQuote(let quote, _):
            text(
                "Close it with %@. If the quote belongs to the text, put a backslash before it.",
                String(QuoteMark(rawValue: quote)?.closing ?? quote))
        case .nulCharacter, .invalidUTF8, .tooLong:
            text("Commands are lines of text in UTF-8. Is this the right file?")
        case .invalidInput, .invalidArgument:
            text("Use a terminal and a locale with UTF-8.")
        }
    }

    /// The kind of failure: a usage error for typed lines, bad data for scripts that aren't text.
    public var failure: FailureKind {
        switch self {
        case .unclosedQuote, .invalidInput, .invalidArgument: .usage
        case .nulCharacter, .invalidUTF8, .tooLong: .badData
        }
    }
}
