import Localization
import ProgramKit
import Shell

/// An error in the name of a tag.
enum TagError: UnknownNameError, Hashable {
    /// No tag has this name. `nearest` lists similar names.
    case unknown(String, nearest: [String])
    /// No tag has the name that issues should get, and nobody can be asked whether to create it.
    case needsConsent(String, nearest: [String])
    /// No tag has this name, which may be a mistyped command.
    case command(String, nearest: [String])
    /// Several tags match the name.
    case ambiguous(String, names: [String])
    /// The user typed several words without quotation marks, and together they are the name of one tag.
    case severalWords(String, name: String)
    /// A tag with this name already exists, perhaps with different upper and lower case.
    case exists(String)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _), .needsConsent(let name, _), .command(let name, _):
            text("There is no tag “%@”.", name)
        case .severalWords(_, let name): text("“%@” is the name of one tag.", name)
        case .ambiguous(let name, let names): text("“%1$@” matches %2$lld tags.", name, names.count)
        case .exists(let name): text("There is already a tag “%@”.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(let name, let nearest):
            LocalizedText.didYouMean(nearest, orCreate: name, by: "tag new \(Quoting.quote(name))")
                ?? text("“tags” lists all tags, “tag new” creates one.")
        case .needsConsent(let name, let nearest):
            nearest.isEmpty
                ? text("Add --yes to create it.")
                : text(
                    "Did you mean %1$@? Add --yes to create “%2$@”.",
                    TextArgument.choice(nearest.map { .text(text("“%@”", $0)) }), name)
        case .command(_, let nearest): LocalizedText.didYouMean(nearest)
        case .severalWords(_, let name):
            text("Put a name of several words in quotation marks: tag \"%@\".", name)
        case .ambiguous(_, let names):
            text(
                "Enter one of these names in full: %@.",
                TextArgument.choice(names.prefix(8).map { .text(text("“%@”", $0)) })
            )
        case .exists: text("Choose another name. Upper and lower case count as the same.")
        }
    }

    var failure: FailureKind { .failed }

    var unknownName: UnknownName? {
        if case .unknown(let name, let nearest) = self {
            UnknownName(typed: name, nearest: nearest)
        } else {
            nil
        }
    }
}
