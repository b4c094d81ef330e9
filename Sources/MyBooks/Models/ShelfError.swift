import Localization
import Suite

/// The reason why a change to a shelf is refused.
enum ShelfError: PresentableError {
    /// No shelf has this name; the nearest names are suggested.
    case unknown(String, nearest: [String])
    /// Another shelf has this name.
    case taken(String)

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _): text("There is no shelf “%@”.", name)
        case .taken(let name): text("The shelf “%@” already exists.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("“shelves” lists all shelves.")
        case .taken: text("Add --merge to move the books of both shelves to it.")
        }
    }
}
