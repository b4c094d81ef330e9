import Localization
import Shell
import Sync

/// `sync key`: shows the code of the account's key again.
public struct SyncKeyCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration = CommandDeclaration(
        "sync key", group: .files, summary: text("Shows the code that another device needs for its login."),
        discussion: [
            text(
                "Your data are encrypted with it before they leave this device. Write it down, and keep it where you find it if all your devices are lost: nobody else has it, and the server can't replace it."
            )
        ],
        examples: [.verbatim("sync key")])

    /// Makes the command.
    public init() {}

    /// Reads the key's file.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let sync = session.services.sync
        let status = try sync.status()
        guard let server = status.server else { throw SyncProblem.notLoggedIn }
        guard let path = sync.credentialsPath else { throw SyncProblem.noHome }
        guard let key = try StoredKey.stored(beside: path, for: server) else {
            throw SyncProblem.noKey(server: server)
        }
        do {
            let fields = [
                Record.Field("code", text("Code"), .text(key.code.text)),
                Record.Field(
                    "fingerprint", text("Fingerprint"), .text(try key.keys().accountKey.identifier)),
            ]
            return Output([.record(Record(fields: fields))])
        } catch let error as SyncError {
            throw SyncProblem(error)
        }
    }
}
