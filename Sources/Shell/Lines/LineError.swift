import Localization

/// What can be wrong with a line before anyone looks at its words.
public enum LineError: Error, Hashable {
    /// A quote that was opened at a column, counted in characters from 1, is never closed.
    case unclosedQuote(Character, column: Int)
    /// A NUL character stands at a column, counted in characters from 1.
    case nulCharacter(column: Int)
    /// A line of a script has bytes that are not UTF-8.
    case invalidUTF8(line: Int)
    /// A line of a script is longer than any command.
    case tooLong(line: Int)
    /// What was typed is not UTF-8.
    case invalidInput
    /// An argument of the process is not UTF-8; the first is number 1.
    case invalidArgument(number: Int)
}

extension LineError: PresentableError {
    /// Names the character or the place. Places are written as plain numbers: nobody groups the digits of a line.
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
            text("What was typed is not valid UTF-8 text.")
        case .invalidArgument(let number):
            text("Argument %@ is not valid UTF-8 text.", String(number))
        }
    }

    /// How to write the line instead.
    public var remedy: LocalizedText? {
        switch self {
        case .unclosedQuote(let quote, _):
            text("Close it with %@, or put a backslash before it if it belongs to the text.", String(quote))
        case .nulCharacter, .invalidUTF8, .tooLong:
            text("Commands are lines of text in UTF-8. Is this the right file?")
        case .invalidInput, .invalidArgument:
            text("Use a terminal and a locale that write UTF-8.")
        }
    }

    /// A line that can't be read is a mistake in its use; a file that is no text is bad data.
    public var failure: FailureKind {
        switch self {
        case .unclosedQuote, .invalidInput, .invalidArgument: .usage
        case .nulCharacter, .invalidUTF8, .tooLong: .badData
        }
    }
}
