import Localization
import Suite

/// What is refused of shelves.
enum ShelfError: PresentableError {
    /// No shelf has this name; the nearest names follow.
    case unknown(String, nearest: [String])
    /// A shelf has this name already.
    case taken(String)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _): text("There is no shelf “%@”.", name)
        case .taken(let name): text("There is a shelf “%@” already.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“shelves” lists all shelves.")
        case .taken: text("Add --merge to put the books of both on it.")
        }
    }
}
