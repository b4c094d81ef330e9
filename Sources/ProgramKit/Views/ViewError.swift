import Localization
import Shell

/// An error in the name of a view.
public enum ViewError: UnknownNameError, Hashable {
    /// No view has this name. `nearest` lists similar names.
    case unknown(String, nearest: [String])
    /// A built-in view has this name.
    case builtIn(String)
    /// A saved view has an order that this version doesn't know. `known` lists the orders.
    case unknownOrder(String, view: String, known: [String])
    /// A saved view belongs to a list that this program doesn't have. `known` lists the lists.
    case unknownList(String, view: String, known: [String])
    /// The list has no other orders than its own.
    case noOrder(list: String)

    /// What is wrong.
    public var problem: LocalizedText {
        switch self {
        case .unknown(let name, _): text("There is no view “%@”.", name)
        case .builtIn(let name): text("“%@” is a built-in view; it can't be changed or deleted.", name)
        case .unknownOrder(let order, let view, _):
            text("The order “%2$@” of the view “%1$@” is unknown.", view, order)
        case .unknownList(let list, let view, _):
            text("The list “%2$@” of the view “%1$@” is unknown.", view, list)
        case .noOrder(let list): text("Views of the list “%@” have no --sort and --reverse.", list)
        }
    }

    /// What to do.
    public var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“views” lists all views, “view save” creates one.")
        case .builtIn: text("Choose another name. “views” lists all views.")
        case .unknownOrder(_, _, let known):
            text(
                "The orders are: %@. “view save NAME --sort ORDER” sets another one.",
                TextArgument.list(known.map { .string($0) }))
        case .unknownList(_, _, let known):
            text(
                "The lists are: %@. “view save NAME --list LIST” sets another one.",
                TextArgument.list(known.map { .string($0) }))
        case .noOrder: text("Leave them out: the list has its own order.")
        }
    }

    /// The unknown name, which the shell can correct.
    public var unknownName: UnknownName? {
        if case .unknown(let name, let nearest) = self {
            UnknownName(typed: name, nearest: nearest)
        } else {
            nil
        }
    }
}
