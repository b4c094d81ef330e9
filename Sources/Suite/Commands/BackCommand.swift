import Localization
import Shell

/// `back`: leaves the innermost of what is open.
public struct BackCommand<Session: StoreSession>: Command {
    /// How it is called.
    public let declaration = CommandDeclaration(
        "back", group: .looking, summary: text("Leaves what is open."),
        discussion: [text("The prompt shows what is open, the innermost last.")])

    /// Makes the command.
    public init() {}

    /// Leaves the innermost place; throws what the session says where nothing is open.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        guard let left = session.leave() else { throw session.nothingOpen }
        return .message(text("Left “%@”.", left.title(session.localizer)))
    }
}
