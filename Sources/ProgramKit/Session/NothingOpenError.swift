import Localization

/// The error of a command that needs an open item if none is open.
public struct NothingOpenError: PresentableError, Hashable {
    /// The problem as a message, such as “Nothing is open.”
    public let problem: LocalizedText
    /// The commands that open or create an item.
    public let remedy: LocalizedText?

    /// Makes the error.
    ///
    /// - Parameters:
    ///   - problem: The message. Default: “Nothing is open.”
    ///   - opening: The commands that open or create an item. Default: a hint to `help`.
    public init(_ problem: LocalizedText? = nil, opening: LocalizedText? = nil) {
        self.problem = problem ?? text("Nothing is open.")
        remedy = opening ?? text("“help” lists the commands.")
    }
}

/// The error of a command whose open item was deleted by another process.
struct DeletedByOtherProcessError: PresentableError, Hashable {
    let title: String
    let opening: LocalizedText?

    var problem: LocalizedText { text("Another process has deleted “%@”, which was open here.", title) }
    var remedy: LocalizedText? { opening }
}
