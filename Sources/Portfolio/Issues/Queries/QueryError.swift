import Localization
import Shell

/// A mistake in a query, with its position.
struct QueryError: PresentableError, Hashable {
    enum Mistake: Hashable, Sendable {
        case missingTerm
        case openParenthesis
        case unexpectedParenthesis
        case openQuote
        case unknownKey(String, nearest: [String])
        case missingValue(String)
        case unknownValue(String, key: String, choices: [String])
        case notADay(String)
        /// The first day of a range is after the last one.
        case backwardRange(String)
        case tooDeep
    }

    let mistake: Mistake
    /// The place of the mistake, counted in characters from 1.
    let position: Int

    var problem: LocalizedText {
        text("The query has a mistake at character %1$lld: %2$@.", position, reason)
    }

    private var reason: LocalizedText {
        switch mistake {
        case .missingTerm: text("a condition is missing")
        case .openParenthesis: text("the parenthesis isn't closed")
        case .unexpectedParenthesis: text("the closing parenthesis has no opening one")
        case .openQuote: text("the quotation mark isn't closed")
        case .unknownKey(let key, _): text("“%@” is unknown", key)
        case .missingValue(let key): text("the value after “%@” is missing", key)
        case .unknownValue(let value, let key, _): text("“%1$@” can't follow “%2$@”", value, key)
        case .notADay(let value): text("“%@” is not a date", value)
        case .backwardRange(let value): text("the range “%@” ends before it begins", value)
        case .tooDeep: text("there are too many parentheses")
        }
    }

    var remedy: LocalizedText? {
        switch mistake {
        case .unknownKey(_, let nearest):
            LocalizedText.didYouMean(nearest.map { "\($0):" }) ?? text("“help list” explains queries.")
        case .unknownValue(_, _, let choices):
            text("Choose one of: %@.", TextArgument.choice(choices.map { .string($0) }))
        case .notADay:
            text("Write a date as 2024-12-31, friday, 3d, <friday or none.")
        case .openQuote, .openParenthesis, .unexpectedParenthesis, .tooDeep, .missingTerm, .missingValue,
            .backwardRange:
            text("“help list” explains queries.")
        }
    }

    var failure: FailureKind { .usage }
}
