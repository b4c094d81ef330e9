import Localization

/// A text that is no value of the type it should be.
public enum ValueError: Error, Hashable {
    /// The text is empty or only spaces.
    case blank
    /// The text is no whole number.
    case notANumber(String)
    /// The number lies outside of what is allowed.
    case outOfRange(String, ClosedRange<Int>)
    /// The text is no number and no range such as `3..5`.
    case notARange(String)
    /// The range's end lies before its beginning.
    case backwardRange(String)
    /// The text is no day in a form that is understood.
    case notADay(String)
    /// The calendar has no such day.
    case impossibleDay(String)
    /// The text can mean one of several days, as 3/4/2024 can.
    case unclearDay(String, [CivilDate])
    /// The text is none of the words that can be chosen; the nearest follow.
    case unknownChoice(String, choices: [String], nearest: [String])
    /// The text is none of a few answers that a program offers: its problem and its remedy.
    case noAnswer(LocalizedText, remedy: LocalizedText?)
    /// A program's own rule is broken: its problem and its remedy.
    case refused(LocalizedText, remedy: LocalizedText?)
}

extension ValueError: PresentableError {
    /// Names the text and what it should be.
    public var problem: LocalizedText {
        switch self {
        case .blank:
            text("There must be a text here, not only spaces.")
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
        case .noAnswer(let problem, _), .refused(let problem, _):
            problem
        }
    }

    /// What can be written instead.
    public var remedy: LocalizedText? {
        switch self {
        case .blank, .notANumber, .outOfRange:
            nil
        case .notARange, .backwardRange:
            text("Write a range as 3..5, 3.. or ..4.")
        case .notADay, .impossibleDay, .unclearDay:
            text("Write a date as 2024-12-31, or “today”, “yesterday” or “tomorrow”.")
        case .unknownChoice(_, let choices, let nearest):
            Suggestion.didYouMean(nearest) ?? Suggestion.choose(choices)
        case .noAnswer(_, let remedy), .refused(_, let remedy):
            remedy
        }
    }

    /// Whether one of a few short values was asked for, which is sooner typed anew than mended.
    var isAboutFewValues: Bool {
        switch self {
        case .outOfRange, .unknownChoice, .noAnswer: true
        default: false
        }
    }

    /// A matter of usage.
    public var failure: FailureKind { .usage }
}
