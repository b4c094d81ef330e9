import Localization

/// Any error that nothing better is known of than its own, English description.
public struct UnexpectedError: PresentableError, Hashable {
    /// The error's description.
    public let description: String
    /// The command that was running, if one was.
    public let command: String?

    /// Wraps an error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - command: The command that was running when it came.
    public init(_ error: any Error, during command: String? = nil) {
        description = String(describing: error)
        self.command = command
    }

    /// Names the command.
    public var problem: LocalizedText {
        guard let command else { return text("Something failed for a reason that the program doesn't know.") }
        return text("“%@” failed for a reason that the program doesn't know.", command)
    }

    /// To try it again, and whom to tell.
    public var remedy: LocalizedText? {
        text(
            "What was saved before is kept. Try it again; if it fails again, tell whoever looks after the program, with the description below."
        )
    }

    /// The description.
    public var technicalDescription: String? { description }
}

/// The person broke off what was going on.
struct CancelledByPerson: PresentableError {
    var problem: LocalizedText { text("Cancelled.") }
}
