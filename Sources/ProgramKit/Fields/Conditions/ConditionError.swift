import Localization
import Shell

/// A mistake in a condition, with its position.
public struct ConditionError: UnknownNameError {
    enum Mistake {
        case missingTerm
        case openParenthesis
        case unexpectedParenthesis
        case openQuote
        case unknownKey(String, nearest: [String], keys: [String])
        case missingValue(String)
        case unknownValue(String, key: String, choices: [String])
        /// A value that the type of the key doesn't accept, with the type's reason.
        case unfit(String, key: String, any PresentableError)
        /// The key has no order, so that a comparison or a range has no meaning.
        case noOrder(String, key: String)
        /// The first value of a range is after the last one.
        case backwardRange(String)
        case emptyRange(String)
        case unknownName(String, key: String, nearest: [String])
        case tooDeep
        /// A word that is a condition or an operator in other programs.
        case foreign(String, instead: String)
        /// A condition in quotation marks, which make it the name of an entry.
        case quoted(String)
    }

    let mistake: Mistake
    /// The place of the mistake, counted in characters from 1.
    let position: Int

    /// Whether records of another kind may have the key.
    public var isUnknownKey: Bool { if case .unknownKey = mistake { true } else { false } }

    /// What is wrong, and where.
    public var problem: LocalizedText {
        text("The query has a mistake at character %1$lld: %2$@.", position, reason)
    }

    private var reason: LocalizedText {
        switch mistake {
        case .missingTerm: text("a condition is missing")
        case .openParenthesis: text("the parenthesis isn't closed")
        case .unexpectedParenthesis: text("the closing parenthesis has no opening one")
        case .openQuote: text("the quotation mark isn't closed")
        case .unknownKey(let key, _, _): text("“%@” is unknown", key)
        case .missingValue(let key): text("the value after “%@” is missing", key)
        case .unknownValue(let value, let key, _), .unfit(let value, let key, _):
            text("“%1$@” can't follow “%2$@”", value, key)
        case .noOrder(let value, let key):
            text("“%1$@” has no order, so “%2$@” can't follow it", key, value)
        case .backwardRange(let value): text("the range “%@” ends before it begins", value)
        case .emptyRange(let value): text("the range “%@” has neither a beginning nor an end", value)
        case .unknownName(let name, _, _): text("there is no “%@”", name)
        case .tooDeep: text("there are too many parentheses")
        case .foreign(let word, _): text("“%@” isn't a condition", word)
        case .quoted(let condition):
            text("“%@” is in quotation marks, so it names an entry, and none has this name", condition)
        }
    }

    /// What to write instead.
    public var remedy: LocalizedText? {
        switch mistake {
        case .unknownKey(_, let nearest, let keys):
            .keys(nearest: nearest, all: keys)
        case .unknownValue(_, _, let choices):
            text("Choose one of: %@.", TextArgument.choice(choices.map { .string($0) }))
        case .unfit(_, _, let reason): reason.remedy ?? reason.problem
        case .noOrder(_, let key): text("Write %@ followed by a value, “none” or “any”.", key)
        case .unknownName(_, let key, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("Names after “%@” are written whole.", key)
        case .foreign(let word, let instead):
            text("Write “%1$@”, or the text in quotation marks: %2$@.", instead, QuotedText.quoted(word))
        case .quoted: text("Without the quotation marks, it is a condition.")
        case .backwardRange, .emptyRange: text("Write a range as 3..5, 3.. or ..4.")
        case .openQuote, .openParenthesis, .unexpectedParenthesis, .tooDeep, .missingTerm, .missingValue:
            text("“help list” explains queries.")
        }
    }

    /// The name that nothing has.
    public var unknownName: UnknownName? {
        if case .unknownName(let name, _, let nearest) = mistake {
            UnknownName(typed: name, nearest: nearest)
        } else {
            nil
        }
    }

    /// A mistake in the line.
    public var failure: FailureKind { .usage }
}
