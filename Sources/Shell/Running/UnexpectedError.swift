import Localization

/// Any error that nothing better is known of than its own, English description.
public struct UnexpectedError: PresentableError, Hashable {
    /// The error's description.
    public let description: String

    /// Wraps an error.
    public init(_ error: any Error) {
        description = String(describing: error)
    }

    /// Shows the description.
    public var problem: LocalizedText { text("Something unexpected went wrong: %@", description) }
}

/// The person broke off what was going on.
struct CancelledByPerson: PresentableError {
    var problem: LocalizedText { text("Cancelled.") }
}
