import Localization

/// An unknown error, which only has an English description.
public struct UnexpectedError: PresentableError, Hashable {
    /// The error's description.
    public let description: String
    /// The command that was running, if any.
    public let command: String?

    /// Wraps an error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - command: The command that was running. Default: none.
    public init(_ error: any Error, during command: String? = nil) {
        description = String(describing: error)
        self.command = command
    }

    /// A sentence that names the failed command, if there is one.
    public var problem: LocalizedText {
        guard let command else { return text("An unknown error occurred.") }
        return text("“%@” failed because of an unknown error.", command)
    }

    /// Advice to try again or to report the error.
    public var remedy: LocalizedText? {
        text(
            "Data that was saved before is kept. Try again. If it fails again, report the description below to the program's maintainer."
        )
    }

    /// The error's description.
    public var technicalDescription: String? { description }
}

/// The error of a command that the user has cancelled.
struct CancelledByUser: PresentableError {
    var problem: LocalizedText { text("Cancelled.") }
}
