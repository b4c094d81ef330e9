import Localization

/// An error in the text of a value.
public enum ValueError: Error, Hashable {
    /// The text is empty or has only spaces.
    case blank
    /// The text isn't a whole number.
    case notANumber(String)
    /// The number is outside the allowed range.
    case outOfRange(String, ClosedRange<Int>)
    /// The text is neither a number nor a range such as `3..5`.
    case notARange(String)
    /// The range's end is before its start.
    case backwardRange(String)
    /// The text isn't a day in a known form.
    case notADay(String)
    /// The calendar doesn't have this day.
    case impossibleDay(String)
    /// The text can mean several days, such as 3/4/2024.
    case unclearDay(String, [CivilDate])
    /// The text is none of the choices. `nearest` has similar choices.
    case unknownChoice(String, choices: [String], nearest: [String])
    /// The text isn't one of the answers that the program accepts.
    case invalidAnswer(LocalizedText, remedy: LocalizedText?)
    /// The text breaks a rule of the program.
    case refused(LocalizedText, remedy: LocalizedText?)
}

extension ValueError: PresentableError {
    /// A sentence that names the problem, the text and the expected form.
    public var problem: LocalizedText {
        switch self {
        case .blank:
            text("The text can't be blank.")
        case .notANumber(let string):
            text("“%@” is not a whole number.", string)
        case .outOfRange(let string, let range):
            if range.upperBound == .max {
                text("%1$@ is too small: the smallest is %2$lld.", string, range.lowerBound)
            } else if range.lowerBound == .min {
                text("%1$@ is too large: the largest is %2$lld.", string, range.upperBound)
            } else {
                text(
                    "“%1$@” is not a number from %2$lld to %3$lld.", string, range.lowerBound,
                    range.upperBound)
            }
        case .notARange(let string):
            text("“%@” is neither a number nor a range.", string)
        case .backwardRange(let string):
            text("The range “%@” ends before it begins.", string)
        case .notADay(let string):
            text("“%@” is not a date.", string)
        case .impossibleDay(let string):
            text("The calendar has no day “%@”.", string)
        case .unclearDay(let string, let days):
            text(
                "“%1$@” can be read as %2$@.", string,
                TextArgument.choice(days.map { .string($0.description) }))
        case .unknownChoice(let string, _, _):
            text("“%@” is none of the possible values.", string)
        case .invalidAnswer(let problem, _), .refused(let problem, _):
            problem
        }
    }

    /// Advice on which values are accepted.
    public var remedy: LocalizedText? {
        switch self {
        case .blank, .notANumber, .outOfRange:
            nil
        case .notARange, .backwardRange:
            text("Write a range as 3..5, 3.. or ..4.")
        case .notADay, .impossibleDay, .unclearDay:
            text(
                "Write a date as 2024-12-31 or 31.12.2024, or in words, such as “yesterday” or “friday”.")
        case .unknownChoice(_, let choices, let nearest):
            Suggestion.didYouMean(nearest) ?? Suggestion.choose(choices)
        case .invalidAnswer(_, let remedy), .refused(_, let remedy):
            remedy
        }
    }

    /// Whether the expected value is short, so that typing it again is easier than correcting it.
    var expectsShortValue: Bool {
        switch self {
        case .outOfRange, .unknownChoice, .invalidAnswer: true
        default: false
        }
    }

    /// The kind of failure, which is always a usage error.
    public var failure: FailureKind { .usage }
}
