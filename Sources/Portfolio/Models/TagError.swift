import Localization
import Suite

/// What is wrong with a tag that was named.
enum TagError: PresentableError, Hashable {
    /// No tag has this name; the nearest follow.
    case unknown(String, nearest: [String])
    /// Several tags fit.
    case ambiguous(String, names: [String])
    /// The words of a line are the name of one tag.
    case severalWords(String, name: String)
    /// There is a tag of this name, perhaps in another case.
    case exists(String)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _): text("There is no tag “%@”.", name)
        case .severalWords(_, let name): text("“%@” is the name of one tag.", name)
        case .ambiguous(let name, let names): text("“%1$@” fits %2$lld tags.", name, names.count)
        case .exists(let name): text("There is a tag “%@” already.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“tags” lists them, “tag new” makes one.")
        case .severalWords(_, let name): text("A name of several words goes in quotes: tag \"%@\".", name)
        case .ambiguous(_, let names):
            text(
                "Name one as a whole: %@.",
                TextArgument.choice(names.prefix(8).map { .text(text("“%@”", $0)) })
            )
        case .exists: text("Choose another name; the case of letters makes no difference.")
        }
    }

    var failure: FailureKind { .failed }
}
