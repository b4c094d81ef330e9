import Localization
import Shell

/// `back`: closes the innermost open item.
public struct BackCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "back", group: .looking, summary: text("Leaves the entry that was opened last."),
        discussion: [text("The prompt shows the open entries, the last opened one at the end.")])

    /// Makes the command.
    public init() {}

    /// Closes the innermost open item.
    ///
    /// - Throws: ``NothingOpenError`` if nothing is open.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        guard let left = session.leave() else { throw session.nothingOpenError }
        return .message(text("Left “%@”.", left.title(session.localizer)))
    }
}
