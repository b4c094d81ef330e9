import Localization

/// A command needs something that is open, and nothing is.
///
/// ```swift
/// override var nothingOpen: NothingOpen {
///     NothingOpen(text("No issue is selected."), opening: text("“new” makes one, and “open ISSUE” opens one."))
/// }
/// ```
public struct NothingOpen: PresentableError, Hashable {
    /// Says that nothing is open.
    public let problem: LocalizedText
    /// Names the commands that open or make something.
    public let remedy: LocalizedText?

    /// Makes the error.
    ///
    /// - Parameters:
    ///   - problem: Says that nothing is open, where a program has better words for it.
    ///   - opening: Names the commands that open or make something.
    public init(_ problem: LocalizedText? = nil, opening: LocalizedText? = nil) {
        self.problem = problem ?? text("Nothing is open.")
        remedy = opening ?? text("“help” lists the commands.")
    }
}

/// What was open here was deleted by another process before the command could work on it.
struct DeletedElsewhere: PresentableError, Hashable {
    let title: String
    let opening: LocalizedText?

    var problem: LocalizedText { text("“%@” was open here; another process has deleted it.", title) }
    var remedy: LocalizedText? { opening }
}
