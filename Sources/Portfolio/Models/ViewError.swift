import Localization
import Shell
import Suite

/// An error in the name of a view.
enum ViewError: UnknownNameError, Hashable {
    /// No view has this name. `nearest` lists similar names.
    case unknown(String, nearest: [String])
    /// Several views match the name.
    case ambiguous(String, names: [String])
    /// A built-in view has this name.
    case builtIn(String)
    /// No tag and no view has this name.
    case unknownFilter(String, nearest: [String])

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _): text("There is no view “%@”.", name)
        case .ambiguous(let name, let names): text("“%1$@” matches %2$lld views.", name, names.count)
        case .builtIn(let name): text("“%@” is a built-in view; it can't be changed or deleted.", name)
        case .unknownFilter(let name, _): text("There is no tag “%@”.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“views” lists all views, “view save” creates one.")
        case .ambiguous(_, let names):
            text(
                "Enter one of these names in full: %@.",
                TextArgument.choice(names.prefix(8).map { .text(text("“%@”", $0)) }))
        case .builtIn: text("Choose another name. “views” lists all views.")
        case .unknownFilter(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“tags” lists all tags, “tag new” creates one.")
        }
    }

    var unknownName: UnknownName? {
        switch self {
        case .unknown(let name, let nearest), .unknownFilter(let name, let nearest):
            UnknownName(typed: name, nearest: nearest)
        case .ambiguous, .builtIn: nil
        }
    }
}
