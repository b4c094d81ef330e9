import Foundation
import Localization
import Shell
import Sync
import SyncProtocol

/// `sync key`: shows the code of the account's key again, or replaces it.
public struct SyncKeyCommand<Session: StoreSession>: Command {
    private let action = Parameter.optional(
        "new", .choice([Choice("new", "new")]),
        help: text("“new” replaces the code, for example after a device was lost. Default: show it."))

    /// The command's declaration.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        let action = self.action
        declaration = CommandDeclaration(
            "sync key", group: .files,
            summary: text("Shows the code that another device needs for its login."),
            discussion: [
                text(
                    "Your data are encrypted with it before they leave this device. Write it down, and keep it where you find it if all your devices are lost: nobody else has it, and the server can't replace it."
                ),
                text(
                    "If a device was lost, ask the server's administrator to revoke it. Then “sync key new” makes another code: the server deletes all data, your devices send them again, and each of them needs the new code."
                ),
            ],
            parameters: [action.declaration],
            examples: [.verbatim("sync key"), .verbatim("sync key new")],
            needsConfirmation: true
        )
        .refusing(.ofSynchronization)
    }

    /// Reads the key's file, or replaces the key.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let sync = session.services.sync
        let status = try sync.status()
        guard let server = status.server else { throw SyncProblem.notLoggedIn }
        guard let path = sync.credentialsPath else { throw SyncProblem.noHome }
        guard let key = try StoredKey.stored(beside: path, for: server) else {
            throw SyncProblem.noKey(server: server)
        }
        do {
            guard try invocation[action] != nil else { return Output([.record(try Self.record(key))]) }
            let question = text(
                "Replace the code? Every other device then needs the new one, and all data are sent again.")
            guard try await session.interaction.confirm(question, for: invocation) else {
                return .message(text("Nothing was replaced."))
            }
            let record = try Self.record(try await Self.replace(key, path, session))
            return Output(
                [
                    .record(record),
                    .message(
                        text(
                            "Write down the new code. Each other device needs it: run “sync login %@” there.",
                            server)),
                ], data: [.record(record)])
        } catch let error as SyncError {
            throw SyncProblem(error)
        }
    }

    private static func record(_ key: StoredKey) throws -> Record {
        Record(fields: [
            Record.Field("code", text("Code"), .text(key.code.text)),
            Record.Field("fingerprint", text("Fingerprint"), .text(try key.keys().accountKey.identifier)),
        ])
    }

    /// Gives the account a new key.
    ///
    /// - Throws: `SyncError`, for example ``Sync/SyncError/wrongKey`` if another device has replaced the key.
    private static func replace(
        _ old: StoredKey, _ path: String, _ session: Session
    ) async throws -> StoredKey {
        try session.services.store.requireWritable()
        let sync = session.services.sync
        let credentials = try sync.credentials()
        session.interaction.progress(text("Synchronizing with “%@”…", old.server))
        defer { session.interaction.progress(nil) }
        // Nobody can read what only the server has after the change. This also notices another key.
        sync.background.hasWritten = true
        _ = try await sync.synchronizer().synchronize()
        await sync.stop()
        var random = SystemRandomNumberGenerator()
        let new = StoredKey(server: old.server, account: UUID(), code: KeyCode(using: &random))
        let proposal = try new.keys().accountKey
        // The account must not get a key that a crash could lose.
        let stored = try StoredKey.all(beside: path)
        try StoredKey.write(stored + [new], beside: path)
        let known = try await credentials.connection().replace(old.keys().accountKey, with: proposal).key
        guard known == proposal else {
            try StoredKey.write(stored, beside: path)
            throw SyncError.wrongKey
        }
        try new.write(beside: path)
        return new
    }
}
